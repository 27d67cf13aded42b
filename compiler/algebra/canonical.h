/* Values of a DAG as polynomials over sines and cosines.
 * Called by `rigidc equations`. The DAG stays as it is; polynomials are in the memory of the algebra. */
#ifndef RIGIDC_CANONICAL_H
#define RIGIDC_CANONICAL_H

#include "polynomial.h"

/* A value with a symbol of its own. */
struct NamedValue {
	uint32_t symbol;
	struct Polynomial value;
};

/* Values with names, operands before users. */
struct NamedValues {
	struct NamedValue *item;
	size_t count, capacity;
	struct InternTable known; /* the values, in the same order */
	/* Also values that are used more than once, sines, cosines and factors that are sums: polynomials are as small as the
	 * operations of the DAG. Otherwise only divisors that are sums, and functions of sums. */
	bool all;
};

/* Equal values have equal polynomials, but for values of functions and with all names. `named` may be NULL: nothing is named.
 * False: the algebra is full. */
bool canonical_values(struct Algebra *algebra, const struct Dag *dag, const Ref *value, size_t count,
                      struct Polynomial *out, struct NamedValues *named);

#endif
