/* Operands and results in the body of a loop over limbs `l`. program/rolled_stages.h decides on statements and kept
 * values; here are their expressions:
 *
 *     q[7 + 3*l]          an element of the caller's array, if the limbs' elements are equally spaced
 *     q[7 + place[l][0]]  an element otherwise
 *     own[l][4]           a number that differs between limbs
 *     limb[l][2]          a value kept by each limb for a later loop; limb[1][2]: the second limb's
 *
 * A turn of the loop may compute several limbs in the lanes of vectors. Then `l` counts turns, own[l][4] and limb[l][2]
 * are vectors, and limb[1][2][0] is the value of the first limb of the second turn.
 *
 * Called by the printers of statements; print_rolled.c prints the loops around. All memory is the arena's. */
#ifndef RIGIDC_C_ROLLED_OPERANDS_H
#define RIGIDC_C_ROLLED_OPERANDS_H

#include "printer.h"
#include "program/rolled_stages.h"

/* Offsets of the limbs' elements from the first limb's, if not equally spaced. */
struct Offsets {
	int of[LIMB_LANES_MOST];
};

/* A function with loops over limbs. Table columns are assigned in the order of their first use. */
struct Rolled {
	struct Generated function;
	const struct LimbFold *lanes;
	int per_turn; /* limbs that a turn computes, in the lanes of a vector; 1: numbers */
	struct RolledStages stages;
	uint32_t now;     /* the current stage */
	uint32_t *turned; /* by step, of limbs in lanes: stage that has turned lanes in a variable, + 1; 0: none yet */
	uint32_t variables;
	uint32_t *column;                /* column of `own`, by number of the limbs, + 1; 0: none yet */
	struct ARENA_LIST(uint32_t) own; /* numbers by column */
	struct ARENA_LIST(struct Offsets) offsets;
};

/* Turns of each loop. */
static inline int rolled_turns(const struct Rolled *rolled)
{
	return rolled->lanes->width / rolled->per_turn;
}

/* Element of the caller's array that the limb in a lane of the turn reads or writes: "7 + 3*l". `element`: by limb. */
const char *c_rolled_place(const struct Printer *p, const uint32_t *element, int lane);
/* A product as a term of a sum, "3*l"; in parentheses under --misra. */
const char *c_product(const struct Printer *p, const char *product);
/* Input of a limb: an element of the caller's array, or a number of the limb; of limbs in lanes a number. */
const char *c_rolled_leaf(const struct Printer *p, enum Input array, uint32_t element);
/* Kept value of a step, if the current stage reads it from `limb`; else NULL. */
const char *c_rolled_kept(const struct Printer *p, uint32_t index);
/* Kept value of a single limb. */
void c_put_rolled_pick(struct Printer *p, const struct Step *pick);
/* Kept value of a limb some lanes further. */
void c_put_rolled_turn(struct Printer *p, uint32_t index);
/* Variables for turned lanes that a statement of a loop is the first to read. */
void c_declare_turned(struct Printer *p, uint32_t index);
/* Assignments after a limb's statement: its kept value, and its results. */
void c_put_rolled_results(struct Printer *p, uint32_t index);
/* Lines for the function's comment: the bits equal those of --lanes, and the memory kept by limbs. */
void c_put_rolled_words(struct Printer *p);

#endif
