/* Size of a test: RIGIDC_LEVEL is quick, usual (the default) or long.
 * Called by tests with random cases or long ones. Owns nothing. */
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

/* Number for the level. A fourth level ends the test. */
static inline int by_level(int quick, int usual, int most)
{
	if (!level_is("quick") && !level_is("usual") && !level_is("long")) {
		fprintf(stderr, "RIGIDC_LEVEL is quick, usual or long\n");
		exit(2);
	}
	return level_is("quick") ? quick : level_is("usual") ? usual : most;
}

#endif
