/* How much a test does: RIGIDC_LEVEL is quick, usual (which it is where it is not set) or long.
 * Called by tests that draw cases at random or have some that take long. Owns nothing. */
#ifndef LEVEL_H
#define LEVEL_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline bool level_is(const char *name)
{
	const char *level = getenv("RIGIDC_LEVEL");
	return strcmp(level && *level ? level : "usual", name) == 0;
}

/* The number for the level. Another level than those three ends the test. */
static inline int by_level(int quick, int usual, int most)
{
	if (!level_is("quick") && !level_is("usual") && !level_is("long")) {
		fprintf(stderr, "RIGIDC_LEVEL is quick, usual or long\n");
		exit(2);
	}
	return level_is("quick") ? quick : level_is("usual") ? usual : most;
}

#endif
