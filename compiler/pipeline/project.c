#include "project.h"

#include <math.h>
#include <string.h>

struct Projection projection_of(struct Assembly *a)
{
	struct Arena *arena = a->tree->dag->arena;
	size_t nv = (size_t)a->tree->nv;
	closure_numbers_add_inertia(&a->at);
	return (struct Projection){ .assembly = a,
		                    .L = ARENA_TABLE(arena, double, nv, nv),
		                    .right = ARENA_ARRAY(arena, double, a->rows),
		                    .step = ARENA_ARRAY(arena, double, nv) };
}

/* L with L L^T = M, at the last state. */
static void factorize(struct Projection *p)
{
	const double massless = 1e-12;
	int nv = p->assembly->tree->nv;
	const double *M = p->assembly->at.M;
	double largest = 0;
	for (int v = 0; v < nv; v++)
		largest = fmax(largest, M[v * nv + v]);
	largest = largest > 0 ? largest : 1;
	for (int i = 0; i < nv; i++)
		for (int j = 0; j <= i; j++) {
			double entry = M[i * nv + j];
			for (int k = 0; k < j; k++)
				entry -= p->L[i * nv + k] * p->L[j * nv + k];
			p->L[i * nv + j] = i > j ? entry / p->L[j * nv + j] : sqrt(fmax(entry, massless * largest));
		}
}

/* B = J L^-T, row by row: L b = j. Returns the largest square of a row. */
static double put_rows(struct Projection *p)
{
	struct Assembly *a = p->assembly;
	int nv = a->tree->nv;
	double largest = 0;
	for (int r = 0; r < a->rows; r++) {
		double *b = a->B + r * nv, square = 0;
		for (int i = 0; i < nv; i++) {
			b[i] = a->at.J[r * nv + i];
			for (int k = 0; k < i; k++)
				b[i] -= p->L[i * nv + k] * b[k];
			b[i] /= p->L[i * nv + i];
			square += b[i] * b[i];
		}
		largest = fmax(largest, square);
	}
	return largest;
}

/* step = -L^-T B^T (B B^T + damping)^-1 right. */
static void find_step(struct Projection *p, double damping)
{
	int nv = p->assembly->tree->nv;
	assembly_pull(p->assembly, damping, p->right, p->step);
	for (int i = nv; i-- > 0;) {
		for (int k = i + 1; k < nv; k++)
			p->step[i] -= p->L[k * nv + i] * p->step[k];
		p->step[i] /= p->L[i * nv + i];
	}
	for (int i = 0; i < nv; i++)
		p->step[i] = -p->step[i];
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
		factorize(p);
		double size = put_rows(p);
		memcpy(p->right, a->at.c, (size_t)a->rows * sizeof *p->right);
		find_step(p, damping * a->largest * size);
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
	factorize(p);
	double size = put_rows(p);
	for (int pass = 0; pass < PASSES; pass++) {
		for (int r = 0; r < a->rows; r++) {
			p->right[r] = 0;
			for (int v = 0; v < nv; v++)
				p->right[r] += a->at.J[r * nv + v] * qd[v];
		}
		find_step(p, damping * size);
		for (int v = 0; v < nv; v++)
			qd[v] = qd[v] + p->step[v];
	}
}
