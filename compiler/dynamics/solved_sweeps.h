/* Derivatives of forward dynamics, a function a that solves r(x, a) = tau for r inverse dynamics, by those of r. They take
 * fewer operations than derivatives of the elimination. Called by operators. Memory is the DAG's.
 *
 * With solve(y) = M^-1 y, the change of a along tau alone:
 *   change   a' = solve(tau' - r' along x')
 *   gradient by tau l = solve(w), by x -(dr/dx)^T l
 *   product  l' = -solve(M' l), where M l is the gradient of r . l by a; by tau l', by x the change of -(dr/dx)^T l along
 *            x', a' and l' */
#ifndef RIGIDC_DYNAMICS_SOLVED_SWEEPS_H
#define RIGIDC_DYNAMICS_SOLVED_SWEEPS_H

#include "tangent_sweeps.h"

/* r is a function of the inputs qdd, in place of a, and l is the input lambda; their values are put in at the end. */
struct SolvedSweeps {
	struct Dag *dag;
	const Ref *a, *residual; /* a; r */
	size_t n;
	const struct Variable *variable; /* of the function: x and tau */
	size_t variables;
	struct Swept swept; /* x, then qdd, then lambda */
	size_t xs;
	const Ref *l;
	const Ref *slope; /* gradient of r . lambda, by x and qdd */
};

struct SolvedSweeps solved_by(struct Dag *dag, const struct Tree *tree, const Ref *a, const Ref *residual, size_t n,
                              const struct Variable *variable, size_t variables);
void solved_change(const struct SolvedSweeps *s, const Ref *direction, Ref *out);
/* Gradient of weight . a. Must come before products. */
void solved_gradient(struct SolvedSweeps *s, const Ref *weight, Ref *out);
/* Change of that gradient along a direction, the weights held. */
void solved_product(const struct SolvedSweeps *s, const Ref *direction, Ref *out);

#endif
