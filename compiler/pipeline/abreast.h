/* Functions with like limbs side by side, in lanes: whether there are such limbs, whether it pays, and the two programs that
 * compute the same, one in lanes and one in numbers.
 * Called by the column of compile.c. All memory is the model's arena. */
#ifndef RIGIDC_ABREAST_H
#define RIGIDC_ABREAST_H

#include "build.h"

/* A way to go: the plan by which like limbs are alike, and the folded form as the algorithm builds it. */
struct Abreast {
	struct Plan plan;
	struct LimbFold lanes;
	struct Form form;
	struct Audit audit;
	struct LimbFoldCount count;
};

/* NULL: there are no such limbs, it is not wanted, or does not pay. */
struct Abreast *abreast_find(const struct Build *b);
/* Does it pay on machines with so many lanes, or where bytes count? */
bool abreast_pays(const struct Abreast *abreast, const struct Request *request, int lanes);
/* Behind the passes: the form in numbers. */
struct Form abreast_apart(const struct Abreast *abreast);
/* And with so many limbs side by side, which read *lanes. False: it would not be equal to the last bit. */
bool abreast_lanes(const struct Abreast *abreast, int width, struct Form *form, struct LimbFold *lanes);

/* "auto", "off", "2", ... */
extern const char *const abreast_name[LIMB_LANES_COUNT];

#endif
