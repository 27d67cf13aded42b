#include "dense_inside.h"

/* a site, with its whole motion in its own axes at its own origin */
struct view {
	int nv;
	struct dense_frame pose; /* in the world */
	real *J;                 /* 6 x nv */
	real v[6], a[6];         /* a is the spatial acceleration, without gravity */
	real reach;
	real turning, bending; /* the largest angular velocity from the root on, and component of cJ */
};

static struct dense_frame compose(struct dense_frame A, struct dense_frame B)
{
	struct dense_frame C = A;
	mul3(A.R, B.R, C.R);
	dense_shift(&A, B.p[0], B.p[1], B.p[2]);
	memcpy(C.p, A.p, sizeof C.p);
	return C;
}

void dense_place(const struct dense_tree *t, const struct dense_frame *pose, const struct dense_site *site,
                 struct dense_frame *here, real *reach)
{
	*here = site->body < 0 ? site->at : compose(pose[site->body], site->at);
	*reach = fmaxl(largest(here->p, 3), largest(site->at.p, 3));
	for (int b = site->body; b >= 0; b = t->body[b].parent) {
		*reach = fmaxl(*reach, largest(pose[b].p, 3));
		*reach = fmaxl(*reach, largest(t->body[b].at.p, 3));
		*reach = fmaxl(*reach, largest(t->body[b].then.p, 3));
	}
}

/* x := R x, for both halves of the n columns of x */
static void turn_columns(const struct dense_frame *frame, real *x, int n)
{
	for (int half = 0; half < 2; half++)
		for (int j = 0; j < n; j++) {
			real *first = x + half * 3 * n + j, old[3] = { first[0], first[n], first[2 * n] };
			for (int i = 0; i < 3; i++) {
				first[i * n] = 0;
				for (int k = 0; k < 3; k++)
					first[i * n] += frame->R[i][k] * old[k];
			}
		}
}

/* motion shared by a site and its body, in the site's axes */
static void ride(const struct dense_site *site, const struct dense_state *s, const real *J, struct view *view)
{
	real X[6][6];
	motion_transform(&site->at, X);
	add_mul(X, s->v, view->v);
	add_mul(X, s->a, view->a);
	for (int i = 0; i < 6; i++)
		for (int j = 0; j < view->nv; j++)
			for (int k = 0; k < 6; k++)
				view->J[i * view->nv + j] += X[i][k] * J[k * view->nv + j];
}

void dense_motion_begin(struct dense_motion *m, const struct dense_tree *t, const real *q, const real *qd,
                        const real *qdd)
{
	real *rest = zeroed((size_t)dense_nv(t), sizeof *rest);
	*m = (struct dense_motion){ .tree = t, .qd = qd, .qdd = qdd };
	m->order = zeroed((size_t)t->n, sizeof *m->order);
	m->pose = zeroed((size_t)t->n, sizeof *m->pose);
	m->state = dense_states(t, q, qd, m->order);
	dense_poses(t, m->state, m->order, m->pose);
	dense_outward(t, m->state, m->order, qdd ? qdd : rest, (const real[3]){ 0 });
	free(rest);
}

void dense_motion_end(struct dense_motion *m)
{
	free(m->J);
	free(m->pose);
	free(m->state);
	free(m->order);
}

/* computes the view of a site; the caller frees view->J */
static void look(struct dense_motion *m, const struct dense_site *site, struct view *view)
{
	const struct dense_tree *t = m->tree;
	int nv = dense_nv(t);
	*view = (struct view){ .nv = nv, .J = zeroed((size_t)(6 * nv), sizeof *view->J) };
	if (!m->J)
		m->J = dense_jacobians(t, m->state, m->order);
	dense_place(t, m->pose, site, &view->pose, &view->reach);
	if (site->body >= 0)
		ride(site, &m->state[site->body], m->J + site->body * 6 * nv, view);
	for (int b = site->body; b >= 0; b = t->body[b].parent) {
		view->turning = fmaxl(view->turning, largest(m->state[b].v + 3, 3));
		view->bending = fmaxl(view->bending, largest(m->state[b].cJ, 6));
	}
}

/* largest entry of column j of J, and of the lever arms of its rotation from the root on */
static real column_scale(const struct view *view, int j)
{
	real column[6];
	for (int k = 0; k < 6; k++)
		column[k] = view->J[k * view->nv + j];
	return fmaxl(largest(column, 6), view->reach * largest(column + 3, 3));
}

