#include "row_basis.h"

#include <math.h>
#include <string.h>

static double product(const double *a, const double *b, size_t count)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += a[i] * b[i];
	return sum;
}

double row_basis_length(const double *row, size_t nv)
{
	return sqrt(product(row, row, nv));
}

struct RowBasis row_basis_new(struct Arena *arena, size_t most, size_t nv)
{
	/* a row that is not added needs a place too */
	return (struct RowBasis){ .most = most + 1,
		                  .nv = nv,
		                  .Q = ARENA_TABLE(arena, double, (most + 1), nv),
		                  .L = ARENA_TABLE(arena, double, (most + 1), (most + 1)) };
}

/* Gram-Schmidt, twice: once leaves a part along the basis where the rest is small. */
double row_basis_add(struct RowBasis *basis, const double *row, double least)
{
	size_t nv = basis->nv;
	double *q = basis->Q + basis->count * nv, *l = basis->L + basis->count * basis->most;
	double length = row_basis_length(row, nv);
	memcpy(q, row, nv * sizeof *q);
	memset(l, 0, basis->most * sizeof *l);
	for (size_t n = 0; n < 2 * basis->count; n++) {
		size_t k = n % basis->count;
		double along = product(q, basis->Q + k * nv, nv);
		for (size_t v = 0; v < nv; v++)
			q[v] -= along * basis->Q[k * nv + v];
		l[k] += along;
	}
	double rest = row_basis_length(q, nv), part = length > 0 ? rest / length : 0;
	if (!(part > 0 && part >= least))
		return part;
	for (size_t v = 0; v < nv; v++)
		q[v] /= rest;
	l[basis->count++] = rest;
	return part;
}

/* x = Q^T y with L y = e */
void row_basis_solve(const struct RowBasis *basis, double *e, double *x)
{
	memset(x, 0, basis->nv * sizeof *x);
	for (size_t k = 0; k < basis->count; k++) {
		const double *l = basis->L + k * basis->most;
		e[k] = (e[k] - product(l, e, k)) / l[k];
		for (size_t v = 0; v < basis->nv; v++)
			x[v] += e[k] * basis->Q[k * basis->nv + v];
	}
}
