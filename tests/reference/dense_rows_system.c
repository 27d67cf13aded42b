/* Dynamics under constraints as one linear system. The unknowns of every body i are its acceleration a_i and the wrench
 * f_i through its joint; further unknowns are the accelerations ydd of the joints, their forces, the independent
 * accelerations qdd, and lambda. With the wrenches c of a unit of lambda on the bodies of a row,
 *   a_i - X a_parent - S ydd = cJ + v x vJ
 *   I a_i - f_i + sum of X^T f_child - sum of c lambda = f_ext + weight - v x* I v
 *   S^T f_i + armature ydd - force = 0
 *   ydd - G qdd = rest
 *   G^T force = tau
 *   sum of c . a = -(d(J qd)/dt at a = 0)
 * (RBDA section 2.14 for one body, 4.4 for joints.) A jump of velocities obeys the same equations, with impulses as
 * forces. */
#include "dense_rows_inside.h"

struct system {
	const struct dense_constraints *c;
	int n, ny, nv, size;
	int a, f, ydd, force, qdd, lambda; /* the first unknown, or equation, of a kind */
	struct dense_state *state;
	struct dense_frame *pose;
	int *order;
	bool *active;
	real *A, *b; /* A x = b */
};

static void cross(const real *a, const real *b, real *c)
{
	for (int i = 0; i < 3; i++)
		c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* y = R x, or y = R^T x */
static void rotate(real R[3][3], bool back, const real *x, real *y)
{
	for (int i = 0; i < 3; i++) {
		y[i] = 0;
		for (int k = 0; k < 3; k++)
			y[i] += (back ? R[k][i] : R[i][k]) * x[k];
	}
}

static real *at(const struct system *s, int row, int column)
{
	return &s->A[row * s->size + column];
}

/* --- rows --- */

/* A site in the world: its frame, its velocity, and w x v of its origin. */
struct placed {
	real R[3][3], p[3], v[3], w[3], swept[3];
};

static struct placed place_site(const struct system *s, const struct dense_site *site)
{
	struct placed here = { .p = { 0 } };
	if (site->body < 0) {
		memcpy(here.R, site->at.R, sizeof here.R);
		memcpy(here.p, site->at.p, sizeof here.p);
		return here;
	}
	struct dense_frame *body = &s->pose[site->body], at = site->at;
	const real *twist = s->state[site->body].v;
	real v[3];
	mul3(body->R, at.R, here.R);
	rotate(body->R, false, at.p, here.p);
	cross(twist + 3, at.p, v);
	for (int i = 0; i < 3; i++) {
		here.p[i] += body->p[i];
		v[i] += twist[i];
	}
	rotate(body->R, false, v, here.v);
	rotate(body->R, false, twist + 3, here.w);
	cross(here.w, here.v, here.swept);
	return here;
}

/* Wrench of a unit of lambda on a body, in its axes at its origin: `sign` t at `point`, or a moment. */
static void unit_wrench(struct dense_frame *body, bool angular, int sign, const real *t, const real *point, real c[6])
{
	real arm[3], moment[3], zero[3] = { 0 };
	for (int i = 0; i < 3; i++)
		arm[i] = point[i] - body->p[i];
	cross(arm, t, moment);
	rotate(body->R, true, angular ? zero : t, c);
	rotate(body->R, true, angular ? t : moment, c + 3);
	for (int i = 0; i < 6; i++)
		c[i] *= sign;
}

/* A row at the state: wrenches of a unit of lambda on its two bodies, and d(J qd)/dt where all a = 0. */
struct levers {
	int body[2];
	real c[2][6], rate;
};

static struct levers levers_of(const struct system *s, const struct dense_row *row)
{
	struct levers l = { .body = { row->a.body, row->b.body } };
	struct placed a = place_site(s, &row->a), b = place_site(s, &row->b);
	real t[3], turned[3], d[3], between[3], around[3], again[3];
	for (int i = 0; i < 3; i++) {
		d[i] = b.p[i] - a.p[i];
		between[i] = b.v[i] - a.v[i];
	}
	dense_rows_direction(row, a.R[0], b.R[0], d, t);
	dense_rows_turning(row, a.R[0], b.R[0], d, a.w, b.w, between, turned);
	for (int side = 0; side < 2; side++)
		if (l.body[side] >= 0)
			unit_wrench(&s->pose[l.body[side]], row->angular, side ? 1 : -1, t, b.p, l.c[side]);
	cross(a.w, d, around);
	cross(a.w, between, again);
	for (int i = 0; i < 3; i++)
		l.rate += row->angular
		                  ? turned[i] * (b.w[i] - a.w[i])
		                  : turned[i] * (between[i] - around[i]) + t[i] * (b.swept[i] - a.swept[i] - again[i]);
	return l;
}

/* --- equations --- */

static void add_motion(const struct system *s, int i)
{
	const struct dense_state *body = &s->state[i];
	int parent = s->c->tree->body[i].parent;
	for (int k = 0; k < 6; k++) {
		int row = s->a + 6 * i + k;
		*at(s, row, row) = 1;
		for (int l = 0; l < 6 && parent >= 0; l++)
			*at(s, row, s->a + 6 * parent + l) = -body->X[k][l];
		for (int j = 0; j < body->nv; j++)
			*at(s, row, s->ydd + body->iv + j) = -body->S[k][j];
	}
}

static void add_balance(const struct system *s, int i)
{
	const struct dense_body *b = &s->c->tree->body[i];
	const struct dense_state *body = &s->state[i];
	real I[6][6];
	spatial_inertia(b, I);
	for (int k = 0; k < 6; k++) {
		*at(s, s->f + 6 * i + k, s->f + 6 * i + k) = -1;
		for (int l = 0; l < 6; l++) {
			*at(s, s->f + 6 * i + k, s->a + 6 * i + l) = I[k][l];
			if (b->parent >= 0)
				*at(s, s->f + 6 * b->parent + k, s->f + 6 * i + l) = body->X[l][k];
		}
		for (int j = 0; j < body->nv; j++)
			*at(s, s->ydd + body->iv + j, s->f + 6 * i + k) = body->S[k][j];
	}
	for (int j = 0; j < body->nv; j++)
		*at(s, s->ydd + body->iv + j, s->ydd + body->iv + j) = b->armature[j];
}

static void add_joints(const struct system *s)
{
	const struct dense_coupling *coupling = s->c->coupling;
	for (int i = 0; i < s->ny; i++) {
		*at(s, s->ydd + i, s->force + i) = -1;
		*at(s, s->force + i, s->ydd + i) = 1;
		for (int j = 0; j < s->nv; j++) {
			real G = coupling ? coupling->G[i * s->nv + j] : i == j;
			*at(s, s->force + i, s->qdd + j) = -G;
			*at(s, s->qdd + j, s->force + i) = G;
		}
	}
}

static void add_rows(const struct system *s)
{
	for (int r = 0; r < s->c->n; r++) {
		struct levers l = levers_of(s, &s->c->row[r]);
		if (!s->active[r])
			*at(s, s->lambda + r, s->lambda + r) = 1;
		for (int side = 0; side < 2 && s->active[r]; side++)
			for (int k = 0; k < 6 && l.body[side] >= 0; k++) {
				*at(s, s->lambda + r, s->a + 6 * l.body[side] + k) += l.c[side][k];
				*at(s, s->f + 6 * l.body[side] + k, s->lambda + r) -= l.c[side][k];
			}
	}
}

static struct system make_system(const struct dense_constraints *c, const real *q, const real *qd)
{
	struct system s = { .c = c, .n = c->tree->n, .ny = dense_nv(c->tree), .nv = dense_rows_nv(c) };
	s.f = 6 * s.n;
	s.ydd = 12 * s.n;
	s.force = s.ydd + s.ny;
	s.qdd = s.force + s.ny;
	s.lambda = s.qdd + s.nv;
	s.size = s.lambda + c->n;
	s.order = zeroed((size_t)s.n, sizeof *s.order);
	s.pose = zeroed((size_t)s.n, sizeof *s.pose);
	s.active = zeroed((size_t)c->n, sizeof *s.active);
	s.A = zeroed((size_t)(s.size * s.size), sizeof *s.A);
	s.b = zeroed((size_t)s.size, sizeof *s.b);
	s.state = dense_states(c->tree, q, qd, s.order);
	dense_poses(c->tree, s.state, s.order, s.pose);
	dense_outward(c->tree, s.state, s.order, s.b, (const real[3]){ 0 }); /* v; a is not read */
	dense_rows_active(c, q, s.active);
	for (int i = 0; i < s.n; i++) {
		add_motion(&s, i);
		add_balance(&s, i);
	}
	add_joints(&s);
	add_rows(&s);
	return s;
}

static void free_system(struct system *s)
{
	free(s->order);
	free(s->pose);
	free(s->active);
	free(s->A);
	free(s->b);
	free(s->state);
}

/* x = A^-1 b, and one step of iterative refinement; b becomes x. */
static void solve(struct system *s)
{
	size_t n = (size_t)s->size;
	real *A = zeroed(n * n, sizeof *A), *x = zeroed(n, sizeof *x), *left = zeroed(n, sizeof *left);
	for (int pass = 0; pass < 2; pass++) {
		for (int i = 0; i < s->size; i++) {
			left[i] = s->b[i];
			for (int j = 0; j < s->size; j++)
				left[i] -= *at(s, i, j) * x[j];
		}
		memcpy(A, s->A, n * n * sizeof *A);
		dense_eliminate(A, s->size, left, 1);
		for (int i = 0; i < s->size; i++)
			x[i] += left[i];
	}
	memcpy(s->b, x, n * sizeof *x);
	free(left);
	free(x);
	free(A);
}

/* --- forward dynamics --- */

/* f_ext + weight - v x* I v, and cJ + v x vJ */
static void body_terms(struct system *s, int i, const real *f_ext)
{
	const struct dense_body *b = &s->c->tree->body[i];
	struct dense_state *body = &s->state[i];
	real I[6][6], V[6][6], h[6] = { 0 }, *force = s->b + s->f + 6 * i, *motion = s->b + s->a + 6 * i, weight[3],
			       moment[3];
	spatial_inertia(b, I);
	motion_cross(body->v, V);
	add_mul(I, body->v, h);
	add_mul_transposed(V, h, force); /* v x* is -(v x)^T */
	memcpy(motion, body->cJ, sizeof body->cJ);
	add_mul(V, body->vJ, motion);
	rotate(s->pose[i].R, true, s->c->tree->gravity, weight);
	for (int k = 0; k < 3; k++)
		weight[k] *= b->mass;
	cross(b->com, weight, moment);
	for (int k = 0; k < 3; k++) {
		force[k] += weight[k];
		force[3 + k] += moment[k];
	}
	for (int k = 0; k < 6 && f_ext; k++)
		force[k] += f_ext[6 * i + k];
}

/* Terms of tau - h, and of the drift of each row. */
static void sizes_of(const struct dense_constraints *c, const real *q, const real *qd, const real *tau,
                     const real *f_ext, real *size)
{
	int ny = dense_nv(c->tree), nv = dense_rows_nv(c);
	real *rest = zeroed((size_t)ny, sizeof *rest), *h = zeroed((size_t)ny, sizeof *h);
	real *of_tree = zeroed((size_t)ny, sizeof *of_tree);
	if (c->coupling)
		memcpy(rest, c->coupling->rest, (size_t)ny * sizeof *rest);
	dense_rnea_sizes(c->tree, q, qd, rest, f_ext, h, of_tree);
	dense_rows_project_sizes(c, of_tree);
	for (int j = 0; j < nv; j++)
		size[j] = of_tree[j] + fabsl(tau[j]);
	for (int r = 0; r < c->n; r++) {
		struct dense_constraints one = { c->tree, c->coupling, 1, &c->row[r], NULL };
		real drift;
		dense_rows_drift(&one, q, qd, &drift, &size[nv + r]);
	}
	free(of_tree);
	free(h);
	free(rest);
}

void dense_rows_fd(const struct dense_constraints *c, const real *q, const real *qd, const real *tau, const real *f_ext,
                   real *qdd, real *lambda, real *condition, real scale[2])
{
	struct system s = make_system(c, q, qd);
	for (int i = 0; i < s.n; i++)
		body_terms(&s, i, f_ext);
	for (int i = 0; i < s.ny && c->coupling; i++)
		s.b[s.force + i] = c->coupling->rest[i];
	memcpy(s.b + s.qdd, tau, (size_t)s.nv * sizeof *tau);
	for (int r = 0; r < c->n; r++)
		s.b[s.lambda + r] = s.active[r] ? -levers_of(&s, &c->row[r]).rate : 0;
	solve(&s);
	memcpy(qdd, s.b + s.qdd, (size_t)s.nv * sizeof *qdd);
	memcpy(lambda, s.b + s.lambda, (size_t)c->n * sizeof *lambda);
	if (scale) {
		real *size = zeroed((size_t)(s.nv + c->n), sizeof *size);
		sizes_of(c, q, qd, tau, f_ext, size);
		dense_rows_bounds(c, q, s.b + s.qdd, size, condition, scale);
		free(size);
	}
	free_system(&s);
}

/* --- impact --- */

/* J qd, from the twists of the bodies */
static real closing_speed(const struct system *s, const struct levers *l)
{
	real sum = 0;
	for (int side = 0; side < 2; side++)
		for (int k = 0; k < 6 && l->body[side] >= 0; k++)
			sum += l->c[side][k] * s->state[l->body[side]].v[k];
	return sum;
}

/* Independent velocities, of those of the tree: the least squares solution of G x = qd, which is exact. */
static void independent(const struct system *s, const real *qd, real *x)
{
	int nv = s->nv;
	const real *G = s->c->coupling ? s->c->coupling->G : NULL;
	memcpy(x, qd, (size_t)nv * sizeof *x);
	if (!G)
		return;
	real *GG = zeroed((size_t)(nv * nv), sizeof *GG);
	memset(x, 0, (size_t)nv * sizeof *x);
	for (int i = 0; i < s->ny; i++)
		for (int j = 0; j < nv; j++) {
			x[j] += G[i * nv + j] * qd[i];
			for (int k = 0; k < nv; k++)
				GG[j * nv + k] += G[i * nv + j] * G[i * nv + k];
		}
	dense_eliminate(GG, nv, x, 1);
	free(GG);
}

/* M x = J^T impulse, J x = -jump; size (nv + n): terms of tau, none, and of each jump. */
static void solve_jump(struct system *s, const real *q, const real *jump, real *size, real *x, real *impulse,
                       real *condition, real scale[2])
{
	for (int r = 0; r < s->c->n; r++)
		s->b[s->lambda + r] = s->active[r] ? -jump[r] : 0;
	solve(s);
	memcpy(x, s->b + s->qdd, (size_t)s->nv * sizeof *x);
	memcpy(impulse, s->b + s->lambda, (size_t)s->c->n * sizeof *impulse);
	if (scale)
		dense_rows_bounds(s->c, q, s->b + s->qdd, size, condition, scale);
}

void dense_rows_jump(const struct dense_constraints *c, const real *q, const real *jump, real *x, real *impulse,
                     real *condition, real scale[2])
{
	real *rest = zeroed((size_t)dense_nv(c->tree), sizeof *rest);
	struct system s = make_system(c, q, rest);
	real *size = zeroed((size_t)(s.nv + c->n), sizeof *size);
	for (int r = 0; r < c->n; r++)
		size[s.nv + r] = fabsl(jump[r]);
	solve_jump(&s, q, jump, size, x, impulse, condition, scale);
	free(size);
	free(rest);
	free_system(&s);
}

void dense_rows_impact(const struct dense_constraints *c, const real *q, const real *qd, const real *restitution,
                       real *qd_plus, real *impulse, real *condition, real scale[2])
{
	struct system s = make_system(c, q, qd);
	real *size = zeroed((size_t)(s.nv + c->n), sizeof *size), *jump = zeroed((size_t)c->n, sizeof *jump);
	real *x = zeroed((size_t)s.nv, sizeof *x);
	for (int r = 0; r < c->n; r++) {
		struct dense_constraints one = { c->tree, c->coupling, 1, &c->row[r], NULL };
		struct levers l = levers_of(&s, &c->row[r]);
		real *J = zeroed((size_t)s.nv, sizeof *J), most;
		jump[r] = (1 + restitution[r]) * closing_speed(&s, &l);
		dense_rows_jac(&one, q, J, &most);
		size[s.nv + r] = (1 + restitution[r]) * most * largest(qd, s.ny);
		free(J);
	}
	solve_jump(&s, q, jump, size, x, impulse, condition, scale);
	independent(&s, qd, qd_plus);
	for (int j = 0; j < s.nv; j++)
		qd_plus[j] += x[j];
	if (scale)
		scale[0] = fmaxl(scale[0], largest(qd, s.ny));
	free(x);
	free(jump);
	free(size);
	free_system(&s);
}
