/* Steps of time on the state space, and their derivatives. Each row of the table of functions with a step names one of these.
 * Called by the algorithms `step` and `step_derivatives`. Memory is the DAG's.
 *
 * With the accelerations a(q, v) and a step h:
 *   euler   v* = v + h a, q* = q + h v*. The linear velocity of a free joint is that of its origin in axes that do not turn:
 *           v* = v + h (a + w x v), p* = p + R h v*, and only then it is turned into the new axes of the body
 *   rk4     the classical method of Runge and Kutta, in the form of Munthe-Kaas on the state space (BIT 38(1), 1998):
 *           u = h/6 (v1 + 2 v2 + 2 v3 + v4) + h^2/12 [v1, v4], q* = integrate(q, u) */
#ifndef RIGIDC_DYNAMICS_TREE_STEP_H
#define RIGIDC_DYNAMICS_TREE_STEP_H

#include "step_parts.h"

/* q_next (nq), qd_next (nv), s_next (ns) */
typedef void StepMethod(struct Dag *dag, const struct Tree *tree, const struct StepMotion *motion, Ref *out);
StepMethod step_by_euler, step_by_rk4;
/* q_next, qd_next of the stages of Runge and Kutta. */
void step_after_stages(struct Dag *dag, const struct Tree *tree, const struct StepStage stage[RK4_STAGES], Ref *out);
/* A by q, qd and s (2 nv + ns), B by tau (nv), B_u by u (nu): the tangent of the next state, 2 nv + ns rows, by that of the state. Require
 * derivatives of the accelerations and rates. */
StepMethod step_slopes_by_euler, step_slopes_by_rk4;

#endif
