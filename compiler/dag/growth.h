/* Derivatives of what is made of exponentials, finite where exponentials overflow and the derivative does not: 1 / (1 + e^w) is 0 at
 * e^w = inf, and so is its slope, which as -(e^w w') / (1 + e^w)^2 would be inf/inf.
 * Called by derivative.c. Nothing is kept. */
#ifndef RIGIDC_GROWTH_H
#define RIGIDC_GROWTH_H

#include "dag.h"

/* The derivatives by one input of the nodes that a derivative is made of, down to the input. */
struct Known {
	Ref (*slope)(const struct Known *known, uint32_t node);
	struct Dag *dag;
	const Ref *array; /* by node, for that function */
	uint32_t first;   /* the node of the input, for that function */
};

/* Is it a sum, product, quotient or root of exponentials and other values? */
bool growth_is(const struct Dag *dag, Ref x);
/* x'/x. */
Ref growth_relative(struct Dag *dag, const struct Known *known, Ref x);
/* f(a)' of a function f whose value is y and whose derivative by a is `slope`, where growth_is(a). */
Ref growth_function(struct Dag *dag, const struct Known *known, enum Op op, Ref a, Ref y, Ref slope);
/* atan2(a, b)' where one of them grows. */
Ref growth_atan2(struct Dag *dag, const struct Known *known, Ref a, Ref b);

#endif
