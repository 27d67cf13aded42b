#include "project.h"

#include <math.h>
#include <string.h>

#include "base/linear.h"

struct Projection projection_of(struct Assembly *a)
{
	struct Arena *arena = a->tree->dag->arena;
	size_t nv = (size_t)a->tree->nv;
	closure_numbers_add_inertia(&a->at);
	return (struct Projection){ .assembly = a,
		                    .L = ARENA_TABLE(arena, double, nv, nv),
		                    .first = ARENA_ARRAY(arena, size_t, nv),
		                    .right = ARENA_ARRAY(arena, double, a->rows),
		                    .step = ARENA_ARRAY(arena, double, nv) };
}

/* L with L L^T = M, at the last state. False: M is not finite. */
static bool factorize(struct Projection *p)
{
	const double massless = 1e-12;
	size_t nv = (size_t)p->assembly->tree->nv;
	double largest = 0;
	memcpy(p->L, p->assembly->at.M, nv * nv * sizeof *p->L);
	for (size_t v = 0; v < nv; v++)
		largest = fmax(largest, p->L[v * (nv + 1)]);
	return linear_cholesky(p->L, nv, nv, massless * (largest > 0 ? largest : 1), p->first);
}

/* B = J L^-T, row by row: L b = j. Returns the largest square of a row. */
static double put_rows(struct Projection *p)
{
	struct Assembly *a = p->assembly;
	size_t nv = (size_t)a->tree->nv, rows = (size_t)a->rows;
	double largest = 0;
	memcpy(a->B, a->at.J, rows * nv * sizeof *a->B);
	for (size_t r = 0; r < rows; r++) {
		linear_forward(p->L, nv, nv, p->first, a->B + r * nv);
		largest = fmax(largest, linear_dot(a->B + r * nv, a->B + r * nv, nv));
	}
	return largest;
}

/* step = -L^-T B^T (B B^T + damping)^-1 right. False: it is not finite. */
static bool find_step(struct Projection *p, double damping)
{
	size_t nv = (size_t)p->assembly->tree->nv;
	if (!assembly_pull(p->assembly, damping, p->right, p->step))
		return false;
	linear_backward(p->L, nv, nv, p->first, p->step);
	for (size_t i = 0; i < nv; i++)
		p->step[i] = -p->step[i];
	return true;
}

/* Rows that depend on others leave a remainder of the order of |c|^2, so the damping is of the order of |c|. */
bool project_q(struct Projection *p, double *q)
{
	enum { STEPS = 30 };
	const double damping = 1e-3;
	struct Assembly *a = p->assembly;
	assembly_normalize(a->tree, q);
	for (int n = 0; n < STEPS; n++) {
		bool closed = assembly_begin(a, q);
		if (closed || !isfinite(a->largest))
			return closed;
		if (!factorize(p))
			return false;
		double size = put_rows(p);
		memcpy(p->right, a->at.c, (size_t)a->rows * sizeof *p->right);
		if (!find_step(p, damping * a->largest * size))
			return false;
		assembly_move(a, p->step, a->longest, q);
	}
	return assembly_begin(a, q);
}

/* The damping keeps what dependent rows have of rounding from growing. Repetition removes its own error. */
void project_qd(struct Projection *p, const double *q, double *qd)
{
	enum { PASSES = 4 };
	const double damping = 1e-10;
	struct Assembly *a = p->assembly;
	int nv = a->tree->nv;
	closure_numbers_at(&a->at, q);
	bool finite = factorize(p);
	double size = finite ? put_rows(p) : 0;
	for (int pass = 0; pass < PASSES && finite; pass++) {
		for (int r = 0; r < a->rows; r++) {
			p->right[r] = 0;
			for (int v = 0; v < nv; v++)
				p->right[r] += a->at.J[r * nv + v] * qd[v];
		}
		finite = find_step(p, damping * size);
		for (int v = 0; v < nv && finite; v++)
			qd[v] = qd[v] + p->step[v];
	}
}
