/* Reads models and calls their functions. On failure the test fails, with the library's messages.
 * Called by the tests of computed values.
 * Models and functions are the caller's, who frees them as described in rigidc.h. */
#ifndef RUN_H
#define RUN_H

#include <check.h>
#include <stdio.h>

#include "rigidc.h"

/* Reads a model; `name` identifies it in messages. */
static inline rigidc_model *run_read(const char *name, const char *text, size_t length, const rigidc_options *options)
{
	rigidc_model *model;
	if (rigidc_read(text, length, name, options, &model) != RIGIDC_OK) {
		fprintf(stderr, "%s%.*s\n", rigidc_messages(model), (int)length, text);
		ck_abort_msg("%s is refused", name);
	}
	return model;
}

static inline rigidc_model *run_load(const char *path)
{
	rigidc_model *model;
	ck_assert_msg(rigidc_load(path, NULL, &model) == RIGIDC_OK, "%s", rigidc_messages(model));
	return model;
}

static inline rigidc_function *run_function(rigidc_model *model, const char *name, rigidc_tier tier)
{
	rigidc_function *function;
	ck_assert_msg(rigidc_function_new(model, name, tier, &function) == RIGIDC_OK, "%s: %s", name,
	              rigidc_messages(model));
	return function;
}

/* Makes and frees a function with one output, called once. */
static inline void run_once(rigidc_model *model, const char *name, rigidc_tier tier, const double *const *in,
                            double *out)
{
	rigidc_function *function = run_function(model, name, tier);
	rigidc_call(function, in, &out);
	rigidc_function_free(function);
}

#endif
