/* Vector algebra, and a body, for the tests of the reference, which share no code with it.
 * Arrays are the caller's. */
#ifndef VECTORS_H
#define VECTORS_H

#include "dense.h"

#include <stdbool.h>

/* the identity placement */
/* clang-format off */
#define IN_PLACE { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0, 0, 0 } }
/* clang-format on */

static inline dense_real dot(const dense_real *a, const dense_real *b, int n)
{
	dense_real sum = 0;
	for (int i = 0; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

static inline void cross(const dense_real a[3], const dense_real b[3], dense_real c[3])
{
	c[0] = a[1] * b[2] - a[2] * b[1];
	c[1] = a[2] * b[0] - a[0] * b[2];
	c[2] = a[0] * b[1] - a[1] * b[0];
}

/* x := R x, or R^T x */
static inline void turn(struct dense_frame pose, bool back, dense_real x[3])
{
	const dense_real old[3] = { x[0], x[1], x[2] };
	for (int i = 0; i < 3; i++) {
		x[i] = 0;
		for (int k = 0; k < 3; k++)
			x[i] += (back ? pose.R[k][i] : pose.R[i][k]) * old[k];
	}
}

/* Origin of the moving frame of a body's joint, in the body frame: -then.R^T then.p. */
static inline void joint_origin(const struct dense_body *body, dense_real r[3])
{
	for (int i = 0; i < 3; i++)
		r[i] = -body->then.p[i];
	turn(body->then, true, r);
}

/* A free body, in the initializer of its struct: 2 kg, and moments about axes that are not its own. */
#define FREE_BODY \
	.parent = -1, .joint = DENSE_FREE, .at = place_identity, .then = place_identity, .mass = 2, \
	.inertia = { { 0.5L, 0.1L, 0.02L }, { 0.1L, 0.6L, -0.05L }, { 0.02L, -0.05L, 0.4L } }

#endif
