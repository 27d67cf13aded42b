/* Limbs of the same structure: limbs on the same link, with the same joints in the same order, which differ only in
 * numbers. Examples are the legs of a quadruped, the arms and legs of a humanoid. Their functions can be computed in
 * limb lanes (rewrite/fold_limbs.h). Called by the pipeline. All memory is the tree's arena. */
#ifndef RIGIDC_DYNAMICS_PLAN_LIKE_LIMBS_H
#define RIGIDC_DYNAMICS_PLAN_LIKE_LIMBS_H

#include "plan.h"
#include "rewrite/fold_limbs.h"
#include "dynamics/tree/tree.h"

/* Corresponding links, one of each limb. */
struct LikeLinks {
	int link[LIMB_LANES_MOST];
};

struct LikeLimbs {
	int width; /* limbs in a set; the same for all sets */
	struct LikeLinks *item;
	size_t count, capacity;
};

/* Finds all sets of `width` limbs, the limbs nearest to the root. */
struct LikeLimbs like_limbs_find(const struct Model *model, const struct Tree *tree, int width);
/* By link: the link of the first limb of this shape on the same link, or the link itself. */
const int *like_limbs_firsts(const struct Model *model, const struct Tree *tree);
/* Gives all limbs of a set the choices of its first limb. */
void like_limbs_share_plan(const struct LikeLimbs *like_limbs, struct Plan *plan);
/* Correspondence of the inputs of the limbs. */
struct LimbFold like_limbs_fold(const struct LikeLimbs *like_limbs, const struct Model *model, const struct Tree *tree);
/* Sites of the tree, each once. */
struct SiteList {
	int *item;
	size_t count, capacity;
};
/* Requires the tree of a function, its frames chosen; `sites` are those of its contacts. Numbers that differ from limb to limb become elements of
 * INPUT_LIMB_NUMBERS. */
void like_limbs_name_numbers(const struct LikeLimbs *like_limbs, struct LimbFold *lanes, struct Tree *tree,
                             const struct SiteList *sites);

#endif
