/* rigidc import: a model of another format as a .rig file. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "complain.h"
#include "load.h"
#include "output.h"
#include "base/version.h"
#include "grammar/print_rig.h"
#include "grammar/import/readers.h"
#include "runtime/library.h"

struct Import {
	const char *path; /* of the model */
	const char *text; /* the .rig file */
};

static void print(rigidc_model *model, void *context)
{
	struct Import *import = context;
	struct Stmt *first = model->ast.statements.first;
	struct Text text, doc;
	const char *slash = strrchr(import->path, '/'), *name = slash ? slash + 1 : import->path;
	text = text_new(&model->arena);
	doc = text_new(&model->arena);
	text_put(&doc, "Imported from ");
	name = strcmp(name, "-") == 0 ? model->format->called : name;
	text_visible(&doc, name, strlen(name));
	text_format(&doc, " by rigidc %s.\n", version_built());
	text_put(&doc, first->doc ? first->doc : "");
	first->doc = text_string(&doc);
	urdf_fold_frames(&model->arena, &model->ast);
	print_rig(&model->ast, &text);
	import->text = text_string(&text);
}

/* Names of importable formats: "a URDF". */
static const char *imported(char *out, size_t size, enum FormatName name)
{
	return format_names(out, size, name, (struct FormatChoice){ .own = false });
}

/* Reports the actual format. */
static int not_imported(rigidc_model *model, const char *path, bool sound)
{
	char names[256];
	rigidc_model_free(model);
	if (sound || text_ends(path, ".rig"))
		return complain("%s is a .rig model already; import makes one from %s", path,
		                imported(names, sizeof names, FORMAT_CALLED));
	return complain("%s is no %s", output_is_stdout(path) ? "standard input" : path,
	                imported(names, sizeof names, FORMAT_TITLES));
}

int command_import(const struct Options *options)
{
	const char *path = options->output;
	struct Import import = { .path = options->model };
	char names[256];
	if (output_takes(path, ".rig") != EXIT_FINE)
		return EXIT_USAGE;
	if (options->library.from == RIGIDC_RIG)
		return complain("import reads %s", imported(names, sizeof names, FORMAT_CALLED));
	rigidc_model *model;
	rigidc_status status = rigidc_load(options->model, &options->library, &model);
	if (status != RIGIDC_OK && status != RIGIDC_INVALID)
		return load_fail(model, status);
	if (format_is_own(model->format))
		return not_imported(model, options->model, status == RIGIDC_OK);
	const char *summary = load_summary(model);
	rigidc_status said = summary ? load_say(model) : RIGIDC_NO_MEMORY;
	if (said != RIGIDC_OK)
		return load_fail(model, said);
	if (status == RIGIDC_OK)
		status = library_call(model, print, &import);
	if (status != RIGIDC_OK && status != RIGIDC_INVALID)
		return load_fail(model, status);
	int code = status == RIGIDC_OK ? output_write(path, import.text) : EXIT_MODEL;
	fputs(summary, stderr); /* after the data, to be seen */
	rigidc_model_free(model);
	return code;
}
