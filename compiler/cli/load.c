#include "load.h"

#include <string.h>

#include "colour.h"
#include "complain.h"
#include "output.h"
#include "runtime/library.h"

struct Summary {
	const char *text;
};

static void summarise(rigidc_model *model, void *context)
{
	struct Summary *summary = context;
	struct Text text = text_new(&model->arena);
	diags_summarise(&model->diags, &text);
	summary->text = text_string(&text);
}

const char *load_summary(rigidc_model *model)
{
	struct Summary summary = { NULL };
	library_protect(model, summarise, &summary);
	return summary.text;
}

int load_fail(rigidc_model *model, rigidc_status status)
{
	const char *messages = rigidc_messages(model);
	/* for an internal error the message is its place in rigidc, not the diagnostics */
	bool rendered = status == RIGIDC_INTERNAL || (model && model->messages);
	if (status == RIGIDC_NO_MEMORY || !rendered) {
		complain("out of memory");
		status = RIGIDC_NO_MEMORY;
	} else if (status == RIGIDC_INTERNAL) {
		complain("this is a bug in rigidc, please report it: %s", messages);
	} else {
		colour_put_messages(messages);
	}
	rigidc_model_free(model);
	return status == RIGIDC_INVALID ? EXIT_MODEL : status == RIGIDC_INTERNAL ? EXIT_OUR_BUG : EXIT_USAGE;
}

rigidc_status load_say(rigidc_model *model)
{
	const char *messages = rigidc_messages(model);
	if (!model->messages)
		return RIGIDC_NO_MEMORY;
	colour_put_messages(messages);
	library_shown(model);
	return RIGIDC_OK;
}

rigidc_status load_nothing(rigidc_model **model)
{
	static const char nothing[] = "model nothing\n";
	return rigidc_read(nothing, sizeof nothing - 1, "nothing", NULL, model);
}

static void prepare(rigidc_model *model, void *context)
{
	const struct Options *options = context;
	library_prepare(model, options->functions);
	diags_note_unused(&model->diags);
}

rigidc_status load_checked(const struct Options *options, rigidc_model **model)
{
	struct Options given = *options;
	rigidc_status status = rigidc_load(options->model, &options->library, model);
	return status == RIGIDC_OK ? library_protect(*model, prepare, &given) : status;
}

/* Moves softened errors to the front. Returns how many there are. */
static size_t softened_first(struct Arena *arena, struct Diags *diags)
{
	struct Diag *all = ARENA_ARRAY(arena, struct Diag, diags->count);
	size_t softened = 0, at[2] = { 0, 0 };
	for (size_t i = 0; i < diags->count; i++)
		softened += diags->item[i].softened;
	at[0] = softened;
	for (size_t i = 0; i < diags->count; i++)
		all[at[diags->item[i].softened]++] = diags->item[i];
	if (diags->count)
		memcpy(diags->item, all, diags->count * sizeof *all);
	return softened;
}

/* Renders all but the softened errors, which remain for the next messages. */
static void render_certain(rigidc_model *model, void *context)
{
	const char **rendered = context;
	struct Text text = text_new(&model->arena);
	struct Diags *read = &model->read.diags;
	size_t softened = softened_first(&model->arena, read);
	struct Diags certain = *read;
	certain.item = read->count ? read->item + softened : NULL;
	certain.count -= softened;
	diags_render(&certain, &text);
	read->count = softened;
	*rendered = text_string(&text);
}

static rigidc_model *loaded(const struct Options *options, void (*change)(rigidc_model *model, void *options),
                            rigidc_status (*say)(rigidc_model *model), int *code)
{
	struct Options given = *options;
	rigidc_model *model;
	rigidc_status status = rigidc_load(options->model, &options->library, &model);
	if (status == RIGIDC_OK && change)
		status = library_protect(model, change, &given);
	if (status == RIGIDC_OK)
		status = say(model);
	*code = EXIT_FINE;
	if (status == RIGIDC_OK)
		return model;
	*code = load_fail(model, status);
	return NULL;
}

static rigidc_status say_certain(rigidc_model *model)
{
	const char *text = NULL;
	rigidc_status status = library_protect(model, render_certain, &text);
	if (text)
		colour_put_messages(text);
	return status;
}

rigidc_model *load_model(const struct Options *options, int *code)
{
	return loaded(options, NULL, load_say, code);
}

rigidc_model *load_for_functions(const struct Options *options, void (*change)(rigidc_model *model, void *options),
                                 int *code)
{
	return loaded(options, change, say_certain, code);
}

int load_write(rigidc_model *model, rigidc_status status, void (*make)(rigidc_model *model, void *context),
               void *context, const char *const *text, const char *path)
{
	if (status == RIGIDC_OK)
		status = library_call(model, make, context);
	if (status == RIGIDC_OK)
		status = load_say(model);
	if (status != RIGIDC_OK)
		return load_fail(model, status);
	int code = output_write(path, *text);
	rigidc_model_free(model);
	return code;
}
