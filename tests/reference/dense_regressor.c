#include "dense_inside.h"

int dense_moving(const struct dense_tree *t)
{
	int count = 0;
	for (int b = 0; b < t->n; b++)
		count += dense_joint_nv(&t->body[b]) > 0;
	return count;
}

/* Inertia of a body for which one of the ten parameters is 1 and the others are 0 (RBDA eq. 2.63, linear part first):
 *     [ m 1     -mc x ]
 *     [ mc x     Io   ] */
static void unit_inertia(int parameter, real I[6][6])
{
	static const int row[6] = { 0, 0, 1, 0, 1, 2 }, column[6] = { 0, 1, 1, 2, 2, 2 };
	memset(I, 0, sizeof(real[6][6]));
	if (parameter == 0) {
		for (int i = 0; i < 3; i++)
			I[i][i] = 1;
	} else if (parameter < 4) {
		real h[3] = { parameter == 1, parameter == 2, parameter == 3 }, H[3][3];
		cross_matrix(h, H);
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 3; j++) {
				I[i][j + 3] = -H[i][j];
				I[i + 3][j] = H[i][j];
			}
	} else {
		int a = row[parameter - 4] + 3, b = column[parameter - 4] + 3;
		I[a][b] = I[b][a] = 1;
	}
}

/* The largest term summed at a body: a rate of its Jacobian times an acceleration of one of its points. */
static real terms_scale(const struct dense_state *s, const real *J, int nv)
{
	real fastest = fmaxl(largest(s->v, 6) * largest(s->v + 3, 3), largest(s->a, 6));
	return largest(J, 6 * nv) * fastest;
}

/* Regressor: tau = sum of J^T f with f = I a + v x* I v, linear in I. */
void dense_regressor(const struct dense_tree *t, const real *q, const real *qd, const real *qdd, real *Y, real *scale)
{
	int nv = dense_nv(t), columns = 10 * dense_moving(t), first = 0, *order = zeroed((size_t)t->n, sizeof *order);
	struct dense_state *state = dense_states(t, q, qd, order);
	real *J = dense_jacobians(t, state, order), most = 0;
	dense_outward(t, state, order, qdd, (const real[3]){ -t->gravity[0], -t->gravity[1], -t->gravity[2] });
	for (int k = 0; k < t->n; k++) {
		struct dense_state *s = &state[order[k]];
		const real *of_body = J + order[k] * 6 * nv;
		real V[6][6];
		if (s->nv == 0)
			continue;
		motion_cross(s->v, V);
		for (int p = 0; p < 10; p++) {
			real I[6][6], h[6] = { 0 }, vh[6] = { 0 }, f[6] = { 0 };
			unit_inertia(p, I);
			add_mul(I, s->a, f);
			add_mul(I, s->v, h);
			add_mul_transposed(V, h, vh);
			for (int j = 0; j < nv; j++) {
				Y[j * columns + first + p] = 0;
				for (int i = 0; i < 6; i++)
					Y[j * columns + first + p] += of_body[i * nv + j] * (f[i] - vh[i]);
			}
		}
		most = fmaxl(most, terms_scale(s, of_body, nv));
		first += 10;
	}
	if (scale)
		*scale = most;
	free(J);
	free(state);
	free(order);
}

/* I of a body with all bodies fixed to it, in its axes about its origin */
static void merged_inertia(const struct dense_tree *t, struct dense_state *state, int body, real I[6][6])
{
	spatial_inertia(&t->body[body], I);
	for (int b = 0; b < t->n; b++) {
		real child[6][6], product[6][6];
		if (t->body[b].parent != body || state[b].nv > 0)
			continue;
		merged_inertia(t, state, b, child);
		mul6(child, state[b].X, product);
		for (int i = 0; i < 6; i++)
			for (int j = 0; j < 6; j++)
				for (int k = 0; k < 6; k++)
					I[i][j] += state[b].X[k][i] * product[k][j];
	}
}

void dense_parameters(const struct dense_tree *t, const real *q, real *pi)
{
	int *order = zeroed((size_t)t->n, sizeof *order);
	struct dense_state *state = dense_states(t, q, NULL, order);
	for (int k = 0; k < t->n; k++) {
		real I[6][6];
		if (state[order[k]].nv == 0)
			continue;
		merged_inertia(t, state, order[k], I);
		const real of_body[10] = { I[0][0], I[5][1], I[3][2], I[4][0], I[3][3],
			                   I[3][4], I[4][4], I[3][5], I[4][5], I[5][5] };
		memcpy(pi, of_body, sizeof of_body);
		pi += 10;
	}
	free(state);
	free(order);
}

void dense_rnea_by(const struct dense_tree *t, const real *q, const real *qd, const real *qdd, real *number, real *same,
                   real *dtau)
{
	size_t nv = (size_t)dense_nv(t);
	real *behind = zeroed(nv, sizeof *behind), was = *number;
	*number = *same = was + 1;
	dense_rnea(t, q, qd, qdd, NULL, dtau, NULL);
	*number = *same = was - 1;
	dense_rnea(t, q, qd, qdd, NULL, behind, NULL);
	*number = *same = was;
	for (size_t i = 0; i < nv; i++)
		dtau[i] = (dtau[i] - behind[i]) / 2;
	free(behind);
}

/* exchanges columns j and k of A (rows x n) */
static void exchange_columns(real *A, int rows, int n, int j, int k)
{
	for (int i = 0; i < rows; i++) {
		real kept = A[i * n + j];
		A[i * n + j] = A[i * n + k];
		A[i * n + k] = kept;
	}
}

static real column_length(const real *A, int rows, int n, int j)
{
	real sum = 0;
	for (int i = 0; i < rows; i++)
		sum += A[i * n + j] * A[i * n + j];
	return sqrtl(sum);
}

int dense_rank(real *A, int rows, int n, real tolerance, real *gap)
{
	int rank = 0;
	real last = 1, longest = 0;
	for (int j = 0; j < n; j++)
		longest = fmaxl(longest, column_length(A, rows, n, j));
	for (int j = 0; j < n; j++) {
		real length = column_length(A, rows, n, j);
		for (int i = 0; i < rows; i++)
			A[i * n + j] = length > tolerance * longest ? A[i * n + j] / length : 0;
	}
	for (; rank < n && rank < rows; rank++) {
		int best = rank;
		for (int j = rank + 1; j < n; j++)
			if (column_length(A, rows, n, j) > column_length(A, rows, n, best))
				best = j;
		exchange_columns(A, rows, n, rank, best);
		real length = column_length(A, rows, n, rank);
		*gap = length / last;
		if (!(length > tolerance))
			return rank;
		last = length;
		/* twice, since after one pass the remainder is not orthogonal to its own precision */
		for (int pass = 0; pass < 2; pass++)
			for (int j = rank + 1; j < n; j++) {
				real along = 0;
				for (int i = 0; i < rows; i++)
					along += A[i * n + rank] * A[i * n + j];
				for (int i = 0; i < rows; i++)
					A[i * n + j] -= along / (length * length) * A[i * n + rank];
			}
	}
	*gap = 0;
	return rank;
}
