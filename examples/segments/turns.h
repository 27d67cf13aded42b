/* Turning frames and moving points with their first and second derivatives in time, by the rules of products alone: no formula
 * of the dynamics of bodies is used, so that what is computed from them is an independent witness.
 * Included by the programs of examples/gait and examples/segments. Values are handed over whole; nothing is kept. */
#ifndef TURNS_H
#define TURNS_H

#include <math.h>

#include "vectors.h"

/* A number with its derivatives. */
struct Rate {
	double value, d, dd;
};

/* A rotation matrix with its derivatives, and its quaternion (x, y, z, w). */
struct Turn {
	struct Matrix R, d, dd;
	double quaternion[4];
};

/* A point with its velocity and acceleration. */
struct Way {
	struct Vector p, d, dd;
};

static inline struct Turn no_turn(void)
{
	const struct Matrix one = diagonal(1, 1, 1), zero = diagonal(0, 0, 0);
	return (struct Turn){ one, zero, zero, { 0, 0, 0, 1 } };
}

/* About the axis 0, 1 or 2 by an angle a. With K = S(axis), R = 1 + sin a K + (1 - cos a) K^2, so that
 *   R' = (cos a K + sin a K^2) a',   R'' = (cos a K + sin a K^2) a'' + (-sin a K + cos a K^2) a'^2 */
static inline struct Turn turn_about(int axis, struct Rate a)
{
	struct Vector unit = vector(axis == 0, axis == 1, axis == 2);
	const struct Matrix K = skew(unit), KK = product(K, K), one = diagonal(1, 1, 1);
	const double c = cos(a.value), s = sin(a.value);
	const struct Matrix slope = sum(c, K, s, KK), bend = sum(-s, K, c, KK);
	struct Turn out = { sum(1, one, 1, sum(s, K, 1 - c, KK)),
		            sum(a.d, slope, 0, one),
		            sum(a.dd, slope, a.d * a.d, bend),
		            { 0, 0, 0, cos(a.value / 2) } };
	out.quaternion[axis] = sin(a.value / 2);
	return out;
}

/* b after a, seen from the frame that a has reached: (A B)'' = A'' B + 2 A' B' + A B''. */
static inline struct Turn then(struct Turn a, struct Turn b)
{
	const double *p = a.quaternion, *q = b.quaternion;
	struct Vector v = vector(p[0], p[1], p[2]), w = vector(q[0], q[1], q[2]), xyz = cross(v, w);
	xyz = plus(plus(xyz, p[3], w), q[3], v);
	return (struct Turn){
		product(a.R, b.R),
		sum(1, product(a.d, b.R), 1, product(a.R, b.d)),
		sum(1, sum(1, product(a.dd, b.R), 2, product(a.d, b.d)), 1, product(a.R, b.dd)),
		{ xyz.x[0], xyz.x[1], xyz.x[2], p[3] * q[3] - v.x[0] * w.x[0] - v.x[1] * w.x[1] - v.x[2] * w.x[2] },
	};
}

/* The point r of a frame that turns so about `origin`. */
static inline struct Way point(struct Way origin, struct Turn turn, struct Vector r)
{
	return (struct Way){ plus(origin.p, 1, times(turn.R, r)), plus(origin.d, 1, times(turn.d, r)),
		             plus(origin.dd, 1, times(turn.dd, r)) };
}

/* w in the axes of the frame that turns: R^T R' = S(w). */
static inline struct Vector angular_velocity(struct Turn turn)
{
	return unskew(product(transposed(turn.R), turn.d));
}

/* Its derivative: R^T R'' = S(w') + S(w)^2, of which the second is symmetric. */
static inline struct Vector angular_acceleration(struct Turn turn)
{
	return unskew(product(transposed(turn.R), turn.dd));
}

#endif
