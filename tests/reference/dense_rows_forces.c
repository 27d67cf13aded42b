/* Constraint forces given, and constraint forces for given accelerations: by wrenches on the bodies, on which inverse
 * dynamics acts as on any others. */
#include "dense_rows_inside.h"

static void cross(const real *a, const real *b, real *c)
{
	for (int i = 0; i < 3; i++)
		c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* wrench (n x 6) += force and moment about `point` on a body, all in the world */
static void push(const struct dense_tree *tree, const struct dense_frame *pose, int body, const real *force,
                 const real *moment, const real *point, real *wrench)
{
	real arm[3], turned[3];
	if (body < 0 || !dense_moves(tree, body))
		return;
	for (int i = 0; i < 3; i++)
		arm[i] = point[i] - pose[body].p[i];
	cross(arm, force, turned);
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++) {
			wrench[6 * body + i] += pose[body].R[k][i] * force[k];
			wrench[6 * body + 3 + i] += pose[body].R[k][i] * (moment[k] + turned[k]);
		}
}

/* Adds the wrenches of lambda of a row on both bodies. */
static void push_row(const struct dense_tree *tree, const real *q, const struct dense_frame *pose,
                     const struct dense_row *row, real lambda, real *wrench)
{
	real R[2][9], point[3], from[3], d[3], t[3], force[2][3] = { { 0 } }, moment[2][3] = { { 0 } };
	dense_fk(tree, q, &row->b, R[1], point, NULL);
	dense_fk(tree, q, &row->a, R[0], from, NULL);
	for (int i = 0; i < 3; i++)
		d[i] = point[i] - from[i];
	dense_rows_direction(row, R[0], R[1], d, t);
	for (int side = 0; side < 2; side++)
		for (int i = 0; i < 3; i++)
			*(row->angular ? &moment[side][i] : &force[side][i]) = (side ? t[i] : -t[i]) * lambda;
	push(tree, pose, row->a.body, force[0], moment[0], point, wrench);
	push(tree, pose, row->b.body, force[1], moment[1], point, wrench);
}

/* f_ext, and what lambda does: wrenches on bodies (n x 6), which the caller frees. */
static real *wrenches_of(const struct dense_constraints *c, const real *q, const real *lambda, const real *f_ext)
{
	int n = c->tree->n;
	struct dense_frame *pose = zeroed((size_t)n, sizeof *pose);
	real *wrench = zeroed((size_t)(6 * n), sizeof *wrench);
	if (f_ext)
		memcpy(wrench, f_ext, (size_t)(6 * n) * sizeof *wrench);
	dense_pose(c->tree, q, pose);
	for (int r = 0; r < c->n; r++)
		push_row(c->tree, q, pose, &c->row[r], lambda[r], wrench);
	free(pose);
	return wrench;
}

void dense_rows_reaction(const struct dense_constraints *c, const real *q, const real *qd, const real *qdd,
                         const real *lambda, const real *f_ext, real *w, real *scale)
{
	real *wrench = wrenches_of(c, q, lambda, f_ext);
	dense_reaction(c->tree, q, qd, qdd, wrench, w, scale);
	free(wrench);
}

void dense_rows_rnea(const struct dense_constraints *c, const real *q, const real *qd, const real *qdd,
                     const real *lambda, const real *f_ext, real *tau, real *scale)
{
	int ny = dense_nv(c->tree), nv = dense_rows_nv(c);
	real *wrench = wrenches_of(c, q, lambda, f_ext), *of_tree = zeroed((size_t)ny, sizeof *of_tree), most;
	dense_rnea(c->tree, q, qd, qdd, wrench, of_tree, &most);
	dense_rows_project(c, of_tree);
	memcpy(tau, of_tree, (size_t)nv * sizeof *tau);
	if (c->coupling)
		most *= fmaxl(1, largest(c->coupling->G, ny * nv));
	if (scale)
		*scale = most;
	free(of_tree);
	free(wrench);
}

/* The conditions for least weighted squares, with multipliers m of the idle velocities:
 *   weight lambda - B m = 0   B^T lambda = r
 * B (n x idle): columns of J of idle velocities. Rows that do not count: lambda = 0. */
struct balance {
	int n, size, idle;
	real *K, *x, *terms, *s;
};

static void add_row(struct balance *b, int r, real weight, const real *J, const bool *idle, int nv, const real *size)
{
	real *row = b->K + r * b->size;
	int m = b->n;
	row[r] = weight;
	b->s[r] = 1 / sqrtl(weight);
	for (int j = 0; j < nv; j++)
		if (idle[j]) {
			row[m] = -J[j];
			b->K[m * b->size + r] = J[j];
			b->terms[m++] = size[j];
		}
}

/* Scales equations of idle velocities to length 1. */
static void scale_idle(struct balance *b)
{
	for (int m = b->n; m < b->size; m++) {
		real squares = 0;
		for (int r = 0; r < b->n; r++)
			squares += powl(b->K[m * b->size + r] * b->s[r], 2);
		b->s[m] = squares > 0 ? 1 / sqrtl(squares) : 1;
	}
}

