/* Derivatives of a step of time by the method of Runge and Kutta. Its accelerations a1 to a4 are those of forward dynamics at four
 * states, so that each stage takes the derivatives of forward dynamics by a solution (solved_sweeps.h).
 * Called by operators. Memory is the DAG's.
 *
 * With the variables x of the step, the displacement u_k(x, a) and velocities v_k(x, a) of stage k, and the state y(x, a) after the step:
 *   change   for k = 1 to 4: a_k' along the change of the state of the stage, which is that of u_k and v_k along x', a_1' ... a_(k-1)';
 *            y' along x' and all a'
 *   gradient that of w . y by x and a; for k = 4 to 1: the gradient of the weights of a_k by the state of the stage, and from there by x
 *            and a_1 ... a_(k-1) */
#ifndef RIGIDC_DYNAMICS_STAGED_SWEEPS_H
#define RIGIDC_DYNAMICS_STAGED_SWEEPS_H

#include "operator_arguments.h"

struct StagedSweeps;

/* Requires a step with stages. */
struct StagedSweeps *staged_by(const struct OperatorArguments *f);
void staged_change(struct StagedSweeps *s, const Ref *direction, Ref *out);
void staged_gradient(struct StagedSweeps *s, const Ref *weight, Ref *out);

#endif
