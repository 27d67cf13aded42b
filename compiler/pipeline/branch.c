#include "branch.h"

#include <math.h>
#include <string.h>

/* --- pivots --- */

/* J in units of velocities, rows x nv, at the last state. */
static double *jacobian(const struct Assembly *a)
{
	int nv = a->tree->nv;
	double *J = ARENA_ARRAY(a->tree->dag->arena, double, (size_t)a->rows *(size_t)nv);
	for (int r = 0; r < a->rows; r++)
		for (int v = 0; v < nv; v++)
			J[r * nv + v] = a->at.J[r * nv + v] * a->unit[v];
	return J;
}

/* How gladly a velocity gets a pivot. */
static double preference(const struct Assembly *a, int v)
{
	const double held = 1e-8, driven = 1e-4;
	return a->held[v] ? held : a->tree->idle[v] ? 1 : driven;
}

/* Next pivot among the rows and columns without one; false: all entries are at most `least`. */
static bool find_pivot(const struct Assembly *a, const double *J, const bool *used, double least, struct Pivots *p)
{
	int nv = a->tree->nv, row = 0, column = 0;
	double most = 0;
	for (int r = 0; r < a->rows; r++)
		for (int v = 0; v < nv; v++) {
			double entry = fabs(J[r * nv + v]), own = entry * preference(a, v);
			if (used[r] || p->dependent[v] || !(entry > least) || !(own > most))
				continue;
			most = own;
			row = r;
			column = v;
		}
	if (!(most > 0))
		return false;
	p->row[p->rank] = row;
	p->column[p->rank++] = column;
	return true;
}

static void eliminate(const struct Assembly *a, double *J, const bool *used, int row, int column)
{
	int nv = a->tree->nv;
	for (int r = 0; r < a->rows; r++) {
		double factor = used[r] ? 0 : J[r * nv + column] / J[row * nv + column];
		for (int v = 0; v < nv && factor != 0; v++)
			J[r * nv + v] -= factor * J[row * nv + v];
	}
}

struct Pivots branch_pivots(struct Assembly *a, const double *q, double least)
{
	struct Arena *arena = a->tree->dag->arena;
	struct Pivots p = { .row = ARENA_ARRAY(arena, int, a->rows),
		            .column = ARENA_ARRAY(arena, int, a->rows),
		            .dependent = ARENA_ARRAY(arena, bool, a->tree->nv) };
	bool *used = ARENA_ARRAY(arena, bool, a->rows);
	closure_numbers_at(&a->at, q);
	double *J = jacobian(a);
	while (find_pivot(a, J, used, least, &p)) {
		int row = p.row[p.rank - 1], column = p.column[p.rank - 1];
		used[row] = p.dependent[column] = true;
		eliminate(a, J, used, row, column);
	}
	return p;
}

/* Sign of the determinant of J in the rows and columns of pivots, at the last state: -1, 0 or 1. */
static int sign_of(const struct Assembly *a, const struct Pivots *p)
{
	int n = p->rank, nv = a->tree->nv, sign = 1;
	double *M = ARENA_ARRAY(a->tree->dag->arena, double, (size_t)n *(size_t)n);
	for (int i = 0; i < n * n; i++)
		M[i] = a->at.J[p->row[i / n] * nv + p->column[i % n]];
	for (int k = 0; k < n; k++) {
		int pivot = k;
		for (int i = k + 1; i < n; i++)
			pivot = fabs(M[i * n + k]) > fabs(M[pivot * n + k]) ? i : pivot;
		for (int j = 0; j < n && pivot != k; j++) {
			double entry = M[k * n + j];
			M[k * n + j] = M[pivot * n + j];
			M[pivot * n + j] = entry;
		}
		sign = M[k * n + k] == 0 ? 0 : (M[k * n + k] < 0) != (pivot != k) ? -sign : sign;
		for (int i = k + 1; i < n && sign; i++)
			for (int j = n; j-- > k;)
				M[i * n + j] -= M[i * n + k] / M[k * n + k] * M[k * n + j];
	}
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
	int nv = a->tree->nv;
	double *b = ARENA_ARRAY(arena, double, a->rows), *off = ARENA_ARRAY(arena, double, nv);
	memcpy(a->B, jacobian(a), (size_t)a->rows * (size_t)nv * sizeof *a->B);
	for (int r = 0; r < a->rows; r++)
		for (int v = 0; v < nv; v++)
			b[r] += a->B[r * nv + v] * x[v];
	assembly_pull(a, 0, b, off);
	for (int v = 0; v < nv; v++)
		x[v] -= off[v];
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
	struct Pivots here = branch_pivots(a, from, least), there = branch_pivots(a, to, least);
	const struct Pivots *pivots = there.rank > here.rank ? &there : &here;
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
