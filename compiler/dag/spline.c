#include "spline.h"

/* The second derivatives at the points, from the continuity of the first (a symmetric, diagonally dominant
 * tridiagonal system): for 0 < i < n - 1, with h_i = x_(i+1) - x_i and d_i = (y_(i+1) - y_i) / h_i,
 *   h_(i-1) k_(i-1) + 2 (h_(i-1) + h_i) k_i + h_i k_(i+1) = 6 (d_i - d_(i-1)),  k_0 = k_(n-1) = 0. */
static double *curvatures(struct Arena *arena, const double *x, const double *y, int points)
{
	double *k = ARENA_ARRAY(arena, double, points), *pivot = ARENA_ARRAY(arena, double, points);
	for (int i = 1; i < points - 1; i++) {
		double before = x[i] - x[i - 1], after = x[i + 1] - x[i];
		double factor = i > 1 ? before / pivot[i - 1] : 0;
		pivot[i] = 2 * (before + after) - factor * before;
		k[i] = 6 * ((y[i + 1] - y[i]) / after - (y[i] - y[i - 1]) / before) - factor * k[i - 1];
	}
	for (int i = points - 2; i > 0; i--)
		k[i] = (k[i] - (x[i + 1] - x[i]) * k[i + 1]) / pivot[i];
	return k;
}

static void put_piece(struct Spline *spline, int i, double from, double y, double slope, double square, double cube)
{
	spline->from[i] = from;
	spline->c[0][i] = y;
	spline->c[1][i] = slope;
	spline->c[2][i] = square;
	spline->c[3][i] = cube;
}

struct Spline spline_natural(struct Arena *arena, const double *x, const double *y, int points)
{
	struct Spline spline = { .points = points };
	const double *k = curvatures(arena, x, y, points);
	int last = points - 1;
	spline.x = ARENA_ARRAY(arena, double, points);
	spline.from = ARENA_ARRAY(arena, double, points + 1);
	for (int j = 0; j < 4; j++)
		spline.c[j] = ARENA_ARRAY(arena, double, points + 1);
	for (int i = 0; i < points; i++)
		spline.x[i] = x[i];
	for (int i = 0; i < last; i++) {
		double h = x[i + 1] - x[i], slope = (y[i + 1] - y[i]) / h - h * (2 * k[i] + k[i + 1]) / 6;
		put_piece(&spline, i + 1, x[i], y[i], slope, k[i] / 2, (k[i + 1] - k[i]) / (6 * h));
	}
	double h = x[last] - x[last - 1];
	put_piece(&spline, 0, x[0], y[0], spline.c[1][1], 0, 0);
	put_piece(&spline, points, x[last], y[last], (y[last] - y[last - 1]) / h + h * k[last - 1] / 6, 0, 0);
	return spline;
}

/* The number of the piece that x lies on, of pieces first to last. */
static Ref choose(struct Dag *dag, const struct Spline *spline, Ref x, const double *number, int first, int last)
{
	if (first == last)
		return dag_const(dag, number[first]);
	int middle = (first + last) / 2; /* up to there: x < x[middle] */
	Ref before = choose(dag, spline, x, number, first, middle);
	Ref after = choose(dag, spline, x, number, middle + 1, last);
	return dag_select(dag, dag_sub(dag, x, dag_const(dag, spline->x[middle])), before, after);
}

Ref spline_at(struct Dag *dag, const struct Spline *spline, Ref x)
{
	Ref u = dag_sub(dag, x, choose(dag, spline, x, spline->from, 0, spline->points));
	Ref y = choose(dag, spline, x, spline->c[3], 0, spline->points);
	for (int j = 2; j >= 0; j--) {
		Ref next = choose(dag, spline, x, spline->c[j], 0, spline->points);
		y = dag_add(dag, dag_mul(dag, y, u), next);
	}
	return y;
}
