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

/* Is an example left to `make check-long`, as another has the same structure? tests/tap.sh has the same list. */
static inline bool level_leaves_out(const char *path)
{
	static const char *const robot[] = { "anymal_b", "general6r",   "hand", "iiwa14",
		                             "panda",    "puma560_akb", "rx90", "stanford" };
	bool out = false;
	for (size_t i = 0; i < sizeof robot / sizeof *robot; i++)
		out |= strstr(path, robot[i]) != NULL;
	return out && !level_is("long");
}

#endif
