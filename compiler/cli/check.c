/* rigidc check: the diagnostics, as text or as JSON. */
#include <stdio.h>

#include "commands.h"
#include "complain.h"
#include "diagnostics_json.h"
#include "load.h"
#include "output.h"
#include "text_json.h"
#include "runtime/library.h"

struct Checking {
	const struct Options *options;
	const char *json;
};

static void put_diags(rigidc_model *model, void *context)
{
	struct Checking *check = context;
	text_json_memory(model->diags.arena);
	check->json = text_json_print(diagnostics_json(model), 0);
}

/* Prints the diagnostics, errors included. A status other than RIGIDC_OK is a failure to print. */
static rigidc_status report(rigidc_model *model, struct Checking *check)
{
	if (!check->options->json) {
		const char *summary = load_summary(model);
		rigidc_status said = summary ? load_say(model) : RIGIDC_NO_MEMORY;
		if (said == RIGIDC_OK)
			fputs(summary, stderr);
		return said;
	}
	rigidc_status status = library_protect(model, put_diags, check);
	return check->json ? RIGIDC_OK : status;
}

int command_check(const struct Options *options)
{
	rigidc_model *model;
	struct Checking check = { .options = options };
	rigidc_status status = load_checked(options, &model);
	rigidc_status told = status == RIGIDC_OK || status == RIGIDC_INVALID ? report(model, &check) : status;
	if (told != RIGIDC_OK)
		return load_fail(model, told);
	int code = options->json ? output_write(NULL, check.json) : EXIT_FINE;
	rigidc_model_free(model);
	return code != EXIT_FINE ? code : status == RIGIDC_OK ? EXIT_FINE : EXIT_MODEL;
}
