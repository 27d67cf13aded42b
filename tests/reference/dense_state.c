/* Exponential and logarithm of a twist by power series of quaternions and matrices. */
#include "dense_functions.h"

#include <math.h>
#include <string.h>

typedef dense_real real;

static void product(const real *a, const real *b, real *out)
{
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		out[i] = a[3] * b[i] + b[3] * a[i] + a[j] * b[k] - a[k] * b[j];
	}
	out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

static void cross(const real *a, const real *b, real *out)
{
	for (int i = 0; i < 3; i++)
		out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* The vector x seen from the axes that a quaternion turns; back: in those axes, from outside. */
static void turn(const real *q, const real *x, bool back, real *out)
{
	real inverse[4] = { -q[0], -q[1], -q[2], q[3] }, vector[4] = { x[0], x[1], x[2], 0 }, half[4], whole[4];
	product(back ? inverse : q, vector, half);
	product(half, back ? q : inverse, whole);
	memcpy(out, whole, 3 * sizeof *out);
}

/* Sum of (w/2)^k / k!, as quaternions. */
static void exponential(const real *w, real *q)
{
	real half[4] = { w[0] / 2, w[1] / 2, w[2] / 2, 0 }, term[4] = { 0, 0, 0, 1 }, next[4];
	memset(q, 0, 4 * sizeof *q);
	for (int k = 1; k < 80; k++) {
		for (int i = 0; i < 4; i++)
			q[i] += term[i];
		product(term, half, next);
		for (int i = 0; i < 4; i++)
			term[i] = next[i] / k;
	}
}

/* V x = sum of [w]^k x / (k + 1)! */
static void shifted(const real *w, const real *x, real *out)
{
	real term[3] = { x[0], x[1], x[2] }, next[3];
	memset(out, 0, 3 * sizeof *out);
	for (int k = 2; k < 80; k++) {
		for (int i = 0; i < 3; i++)
			out[i] += term[i];
		cross(w, term, next);
		for (int i = 0; i < 3; i++)
			term[i] = next[i] / k;
	}
}

/* The x with V x = shift, by Cramer's rule. */
static void unshifted(const real *w, const real *shift, real *x)
{
	real V[3][3], across[3]; /* columns */
	for (int i = 0; i < 3; i++) {
		const real unit[3] = { i == 0, i == 1, i == 2 };
		shifted(w, unit, V[i]);
	}
	cross(V[1], V[2], across);
	real whole = V[0][0] * across[0] + V[0][1] * across[1] + V[0][2] * across[2];
	for (int i = 0; i < 3; i++) {
		cross(V[(i + 1) % 3], V[(i + 2) % 3], across);
		x[i] = (shift[0] * across[0] + shift[1] * across[1] + shift[2] * across[2]) / whole;
	}
}

void dense_integrate_turn(const real *q, const real *w, real *moved)
{
	real by[4];
	exponential(w, by);
	product(q, by, moved);
}

void dense_integrate_pose(const real *q, const real *twist, real *moved)
{
	real shift[3], outside[3];
	shifted(twist + 3, twist, shift);
	turn(q + 3, shift, false, outside);
	for (int i = 0; i < 3; i++)
		moved[i] = q[i] + outside[i];
	dense_integrate_turn(q + 3, twist + 3, moved + 3);
}

void dense_difference_turn(const real *q0, const real *q1, real *w)
{
	real back[4] = { -q0[0], -q0[1], -q0[2], q0[3] }, r[4];
	product(back, q1, r);
	real sine = hypotl(hypotl(r[0], r[1]), r[2]), sign = r[3] < 0 ? -1 : 1;
	real factor = sine > 0 ? 2 * atan2l(sine, fabsl(r[3])) / sine : 2;
	for (int i = 0; i < 3; i++)
		w[i] = sign * factor * r[i];
}

void dense_difference_pose(const real *q0, const real *q1, real *twist)
{
	real outside[3], shift[3];
	for (int i = 0; i < 3; i++)
		outside[i] = q1[i] - q0[i];
	dense_difference_turn(q0 + 3, q1 + 3, twist + 3);
	turn(q0 + 3, outside, true, shift);
	unshifted(twist + 3, shift, twist);
}
