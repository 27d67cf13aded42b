#include "spline.h"

#include <math.h>
#include <string.h>

/* --- pieces --- */

static void put_piece(struct Spline *spline, int i, double from, double y, double slope, double square, double cube)
{
	spline->from[i] = from;
	spline->c[0][i] = y;
	spline->c[1][i] = slope;
	spline->c[2][i] = square;
	spline->c[3][i] = cube;
}

static void copy_piece(struct Spline *spline, int to, int of)
{
	put_piece(spline, to, spline->from[of], spline->c[0][of], spline->c[1][of], spline->c[2][of], spline->c[3][of]);
}

/* Straight pieces beyond both ends, with the slopes at the ends. */
static void put_straight_ends(struct Spline *spline, const double *y, double slope_behind)
{
	int last = spline->points - 1;
	put_piece(spline, 0, spline->x[0], y[0], spline->c[1][1], 0, 0);
	put_piece(spline, spline->points, spline->x[last], y[last], slope_behind, 0, 0);
}

/* Cubic pieces from the second derivatives k at the points, which vary linearly between points. */
static void put_curved_pieces(struct Spline *spline, const double *y, const double *k)
{
	const double *x = spline->x;
	for (int i = 0; i < spline->points - 1; i++) {
		double h = x[i + 1] - x[i], slope = (y[i + 1] - y[i]) / h - h * (2 * k[i] + k[i + 1]) / 6;
		put_piece(spline, i + 1, x[i], y[i], slope, k[i] / 2, (k[i + 1] - k[i]) / (6 * h));
	}
}

/* --- twice continuously differentiable curves --- */

/* Condition of the second derivatives at both ends: k_0 = share k_1 + first, k_(n-1) = share k_(n-2) + last. */
struct Ends {
	double share, first, last;
};

/* Second derivatives at the points, from the continuity of the first, with conditions at both ends. The system is
 * symmetric, diagonally dominant and tridiagonal. For 0 < i < n - 1, with h_i = x_(i+1) - x_i and d_i = (y_(i+1) -
 * y_i) / h_i,
 *   h_(i-1) k_(i-1) + 2 (h_(i-1) + h_i) k_i + h_i k_(i+1) = 6 (d_i - d_(i-1)). */
static double *curvatures(struct Arena *arena, const double *x, const double *y, int points, struct Ends ends)
{
	double *k = ARENA_ARRAY(arena, double, points), *pivot = ARENA_ARRAY(arena, double, points);
	int last = points - 1;
	k[0] = ends.first;
	k[last] = ends.last;
	for (int i = 1; i < last; i++) {
		double before = x[i] - x[i - 1], after = x[i + 1] - x[i];
		double factor = i > 1 ? before / pivot[i - 1] : -ends.share;
		double known = i > 1 ? factor * k[i - 1] : before * ends.first;
		pivot[i] = 2 * (before + after) - factor * before + (i + 1 == last ? ends.share * after : 0);
		k[i] = 6 * ((y[i + 1] - y[i]) / after - (y[i] - y[i - 1]) / before) - known;
	}
	for (int i = last - 1; i > 0; i--)
		k[i] = (k[i] - (x[i + 1] - x[i]) * k[i + 1]) / pivot[i];
	k[0] += ends.share * k[1];
	k[last] += ends.share * k[last - 1];
	return k;
}

/* Cubic pieces from the second derivatives k at the points, and straight ones beyond the ends. */
static void put_pieces(struct Spline *spline, const double *y, const double *k)
{
	int last = spline->points - 1;
	double h = spline->x[last] - spline->x[last - 1];
	put_curved_pieces(spline, y, k);
	put_straight_ends(spline, y, (y[last] - y[last - 1]) / h + h * (k[last - 1] + 2 * k[last]) / 6);
}

/* Natural spline: no curvature at both ends. */
static void natural(struct Arena *arena, struct Spline *spline, const double *y)
{
	put_pieces(spline, y, curvatures(arena, spline->x, y, spline->points, (struct Ends){ 0 }));
}

/* --- the natural quintic spline --- */

/* 2 x 2 matrices and vectors of a slope and a second derivative. */
struct Block {
	double m[2][2];
};

struct Knot {
	struct Block own, next; /* of the system, in the slope and second derivative here, and at the next point */
	double known[2];        /* its right side, then the solution */
};

/* own^-1 v */
static void divide(const struct Block *own, const double v[2], double out[2])
{
	const double(*m)[2] = own->m;
	double determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
	double a = (m[1][1] * v[0] - m[0][1] * v[1]) / determinant, b = (m[0][0] * v[1] - m[1][0] * v[0]) / determinant;
	out[0] = a;
	out[1] = b;
}

