/* Shared by the libFuzzer harnesses: small models are compiled, and an internal fault ends the
 * process. Called by each harness; replay_test.sh runs them over files, without libFuzzer.
 * The models are the caller's. */
#ifndef HARNESS_H
#define HARNESS_H

#include <stdio.h>
#include <stdlib.h>

#include "runtime/library.h"

/* The harness, on any bytes; returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void harness_judge(rigidc_status status, const rigidc_model *model)
{
	if (status != RIGIDC_INTERNAL)
		return;
	fputs(rigidc_messages(model), stderr);
	abort();
}

/* Is the model small enough for its C to take about a second? */
static inline bool harness_small(const rigidc_model *model)
{
	enum { SMALL = 8 };
	return rigidc_nv(model) <= SMALL && model->model->bodies <= 2 * SMALL;
}

/* Reads a model from the bytes, and compiles it if sound and small: then true. Free the model in any case. */
static inline bool harness_compile(const uint8_t *data, size_t size, const char *name, const rigidc_options *options,
                                   rigidc_model **model)
{
	const char *header;
	rigidc_status status = rigidc_read((const char *)data, size, name, options, model);
	harness_judge(status, *model);
	rigidc_messages(*model);
	if (status != RIGIDC_OK || !harness_small(*model))
		return false;
	harness_judge(rigidc_emit(*model, NULL, NULL, &header, NULL), *model);
	return true;
}

#endif
