/* Functions with like limbs side by side, in lanes: whether there are such limbs, whether it pays, and the two programs that
 * compute the same, one in lanes and one in numbers.
 * Called by the column of compile.c. All memory is the model's arena. */
#ifndef RIGIDC_PIPELINE_CHOOSE_FOLDING_H
#define RIGIDC_PIPELINE_CHOOSE_FOLDING_H

#include "build.h"

/* A way to go: the plan by which like limbs are alike, and the folded form as the algorithm builds it. */
struct LimbFolding {
	struct Plan plan;
	struct LimbFold lanes;
	struct Form form;
	struct Validation validation;
	struct LimbFoldCount count;
};

/* NULL: there are no such limbs, it is not wanted, or does not pay. */
struct LimbFolding *limb_folding_find(const struct Build *b);
/* Does it pay on machines with so many lanes, or where bytes count? */
bool limb_folding_pays(const struct LimbFolding *folding, const struct Request *request, int lanes);
/* Behind the passes: the form in numbers. */
struct Form limb_folding_scalar(const struct LimbFolding *folding);
/* And with so many limbs side by side, which read *lanes. False: it would not be equal to the last bit. */
bool limb_folding_lanes(const struct LimbFolding *folding, int width, struct Form *form, struct LimbFold *lanes);

/* "auto", "off", "2", ... */
extern const char *const limb_lanes_name[LIMB_LANES_COUNT];

#endif
