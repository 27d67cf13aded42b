/* Limbs side by side: what is computed for each of several limbs in the same way, from inputs and numbers of its own, is
 * computed once, for all, in the lanes of a vector.
 * Called by the pipeline: fold before the passes over the DAG, so that they work on one limb, unfold behind them. Memory is
 * the DAG's arena.
 *
 * In the DAG of a function the numbers of limbs that differ are elements of INPUT_LIMB_NUMBERS at first, known but
 * different, so that the limbs' nodes are the same but for the inputs and numbers they read. Two nodes are the same if they
 * are the same operation on the same operands, signs too; operands are the same if they are one node, or elements that
 * belong together, or nodes that are the same. Folded, such nodes are one, and
 *
 *     INPUT_LIMB_LANES k           is, in lane l, the element input[k].element[l] of an array of the caller's
 *     INPUT_LIMB_NUMBERS k    is, in lane l, number[k].value[l]
 *     pick(x, l)              is what x is in lane l, wherever the limbs come together and in results.
 *
 * Unfolded, all is in numbers again, for those who have no lanes. Both forms round alike. */
#ifndef RIGIDC_REWRITE_FOLD_LIMBS_H
#define RIGIDC_REWRITE_FOLD_LIMBS_H

#include "rewrite.h"

enum { LIMB_LANES_MOST = 8 };

/* An element of an input array, for each limb. */
struct LimbInput {
	enum Input array;
	uint32_t element[LIMB_LANES_MOST];
};

struct LimbNumber {
	double value[LIMB_LANES_MOST];
	uint32_t next; /* with the same hash, + 1 */
};

/* Which limbs stand side by side. */
struct LimbFold {
	int width;
	struct LimbInputs { struct LimbInput *item; size_t count, capacity; } input;
	struct LimbNumbers { struct LimbNumber *item; size_t count, capacity; uint32_t *bucket; } number;
	/* of each link of the first limb that has twins, those in all lanes, for names: links + 1, 0 where it has none */
	const uint32_t (*like_link)[LIMB_LANES_MOST];
	size_t links;
};

/* The number that has this value in each lane, or its negative. */
Ref limb_fold_number(struct LimbFold *lanes, struct Dag *dag, const double *value, int lane);

/* How many operations are in lanes, how many are not, and how many numbers go from one to the other. Without sines, which
 * are computed in lanes anyway. */
struct LimbFoldCount {
	unsigned long together, apart, between;
};

/* The form in which equal nodes of limbs are one. */
struct Form fold_limbs(const struct Form *form, struct LimbFold *lanes, struct LimbFoldCount *count);
/* A folded form with fewer limbs side by side, set by set; 1: in numbers alone. *parts is what it reads. */
struct Form fold_limbs_divide(const struct Form *folded, const struct LimbFold *lanes, int width, struct LimbFold *parts);
/* What is known of a folded form becomes elements of INPUT_LIMB_NUMBERS, or constants. False if something is 0 in some
 * lanes and not in others: one form would leave out what the other adds. */
bool fold_limbs_settle(struct Form *folded, struct LimbFold *lanes);

#endif
