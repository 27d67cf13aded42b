/* What a sound computation under constraints may lose: from K = [M J^T; J 0], which no value of the reference is
 * computed from. */
#include "dense_rows_inside.h"

static real length(const real *x, int n)
{
	real sum = 0;
	for (int i = 0; i < n; i++)
		sum += x[i] * x[i];
	return sqrtl(sum);
}

/* --- independent velocities --- */

void dense_rows_project(const struct dense_constraints *c, real *x)
{
	int ny = dense_nv(c->tree), nv = dense_rows_nv(c);
	if (!c->coupling)
		return;
	real *projected = zeroed((size_t)nv, sizeof *projected);
	for (int i = 0; i < ny; i++)
		for (int j = 0; j < nv; j++)
			projected[j] += c->coupling->G[i * nv + j] * x[i];
	memcpy(x, projected, (size_t)nv * sizeof *x);
	free(projected);
}

void dense_rows_project_sizes(const struct dense_constraints *c, real *size)
{
	int ny = dense_nv(c->tree), nv = dense_rows_nv(c);
	if (!c->coupling)
		return;
	real *projected = zeroed((size_t)nv, sizeof *projected);
	for (int i = 0; i < ny; i++)
		for (int j = 0; j < nv; j++)
			projected[j] = fmaxl(projected[j], fabsl(c->coupling->G[i * nv + j]) * size[i]);
	memcpy(size, projected, (size_t)nv * sizeof *size);
	free(projected);
}

/* M (nv x nv) of independent velocities. */
static void inertia_matrix(const struct dense_constraints *c, const real *q, real *M)
{
	int ny = dense_nv(c->tree), nv = dense_rows_nv(c);
	real *of_tree = zeroed((size_t)(ny * ny), sizeof *of_tree), *column = zeroed((size_t)ny, sizeof *column);
	dense_crba(c->tree, q, of_tree, NULL);
	for (int j = 0; j < nv; j++) {
		for (int i = 0; i < ny; i++) {
			column[i] = c->coupling ? 0 : of_tree[i * ny + j];
			for (int k = 0; c->coupling && k < ny; k++)
				column[i] += of_tree[i * ny + k] * c->coupling->G[k * nv + j];
		}
		dense_rows_project(c, column);
		for (int i = 0; i < nv; i++)
			M[i * nv + j] = column[i];
	}
	free(column);
	free(of_tree);
}

/* --- independence --- */

/* Gram and Schmidt, the row with the longest remainder first; rows (n x nv) of length 1, overwritten. */
static real least_remainder(real *row, int n, int nv)
{
	real least = 1;
	for (int done = 0; done < n; done++) {
		int best = done;
		for (int r = done + 1; r < n; r++)
			if (length(row + r * nv, nv) > length(row + best * nv, nv))
				best = r;
		real *first = row + done * nv, *chosen = row + best * nv, left = length(chosen, nv);
		least = fminl(least, left);
		if (left == 0)
			break;
		for (int j = 0; j < nv; j++) {
			real unit = chosen[j] / left;
			chosen[j] = first[j];
			first[j] = unit;
		}
		for (int r = done + 1; r < n; r++) {
			real along = 0;
			for (int j = 0; j < nv; j++)
				along += row[r * nv + j] * first[j];
			for (int j = 0; j < nv; j++)
				row[r * nv + j] -= along * first[j];
		}
	}
	return least;
}

/* 1 / sqrt(M_jj), or 1 where nothing is moved; s (nv) */
static void scales_of_inertia(const real *M, int nv, real *s)
{
	for (int j = 0; j < nv; j++)
		s[j] = M[j * nv + j] > 0 ? 1 / sqrtl(M[j * nv + j]) : 1;
}

real dense_rows_independence(const struct dense_constraints *c, const real *q)
{
	int nv = dense_rows_nv(c), kept = 0;
	real *M = zeroed((size_t)(nv * nv), sizeof *M), *J = zeroed((size_t)(c->n * nv), sizeof *J);
	real *s = zeroed((size_t)nv, sizeof *s);
	bool *active = zeroed((size_t)c->n, sizeof *active);
	inertia_matrix(c, q, M);
	dense_rows_jac(c, q, J, NULL);
	dense_rows_active(c, q, active);
	scales_of_inertia(M, nv, s);
	for (int r = 0; r < c->n; r++) {
		if (!active[r])
			continue;
		real *row = J + kept++ * nv;
		for (int j = 0; j < nv; j++)
			row[j] = J[r * nv + j] * s[j];
		real of_row = length(row, nv);
		for (int j = 0; j < nv; j++)
			row[j] /= of_row;
	}
	real least = kept > nv ? 0 : least_remainder(J, kept, nv);
	free(active);
	free(s);
	free(J);
	free(M);
	return least;
}

/* --- terms of a solution --- */

void dense_terms(real *K, int n, const real *s, const real *x, real *size, real *condition)
{
	real *inverse = zeroed((size_t)(n * n), sizeof *inverse), *terms = zeroed((size_t)n, sizeof *terms);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			size[i] += fabsl(K[i * n + j] * x[j]);
			K[i * n + j] *= s[i] * s[j];
			inverse[i * n + j] = i == j;
		}
	real before = dense_norm(K, n);
	dense_eliminate(K, n, inverse, n);
	*condition = n ? before * dense_norm(inverse, n) : 1;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			terms[i] += s[i] * fabsl(inverse[i * n + j]) * s[j] * size[j];
	memcpy(size, terms, (size_t)n * sizeof *size);
	free(terms);
	free(inverse);
}

/* K, with 1 on the diagonal of rows that do not count, and its scales s. */
static void make_K(const struct dense_constraints *c, const real *q, real *K, real *s)
{
	int nv = dense_rows_nv(c), n = nv + c->n;
	real *M = zeroed((size_t)(nv * nv), sizeof *M), *J = zeroed((size_t)(c->n * nv), sizeof *J);
	bool *active = zeroed((size_t)c->n, sizeof *active);
	inertia_matrix(c, q, M);
	dense_rows_jac(c, q, J, NULL);
	dense_rows_active(c, q, active);
	scales_of_inertia(M, nv, s);
	for (int i = 0; i < nv; i++)
		memcpy(K + i * n, M + i * nv, (size_t)nv * sizeof *K);
	for (int r = 0; r < c->n; r++) {
		real *row = K + (nv + r) * n, squares = 0;
		for (int j = 0; j < nv && active[r]; j++) {
			row[j] = K[j * n + nv + r] = J[r * nv + j];
			squares += row[j] * row[j] * s[j] * s[j];
		}
		row[nv + r] = !active[r];
		s[nv + r] = active[r] ? 1 / sqrtl(squares) : 1;
	}
	free(active);
	free(J);
	free(M);
}

void dense_rows_bounds(const struct dense_constraints *c, const real *q, const real *x, const real *size,
                       real *condition, real scale[2])
{
	int nv = dense_rows_nv(c), n = nv + c->n;
	real *K = zeroed((size_t)(n * n), sizeof *K), *s = zeroed((size_t)n, sizeof *s);
	real *terms = zeroed((size_t)n, sizeof *terms);
	memcpy(terms, size, (size_t)n * sizeof *terms);
	make_K(c, q, K, s);
	dense_terms(K, n, s, x, terms, condition);
	scale[0] = largest(terms, nv);
	scale[1] = largest(terms + nv, c->n);
	free(terms);
	free(s);
	free(K);
}
