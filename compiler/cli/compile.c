/* rigidc compile and rigidc check. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "cli.h"

int fail_with(rigidc_model *model, rigidc_status status)
{
	const char *messages = rigidc_messages(model);
	if (status == RIGIDC_INTERNAL)
		fprintf(stderr, "rigidc: this is a bug in rigidc, please report it: %s\n", messages);
	else
		fputs(messages, stderr);
	rigidc_model_free(model);
	return status == RIGIDC_INVALID ? EXIT_MODEL : status == RIGIDC_INTERNAL ? EXIT_OUR_BUG : EXIT_USAGE;
}

rigidc_model *load_model(const struct Options *options, int *code)
{
	rigidc_model *model;
	rigidc_status status = rigidc_load(options->model, &options->library, &model);
	*code = EXIT_FINE;
	if (status == RIGIDC_OK) {
		fputs(rigidc_messages(model), stderr);
		model->diags_read = 0; /* said; a later fault need not repeat them */
		return model;
	}
	*code = fail_with(model, status);
	return NULL;
}

/* What to write, and to where: decided before any work, so that a slip costs nothing. */
enum Destination { TO_STDOUT, TO_DEVICE, TO_HEADER, TO_PAIR, TO_NOWHERE };

static enum Destination destination(const char *path)
{
	size_t length = path ? strlen(path) : 0;
	if (!path || strcmp(path, "-") == 0)
		return TO_STDOUT;
	if (output_is_special(path))
		return TO_DEVICE;
	const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	if (strlen(name) > 2 && strcmp(path + length - 2, ".h") == 0)
		return TO_HEADER;
	if (strlen(name) <= 2 || strcmp(path + length - 2, ".c") != 0)
		complain("-o takes NAME.h or NAME.c, not '%s'", path);
	else if (strpbrk(name, "\"\\\n\r"))
		complain("the name in '%s' cannot stand in an #include", path);
	else
		return TO_PAIR;
	return TO_NOWHERE;
}

static int write_stdout(const char *text)
{
	fputs(text, stdout);
	return finish_stdout();
}

static int compile_pair(rigidc_model *model, const struct Options *options)
{
	size_t length = strlen(options->output);
	char *header_path = strdup(options->output);
	if (!header_path)
		return fail_with(NULL, RIGIDC_NO_MEMORY);
	header_path[length - 1] = 'h';
	const char *name = strrchr(header_path, '/') ? strrchr(header_path, '/') + 1 : header_path;
	const char *header, *source;
	rigidc_status status = rigidc_emit(model, options->functions, name, &header, &source);
	int code;
	if (status == RIGIDC_OK) {
		const struct OutputFile files[] = { { options->output, source }, { header_path, header } };
		code = output_replace(files, 2);
		rigidc_model_free(model);
	} else {
		code = fail_with(model, status);
	}
	free(header_path);
	return code;
}

int command_compile(const struct Options *options)
{
	enum Destination to = destination(options->output);
	int code;
	if (to == TO_NOWHERE)
		return EXIT_USAGE;
	rigidc_model *model = load_model(options, &code);
	if (!model)
		return code;
	if (!options->dump)
		report_snapping(model, options);
	if (to == TO_PAIR && !options->dump)
		return compile_pair(model, options);
	const char *text;
	rigidc_status status = options->dump ? rigidc_dump(model, options->functions, options->dump, &text)
	                                     : rigidc_emit(model, options->functions, NULL, &text, NULL);
	if (status != RIGIDC_OK)
		return fail_with(model, status);
	if (to == TO_STDOUT)
		code = write_stdout(text);
	else if (to == TO_DEVICE)
		code = output_direct(options->output, text);
	else
		code = output_replace(&(struct OutputFile){ options->output, text }, 1);
	rigidc_model_free(model);
	return code;
}

/* --- check --- */

json_t *text_json(struct Arena *arena, const char *text)
{
	struct Text clean;
	json_t *plain = json_string(text);
	if (plain)
		return plain;
	text_init(&clean, arena);
	text_visible(&clean, text, strlen(text));
	return json_string(text_string(&clean));
}

static json_t *place_json(rigidc_model *model, struct Span span, const char *message)
{
	struct Place place = sources_place(&model->sources, span);
	return json_pack("{s:o, s:i, s:i, s:o}", "file", text_json(&model->arena, place.name), "line",
	                 (int)place.line, "column", (int)place.column, "message",
	                 text_json(&model->arena, message));
}

static void print_diags(rigidc_model *model, void *context)
{
	(void)context;
	size_t count;
	const struct Diag **order = diags_sorted(&model->diags, &count);
	json_t *all = json_array();
	for (size_t i = 0; i < count; i++) {
		const struct Diag *d = order[i];
		json_t *entry = place_json(model, d->span, d->text);
		json_object_set_new(entry, "severity", json_string(severity_name(d->severity)));
		json_object_set_new(entry, "check", json_string(check_table[d->check].name));
		if (d->note)
			json_object_set_new(entry, "note", place_json(model, d->note_span, d->note));
		if (d->help)
			json_object_set_new(entry, "help", text_json(&model->arena, d->help));
		json_array_append_new(all, entry);
	}
	json_dumpf(all, stdout, JSON_INDENT(2));
	json_decref(all);
	fputc('\n', stdout);
}

/* What would stop `compile` before any code is made: functions, wrenches, names in C. */
static void prepare(rigidc_model *model, void *context)
{
	const struct Options *options = context;
	library_prepare(model, options->functions);
}

int command_check(const struct Options *options)
{
	rigidc_model *model;
	struct Options copy = *options;
	rigidc_status status = rigidc_load(options->model, &options->library, &model);
	if (status == RIGIDC_OK)
		status = library_protect(model, prepare, &copy);
	if (status != RIGIDC_OK && status != RIGIDC_INVALID)
		return fail_with(model, status);
	if (options->json)
		library_protect(model, print_diags, NULL);
	else
		fputs(rigidc_messages(model), stderr);
	rigidc_model_free(model);
	int code = options->json ? finish_stdout() : EXIT_FINE;
	return code != EXIT_FINE ? code : status == RIGIDC_OK ? EXIT_FINE : EXIT_MODEL;
}
