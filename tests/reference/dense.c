#include "dense_inside.h"

#include <assert.h>

/* --- the tree --- */

void dense_widen(const double *x, int n, real *y)
{
	for (int i = 0; i < n; i++)
		y[i] = x[i];
}

int dense_nq(const struct dense_tree *t)
{
	int nq = 0;
	for (int b = 0; b < t->n; b++)
		nq += dense_joint_nq(&t->body[b]);
	return nq;
}

int dense_nv(const struct dense_tree *t)
{
	int nv = 0;
	for (int b = 0; b < t->n; b++)
		nv += dense_joint_nv(&t->body[b]);
	return nv;
}

static int order_children(const struct dense_tree *t, int parent, int *order, int k)
{
	for (int b = 0; b < t->n; b++)
		if (t->body[b].parent == parent) {
			order[k] = b;
			k = order_children(t, b, order, k + 1);
		}
	return k;
}

void dense_index(const struct dense_tree *t, int *order, int *q_of, int *v_of)
{
	int *by_depth = zeroed((size_t)t->n, sizeof *by_depth), nq = 0, nv = 0;
	int reached = order_children(t, -1, by_depth, 0);
	assert(reached == t->n);
	(void)reached;
	for (int k = 0; k < t->n; k++) {
		int b = by_depth[k];
		if (order)
			order[k] = b;
		if (q_of)
			q_of[b] = nq;
		if (v_of)
			v_of[b] = nv;
		nq += dense_joint_nq(&t->body[b]);
		nv += dense_joint_nv(&t->body[b]);
	}
	free(by_depth);
}

struct dense_state *dense_states(const struct dense_tree *t, const real *q, const real *qd, int *order)
{
	struct dense_state *state = zeroed((size_t)t->n, sizeof *state);
	int *q_of = zeroed((size_t)t->n, sizeof *q_of), *v_of = zeroed((size_t)t->n, sizeof *v_of);
	const real rest[6] = { 0 };
	dense_index(t, order, q_of, v_of);
	for (int k = 0; k < t->n; k++) {
		const struct dense_body *b = &t->body[order[k]];
		struct dense_state *s = &state[order[k]];
		s->iq = q_of[order[k]];
		s->iv = v_of[order[k]];
		s->nv = dense_joint_nv(b);

		real XT[6][6], XJ[6][6], XB[6][6], XJT[6][6], S[6][6], vJ[6], cJ[6];
		dense_jcalc(b, q + s->iq, qd ? qd + s->iv : rest, XJ, S, vJ, cJ);
		motion_transform(&b->at, XT);
		motion_transform(&b->then, XB);
		mul6(XJ, XT, XJT);
		mul6(XB, XJT, s->X);
		mul6(XB, S, s->S);
		add_mul(XB, vJ, s->vJ);
		add_mul(XB, cJ, s->cJ);

		if (b->parent >= 0) {
			s->turns = state[b->parent].turns;
			s->slides = state[b->parent].slides;
		}
		for (int j = 0; j < s->nv; j++)
			for (int i = 0; i < 3; i++) {
				s->slides |= S[i][j] != 0;
				s->turns |= S[i + 3][j] != 0;
			}
	}
	free(q_of);
	free(v_of);
	return state;
}

void dense_poses(const struct dense_tree *t, struct dense_state *state, const int *order, struct dense_frame *pose)
{
	real(*X)[6][6] = zeroed((size_t)t->n, sizeof *X);
	for (int k = 0; k < t->n; k++) {
		int i = order[k], lambda = t->body[i].parent;
		if (lambda < 0)
			memcpy(X[i], state[i].X, sizeof X[i]);
		else
			mul6(state[i].X, X[lambda], X[i]);
		frame_of_transform(X[i], &pose[i]);
	}
	free(X);
}

void dense_pose(const struct dense_tree *t, const real *q, struct dense_frame *pose)
{
	int *order = zeroed((size_t)t->n, sizeof *order);
	struct dense_state *state = dense_states(t, q, NULL, order);
	dense_poses(t, state, order, pose);
	free(state);
	free(order);
}

void dense_move(const struct dense_tree *t, const real *q, const real *v, real h, real *moved)
{
	int *q_of = zeroed((size_t)t->n, sizeof *q_of), *v_of = zeroed((size_t)t->n, sizeof *v_of);
	dense_index(t, NULL, q_of, v_of);
	for (int b = 0; b < t->n; b++)
		dense_jmove(&t->body[b], q + q_of[b], v + v_of[b], h, moved + q_of[b]);
	free(q_of);
	free(v_of);
}

