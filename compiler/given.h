/* DAG to DAG: sines and cosines become an input, for callers that have them.
 * Called by the pipeline under --sincos=given. */
#ifndef RIGIDC_GIVEN_H
#define RIGIDC_GIVEN_H

#include "dag.h"

/* Of the values, every sine and cosine of an angle that needs no other sine is read from INPUT_SC: the sine of
 * angle k from element 2 k, its cosine from 2 k + 1. */
struct Given {
	struct Dag dag;
	Ref *angle;     /* values of that DAG too */
	size_t angles;
};

struct Given given_sincos(const struct Dag *dag, Ref *value, size_t count);

#endif
