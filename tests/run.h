/* Reads models and calls their functions. Where that fails the test does, with what the library says of it.
 * Called by the tests of what is computed.
 * Models and functions are the caller's, who frees them as rigidc.h says. */
#ifndef RUN_H
#define RUN_H

#include <check.h>
#include <stdio.h>

#include "rigidc.h"

/* `name` tells in the messages which of many models it is. */
static inline rigidc_model *run_read(const char *name, const char *text, size_t length,
                                     const rigidc_options *options)
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

/* Calls a function that has one output, and frees it. */
static inline void run_once(rigidc_model *model, const char *name, rigidc_tier tier, const double *const *in,
                            double *out)
{
	rigidc_function *function = run_function(model, name, tier);
	rigidc_call(function, in, &out);
	rigidc_function_free(function);
}

#endif
