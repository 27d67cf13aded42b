#include "branch.h"

#include <math.h>
#include <string.h>

/* --- pivots --- */

/* How gladly a velocity gets a pivot. */
static double preference(const struct Assembly *a, int v)
{
	const double held = 1e-8, driven = 1e-4;
	return a->held[v] ? held : a->tree->idle[v] ? 1 : driven;
}

struct LinearPivots branch_pivots(struct Assembly *a, const double *q, double least)
{
	struct Arena *arena = a->tree->dag->arena;
	size_t rows = (size_t)a->rows, nv = (size_t)a->tree->nv;
	double *preferences = ARENA_ARRAY(arena, double, nv);
	long double *J = ARENA_ARRAY(arena, long double, rows *nv);
	closure_numbers_at(&a->at, q);
	for (int v = 0; v < a->tree->nv; v++)
		preferences[v] = preference(a, v);
	for (size_t i = 0; i < rows * nv; i++)
		J[i] = (long double)a->at.J[i] * a->unit[i % nv];
	return linear_pivots(arena, J, rows, nv, preferences, least);
}

/* Sign of the determinant of J in the rows and columns of pivots, at the last state: -1, 0 or 1. */
static int sign_of(const struct Assembly *a, const struct LinearPivots *p)
{
	size_t n = p->rank, nv = (size_t)a->tree->nv;
	struct Arena *work = arena_trial(a->tree->dag->arena);
	long double *M = ARENA_ARRAY(work, long double, n *n);
	for (size_t i = 0; i < n * n; i++)
		M[i] = a->at.J[p->row[i / n] * nv + p->column[i % n]];
	int sign = linear_sign(work, M, n);
	arena_empty(work);
	return sign;
}

/* --- motion from one state to another --- */

/* Is +to or -to the nearer of a quaternion, by coordinate? */
static double nearer_sign(const struct Assembly *a, const double *from, const double *to, int coordinate)
{
	const struct Tree *tree = a->tree;
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		double product = 0;
		bool own = false;
		if (link->motion != LINK_FREE && link->motion != LINK_SPHERICAL)
			continue;
		const Ref *y = link->y + (link->motion == LINK_FREE ? 3 : 0);
		for (int k = 0; k < 4; k++) {
			int element = (int)tree->dag->item[ref_node(y[k])].operand[1];
			product += from[element] * to[element];
			own |= element == coordinate;
		}
		if (own)
			return product < 0 ? -1 : 1;
	}
	return 1;
}

/* Velocities from one state towards another, in units; rates are of `from`. Returns the largest. */
static double difference(const struct Assembly *a, const double *from, const double *to, double *out)
{
	int nv = a->tree->nv, nq = a->tree->nq;
	double largest = 0;
	for (int v = 0; v < nv; v++) {
		const double *rate = a->at.rate + (size_t)v * (size_t)nq;
		double along = 0, square = 0;
		for (int i = 0; i < nq; i++) {
			if (rate[i] == 0)
				continue;
			along += rate[i] * (nearer_sign(a, from, to, i) * to[i] - from[i]);
			square += rate[i] * rate[i];
		}
		out[v] = square > 0 ? along / square / a->unit[v] : 0;
		if (a->tree->coordinate[v] >= 0 && !a->slides[v])
			out[v] = remainder(out[v], 2 * M_PI);
		largest = fmax(largest, fabs(out[v]));
	}
	return largest;
}

/* Removes from a direction, in units, what loops forbid: x - B^T (B B^T)^-1 B x. */
static void project(struct Assembly *a, double *x)
{
	struct Arena *arena = a->tree->dag->arena;
	size_t nv = (size_t)a->tree->nv, rows = (size_t)a->rows;
	double *b = ARENA_ARRAY(arena, double, rows), *off = ARENA_ARRAY(arena, double, nv);
	for (size_t i = 0; i < rows * nv; i++)
		a->B[i] = a->at.J[i] * a->unit[i % nv];
	for (size_t r = 0; r < rows; r++)
		b[r] = linear_dot(a->B + r * nv, x, nv);
	bool finite = assembly_pull(a, 0, b, off);
	for (size_t v = 0; v < nv; v++)
		x[v] = finite ? x[v] - off[v] : 0;
}