/* Adds the piece after a point to the system. The bending integral of y'''^2 over a piece of length h, whose ends rise by
 * t, is quadratic in slopes d and second derivatives s at its ends. Where its sum is least, y''' and y'''' are
 * continuous at inner points, and 0 at both ends. */
static void add_quintic(struct Knot *knot, double h, double t)
{
	double slope = 1 / (h * h * h), mixed = 1 / (h * h), bend = 1 / h;
	const struct Block next = { { { 168 * slope, -24 * mixed }, { 24 * mixed, -3 * bend } } };
	for (int end = 0; end < 2; end++) {
		double sign = end ? -1 : 1;
		knot[end].own.m[0][0] += 192 * slope;
		knot[end].own.m[0][1] += sign * 36 * mixed;
		knot[end].own.m[1][0] += sign * 36 * mixed;
		knot[end].own.m[1][1] += 9 * bend;
		knot[end].known[0] += 360 * t * slope * bend;
		knot[end].known[1] += sign * 60 * t * slope;
	}
	knot[0].next = next;
}

/* Solves the system, which is symmetric, positive definite and block tridiagonal. */
static void solve_quintic(struct Knot *knot, int points)
{
	for (int i = 0; i + 1 < points; i++) { /* own -= next^T own^-1 next */
		double known[2], column[2];
		divide(&knot[i].own, knot[i].known, known);
		for (int k = 0; k < 2; k++) {
			const double v[2] = { knot[i].next.m[0][k], knot[i].next.m[1][k] };
			divide(&knot[i].own, v, column);
			for (int j = 0; j < 2; j++)
				knot[i + 1].own.m[j][k] -=
					knot[i].next.m[0][j] * column[0] + knot[i].next.m[1][j] * column[1];
			knot[i + 1].known[k] -= v[0] * known[0] + v[1] * known[1];
		}
	}
	for (int i = points - 1; i >= 0; i--) {
		double v[2] = { knot[i].known[0], knot[i].known[1] };
		for (int j = 0; j < 2 && i + 1 < points; j++)
			v[j] -= knot[i].next.m[j][0] * knot[i + 1].known[0] +
			        knot[i].next.m[j][1] * knot[i + 1].known[1];
		divide(&knot[i].own, v, knot[i].known);
	}
}

/* The polynomial of fifth degree with slopes and second derivatives at both ends of a piece. */
static void put_quintic(struct Spline *spline, int i, const double *y, const struct Knot *knot)
{
	double h = spline->x[i + 1] - spline->x[i], d = knot[0].known[0], s = knot[0].known[1];
	double rise = (y[i + 1] - y[i] - h * (d + h * s / 2)) / (h * h * h);
	double turn = (knot[1].known[0] - d - h * s) / (h * h), bend = (knot[1].known[1] - s) / h;
	put_piece(spline, i + 1, spline->x[i], y[i], d, s / 2, 10 * rise - 4 * turn + bend / 2);
	spline->c[4][i + 1] = (-15 * rise + 7 * turn - bend) / h;
	spline->c[5][i + 1] = (6 * rise - 3 * turn + bend / 2) / h / h;
}

/* Natural spline of fifth degree: y''' and y'''' are 0 at both ends, beyond which it is a parabola. H. J. Woltring's GCVSPL
 * without smoothing gives the same curve. */
static void quintic(struct Arena *arena, struct Spline *spline, const double *y)
{
	int last = spline->points - 1;
	struct Knot *knot = ARENA_ARRAY(arena, struct Knot, spline->points);
	spline->degree = 5;
	for (int i = 0; i < last; i++)
		add_quintic(&knot[i], spline->x[i + 1] - spline->x[i], y[i + 1] - y[i]);
	solve_quintic(knot, spline->points);
	for (int i = 0; i < last; i++)
		put_quintic(spline, i, y, &knot[i]);
	put_piece(spline, 0, spline->x[0], y[0], knot[0].known[0], knot[0].known[1] / 2, 0);
	put_piece(spline, last + 1, spline->x[last], y[last], knot[last].known[0], knot[last].known[1] / 2, 0);
}

/* --- other ends --- */

/* Third derivative of the cubic through four points: 6 times the third divided difference. */
static double third_derivative(const double *x, const double *y)
{
	double chord[3], bend[2];
	for (int i = 0; i < 3; i++)
		chord[i] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
	for (int i = 0; i < 2; i++)
		bend[i] = (chord[i + 1] - chord[i]) / (x[i + 2] - x[i]);
	return 6 * (bend[1] - bend[0]) / (x[3] - x[0]);
}

