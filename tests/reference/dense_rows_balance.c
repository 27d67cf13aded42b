/* Inverse dynamics under rows of loops and contacts, by three least-squares problems one after the other, each over what the
 * ones before have left open:
 *   |B^T lambda - r|    sum of weight lambda^2 over contacts    |tau of the drives|
 * where B is J at idle velocities and r the open tree's tau there. A solution set is x + N z. The columns of A N become orthogonal by
 * rotations among them (one-sided Jacobi), which N shares; columns that are 0 stay open. */
#include "dense_rows_inside.h"

static const real none = 1e-11L; /* of a column, beside the longest of A */

struct open_set {
	int n, d;
	real *x, *N; /* (n), (n x d) */
	real spread; /* product of the longest column over the shortest, of each problem */
};

static real product(const real *A, int m, int stride, int i, int j)
{
	real sum = 0;
	for (int k = 0; k < m; k++)
		sum += A[k * stride + i] * A[k * stride + j];
	return sum;
}

/* Columns i and j of A (m x stride) turned by (c, s). */
static void rotate(real *A, int m, int stride, int i, int j, real c, real s)
{
	for (int k = 0; k < m; k++) {
		real x = A[k * stride + i], y = A[k * stride + j];
		A[k * stride + i] = c * x - s * y;
		A[k * stride + j] = s * x + c * y;
	}
}

/* One round over all pairs of columns; returns whether any was not orthogonal. */
static bool sweep(struct open_set *set, real *C, int m)
{
	bool turned = false;
	for (int i = 0; i < set->d; i++)
		for (int j = i + 1; j < set->d; j++) {
			real a = product(C, m, set->d, i, i), b = product(C, m, set->d, j, j);
			real g = product(C, m, set->d, i, j);
			if (fabsl(g) <= 1e-18L * sqrtl(a * b) || g == 0)
				continue;
			real zeta = (b - a) / (2 * g);
			real t = (zeta < 0 ? -1 : 1) / (fabsl(zeta) + sqrtl(1 + zeta * zeta));
			real c = 1 / sqrtl(1 + t * t);
			rotate(C, m, set->d, i, j, c, c * t);
			rotate(set->N, set->n, set->d, i, j, c, c * t);
			turned = true;
		}
	return turned;
}

/* Least |A x - b| over the set, A (m x n); returns how many directions it decides. */
static int decide(struct open_set *set, const real *A, const real *b, int m)
{
	int d = set->d, kept = 0;
	real *C = zeroed((size_t)(m * d), sizeof *C), *left = zeroed((size_t)m, sizeof *left), longest = 0, shortest,
	     of_A = 0;
	for (int k = 0; k < m; k++) {
		left[k] = b[k];
		for (int i = 0; i < set->n; i++) {
			left[k] -= A[k * set->n + i] * set->x[i];
			for (int j = 0; j < d; j++)
				C[k * d + j] += A[k * set->n + i] * set->N[i * d + j];
		}
	}
	for (int round = 0; round < 60 && sweep(set, C, m); round++)
		;
	for (int i = 0; i < set->n; i++)
		of_A = fmaxl(of_A, sqrtl(product(A, m, set->n, i, i)));
	for (int j = 0; j < d; j++)
		longest = fmaxl(longest, sqrtl(product(C, m, d, j, j)));
	shortest = longest;
	for (int j = 0; j < d; j++) {
		real length = sqrtl(product(C, m, d, j, j)), along = 0;
		bool open = !(length > none * of_A);
		for (int k = 0; k < m && !open; k++)
			along += C[k * d + j] * left[k] / length / length;
		for (int i = 0; i < set->n && !open; i++)
			set->x[i] += set->N[i * d + j] * along;
		shortest = open ? shortest : fminl(shortest, length);
		for (int i = 0; i < set->n && open; i++)
			set->N[i * d + kept] = set->N[i * d + j];
		kept += open;
	}
	real *N = zeroed((size_t)(set->n * kept), sizeof *N);
	for (int i = 0; i < set->n; i++)
		for (int j = 0; j < kept; j++)
			N[i * kept + j] = set->N[i * d + j];
	free(set->N);
	set->N = N;
	set->d = kept;
	set->spread *= d > kept ? longest / shortest : 1;
	free(C);
	free(left);
	return d - kept;
}

/* Equations of the velocities that are `wanted`, each of length 1 if `scaled`: A (returned number x n) and b, from tau. */
static int equations(const struct dense_rows_balance *b, bool wanted, bool scaled, const real *tau, real *A,
                     real *right)
{
	int m = 0, n = b->n;
	for (int j = 0; j < b->nv; j++) {
		real squares = 0;
		if (b->idle[j] != wanted)
			continue;
		for (int r = 0; r < n; r++)
			squares += b->J[r * b->nv + j] * b->J[r * b->nv + j];
		real over = scaled && squares > 0 ? 1 / sqrtl(squares) : 1;
		for (int r = 0; r < n; r++)
			A[m * n + r] = b->J[r * b->nv + j] * over;
		right[m++] = tau[j] * over;
	}
	return m;
}

bool dense_rows_balanced(const struct dense_rows_balance *b, const real *tau, real *lambda, real *spread)
{
	int n = b->n, most = n > b->nv ? n : b->nv;
	struct open_set set = { .n = n, .d = 0, .x = lambda, .spread = 1 };
	real *A = zeroed((size_t)(most * n), sizeof *A), *right = zeroed((size_t)most, sizeof *right);
	set.N = zeroed((size_t)(n * n), sizeof *set.N);
	memset(lambda, 0, (size_t)n * sizeof *lambda);
	for (int r = 0; r < n; r++)
		set.d += b->active[r];
	for (int r = 0, j = 0; r < n; r++)
		if (b->active[r])
			set.N[r * set.d + j++] = 1;
	int idle = equations(b, true, true, tau, A, right);
	bool all = decide(&set, A, right, idle) == idle;
	memset(A, 0, (size_t)(most * n) * sizeof *A);
	memset(right, 0, (size_t)most * sizeof *right);
	for (int r = 0; r < n; r++)
		A[r * n + r] = sqrtl(b->weight[r]);
	decide(&set, A, right, n);
	decide(&set, A, right, equations(b, false, false, tau, A, right));
	*spread = set.spread;
	free(set.N);
	free(right);
	free(A);
	return all;
}
