/* DAG to DAG: sines and cosines become an input, for callers that have them.
 * Called by the pipeline under --sincos=given. */
#ifndef RIGIDC_REWRITE_SINCOS_INPUTS_H
#define RIGIDC_REWRITE_SINCOS_INPUTS_H

#include "rewrite.h"

/* Values of a form's DAG. */
struct Angles {
	Ref *item;
	size_t count;
};

/* Every sine and cosine of an angle that needs no other sine is read from INPUT_SC: the sine of angle k from
 * element 2 k, its cosine from 2 k + 1. Returns the angles. */
struct Angles sincos_inputs(struct Form *form);

#endif
