/* Limbs of the same structure in SIMD lanes: are there such limbs, does folding pay, and the two equivalent programs,
 * in lanes and scalar.
 * Called by compile.c. All memory is the model's arena. */
#ifndef RIGIDC_PIPELINE_CHOOSE_FOLDING_H
#define RIGIDC_PIPELINE_CHOOSE_FOLDING_H

#include "build.h"

/* A folding: the plan by which limbs have the same structure, and the folded form as the algorithm builds it. */
struct LimbFolding {
	struct Plan plan;
	struct LimbFold lanes;
	struct Form form;
	struct Validation validation;
	struct LimbFoldCount count;
};

/* The best folding. NULL: no such limbs, not requested, or not worthwhile. */
struct LimbFolding *limb_folding_find(const struct Build *b);
/* Does the folding pay on machines with so many lanes, or for code size? */
bool limb_folding_pays(const struct LimbFolding *folding, const struct Request *request, int lanes);
/* The scalar form, after the passes. */
struct Form limb_folding_scalar(const struct LimbFolding *folding);
/* The form with `width` limbs in lanes, which read *lanes. False: results would not be identical. */
bool limb_folding_lanes(const struct LimbFolding *folding, int width, struct Form *form, struct LimbFold *lanes);

/* "auto", "off", "2", ... */
extern const char *const limb_lanes_name[LIMB_LANES_COUNT];

#endif
