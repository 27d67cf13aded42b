/* Derivatives of forward dynamics, a function a that solves r(x, a) = tau for r inverse dynamics, by those of r. They take
 * fewer operations than derivatives of the elimination. Called by operators. Memory is the DAG's.
 *
 * Without rows.
 *
 * With solve(y) = M^-1 y, the change of a along tau alone:
 *   change   a' = solve(tau' - r' along x')
 *   gradient by tau l = solve(w), by x -(dr/dx)^T l
 *   product  l' = -solve(M' l), where M l is the gradient of r . l by a; by tau l', by x the change of -(dr/dx)^T l along
 *            x', a' and l'
 *
 * With rows, a and their forces f solve r(x, a, f) = tau and s(x, a) = 0, where dr/da = M, dr/df = -J^T and ds/da = J. The changes
 * along tau alone are a' = P y and f' = -Q^T y, and P y + Q c solves M a' - J^T f' = y and J a' = c. P is symmetric.
 *   change   y = tau' - r' and c = -s' along x'; a' is the gradient of y . a - c . f by tau
 *   gradient by tau l = P w, with the forces k = -Q^T w; by x that of k . s - l . r
 * The product is a change of the gradient, as of any function. */
#ifndef RIGIDC_DYNAMICS_SOLVED_SWEEPS_H
#define RIGIDC_DYNAMICS_SOLVED_SWEEPS_H

#include "operator_arguments.h"

/* r is a function of the inputs qdd, in place of a, and l is the input lambda; their values are put in at the end. With rows the
 * input lambda is f. */
struct SolvedSweeps {
	struct Dag *dag;
	const Ref *solved, *residual; /* a, then f; r, then s */
	size_t n, rows;
	const struct Variable *variable; /* of the function: x and tau */
	size_t variables;
	struct Swept swept; /* x, then qdd, then lambda */
	size_t xs;
	const Ref *l;
	const Ref *slope; /* gradient of r . lambda, by x and qdd */
};

/* Requires a function with a residual. */
struct SolvedSweeps solved_by(const struct OperatorArguments *f);
void solved_change(const struct SolvedSweeps *s, const Ref *direction, Ref *out);
/* Gradient of weight . a. Must come before products. */
void solved_gradient(struct SolvedSweeps *s, const Ref *weight, Ref *out);
/* Change of that gradient along a direction, the weights held. Without rows. */
void solved_product(const struct SolvedSweeps *s, const Ref *direction, Ref *out);

#endif
