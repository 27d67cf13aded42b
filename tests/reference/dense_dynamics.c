#include "dense_inside.h"

/* --- inverse dynamics --- */

void dense_rnea_sizes(const struct dense_tree *t, const real *q, const real *qd, const real *qdd, const real *f_ext,
                      real *tau, real *size)
{
	int *order = zeroed((size_t)t->n, sizeof *order);
	struct dense_state *state = dense_states(t, q, qd, order);
	dense_newton_euler(t, state, order, qdd, f_ext, tau);
	for (int b = 0; b < t->n; b++)
		for (int j = 0; j < state[b].nv; j++)
			size[state[b].iv + j] = state[b].scale;
	free(state);
	free(order);
}

void dense_bias(const struct dense_tree *t, const real *q, const real *qd, const real *f_ext, real *h, real *scale)
{
	real *zero = zeroed((size_t)dense_nv(t), sizeof *zero);
	dense_rnea(t, q, qd, zero, f_ext, h, scale);
	free(zero);
}

void dense_gravity(const struct dense_tree *t, const real *q, real *g, real *scale)
{
	real *zero = zeroed((size_t)dense_nv(t), sizeof *zero);
	dense_bias(t, q, zero, NULL, g, scale);
	free(zero);
}

/* Moment about the origin of the joint's moving frame, at -then.R^T then.p from the body's origin:
 * n + (then.R^T then.p) x f. */
static void about_joint(const struct dense_body *b, const real f[6], real w[6], real *scale)
{
	const struct dense_frame *then = &b->then;
	real arm[3];
	for (int i = 0; i < 3; i++)
		arm[i] = then->R[0][i] * then->p[0] + then->R[1][i] * then->p[1] + then->R[2][i] * then->p[2];
	for (int i = 0; i < 3; i++) {
		int k = (i + 1) % 3, l = (i + 2) % 3;
		w[i] = f[i];
		w[3 + i] = f[3 + i] + (arm[k] * f[l] - arm[l] * f[k]);
		*scale = fmaxl(*scale, fmaxl(fabsl(arm[k] * f[l]), fabsl(arm[l] * f[k])));
	}
}

void dense_reaction(const struct dense_tree *t, const real *q, const real *qd, const real *qdd, const real *f_ext,
                    real *w, real *scale)
{
	int *order = zeroed((size_t)t->n, sizeof *order);
	struct dense_state *state = dense_states(t, q, qd, order);
	real *tau = zeroed((size_t)dense_nv(t), sizeof *tau), most = 0;
	for (int b = 0; b < t->n; b++)
		state[b].turns = state[b].slides = true; /* all six components are needed */
	dense_newton_euler(t, state, order, qdd, f_ext, tau);
	for (int b = 0; b < t->n; b++) {
		most = fmaxl(most, state[b].scale);
		about_joint(&t->body[b], state[b].f, w + 6 * b, &most);
	}
	if (scale)
		*scale = most;
	free(tau);
	free(state);
	free(order);
}

/* --- forward dynamics --- */

static void exchange(real *A, int columns, int one, int other)
{
	for (int j = 0; j < columns; j++) {
		real kept = A[one * columns + j];
		A[one * columns + j] = A[other * columns + j];
		A[other * columns + j] = kept;
	}
}

/* row -= factor * other, from a column on */
static void subtract_row(real *A, int columns, int row, real factor, int other, int from)
{
	for (int j = from; j < columns; j++)
		A[row * columns + j] -= factor * A[other * columns + j];
}

void dense_eliminate(real *A, int n, real *B, int m)
{
	for (int column = 0; column < n; column++) {
		int best = column;
		for (int row = column + 1; row < n; row++)
			if (fabsl(A[row * n + column]) > fabsl(A[best * n + column]))
				best = row;
		exchange(A, n, column, best);
		exchange(B, m, column, best);
		real pivot = A[column * n + column];
		for (int j = column; j < n; j++)
			A[column * n + j] /= pivot;
		for (int j = 0; j < m; j++)
			B[column * m + j] /= pivot;
		for (int row = 0; row < n; row++) {
			real factor = A[row * n + column];
			if (row == column || factor == 0)
				continue;
			subtract_row(A, n, row, factor, column, column);
			subtract_row(B, m, row, factor, column, 0);
		}
	}
}