/* One step towards a state, and closed again. False: there is no way on. */
static bool step_towards(struct Assembly *a, double far, double *direction, double *q)
{
	const double step = 0.01, stuck = 1e-3;
	double left = 0;
	project(a, direction);
	for (int v = 0; v < a->tree->nv; v++)
		left = fmax(left, fabs(direction[v]));
	if (left < stuck * far)
		return false;
	for (int v = 0; v < a->tree->nv; v++)
		direction[v] *= a->unit[v];
	assembly_move(a, direction, step, q);
	return assembly_close(a, q);
}

/* A dead point at `from` itself does not count: the sign of the determinant is taken from the first state where it is not 0. */
enum Branch branch_of(struct Assembly *a, const double *from, const double *to)
{
	enum { STEPS = 4000 };
	const double least = 1e-7;
	const double arrived = 1e-6;
	struct Arena *arena = a->tree->dag->arena;
	size_t bytes = (size_t)a->tree->nq * sizeof(double);
	double *q = ARENA_ARRAY(arena, double, a->tree->nq);
	double *direction = ARENA_ARRAY(arena, double, a->tree->nv);
	struct LinearPivots here = branch_pivots(a, from, least), there = branch_pivots(a, to, least);
	const struct LinearPivots *pivots = there.rank > here.rank ? &there : &here;
	int sign = 0;
	memcpy(q, from, bytes);
	for (int n = 0; n < STEPS; n++) {
		closure_numbers_at(&a->at, q);
		int own = sign_of(a, pivots);
		if (own && own == -sign)
			return BRANCH_BEYOND_DEAD_POINT;
		sign = own ? own : sign;
		double far = difference(a, q, to, direction);
		if (far < arrived)
			return BRANCH_SAME;
		if (!step_towards(a, far, direction, q))
			return BRANCH_APART;
	}
	return BRANCH_APART;
}

/* --- held coordinates on their way --- */

/* Units of the coordinates that held velocities change at a state; others keep 0. */
static void mark_held(struct Assembly *a, const double *q, double *unit)
{
	int nq = a->tree->nq;
	closure_numbers_at(&a->at, q);
	for (int v = 0; v < a->tree->nv; v++)
		for (int i = 0; i < nq && a->held[v]; i++)
			unit[i] = a->at.rate[v * nq + i] != 0 ? a->unit[v] : unit[i];
}

static int count_steps(const struct Assembly *a, const double *from, const double *to, const double *unit)
{
	const double step = 0.05;
	double far = 0;
	for (int i = 0; i < a->tree->nq; i++)
		far = fmax(far, unit[i] > 0 ? fabs(to[i] - from[i]) / unit[i] : 0);
	return 1 + (int)fmin(1e4, far / step);
}

bool branch_walk(struct Assembly *a, const double *from, double *q)
{
	struct Arena *arena = a->tree->dag->arena;
	int nq = a->tree->nq;
	double *at = ARENA_ARRAY(arena, double, nq), *unit = ARENA_ARRAY(arena, double, nq);
	memcpy(at, from, (size_t)nq * sizeof *at);
	mark_held(a, from, unit);
	mark_held(a, q, unit);
	int steps = count_steps(a, from, q, unit);
	for (int n = 1; n <= steps; n++) {
		for (int i = 0; i < nq; i++)
			at[i] = unit[i] == 0 ? at[i] : n < steps ? from[i] + (q[i] - from[i]) * n / steps : q[i];
		assembly_normalize(a->tree, at);
		if (!assembly_close(a, at))
			return false;
	}
	memcpy(q, at, (size_t)nq * sizeof *q);
	return true;
}
