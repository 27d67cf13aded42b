/* Results of a comparison as a table, and as JSON.
 * Called by compare. Texts are the arena's. */
#ifndef RIGIDC_COMPARE_PUT_H
#define RIGIDC_COMPARE_PUT_H

#include "differences.h"

struct CompareReport {
	const struct Pairs *pairs;
	const struct Differences *found;
	unsigned long seed;
	double tolerance;
};

const char *compare_text(struct Arena *arena, const struct CompareReport *report);
const char *compare_json(struct Arena *arena, const struct CompareReport *report);

#endif
