/* Twins: limbs side by side on the same link, with the same joints in the same order, which differ in numbers alone: the
 * legs of a quadruped, the arms and legs of a humanoid. Their functions can be computed in lanes (rewrite/fold_limbs.h).
 * Called by the pipeline. All memory is the tree's arena. */
#ifndef RIGIDC_DYNAMICS_PLAN_LIKE_LIMBS_H
#define RIGIDC_DYNAMICS_PLAN_LIKE_LIMBS_H

#include "plan.h"
#include "rewrite/fold_limbs.h"
#include "dynamics/tree/tree.h"

/* Links that correspond, one of each limb. */
struct LikeLinks {
	int link[LIMB_LANES_MOST];
};

struct LikeLimbs {
	int width; /* limbs side by side; all sets of limbs have as many */
	struct LikeLinks *item;
	size_t count, capacity;
};

/* As many sets of `width` limbs as there are, the outermost. */
struct LikeLimbs like_limbs_find(const struct Model *model, const struct Tree *tree, int width);
/* All limbs of a set go by the choices for its first. */
void like_limbs_share_plan(const struct LikeLimbs *like_limbs, struct Plan *plan);
/* What corresponds among the inputs. */
struct LimbFold like_limbs_fold(const struct LikeLimbs *like_limbs, const struct Model *model, const struct Tree *tree);
/* In the tree of a function, whose frames are chosen: numbers that differ from limb to limb are elements of
 * INPUT_LIMB_NUMBERS from now on. */
void like_limbs_name_numbers(const struct LikeLimbs *like_limbs, struct LimbFold *lanes, struct Tree *tree);

#endif