/* --- inverse dynamics --- */

void dense_raise(real *scale, const real x[3])
{
	for (int i = 0; i < 3; i++)
		if (!(fabsl(x[i]) <= *scale))
			*scale = fabsl(x[i]);
}

/* raises the scale by the terms of a x b in any axes, even where a and b are parallel */
static void raise_product(real *scale, const real a[3], const real b[3])
{
	const real product[3] = { hypotl(hypotl(a[0], a[1]), a[2]) * hypotl(hypotl(b[0], b[1]), b[2]) };
	dense_raise(scale, product);
}

void dense_raise_moments(real *scale, const struct dense_body *b, const real f[6])
{
	real C[3][3], lever[3] = { 0 };
	cross_matrix(b->com, C);
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			lever[i] += C[i][k] * f[k];
	dense_raise(scale, f + 3);
	dense_raise(scale, lever);
}

static void body_motion(const struct dense_tree *t, struct dense_state *state, int i, const real *qdd,
                        const real at_rest[3])
{
	struct dense_state *s = &state[i];
	int lambda = t->body[i].parent;
	real world_v[6] = { 0 }, C[6][6];
	real world_a[6] = { at_rest[0], at_rest[1], at_rest[2], 0, 0, 0 };

	/* v = X v_lambda + vJ */
	memcpy(s->v, s->vJ, sizeof s->v);
	add_mul(s->X, lambda < 0 ? world_v : state[lambda].v, s->v);

	/* a = X a_lambda + S qdd + cJ + v x vJ */
	memcpy(s->a, s->cJ, sizeof s->a);
	add_mul(s->X, lambda < 0 ? world_a : state[lambda].a, s->a);
	for (int k = 0; k < 6; k++)
		for (int j = 0; j < s->nv; j++)
			s->a[k] += s->S[k][j] * qdd[s->iv + j];
	motion_cross(s->v, C);
	add_mul(C, s->vJ, s->a);
}

void dense_outward(const struct dense_tree *t, struct dense_state *state, const int *order, const real *qdd,
                   const real at_rest[3])
{
	for (int k = 0; k < t->n; k++)
		body_motion(t, state, order[k], qdd, at_rest);
}

/* f = I a + v x* I v - f_ext */
static void rnea_wrench(const struct dense_body *b, struct dense_state *s, const real *f_ext)
{
	real I[6][6], C[6][6], h[6] = { 0 }, vh[6] = { 0 };
	spatial_inertia(b, I);
	motion_cross(s->v, C);
	add_mul(I, s->v, h);
	add_mul_transposed(C, h, vh);
	add_mul(I, s->a, s->f);
	for (int k = 0; k < 6; k++)
		s->f[k] -= vh[k];

	if (s->turns) {
		dense_raise_moments(&s->scale, b, s->f);
		raise_product(&s->scale, s->v + 3, h + 3);
		if (f_ext)
			dense_raise(&s->scale, f_ext + 3);
	}
	for (int k = 0; f_ext && k < 6; k++)
		s->f[k] -= f_ext[k];
}

/* inward: tau = S^T f, then f is added to the parent */
static void rnea_torque(const struct dense_tree *t, struct dense_state *state, int i, const real *qdd, real *tau)
{
	const struct dense_body *b = &t->body[i];
	struct dense_state *s = &state[i];
	for (int j = 0; j < s->nv; j++) {
		real rotor[3] = { b->armature[j] * qdd[s->iv + j] };
		tau[s->iv + j] = rotor[0];
		for (int k = 0; k < 6; k++)
			tau[s->iv + j] += s->S[k][j] * s->f[k];
		dense_raise(&s->scale, rotor);
	}
	if (s->turns) {
		dense_raise(&s->scale, s->f + 3);
		raise_product(&s->scale, b->then.p, s->f); /* the joint may be away from the body's origin */
	}
	if (s->slides)
		dense_raise(&s->scale, s->f);

	if (b->parent < 0)
		return;
	struct dense_state *parent = &state[b->parent];
	real force[6] = { s->f[0], s->f[1], s->f[2], 0, 0, 0 }, about_parent[6] = { 0 };
	add_mul_transposed(s->X, force, about_parent);
	if (parent->turns)
		dense_raise(&parent->scale, about_parent + 3);
	parent->scale = fmaxl(parent->scale, s->scale);
	add_mul_transposed(s->X, s->f, parent->f);
}

