/* rigidc fmt: a .rig file in the common layout. The file must have correct syntax; its meaning is not checked. */
#include <string.h>

#include "commands.h"
#include "complain.h"
#include "load.h"
#include "output.h"
#include "grammar/layout.h"
#include "runtime/library.h"

struct Formatting {
	const struct Source *source; /* the file as read */
	struct Text text;            /* the file in the common layout */
};

static void lay_out(rigidc_model *model, void *context)
{
	struct Formatting *f = context;
	f->source = &model->sources.item[0];
	f->text = text_new(&model->arena);
	layout_text(&model->diags, f->source->text, f->source->length, &f->text);
}

/* The first different line, counted from 1. */
static size_t first_change(const struct Formatting *f)
{
	size_t line = 1, i = 0;
	for (; i < f->source->length && i < f->text.count && f->source->text[i] == f->text.item[i]; i++)
		line += f->text.item[i] == '\n';
	return line;
}

static int check(const struct Formatting *f, const char *path)
{
	if (f->text.count == f->source->length && memcmp(f->text.item, f->source->text, f->text.count) == 0)
		return EXIT_FINE;
	complain("%s:%zu: the layout differs from here on; `rigidc fmt %s -o %s` makes it the common one", path,
	         first_change(f), path, path);
	return EXIT_MODEL;
}

int command_fmt(const struct Options *options)
{
	const char *path = options->output;
	struct Formatting formatting = { .source = NULL };
	if (output_takes(path, ".rig") != EXIT_FINE)
		return EXIT_USAGE;
	rigidc_model *model;
	rigidc_status status = rigidc_load(options->model, &options->library, &model);
	if (status != RIGIDC_OK && status != RIGIDC_INVALID)
		return load_fail(model, status);
	if (!format_is_own(model->format)) {
		const char *called = model->format->called;
		rigidc_model_free(model);
		return complain("%s is %s; fmt lays out .rig files, which `rigidc import` makes of it", options->model,
		                called);
	}
	if (model->diags.syntax_errors)
		return load_fail(model, status);
	if (status == RIGIDC_OK)
		status = library_begin(model);
	if (status == RIGIDC_OK || status == RIGIDC_INVALID)
		status = library_protect(model, lay_out, &formatting);
	if (!formatting.text.item)
		return load_fail(model, status);
	int code = options->check ? check(&formatting, options->model) : output_write(path, formatting.text.item);
	rigidc_model_free(model);
	return code;
}
