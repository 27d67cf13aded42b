/* Entry points of the WebAssembly module, beside those of rigidc.h: commands, and models by the options of a command line.
 * Called by package/rigidc.mjs. */
#include <stdio.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/load.h"
#include "cli/page/page.h"
#include "model/body.h"
#include "runtime/library.h"

int main(int argc, char **argv);
int wasm_run(int argc, char **argv);
rigidc_model *wasm_load(int argc, char **argv);
int wasm_body_line(rigidc_model *model, int body, const char *file);

struct Page {
	const char *functions, *text;
};

static void make_page(rigidc_model *model, void *context)
{
	enum { SEED = 1 };
	struct Page *page = context;
	const struct PackageFolders none = { NULL, 0 };
	page->text = page_make(model, page->functions, SEED, false, &none);
}

/* The page of `report` for these functions, or for those of the model if there is no name, without costs of lines. NULL if the model has
 * errors. It lasts until the next call with the model. */
__attribute__((export_name("wasm_page"))) const char *wasm_page(rigidc_model *model, const char *functions)
{
	struct Page page = { .functions = *functions ? functions : NULL };
	return library_call(model, make_page, &page) == RIGIDC_OK ? page.text : NULL;
}

/* Runs a command. Returns its exit code. */
__attribute__((export_name("wasm_run"))) int wasm_run(int argc, char **argv)
{
	int code = main(argc, argv);
	fflush(NULL);
	return code;
}

/* Loads a model as `check` does; argv[0] is "check". NULL after a message about the options. The caller frees it. */
__attribute__((export_name("wasm_load"))) rigidc_model *wasm_load(int argc, char **argv)
{
	struct Options options = { 0 };
	rigidc_model *model = NULL;
	if (options_read(&options, COMMAND_CHECK, argc, argv) == EXIT_FINE)
		load_checked(&options, &model);
	options_free(&options);
	return model;
}

struct BodyLine {
	int body, line;
	const char *file;
};

static void find_line(rigidc_model *model, void *context)
{
	struct BodyLine *asked = context;
	struct Place place = sources_place(&model->sources, model->model->body[asked->body].name.span);
	asked->line = strcmp(place.name, asked->file) == 0 ? (int)place.line : 0;
}

/* Line of a body's name, from 1; 0: the body is declared in another file. */
__attribute__((export_name("wasm_body_line"))) int wasm_body_line(rigidc_model *model, int body, const char *file)
{
	struct BodyLine asked = { .body = body, .file = file };
	library_guard(model, find_line, &asked);
	return asked.line;
}