void dense_newton_euler(const struct dense_tree *t, struct dense_state *state, const int *order, const real *qdd,
                        const real *f_ext, real *tau)
{
	/* gravity enters as an acceleration of the world */
	dense_outward(t, state, order, qdd, (const real[3]){ -t->gravity[0], -t->gravity[1], -t->gravity[2] });
	for (int i = 0; i < t->n; i++)
		rnea_wrench(&t->body[i], &state[i], f_ext ? f_ext + 6 * i : NULL);
	for (int k = t->n; k-- > 0;)
		rnea_torque(t, state, order[k], qdd, tau);
}

void dense_rnea(const struct dense_tree *t, const real *q, const real *qd, const real *qdd, const real *f_ext,
                real *tau, real *scale)
{
	int *order = zeroed((size_t)t->n, sizeof *order);
	struct dense_state *state = dense_states(t, q, qd, order);
	real largest = 0;
	dense_newton_euler(t, state, order, qdd, f_ext, tau);
	for (int i = 0; i < t->n; i++)
		largest = fmaxl(largest, state[i].scale);
	if (scale)
		*scale = largest;
	free(state);
	free(order);
}

/* --- the inertia matrix --- */

/* J (6 x nv) of body i, in its own frame: J = X J_lambda, plus S in the columns of its joint */
static void body_jacobian(const struct dense_state *s, int nv, const real *J_lambda, real *J)
{
	for (int k = 0; k < 6; k++)
		for (int j = 0; j < nv; j++) {
			J[k * nv + j] = 0;
			for (int l = 0; J_lambda && l < 6; l++)
				J[k * nv + j] += s->X[k][l] * J_lambda[l * nv + j];
		}
	for (int k = 0; k < 6; k++)
		for (int j = 0; j < s->nv; j++)
			J[k * nv + s->iv + j] = s->S[k][j];
}

real *dense_jacobians(const struct dense_tree *t, const struct dense_state *state, const int *order)
{
	int nv = dense_nv(t), size = 6 * nv;
	real *J = zeroed((size_t)t->n * (size_t)size, sizeof *J);
	for (int k = 0; k < t->n; k++) {
		int i = order[k], lambda = t->body[i].parent;
		body_jacobian(&state[i], nv, lambda < 0 ? NULL : J + lambda * size, J + i * size);
	}
	return J;
}

/* the largest entry of each row of J (6 x nv) */
static void largest_in_rows(const real *J, int nv, real largest[6])
{
	for (int k = 0; k < 6; k++) {
		largest[k] = 0;
		for (int j = 0; j < nv; j++)
			largest[k] = fmaxl(largest[k], fabsl(J[k * nv + j]));
	}
}

void dense_add_product(const real *J, real A[6][6], const real *K, int nv, real *M, real *scale)
{
	real *AK = zeroed((size_t)(6 * nv), sizeof *AK), of_J[6], of_K[6];
	for (int k = 0; k < 6; k++)
		for (int j = 0; j < nv; j++)
			for (int l = 0; l < 6; l++)
				AK[k * nv + j] += A[k][l] * K[l * nv + j];
	for (int i = 0; i < nv; i++)
		for (int j = 0; j < nv; j++)
			for (int k = 0; k < 6; k++)
				M[i * nv + j] += J[k * nv + i] * AK[k * nv + j];
	largest_in_rows(J, nv, of_J);
	largest_in_rows(K, nv, of_K);
	for (int k = 0; k < 6; k++)
		for (int l = 0; l < 6; l++)
			*scale = fmaxl(*scale, of_J[k] * fabsl(A[k][l]) * of_K[l]);
	free(AK);
}

/* from the kinetic energy of all bodies, 1/2 qd^T M qd = sum of 1/2 v^T I v with v = J qd */
void dense_crba(const struct dense_tree *t, const real *q, real *M, real *scale)
{
	int nv = dense_nv(t), *order = zeroed((size_t)t->n, sizeof *order);
	struct dense_state *state = dense_states(t, q, NULL, order);
	real *J = dense_jacobians(t, state, order), largest = 0;
	memset(M, 0, (size_t)nv * (size_t)nv * sizeof *M);
	for (int k = 0; k < t->n; k++) {
		int i = order[k];
		real I[6][6];
		spatial_inertia(&t->body[i], I);
		dense_add_product(J + i * 6 * nv, I, J + i * 6 * nv, nv, M, &largest);
		for (int j = 0; j < state[i].nv; j++) {
			int d = state[i].iv + j;
			M[d * nv + d] += t->body[i].armature[j];
			largest = fmaxl(largest, t->body[i].armature[j]);
		}
	}
	if (scale)
		*scale = largest;
	free(J);
	free(state);
	free(order);
}
