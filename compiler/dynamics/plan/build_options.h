/* How the algorithms that take the fewest operations go about it; the answers are the same.
 * Made by the pipeline, read by the algorithms. */
#ifndef RIGIDC_DYNAMICS_PLAN_BUILD_OPTIONS_H
#define RIGIDC_DYNAMICS_PLAN_BUILD_OPTIONS_H

#include <stdbool.h>

#include "plan.h"

struct BuildOptions {
	const struct Plan *plan;
	bool unrotated;  /* links may be evaluated un-rotated */
	bool column; /* a column of U is carried over a turning joint */
	bool columns; /* the Jacobian of the same frame is computed anyway */
	bool slopes;  /* so are derivatives of inverse dynamics, by the same plan */
};

#endif