/* the largest column, weighted by the velocities x unless NULL */
static real columns_scale(const struct view *view, const real *x)
{
	real scale = 0;
	for (int j = 0; j < view->nv; j++)
		scale = fmaxl(scale, column_scale(view, j) * (x ? fabsl(x[j]) : 1));
	return scale;
}

/* --- at one state --- */

static void put_place(const struct dense_tree *t, const struct dense_frame *pose, const struct dense_site *site,
                      real R[9], real p[3], real *scale)
{
	struct dense_frame here;
	real reach;
	dense_place(t, pose, site, &here, &reach);
	for (int i = 0; i < 3; i++) {
		p[i] = here.p[i];
		for (int j = 0; j < 3; j++)
			R[3 * i + j] = here.R[i][j];
	}
	if (scale)
		*scale = fmaxl(1, reach);
}

void dense_motion_fk(const struct dense_motion *m, const struct dense_site *site, real R[9], real p[3], real *scale)
{
	put_place(m->tree, m->pose, site, R, p, scale);
}

/* J in the axes of the site, or of the world */
static void put_jacobian(struct dense_motion *m, const struct dense_site *site, bool local, real *J, real *scale)
{
	struct view view;
	look(m, site, &view);
	if (!local)
		turn_columns(&view.pose, view.J, view.nv);
	memcpy(J, view.J, (size_t)(6 * view.nv) * sizeof *J);
	if (scale)
		*scale = columns_scale(&view, NULL);
	free(view.J);
}

void dense_motion_jac(struct dense_motion *m, const struct dense_site *site, real *J, real *scale)
{
	put_jacobian(m, site, false, J, scale);
}

void dense_motion_vel(struct dense_motion *m, const struct dense_site *site, real v[6], real *scale)
{
	struct view view;
	look(m, site, &view);
	memcpy(v, view.v, sizeof view.v);
	turn_columns(&view.pose, v, 1);
	if (scale)
		*scale = columns_scale(&view, m->qd);
	free(view.J);
}

/* RBDA section 2.11: the second derivative of the position is a + w x v, with the spatial v and a */
void dense_motion_acc(struct dense_motion *m, const struct dense_site *site, real a[6], real *scale)
{
	struct view view;
	real W[3][3];
	look(m, site, &view);
	memcpy(a, view.a, sizeof view.a);
	cross_matrix(view.v + 3, W);
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			a[i] += W[i][k] * view.v[k];
	turn_columns(&view.pose, a, 1);
	if (scale) {
		*scale = view.turning * columns_scale(&view, m->qd);
		*scale = fmaxl(*scale, view.bending * fmaxl(1, view.reach));
		*scale = m->qdd ? fmaxl(*scale, columns_scale(&view, m->qdd)) : *scale;
	}
	free(view.J);
}

/* --- of one site --- */

void dense_fk(const struct dense_tree *t, const real *q, const struct dense_site *site, real R[9], real p[3],
              real *scale)
{
	struct dense_frame *pose = zeroed((size_t)t->n, sizeof *pose);
	dense_pose(t, q, pose);
	put_place(t, pose, site, R, p, scale);
	free(pose);
}

void dense_jac_local(const struct dense_tree *t, const real *q, const struct dense_site *site, real *J, real *scale)
{
	struct dense_motion m;
	dense_motion_begin(&m, t, q, NULL, NULL);
	put_jacobian(&m, site, true, J, scale);
	dense_motion_end(&m);
}

void dense_jac(const struct dense_tree *t, const real *q, const struct dense_site *site, real *J, real *scale)
{
	struct dense_motion m;
	dense_motion_begin(&m, t, q, NULL, NULL);
	put_jacobian(&m, site, false, J, scale);
	dense_motion_end(&m);
}

void dense_vel(const struct dense_tree *t, const real *q, const real *qd, const struct dense_site *site, real v[6],
               real *scale)
{
	struct dense_motion m;
	dense_motion_begin(&m, t, q, qd, NULL);
	dense_motion_vel(&m, site, v, scale);
	dense_motion_end(&m);
}

void dense_acc(const struct dense_tree *t, const real *q, const real *qd, const real *qdd,
               const struct dense_site *site, real a[6], real *scale)
{
	struct dense_motion m;
	dense_motion_begin(&m, t, q, qd, qdd);
	dense_motion_acc(&m, site, a, scale);
	dense_motion_end(&m);
}

void dense_drift(const struct dense_tree *t, const real *q, const real *qd, const struct dense_site *site, real a[6],
                 real *scale)
{
	dense_acc(t, q, qd, NULL, site, a, scale);
}