/* Columns of J that are zero but for rounding become zero: no force balances these velocities. */
static void clear_rounding(real *J, int rows, int nv, real scale)
{
	for (int j = 0; j < nv; j++) {
		real most = 0;
		for (int r = 0; r < rows; r++)
			most = fmaxl(most, fabsl(J[r * nv + j]));
		for (int r = 0; r < rows && most <= 1e-15L * scale; r++)
			J[r * nv + j] = 0;
	}
}

static struct balance make_balance(const struct dense_constraints *c, const real *q, const bool *idle,
                                   const real *weight, const real *size)
{
	int nv = dense_rows_nv(c);
	struct balance b = { .n = c->n };
	for (int j = 0; j < nv; j++)
		b.idle += idle[j];
	b.size = b.n + b.idle;
	b.K = zeroed((size_t)(b.size * b.size), sizeof *b.K);
	b.x = zeroed((size_t)b.size, sizeof *b.x);
	b.terms = zeroed((size_t)b.size, sizeof *b.terms);
	b.s = zeroed((size_t)b.size, sizeof *b.s);
	real *J = zeroed((size_t)(c->n * nv), sizeof *J), *zero = zeroed((size_t)nv, sizeof *zero), scale;
	bool *active = zeroed((size_t)c->n, sizeof *active);
	dense_rows_jac(c, q, J, &scale);
	clear_rounding(J, c->n, nv, scale);
	dense_rows_active(c, q, active);
	for (int r = 0; r < c->n; r++)
		add_row(&b, r, active[r] ? weight[r] : 1, active[r] ? J + r * nv : zero, idle, nv, size);
	scale_idle(&b);
	free(active);
	free(zero);
	free(J);
	return b;
}

static void free_balance(struct balance *b)
{
	free(b->K);
	free(b->x);
	free(b->terms);
	free(b->s);
}

/* x := K^-1 x */
static void solve_balance(const struct balance *b)
{
	real *A = zeroed((size_t)(b->size * b->size), sizeof *A);
	memcpy(A, b->K, (size_t)(b->size * b->size) * sizeof *A);
	dense_eliminate(A, b->size, b->x, 1);
	free(A);
}

/* With rows of loops; of_tree (nv) is tau of the open tree, size (nv) that of its terms. */
static void id_of_loops(const struct dense_constraints *c, const real *q, const bool *idle, const real *weight,
                        const real *of_tree, const real *size, real *lambda, real *condition, real scale[2])
{
	int nv = dense_rows_nv(c);
	real *J = zeroed((size_t)(c->n * nv), sizeof *J), lever, spread;
	bool *active = zeroed((size_t)c->n, sizeof *active);
	dense_rows_jac(c, q, J, &lever);
	clear_rounding(J, c->n, nv, lever);
	dense_rows_active(c, q, active);
	struct dense_rows_balance b = { c->n, nv, J, weight, active, idle };
	bool all = dense_rows_balanced(&b, of_tree, lambda, &spread);
	if (scale) {
		*condition = all ? spread * spread : INFINITY;
		scale[1] = fmaxl(largest(lambda, c->n), largest(size, nv));
		scale[0] = lever * scale[1];
	}
	free(active);
	free(J);
}

static bool has_loops(const struct dense_constraints *c, const real *weight)
{
	for (int r = 0; r < c->n; r++)
		if (weight[r] == 0)
			return true;
	return false;
}

void dense_rows_id(const struct dense_constraints *c, const real *q, const real *qd, const real *qdd, const bool *idle,
                   const real *weight, const real *f_ext, real *tau, real *lambda, real *condition, real scale[2])
{
	int nv = dense_rows_nv(c), ny = dense_nv(c->tree);
	real *size = zeroed((size_t)ny, sizeof *size), *of_tree = zeroed((size_t)ny, sizeof *of_tree), most;
	dense_rnea_sizes(c->tree, q, qd, qdd, f_ext, of_tree, size);
	dense_rows_project_sizes(c, size);
	dense_rows_project(c, of_tree);
	if (has_loops(c, weight)) {
		id_of_loops(c, q, idle, weight, of_tree, size, lambda, condition, scale);
		dense_rows_rnea(c, q, qd, qdd, lambda, f_ext, tau, &most);
		if (scale)
			scale[0] = fmaxl(scale[0], most);
		free(of_tree);
		free(size);
		return;
	}
	struct balance b = make_balance(c, q, idle, weight, size);
	for (int j = 0, m = b.n; j < nv; j++)
		if (idle[j])
			b.x[m++] = of_tree[j];
	solve_balance(&b);
	memcpy(lambda, b.x, (size_t)c->n * sizeof *lambda);
	dense_rows_rnea(c, q, qd, qdd, lambda, f_ext, tau, &most);
	if (scale) {
		dense_terms(b.K, b.size, b.s, b.x, b.terms, condition);
		real *J = zeroed((size_t)(c->n * nv), sizeof *J), lever;
		dense_rows_jac(c, q, J, &lever);
		scale[1] = largest(b.terms, c->n);
		scale[0] = fmaxl(most, lever * scale[1]);
		free(J);
	}
	free_balance(&b);
	free(of_tree);
	free(size);
}
