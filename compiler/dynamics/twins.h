/* Twins: limbs side by side on the same link, with the same joints in the same order, which differ in numbers alone: the
 * legs of a quadruped, the arms and legs of a humanoid. Their functions can be computed in lanes (rewrite/fold_limbs.h).
 * Called by the pipeline. All memory is the tree's arena. */
#ifndef RIGIDC_TWINS_H
#define RIGIDC_TWINS_H

#include "plan.h"
#include "rewrite/fold_limbs.h"
#include "tree.h"

/* Links that correspond, one of each limb. */
struct TwinLinks {
	int link[LIMB_LANES_MOST];
};

struct Twins {
	int width; /* limbs side by side; all sets of limbs have as many */
	struct TwinLinks *item;
	size_t count, capacity;
};

/* As many sets of `width` limbs as there are, the outermost. */
struct Twins twins_find(const struct Model *model, const struct Tree *tree, int width);
/* All limbs of a set go by the choices for its first. */
void twins_share_plan(const struct Twins *twins, struct Plan *plan);
/* What corresponds among the inputs. */
struct LimbFold twins_lanes(const struct Twins *twins, const struct Model *model, const struct Tree *tree);
/* In the tree of a function, whose frames are chosen: numbers that differ from limb to limb are elements of
 * INPUT_LIMB_NUMBERS from now on. */
void twins_name_numbers(const struct Twins *twins, struct LimbFold *lanes, struct Tree *tree);

#endif
