/* rigidc import: a URDF as a .rig file; and what --snap-angles saves. */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "print_rig.h"
#include "urdf.h"

/* --- import --- */

struct Import {
	const char *path; /* of the URDF */
	const char *text; /* the .rig file */
};

static void print(rigidc_model *model, void *context)
{
	struct Import *import = context;
	struct Text text, doc;
	const char *slash = strrchr(import->path, '/'), *name = slash ? slash + 1 : import->path;
	text_init(&text, &model->arena);
	text_init(&doc, &model->arena);
	text_put(&doc, "Imported from ");
	text_visible(&doc, strcmp(name, "-") == 0 ? "a URDF" : name, strcmp(name, "-") == 0 ? 6 : strlen(name));
	text_format(&doc, " by rigidc %s.\n", rigidc_version());
	model->ast.statements.first->doc = text_string(&doc);
	urdf_fold_frames(&model->arena, &model->ast);
	print_rig(&model->ast, &text);
	import->text = text_string(&text);
}

static int write_text(const char *path, const char *text)
{
	if (!path || strcmp(path, "-") == 0) {
		fputs(text, stdout);
		return finish_stdout();
	}
	if (output_is_special(path))
		return output_direct(path, text);
	return output_replace(&(struct OutputFile){ path, text }, 1);
}

int command_import(const struct Options *options)
{
	const char *path = options->output;
	size_t length = path ? strlen(path) : 0;
	struct Options urdf = *options;
	struct Import import = { .path = options->model };
	int code;
	if (path && strcmp(path, "-") != 0 && !output_is_special(path) &&
	    (length < 5 || strcmp(path + length - 4, ".rig") != 0))
		return complain("-o takes NAME.rig, not '%s'", path);
	if (options->library.from == RIGIDC_RIG)
		return complain("import reads a URDF");
	urdf.library.from = RIGIDC_URDF;
	rigidc_model *model = load_model(&urdf, &code);
	if (!model)
		return code;
	rigidc_status status = library_begin(model);
	if (status == RIGIDC_OK)
		status = library_protect(model, print, &import);
	if (status != RIGIDC_OK)
		return fail_with(model, status);
	code = write_text(path, import.text);
	rigidc_model_free(model);
	return code;
}

/* --- what snapping saves --- */

struct Costs {
	const char *functions;
	struct Package package;
};

static void build(rigidc_model *model, void *context)
{
	struct Costs *costs = context;
	costs->package = library_generate(model, costs->functions, FOR_TEXT, NULL);
}

static bool count_operations(rigidc_model *model, struct Costs *costs)
{
	return library_begin(model) == RIGIDC_OK && library_protect(model, build, costs) == RIGIDC_OK;
}

static unsigned long operations(const struct Generated *function)
{
	return (unsigned long)function->program.cost[COST_MUL] + function->program.cost[COST_ADD];
}

void report_snapping(rigidc_model *model, const struct Options *options)
{
	rigidc_model *plain;
	rigidc_options as_it_was = options->library;
	struct Costs with = { .functions = options->functions }, without = with;
	if (!model->snapped)
		return;
	const struct Source *source = &model->sources.item[0];
	as_it_was.snap_angles = 0;
	as_it_was.from = RIGIDC_URDF;
	if (rigidc_read(source->text, source->length, source->name, &as_it_was, &plain) == RIGIDC_OK &&
	    count_operations(plain, &without) && count_operations(model, &with)) {
		const char *plural = model->snapped == 1 ? "" : "s";
		fprintf(stderr, "rigidc: snapping %zu angle%s saves", model->snapped, plural);
		for (int i = 0; i < with.package.functions; i++) {
			unsigned long before = operations(&without.package.function[i]);
			unsigned long now = operations(&with.package.function[i]);
			fprintf(stderr, "%s %lu of %lu operations in %s", i ? "," : "", before > now ? before - now : 0,
			        before, with.package.function[i].spec.name);
		}
		fputc('\n', stderr);
	}
	rigidc_model_free(plain);
}
