/* Derivatives of expressions with exponentials, finite where an exponential overflows but the derivative does not: 1
 * / (1 + e^w) is 0 at e^w = inf, and so is its slope, but the form -(e^w w') / (1 + e^w)^2 would be inf/inf.
 * Called by derivative.c. Nothing is kept. */
#ifndef RIGIDC_GROWTH_H
#define RIGIDC_GROWTH_H

#include "dag.h"

/* Known derivatives of nodes by an input. */
struct Known {
	Ref (*slope)(const struct Known *known, uint32_t node);
	struct Dag *dag;
	const Ref *array; /* derivatives by node, if `slope` reads an array */
	uint32_t first;   /* node of the input, if `slope` reads a table */
};

/* True if x is a sum, product, quotient or root with an exponential. */
bool growth_is(const struct Dag *dag, Ref x);
/* 1: of a and b, a has the nearer exponential; -1: b has; 0: none, or both alike. */
int growth_side(const struct Dag *dag, Ref a, Ref b);
/* x'/x. */
Ref growth_relative(struct Dag *dag, const struct Known *known, Ref x);
/* f(a)' for a function f if growth_is(a); y: its value; slope: its derivative by a. */
Ref growth_function(struct Dag *dag, const struct Known *known, enum Op op, Ref a, Ref y, Ref slope);
/* atan2(a, b)' if growth_side(a, b). */
Ref growth_atan2(struct Dag *dag, const struct Known *known, Ref a, Ref b);
/* True if x is a sum, product, quotient or root with an exponential or a high power. */
bool growth_any(const struct Dag *dag, Ref x);
/* Does the value of an operation tend to a limit where an exponential or a high power below it overflows? Its slope tends
 * to 0 there, whatever the slope of its operands is: inf * 0 and inf - inf must not be formed. */
bool growth_saturates(const struct Dag *dag, const struct Node *node);
/* Slope of a node; 0 where the node saturates. The choice between them stays a choice when differentiated. */
Ref growth_unless_saturated(struct Dag *dag, uint32_t n, Ref slope);

#endif
