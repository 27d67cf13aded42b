/* Rows in the world's axes, from positions, velocities and accelerations of both frames (dense_kinematics.c). With
 * vr = v_b - v_a - w_a x d, wr = w_b - w_a, and the derivative t' of t in the world,
 *   linear   J qd = t . vr   d/dt = t . (a_b - a_a - al_a x d - w_a x (v_b - v_a)) + t' . vr
 *   angular  J qd = t . wr   d/dt = t . (al_b - al_a) + t' . wr
 * and, w being the angular velocity of the frame in which t is fixed,
 *   fixed t        t' = w x t
 *   t = x_a x y_b  t' = (w_a x x_a) x y_b + x_a x (w_b x y_b)
 *   t = d / |d|    t' = (d' - t (t . d')) / |d|. */
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

/* --- directions --- */

/* Column of a rotation that is given row by row. */
static void axis_of(const real *R, int column, real x[3])
{
	for (int i = 0; i < 3; i++)
		x[i] = R[3 * i + column];
}

void dense_rows_direction(const struct dense_row *row, const real *R_a, const real *R_b, const real *d, real t[3])
{
	real x[3], y[3];
	axis_of(R_a, 0, x);
	axis_of(R_b, 1, y);
	if (row->direction == DENSE_ACROSS)
		cross(x, y, t);
	for (int i = 0; i < 3 && row->direction != DENSE_ACROSS; i++)
		t[i] = row->direction == DENSE_BETWEEN ? d[i] / sqrtl(dot(d, d, 3))
		                                       : dot((row->of_b ? R_b : R_a) + 3 * i, row->t, 3);
}

void dense_rows_turning(const struct dense_row *row, const real *R_a, const real *R_b, const real *d, const real *w_a,
                        const real *w_b, const real *d_rate, real rate[3])
{
	real x[3], y[3], moved_x[3], moved_y[3], by_x[3], by_y[3], t[3];
	dense_rows_direction(row, R_a, R_b, d, t);
	axis_of(R_a, 0, x);
	axis_of(R_b, 1, y);
	cross(w_a, x, moved_x);
	cross(w_b, y, moved_y);
	cross(moved_x, y, by_x);
	cross(x, moved_y, by_y);
	cross(row->of_b ? w_b : w_a, t, rate);
	for (int i = 0; i < 3; i++)
		rate[i] = row->direction == DENSE_ACROSS ? by_x[i] + by_y[i]
		          : row->direction == DENSE_BETWEEN
		                  ? (d_rate[i] - t[i] * dot(t, d_rate, 3)) / sqrtl(dot(d, d, 3))
		                  : rate[i];
}

/* --- rows --- */

/* Two frames, and t, in the world's axes. reach: how large the terms of t . d are beside |t|. */
struct posed {
	real R[2][9], d[3], t[3], reach;
};

