/* Ways to run the compiler: passes on and off, levels, search. They follow from the table of passes.
 * Called by the tests that try them; those link the compiler's objects. Owned by the caller. */
#ifndef CONFIGURATION_H
#define CONFIGURATION_H

#include "pipeline/pass.h"
#include "rigidc.h"

#include <stdint.h>

struct configuration {
	const char *no_pass[PASS_COUNT];
	size_t no_passes;
	int level;          /* as rigidc_options has it */
	const char *search;
	int fma;
	char name[160];
};

/* Puts it among options, which point into it from then on. */
void configuration_apply(const struct configuration *configuration, rigidc_options *options);

/* Every pass and --fma on or off as chance has it, with the search one time in four: it takes the longest. */
void configuration_draw(uint64_t *rng, struct configuration *configuration);

/* Every pass off alone, every level, and rows in which any two switches meet in all four ways, the search
 * and --fma being among them. Returns how many there are; at most `room` are written. */
int configuration_list(struct configuration *list, int room);

#endif
