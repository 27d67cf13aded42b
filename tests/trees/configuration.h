/* Configurations of the compiler: passes on and off, levels, search. They follow from the table of passes.
 * Called by tests that try them; such tests link the compiler's objects. Owned by the caller. */
#ifndef CONFIGURATION_H
#define CONFIGURATION_H

#include "pipeline/pass.h"
#include "rigidc.h"

#include <stdint.h>

struct configuration {
	const char *no_pass[PASS_COUNT];
	size_t no_passes;
	int level; /* as in rigidc_options */
	const char *search;
	int fma;
	char name[32 + 32 * PASS_COUNT]; /* "search none, no factoring, ..." */
};

/* Applies a configuration to options. The options then point into the configuration. */
void configuration_apply(const struct configuration *configuration, rigidc_options *options);

/* A random configuration: every pass and --fma on or off, with the search one time in four, since it takes the
 * longest. */
void configuration_draw(uint64_t *rng, struct configuration *configuration);

/* All configurations to try: every pass off alone, every level, and rows in which any two switches have all four
 * pairs of values, the search and --fma included. Returns their number; at most `room` are written. */
int configuration_list(struct configuration *list, int room);

#endif
