/* Values of a DAG as polynomials over sines and cosines.
 * Called by `rigidc equations`. The DAG stays as it is; polynomials are in the memory of the algebra.
 *
 * Without `named`, equal values have equal polynomials, but for values of functions. With `named`, values that are used more than once,
 * sines, cosines and factors that are sums get symbols of their own, so that polynomials stay as small as the operations of the DAG. */
#ifndef RIGIDC_CANONICAL_H
#define RIGIDC_CANONICAL_H

#include "polynomial.h"

/* A value with a symbol of its own. */
struct NamedValue {
	uint32_t symbol;
	struct Polynomial value;
};

struct NamedValues ARENA_LIST(struct NamedValue);

/* Adds to `named` what it names, operands before users; NULL: nothing is named. False: the algebra is full. */
bool canonical_values(struct Algebra *algebra, const struct Dag *dag, const Ref *value, size_t count,
                      struct Polynomial *out, struct NamedValues *named);

#endif