real dense_norm(const real *A, int n)
{
	real most = 0;
	for (int j = 0; j < n; j++) {
		real sum = 0;
		for (int i = 0; i < n; i++)
			sum += fabsl(A[i * n + j]);
		most = isnan(sum) ? INFINITY : fmaxl(most, sum);
	}
	return most;
}

void dense_invert(const real *M, int n, real *inverse, real *condition)
{
	real *A = zeroed((size_t)(n * n), sizeof *A);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			A[i * n + j] = M[i * n + j] / sqrtl(M[i * n + i]) / sqrtl(M[j * n + j]);
			inverse[i * n + j] = i == j;
		}
	real before = dense_norm(A, n);
	dense_eliminate(A, n, inverse, n);
	if (condition)
		*condition = n ? before * dense_norm(inverse, n) : 1;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			inverse[i * n + j] /= sqrtl(M[i * n + i]) * sqrtl(M[j * n + j]);
	free(A);
}

void dense_solve(const real *M, int n, const real *b, const real *size, real *x, real *condition, real *scale)
{
	real *inverse = zeroed((size_t)(n * n), sizeof *inverse), *left = zeroed((size_t)n, sizeof *left);
	dense_invert(M, n, inverse, condition);
	memset(x, 0, (size_t)n * sizeof *x);
	/* a solution, then one step of iterative refinement */
	for (int pass = 0; pass < 2; pass++) {
		for (int i = 0; i < n; i++) {
			left[i] = b[i];
			for (int j = 0; j < n; j++)
				left[i] -= M[i * n + j] * x[j];
		}
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				x[i] += inverse[i * n + j] * left[j];
	}
	for (int i = 0; i < n; i++) {
		left[i] = size[i];
		for (int j = 0; j < n; j++)
			left[i] += fabsl(M[i * n + j] * x[j]);
	}
	real most = 0;
	for (int i = 0; i < n; i++) {
		real sum = 0;
		for (int j = 0; j < n; j++)
			sum += fabsl(inverse[i * n + j]) * left[j];
		most = fmaxl(most, sum);
	}
	if (scale)
		*scale = most;
	free(left);
	free(inverse);
}

void dense_fd(const struct dense_tree *t, const real *q, const real *qd, const real *tau, const real *f_ext, real *qdd,
              real *condition, real *scale)
{
	int nv = dense_nv(t);
	size_t n = (size_t)nv;
	real *M = zeroed(n * n, sizeof *M), *b = zeroed(n, sizeof *b), *size = zeroed(n, sizeof *size);
	real *zero = zeroed(n, sizeof *zero);
	dense_crba(t, q, M, NULL);
	dense_rnea_sizes(t, q, qd, zero, f_ext, b, size);
	for (int i = 0; i < nv; i++) {
		b[i] = tau[i] - b[i];
		size[i] += fabsl(tau[i]);
	}
	dense_solve(M, nv, b, size, qdd, condition, scale);
	free(zero);
	free(size);
	free(b);
	free(M);
}

void dense_minv(const struct dense_tree *t, const real *q, real *Minv, real *condition)
{
	int nv = dense_nv(t);
	real *M = zeroed((size_t)(nv * nv), sizeof *M);
	dense_crba(t, q, M, NULL);
	dense_invert(M, nv, Minv, condition);
	free(M);
}

/* --- Coriolis --- */

/* Time derivatives of the columns of each body's J, in its axes, as derivatives of spatial vectors: those of
 * the parent, and v x S + dS/dt in the columns of its own joint. */
