/* What the statements of like limbs read and make, as the body of a loop over the limbs `l`. Which statements stand there,
 * and what a limb must keep for others, is program/rolled_stages.h's to say; here is where it stands:
 *
 *     q[7 + 3*l]          an element of the caller's, of limbs that are at equal distances in the array
 *     q[7 + place[l][0]]  and of limbs that are not
 *     own[l][4]           a number in which limbs differ
 *     limb[l][2]          what a limb keeps for a later loop; limb[1][2] where the second alone is asked
 *
 * Called by what prints statements; print_rolled.c prints the loops around. All memory is the arena's. */
#ifndef RIGIDC_C_ROLLED_OPERANDS_H
#define RIGIDC_C_ROLLED_OPERANDS_H

#include "printer.h"
#include "program/rolled_stages.h"

/* Where elements of limbs stand, if not at equal distances: what is added to that of the first. */
struct Offsets {
	int of[LIMB_LANES_MOST];
};

/* A function with the statements of like limbs in loops. Columns of the tables are given as the text comes to them. */
struct Rolled {
	struct Generated function;
	const struct LimbFold *lanes;
	struct RolledStages stages;
	uint32_t now;     /* the stage that is printed */
	uint32_t *column; /* of `own`, by number of limbs, + 1; 0: it has none yet */
	struct { uint32_t *item; size_t count, capacity; } own; /* the numbers, by column */
	struct { struct Offsets *item; size_t count, capacity; } offsets;
};

/* A product that is a term of a sum, "3*l": in parentheses under --misra. */
const char *c_product(const struct Printer *p, const char *product);
/* What a limb reads of the caller's arrays, and of its own numbers. */
const char *c_rolled_leaf(const struct Printer *p, enum Input array, uint32_t element);
/* What limbs keep of a step, if the stage at hand reads it from there; else NULL. */
const char *c_rolled_kept(const struct Printer *p, uint32_t index);
/* What one limb keeps. */
void c_put_rolled_pick(struct Printer *p, const struct Step *pick);
/* Behind a statement of a limb: what it keeps, and its results. */
void c_put_rolled_results(struct Printer *p, uint32_t index);
/* For the comment: whose bits those of like limbs are, and what limbs keep. */
void c_put_rolled_words(struct Printer *p);

#endif
