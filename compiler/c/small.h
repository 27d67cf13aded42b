/* What a function is like that takes the fewest bytes (--size): which results loops write, and where in a loop over like limbs
 * everything stands. Filled in by loops.c.
 * Called by what prints statements. All memory is the arena's. */
#ifndef RIGIDC_C_SMALL_H
#define RIGIDC_C_SMALL_H

#include "printer.h"
#include "program/stages.h"

/* Where elements of limbs stand, if not at equal distances: what is added to that of the first. */
struct Offsets {
	int of[LANES_MOST];
};

struct Small {
	const struct Generated *function; /* with the statements of limbs in loops, or as it is */
	const struct Lanes *lanes;        /* NULL: no limbs are in loops */
	struct Stages stages;
	uint32_t now;                     /* the stage that is printed */
	uint32_t *column;                 /* by number of limbs: its place among those that are read, + 1 */
	struct { uint32_t *item; size_t count, capacity; } own; /* those, in that order */
	struct { struct Offsets *item; size_t count, capacity; } offsets;
	bool *apart;                      /* by store */
	bool *clear, *mirror;             /* by output */
};

/* Is a result left to a loop? */
bool c_small_apart(const struct Printer *p, struct Statement statement);
/* What a limb reads of the caller's arrays, and of its own numbers. */
const char *c_small_leaf(const struct Printer *p, enum Input array, uint32_t element);
/* What limbs keep of a step, if the stage at hand reads it from there; else NULL. */
const char *c_small_kept(const struct Printer *p, uint32_t index);
void c_put_small_pick(struct Printer *p, const struct Step *pick);
/* Behind a statement of a limb: what it keeps, and its results. */
void c_put_small_results(struct Printer *p, uint32_t index);
/* For the comment: whose bits those of like limbs are, and what limbs keep. */
void c_put_small_words(struct Printer *p);

#endif
