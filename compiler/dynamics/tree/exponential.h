/* Exponential and logarithm of rigid motions, smooth through rotations of 0: turns as quaternions, and the shift of a body
 * that moves by a constant twist in its own axes. Called by state_space.c and row_math.c's callers. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_TREE_EXPONENTIAL_H
#define RIGIDC_DYNAMICS_TREE_EXPONENTIAL_H

#include "dag/spatial.h"

/* Exponential of a turn by w, of the angle t = |w|. */
struct Exponential {
	struct Vec w;
	struct Vec u; /* vector part of its quaternion, sin(t/2)/t w */
	Ref s;        /* scalar part, cos(t/2) */
	Ref sine;     /* sin(t/2)/t */
	Ref bow;      /* (t - sin t)/t^3 */
	Ref x;        /* t^2 */
};
struct Exponential exponential_of(struct Dag *dag, struct Vec w);
/* Shift of a point in a body that moves by (v, w) for unit time, in the axes of the body before. */
struct Vec exponential_shift(struct Dag *dag, const struct Exponential *of, struct Vec v);
/* Changes of the motion by (v, w): a change (dv, dw) leads to the twist turn (dv, dw) + bend dw in the axes after the motion. */
struct ExponentialSlopes {
	struct Mat turn; /* 1 - (1 - cos t)/t^2 [w] + (t - sin t)/t^3 [w]^2 */
	struct Mat bend; /* of v by dw; 0 of v = 0 */
};
struct ExponentialSlopes exponential_slopes(struct Dag *dag, const struct Exponential *of, struct Vec v);
/* Rotation matrix of the turn. */
struct Mat exponential_matrix(struct Dag *dag, const struct Exponential *of);

/* The unit quaternion (u, s) of a rotation matrix, for all angles. */
void quaternion_of_matrix(struct Dag *dag, const struct Mat *R, Ref q[4]);

/* Logarithm of a turn, given by a quaternion (u, s) of length 1: |w| <= pi. */
struct Logarithm {
	struct Vec w;
	Ref unbow; /* (1 - (t/2) cot(t/2))/t^2 for t = |w| */
};
struct Logarithm logarithm_of(struct Dag *dag, const Ref r[4]);
/* v of the motion (v, w) with this shift. */
struct Vec logarithm_shift(struct Dag *dag, const struct Logarithm *of, struct Vec shift);

/* Quaternion products a b and a^-1 b, of length 1. */
void quaternion_product(struct Dag *dag, const Ref a[4], const Ref b[4], Ref *out);
void quaternion_between(struct Dag *dag, const Ref a[4], const Ref b[4], Ref *out);

#endif