/* Spline of SIMM and OpenSim: G. E. Forsythe, M. A. Malcolm, C. B. Moler, Computer Methods for Mathematical
 * Computations (1977), subroutine SPLINE. The third derivative of an outer piece is that of the cubic through the four
 * outer points, so k_0 = k_1 - h_0 y''', k_(n-1) = k_(n-2) + h_(n-2) y'''. Through three points the curve is a parabola,
 * through two a line. */
static void simm(struct Arena *arena, struct Spline *spline, const double *y)
{
	int points = spline->points;
	const double *x = spline->x;
	struct Ends ends = { .share = points > 2 };
	if (points > 3) {
		ends.first = -(x[1] - x[0]) * third_derivative(x, y);
		ends.last = (x[points - 1] - x[points - 2]) * third_derivative(x + points - 4, y + points - 4);
	}
	put_pieces(spline, y, curvatures(arena, x, y, points, ends));
}

/* Periodic spline: the last point is the first, a period further, and value, slope and curvature are continuous
 * there too. The system is linear: k = a + K b, where a has no curvature at the ends, and b, through points of equal
 * height, has 1. The remaining equation at the seam, with m = n - 1 pieces, is
 *   h_(m-1) k_(m-1) + 2 (h_(m-1) + h_0) K + h_0 k_1 = 6 (d_0 - d_(m-1)).
 * By dominance |b_i| <= 1/2 inside, so the divisor of K is at least 3/2 (h_(m-1) + h_0). */
static void periodic(struct Arena *arena, struct Spline *spline, const double *y)
{
	int points = spline->points, m = points - 1;
	const double *x = spline->x, *level = ARENA_ARRAY(arena, double, points);
	double *a = curvatures(arena, x, y, points, (struct Ends){ 0 }),
	       *b = curvatures(arena, x, level, points, (struct Ends){ .first = 1, .last = 1 });
	double before = x[m] - x[m - 1], after = x[1] - x[0];
	double jump = 6 * ((y[1] - y[0]) / after - (y[m] - y[m - 1]) / before);
	double K =
		(jump - before * a[m - 1] - after * a[1]) / (before * b[m - 1] + 2 * (before + after) + after * b[1]);
	for (int i = 0; i < points; i++)
		a[i] += K * b[i];
	put_curved_pieces(spline, y, a);
	copy_piece(spline, 0, 1); /* rounding may lead to the outer pieces */
	copy_piece(spline, points, m);
	spline->period = x[m] - x[0];
}

/* --- less smooth curves --- */

static double chord(const struct Spline *spline, const double *y, int i)
{
	return (y[i + 1] - y[i]) / (spline->x[i + 1] - spline->x[i]);
}

static void linear(struct Arena *arena, struct Spline *spline, const double *y)
{
	(void)arena;
	for (int i = 0; i < spline->points - 1; i++) {
		put_piece(spline, i + 1, spline->x[i], y[i], chord(spline, y, i), 0, 0);
		spline->kinked |= i > 0 && spline->c[1][i] != spline->c[1][i + 1];
	}
	put_straight_ends(spline, y, spline->c[1][spline->points - 1]);
}

/* Slope at an end, by the parabola through three points, without overshoot: never against the first chord d, of
 * length h; at most three times as steep if the next chord e, of length g, has the other direction. */
static double end_slope(double h, double d, double g, double e)
{
	double slope = ((2 * h + g) * d - h * e) / (h + g);
	if (slope * d <= 0)
		return 0;
	return d * e <= 0 && fabs(slope) > 3 * fabs(d) ? 3 * d : slope;
}

/* Slopes of a monotone curve: F. N. Fritsch and R. E. Carlson, Monotone piecewise cubic interpolation, SIAM J.
 * Numer. Anal. 17 (1980), with the slopes of F. N. Fritsch and J. Butland (1984), as in PCHIP. At a point between
 * chords d and e of the same direction, over lengths h and g,
 *   (3 h + 3 g) / ((h + 2 g) / d + (2 h + g) / e),
 * a weighted harmonic mean; else zero. */
