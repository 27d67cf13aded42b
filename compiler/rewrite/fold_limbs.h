/* Folding of limbs: values computed in the same way for several limbs, from inputs and numbers of each, are computed
 * once in the lanes of a vector.
 * Called by the pipeline: folding before the passes over the DAG, which then work on a single limb, unfolding after.
 * Memory is the DAG's arena.
 *
 * At first a function's DAG has elements of INPUT_LIMB_NUMBERS for numbers that differ between limbs: known, but
 * different. So nodes of the limbs differ only in the inputs and numbers they read. Nodes correspond if they are the
 * same operation, with the same signs, on corresponding operands. Operands correspond if they are the same node,
 * elements of the same LimbInput or LimbNumber, or corresponding nodes. Folded, corresponding nodes are a single
 * node, and
 *
 *     INPUT_LIMB_LANES k      is, in lane l, the element input[k].element[l] of a caller's array
 *     INPUT_LIMB_NUMBERS k    is, in lane l, number[k].value[l]
 *     pick(x, l)              is x in lane l, where limbs meet and in results
 *     turn(x, k)              is in lane l x in lane l + k, counted around: a limb meets the limb k further, and all do
 *
 * Divided into parts, what is turned may have lanes of two parts: splice(x, y, k) has the lanes of x from k on, then
 * those of y.
 *
 * Unfolding gives numbers again, for targets without lanes. Both forms round identically. */
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
	uint32_t next; /* next number with the same hash, + 1 */
};

/* Limbs folded together. */
struct LimbFold {
	int width;
	struct LimbInputs ARENA_LIST(struct LimbInput) input;
	struct LimbNumbers {
		struct LimbNumber *item;
		size_t count, capacity;
		uint32_t *bucket;
	} number;
	/* for names, by link of the first limb: the corresponding links of all lanes, + 1; 0: none */
	const uint32_t (*like_link)[LIMB_LANES_MOST];
	size_t links;
};

/* Element with these values in the lanes, or its negative. */
Ref limb_fold_number(struct LimbFold *lanes, struct Dag *dag, const double *value, int lane);

/* Counts of operations in lanes, of operations outside of lanes, and of numbers passed between. Sines are not
 * counted: they are computed in lanes anyway. */
struct LimbFoldCount {
	unsigned long together, apart, between;
};

/* Folds corresponding nodes of the limbs into one. */
struct Form fold_limbs(const struct Form *form, struct LimbFold *lanes, struct LimbFoldCount *count);
/* Divides a folded form into parts of `width` limbs, set by set; 1: numbers only. *parts: the inputs and numbers of
 * the parts. */
struct Form fold_limbs_divide(const struct Form *folded, const struct LimbFold *lanes, int width,
                              struct LimbFold *parts);
/* Replaces values known at setup time by elements of INPUT_LIMB_NUMBERS or constants. False if a value is 0 in some
 * lanes only: the scalar form would omit operations that the folded form has. */
bool fold_limbs_settle(struct Form *folded, struct LimbFold *lanes);

#endif
