/* Rows in the world's axes, from positions, velocities and accelerations of both frames (dense_kinematics.c). With
 * vr = v_b - v_a - w_a x d, wr = w_b - w_a, and w the angular velocity of the frame in which t is fixed,
 *   linear   J qd = t . vr   d/dt = t . (a_b - a_a - al_a x d - w_a x (v_b - v_a)) + (w x t) . vr
 *   angular  J qd = t . wr   d/dt = t . (al_b - al_a) + (w x t) . wr. */
#include "dense_rows_inside.h"

static const real none = 1e-12L; /* of J, beside its scale */

static void cross(const real *a, const real *b, real *c)
{
	for (int i = 0; i < 3; i++)
		c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static real dot(const real *a, const real *b, int n)
{
	real sum = 0;
	for (int i = 0; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

int dense_rows_nv(const struct dense_constraints *c)
{
	return c->coupling ? c->coupling->nv : dense_nv(c->tree);
}

/* --- rows --- */

/* Two frames, and t, in the world's axes. */
struct posed {
	real d[3], t[3], reach;
};

static struct posed pose_row(const struct dense_tree *tree, const real *q, const struct dense_row *row)
{
	struct posed p;
	real R[2][9], at[2][3], reach;
	dense_fk(tree, q, &row->a, R[0], at[0], &p.reach);
	dense_fk(tree, q, &row->b, R[1], at[1], &reach);
	p.reach += reach;
	for (int i = 0; i < 3; i++) {
		p.d[i] = at[1][i] - at[0][i];
		p.t[i] = dot(R[row->of_b] + 3 * i, row->t, 3);
	}
	return p;
}

/* Velocity of b seen from a, for velocities of their origins in the world: vr, wr. */
static void seen(const struct posed *p, const real v_a[6], const real v_b[6], real r[6])
{
	real swept[3];
	cross(v_a + 3, p->d, swept);
	for (int i = 0; i < 3; i++) {
		r[i] = v_b[i] - v_a[i] - swept[i];
		r[3 + i] = v_b[3 + i] - v_a[3 + i];
	}
}

/* One row of J, by velocities of the tree. */
static void row_of_J(const struct dense_tree *tree, const real *q, const struct dense_row *row, real *J, real *scale)
{
	int ny = dense_nv(tree);
	struct posed p = pose_row(tree, q, row);
	real *J_a = zeroed((size_t)(6 * ny), sizeof *J_a), *J_b = zeroed((size_t)(6 * ny), sizeof *J_b), scale_a,
	     scale_b;
	dense_jac(tree, q, &row->a, J_a, &scale_a);
	dense_jac(tree, q, &row->b, J_b, &scale_b);
	for (int j = 0; j < ny; j++) {
		real v_a[6], v_b[6], r[6];
		for (int k = 0; k < 6; k++) {
			v_a[k] = J_a[k * ny + j];
			v_b[k] = J_b[k * ny + j];
		}
		seen(&p, v_a, v_b, r);
		J[j] = dot(p.t, r + (row->angular ? 3 : 0), 3);
	}
	*scale = fmaxl(*scale, (scale_a + scale_b) * fmaxl(1, p.reach) * largest(p.t, 3));
	free(J_a);
	free(J_b);
}

void dense_rows_jac(const struct dense_constraints *c, const real *q, real *J, real *scale)
{
	int ny = dense_nv(c->tree), nv = dense_rows_nv(c);
	real most = 0, *row = zeroed((size_t)ny, sizeof *row);
	for (int r = 0; r < c->n; r++) {
		row_of_J(c->tree, q, &c->row[r], row, &most);
		dense_rows_project(c, row);
		memcpy(J + r * nv, row, (size_t)nv * sizeof *J);
	}
	if (scale)
		*scale = most * (c->coupling ? fmaxl(1, largest(c->coupling->G, ny * nv)) : 1);
	free(row);
}

/* d(J qd)/dt for accelerations of the tree. */
static real row_rate(const struct dense_tree *tree, const real *q, const real *qd, const real *qdd,
                     const struct dense_row *row, real *scale)
{
	struct posed p = pose_row(tree, q, row);
	real v[2][6], a[2][6], vr[6], ar[6], between[3], turned[3], swept[3], scales[4];
	int half = row->angular ? 3 : 0;
	dense_vel(tree, q, qd, &row->a, v[0], &scales[0]);
	dense_vel(tree, q, qd, &row->b, v[1], &scales[1]);
	dense_acc(tree, q, qd, qdd, &row->a, a[0], &scales[2]);
	dense_acc(tree, q, qd, qdd, &row->b, a[1], &scales[3]);
	seen(&p, v[0], v[1], vr);
	seen(&p, a[0], a[1], ar);
	for (int i = 0; i < 3; i++)
		between[i] = v[1][i] - v[0][i];
	cross(v[0] + 3, between, swept);
	for (int i = 0; i < 3; i++)
		ar[i] -= swept[i];
	cross(v[row->of_b] + 3, p.t, turned);
	real turning = largest(v[0] + 3, 3) + largest(v[1] + 3, 3);
	real terms = scales[2] + scales[3] + turning * (scales[0] + scales[1]);
	*scale = fmaxl(*scale, terms * fmaxl(1, p.reach) * largest(p.t, 3));
	return dot(p.t, ar + half, 3) + dot(turned, vr + half, 3);
}

void dense_rows_drift(const struct dense_constraints *c, const real *q, const real *qd, real *d, real *scale)
{
	real most = 0, *rest = zeroed((size_t)dense_nv(c->tree), sizeof *rest);
	if (c->coupling)
		memcpy(rest, c->coupling->rest, (size_t)dense_nv(c->tree) * sizeof *rest);
	for (int r = 0; r < c->n; r++)
		d[r] = row_rate(c->tree, q, qd, rest, &c->row[r], &most);
	if (scale)
		*scale = most;
	free(rest);
}

/* --- which rows count --- */

void dense_rows_that_hold(const struct dense_constraints *c, const real *q, bool *holds)
{
	int nv = dense_rows_nv(c);
	real *J = zeroed((size_t)(c->n * nv), sizeof *J), scale;
	dense_rows_jac(c, q, J, &scale);
	for (int r = 0; r < c->n; r++)
		holds[r] = largest(J + r * nv, nv) <= none * scale && !(c->dropped && c->dropped[r]);
	free(J);
}

void dense_rows_active(const struct dense_constraints *c, const real *q, bool *active)
{
	dense_rows_that_hold(c, q, active);
	for (int r = 0; r < c->n; r++)
		active[r] = !active[r] && !(c->dropped && c->dropped[r]);
}
