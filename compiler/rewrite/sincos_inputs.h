/* DAG to DAG: sines and cosines become an input, for callers who have them already.
 * Called by the pipeline under --sincos=given. */
#ifndef RIGIDC_REWRITE_SINCOS_INPUTS_H
#define RIGIDC_REWRITE_SINCOS_INPUTS_H

#include "rewrite.h"

/* Angles, as values of a form's DAG. */
struct SincosAngles {
	Ref *item;
	size_t count;
};

/* Replaces every sine and cosine whose angle needs no other sine by an element of INPUT_SC: the sine of angle k by
 * element 2 k, its cosine by 2 k + 1. Returns the angles. */
struct SincosAngles sincos_inputs(struct Form *form);

#endif