static double *monotone_slopes(struct Arena *arena, const struct Spline *spline, const double *y)
{
	int last = spline->points - 1;
	const double *x = spline->x;
	double *slope = ARENA_ARRAY(arena, double, spline->points);
	slope[0] = slope[last] = chord(spline, y, 0);
	for (int i = 1; i < last; i++) {
		double h = x[i] - x[i - 1], g = x[i + 1] - x[i], d = chord(spline, y, i - 1), e = chord(spline, y, i);
		slope[i] = d * e > 0 ? 3 * (h + g) / ((h + 2 * g) / d + (2 * h + g) / e) : 0;
		if (i == 1)
			slope[0] = end_slope(h, d, g, e);
		if (i == last - 1)
			slope[last] = end_slope(g, e, h, d);
	}
	return slope;
}

/* Cubics with the monotone slopes at their ends. */
static void monotone(struct Arena *arena, struct Spline *spline, const double *y)
{
	int last = spline->points - 1;
	const double *slope = monotone_slopes(arena, spline, y);
	for (int i = 0; i < last; i++) {
		double h = spline->x[i + 1] - spline->x[i], d = chord(spline, y, i), one = slope[i],
		       other = slope[i + 1];
		put_piece(spline, i + 1, spline->x[i], y[i], one, (3 * d - 2 * one - other) / h,
		          (one + other - 2 * d) / h / h);
	}
	put_straight_ends(spline, y, slope[last]);
}

/* --- kinds of curves --- */

const struct Curve curve_table[CURVES] = {
	{ "natural", 2, false, natural },   { "periodic", 3, true, periodic }, { "linear", 2, false, linear },
	{ "monotone", 2, false, monotone }, { "simm", 2, false, simm },        { "quintic", 3, false, quintic },
};

struct Spline spline_through(struct Arena *arena, const struct Curve *curve, const double *x, const double *y,
                             int points)
{
	struct Spline spline = { .points = points, .degree = 3 };
	spline.x = ARENA_ARRAY(arena, double, points);
	memcpy(spline.x, x, (size_t)points * sizeof *x);
	spline.from = ARENA_ARRAY(arena, double, points + 1);
	for (int j = 0; j < SPLINE_ORDER; j++)
		spline.c[j] = ARENA_ARRAY(arena, double, points + 1);
	curve->through(arena, &spline, y);
	return spline;
}

/* --- value --- */

/* Number of the piece with x. */
static int piece_with(const struct Spline *spline, double x)
{
	int first = 0, last = spline->points;
	while (first < last) {
		const int middle = (first + last) / 2;
		if (x < spline->x[middle])
			last = middle;
		else
			first = middle + 1;
	}
	return first;
}

void spline_values(const struct Spline *spline, const double *x, size_t count, double *value)
{
	int piece = count ? piece_with(spline, x[0]) : 0;
	for (size_t i = 0; i < count; i++) {
		while (piece < spline->points && x[i] >= spline->x[piece])
			piece++;
		const double u = x[i] - spline->from[piece];
		value[i] = spline->c[spline->degree][piece];
		for (int j = spline->degree - 1; j >= 0; j--)
			value[i] = value[i] * u + spline->c[j][piece];
	}
}

/* Number of the piece with x, among pieces first to last. */
static Ref choose(struct Dag *dag, const struct Spline *spline, Ref x, const double *number, int first, int last)
{
	if (first == last)
		return dag_const(dag, number[first]);
	int middle = (first + last) / 2; /* x < x[middle] selects pieces up to here */
	Ref before = choose(dag, spline, x, number, first, middle);
	Ref after = choose(dag, spline, x, number, middle + 1, last);
	return dag_select(dag, dag_sub(dag, x, dag_const(dag, spline->x[middle])), before, after);
}

/* x less whole periods: between the first and the last point, up to rounding. */
static Ref in_first_period(struct Dag *dag, const struct Spline *spline, Ref x)
{
	Ref beyond = dag_sub(dag, x, dag_const(dag, spline->x[0]));
	Ref periods = dag_mul(dag, dag_const(dag, 1 / spline->period), beyond);
	Ref whole = dag_op(dag, OP_FLOOR, &periods);
	return dag_sub(dag, x, dag_mul(dag, dag_const(dag, spline->period), whole));
}

Ref spline_at(struct Dag *dag, const struct Spline *spline, Ref x)
{
	if (spline->period > 0)
		x = in_first_period(dag, spline, x);
	Ref u = dag_sub(dag, x, choose(dag, spline, x, spline->from, 0, spline->points));
	Ref y = choose(dag, spline, x, spline->c[spline->degree], 0, spline->points);
	for (int j = spline->degree - 1; j >= 0; j--) {
		Ref next = choose(dag, spline, x, spline->c[j], 0, spline->points);
		y = dag_add(dag, dag_mul(dag, y, u), next);
	}
	return y;
}
