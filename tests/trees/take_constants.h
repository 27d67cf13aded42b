/* Constants of a DAG as numbers of the reference.
 * Called by what makes a dense tree of a model or of a compiler's tree. Arrays are the caller's. */
#ifndef TAKE_CONSTANTS_H
#define TAKE_CONSTANTS_H

#include "dag/dag.h"
#include "reference/dense.h"

/* Values of expressions; false: one of them is not constant. */
static inline bool take_constants(const struct Dag *dag, const Ref *ref, int count, dense_real *x)
{
	for (int i = 0; i < count; i++) {
		if (!dag_is_const(dag, ref[i]))
			return false;
		x[i] = dag_value(dag, ref[i]);
	}
	return true;
}

#endif