static struct posed pose_row(const struct dense_motion *m, const struct dense_row *row)
{
	struct posed p;
	real at[2][3], reach;
	dense_motion_fk(m, &row->a, p.R[0], at[0], &p.reach);
	dense_motion_fk(m, &row->b, p.R[1], at[1], &reach);
	p.reach += reach;
	for (int i = 0; i < 3; i++)
		p.d[i] = at[1][i] - at[0][i];
	dense_rows_direction(row, p.R[0], p.R[1], p.d, p.t);
	if (row->direction == DENSE_BETWEEN)
		p.reach *= fmaxl(1, p.reach / sqrtl(dot(p.d, p.d, 3)));
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
static void row_of_J(struct dense_motion *m, const struct dense_row *row, real *J, real *scale)
{
	int ny = dense_nv(m->tree);
	struct posed p = pose_row(m, row);
	real *J_a = zeroed((size_t)(6 * ny), sizeof *J_a), *J_b = zeroed((size_t)(6 * ny), sizeof *J_b), scale_a,
	     scale_b;
	dense_motion_jac(m, &row->a, J_a, &scale_a);
	dense_motion_jac(m, &row->b, J_b, &scale_b);
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
	struct dense_motion m;
	dense_motion_begin(&m, c->tree, q, NULL, NULL);
	for (int r = 0; r < c->n; r++) {
		row_of_J(&m, &c->row[r], row, &most);
		dense_rows_project(c, row);
		memcpy(J + r * nv, row, (size_t)nv * sizeof *J);
	}
	if (scale)
		*scale = most * (c->coupling ? fmaxl(1, largest(c->coupling->G, ny * nv)) : 1);
	dense_motion_end(&m);
	free(row);
}

/* d(J qd)/dt for accelerations of the tree. */
static real row_rate(struct dense_motion *m, const struct dense_row *row, real *scale)
{
	struct posed p = pose_row(m, row);
	real v[2][6], a[2][6], vr[6], ar[6], between[3], turned[3], swept[3], scales[4];
	int half = row->angular ? 3 : 0;
	dense_motion_vel(m, &row->a, v[0], &scales[0]);
	dense_motion_vel(m, &row->b, v[1], &scales[1]);
	dense_motion_acc(m, &row->a, a[0], &scales[2]);
	dense_motion_acc(m, &row->b, a[1], &scales[3]);
	seen(&p, v[0], v[1], vr);
	seen(&p, a[0], a[1], ar);
	for (int i = 0; i < 3; i++)
		between[i] = v[1][i] - v[0][i];
	cross(v[0] + 3, between, swept);
	for (int i = 0; i < 3; i++)
		ar[i] -= swept[i];
	dense_rows_turning(row, p.R[0], p.R[1], p.d, v[0] + 3, v[1] + 3, between, turned);
	real turning = largest(v[0] + 3, 3) + largest(v[1] + 3, 3);
	if (row->direction == DENSE_BETWEEN)
		turning += largest(between, 3) / sqrtl(dot(p.d, p.d, 3));
	real terms = scales[2] + scales[3] + turning * (scales[0] + scales[1]);
	*scale = fmaxl(*scale, terms * fmaxl(1, p.reach) * largest(p.t, 3));
	return dot(p.t, ar + half, 3) + dot(turned, vr + half, 3);
}

void dense_rows_drift(const struct dense_constraints *c, const real *q, const real *qd, real *d, real *scale)
{
	real most = 0, *rest = zeroed((size_t)dense_nv(c->tree), sizeof *rest);
	if (c->coupling)
		memcpy(rest, c->coupling->rest, (size_t)dense_nv(c->tree) * sizeof *rest);
	struct dense_motion m;
	dense_motion_begin(&m, c->tree, q, qd, rest);
	for (int r = 0; r < c->n; r++)
		d[r] = row_rate(&m, &c->row[r], &most);
	dense_motion_end(&m);
	if (scale)
		*scale = most;
	free(rest);
}

/* --- closure --- */

/* Rotation vector of R_a^T R_b, by the quaternion (axis sin(angle / 2), cos(angle / 2)): of its four numbers the largest
 * has its square from the diagonal of R, the others follow. */
static void rotation_vector(real R[3][3], real x[3])
{
	real k[4], trace = R[0][0] + R[1][1] + R[2][2];
	int most = 3;
	for (int i = 0; i < 3; i++) {
		k[i] = 1 + 2 * R[i][i] - trace;
		most = k[i] > (most == 3 ? 1 + trace : k[most]) ? i : most;
	}
	k[3] = 1 + trace;
	real size = sqrtl(k[most]), half[4];
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, l = (i + 2) % 3;
		half[i] = most == 3 ? (R[l][j] - R[j][l]) / size : (R[i][most] + R[most][i]) / size;
	}
	int j = (most + 1) % 3, l = (most + 2) % 3;
	half[3] = most == 3 ? size : (R[l][j] - R[j][l]) / size;
	if (most < 3)
		half[most] = size;
	real sine = sqrtl(dot(half, half, 3));
	for (int i = 0; i < 3; i++)
		x[i] = sine > 0 ? (half[3] < 0 ? -2 : 2) * atan2l(sine, fabsl(half[3])) * half[i] / sine : 0;
}

/* R_a^T R_b */
static void seen_turn(const struct posed *p, real R[3][3])
{
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			real a[3], b[3];
			axis_of(p->R[0], i, a);
			axis_of(p->R[1], j, b);
			R[i][j] = dot(a, b, 3);
		}
}

static real angular_closure(const struct posed *p, const struct dense_row *row, real *scale)
{
	real R[3][3], vector[3], moved[3], square[3], x[3], y[3];
	seen_turn(p, R);
	axis_of(p->R[0], 0, x);
	axis_of(p->R[1], 1, y);
	if (row->direction == DENSE_ACROSS)
		return -dot(x, y, 3);
	for (int i = 0; i < 3; i++)
		moved[i] = dot(R[i], row->n, 3);
	cross(row->n, moved, square);
	if (dot(row->n, row->n, 3) > 0)
		return dot(row->t, square, 3);
	/* near half a turn the vector is uncertain */
	rotation_vector(R, vector);
	real angle = sqrtl(dot(vector, vector, 3));
	*scale = fmaxl(*scale, angle > 1 ? angle / sinl(angle) : 1);
	return dot(row->t, vector, 3);
}

void dense_rows_closure(const struct dense_constraints *c, const real *q, real *closure, real *scale)
{
	real most = 1;
	struct dense_motion m;
	dense_motion_begin(&m, c->tree, q, NULL, NULL);
	for (int r = 0; r < c->n; r++) {
		struct posed p = pose_row(&m, &c->row[r]);
		most = fmaxl(most, p.reach);
		if (c->row[r].angular)
			closure[r] = angular_closure(&p, &c->row[r], &most);
		else
			closure[r] = dot(p.t, p.d, 3) - c->row[r].length;
	}
	dense_motion_end(&m);
	if (scale)
		*scale = most;
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