static real *jacobian_rates(const struct dense_tree *t, const struct dense_state *state, const int *order,
                            const real *q, const real *qd)
{
	int nv = dense_nv(t), size = 6 * nv;
	real *rates = zeroed((size_t)t->n * (size_t)size, sizeof *rates);
	for (int n = 0; n < t->n; n++) {
		const struct dense_body *b = &t->body[order[n]];
		const struct dense_state *s = &state[order[n]];
		real *rate = rates + order[n] * size, V[6][6], then[6][6], Sdot[6][6];
		for (int i = 0; i < 6 && b->parent >= 0; i++)
			for (int j = 0; j < nv; j++)
				for (int k = 0; k < 6; k++)
					rate[i * nv + j] += s->X[i][k] * rates[b->parent * size + k * nv + j];
		motion_cross(s->v, V);
		motion_transform(&b->then, then);
		dense_subspace_rate(b, q + s->iq, qd + s->iv, Sdot);
		for (int i = 0; i < 6; i++)
			for (int j = 0; j < s->nv; j++)
				for (int k = 0; k < 6; k++)
					rate[i * nv + s->iv + j] += V[i][k] * s->S[k][j] + then[i][k] * Sdot[k][j];
	}
	return rates;
}

/* f xbar*, for which f xbar* v = v x* f:
 *     [  0     -f x ]
 *     [ -f x   -n x ] */
static void force_cross(const real f[6], real C[6][6])
{
	real F[3][3], N[3][3];
	cross_matrix(f, F);
	cross_matrix(f + 3, N);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			C[i][j] = 0;
			C[i][j + 3] = C[i + 3][j] = -F[i][j];
			C[i + 3][j + 3] = -N[i][j];
		}
}

/* The three terms of B = 1/2 ((v x*) I + (I v) xbar* - I (v x)), S. Echeandia and P. M. Wensing, Numerical
 * Methods to Compute the Coriolis Matrix and Christoffel Symbols for Rigid-Body Systems, 2021. */
static void coriolis_terms(real I[6][6], const real v[6], real B[3][6][6])
{
	real V[6][6], Vt[6][6], h[6] = { 0 };
	motion_cross(v, V);
	add_mul(I, v, h);
	for (int i = 0; i < 6; i++)
		for (int j = 0; j < 6; j++)
			Vt[i][j] = -V[j][i];
	mul6(Vt, I, B[0]);
	force_cross(h, B[1]);
	mul6(I, V, B[2]);
	for (int i = 0; i < 6; i++)
		for (int j = 0; j < 6; j++) {
			B[0][i][j] /= 2;
			B[1][i][j] /= 2;
			B[2][i][j] /= -2;
		}
}

/* C = sum of J^T (I dJ/dt + B J) */
void dense_coriolis(const struct dense_tree *t, const real *q, const real *qd, real *C, real *scale)
{
	int nv = dense_nv(t), size = 6 * nv, *order = zeroed((size_t)t->n, sizeof *order);
	struct dense_state *state = dense_states(t, q, qd, order);
	real *J = dense_jacobians(t, state, order), *zero = zeroed((size_t)nv, sizeof *zero), most = 0;
	dense_outward(t, state, order, zero, (const real[3]){ 0 });
	real *rate = jacobian_rates(t, state, order, q, qd);
	memset(C, 0, (size_t)(nv * nv) * sizeof *C);
	for (int i = 0; i < t->n; i++) {
		real I[6][6], B[3][6][6];
		spatial_inertia(&t->body[i], I);
		coriolis_terms(I, state[i].v, B);
		dense_add_product(J + i * size, I, rate + i * size, nv, C, &most);
		for (int k = 0; k < 3; k++)
			dense_add_product(J + i * size, B[k], J + i * size, nv, C, &most);
	}
	if (scale)
		*scale = most;
	free(rate);
	free(zero);
	free(J);
	free(state);
	free(order);
}
