/* Forces of the reference against balances, against derivatives of the inertia matrix, and as inverses of each
 * other, for the model's coordinates; coupled joints follow. */
#include "sampled.h"
#include "suite.h"
#include "vectors.h"

#include <stdlib.h>
#include <string.h>

typedef dense_real real;

enum { NV = RANDOM_NV, BODIES = RANDOM_BODIES };

static struct random_tree tree;
static struct sampled s;

/* --- the model's coordinates --- */

/* the model's velocity for each velocity of `dense`, or -1 */
static void model_columns(int column[NV])
{
	int v_of[BODIES], n = 0;
	dense_index(&tree.dense, NULL, NULL, v_of);
	memset(column, 0, sizeof(int[NV]));
	for (int b = 0; b < s.n; b++)
		if (tree.text[b].coupled)
			column[v_of[b]] = -1;
	for (int i = 0; i < s.nv; i++)
		column[i] = column[i] < 0 ? -1 : n++;
}

static int squeeze(const real *x, real *y)
{
	int column[NV], n = 0;
	model_columns(column);
	for (int i = 0; i < s.nv; i++)
		if (column[i] >= 0)
			y[n++] = x[i];
	return n;
}

static void inertia(const struct sampled *at, real *M)
{
	real scale;
	dense_crba(&at->tree->dense, at->q, M, &scale);
	random_project_inertia(at->tree, at->q, M, &scale);
}

static void coriolis(real *C, real *scale)
{
	static real M[NV * NV];
	real M_scale;
	dense_crba(&tree.dense, s.q, M, &M_scale);
	dense_coriolis(&tree.dense, s.q, s.qd, C, scale);
	random_project_coriolis(&tree, s.q, s.qd, M, M_scale, C, scale);
}

/* --- forward dynamics --- */

TEST(condition_in_closed_form)
{
	const real r = 0.75L, M[4] = { 4, 4 * r, 4 * r, 4 }, scaled[4] = { 400, 40 * r, 40 * r, 4 };
	const real inverse_is[4] = { 1 / (4 - 4 * r * r), -r / (4 - 4 * r * r), -r / (4 - 4 * r * r),
		                     1 / (4 - 4 * r * r) };
	const real weightless[4] = { 1, 0, 0, 0 }, expected = (1 + r) / (1 - r);
	real inverse[4], condition;
	dense_invert(M, 2, inverse, &condition);
	CHECK_CLOSE(inverse, inverse_is, 4, 0, 1e-18L, 0);
	CHECK_CLOSE(&condition, &expected, 1, 0, 1e-18L, 0);
	dense_invert(scaled, 2, inverse, &condition);
	CHECK_CLOSE(&condition, &expected, 1, 0, 1e-18L, 0);
	dense_invert(weightless, 2, inverse, &condition);
	ck_assert(isinf(condition));
	ck_assert(isnan(inverse[3]));
}

TEST(accelerations_come_back)
{
	int done = 0;
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real tau[NV], expected[NV], qdd[NV], condition, scale;
		sampled_draw(number, true, &tree, &s);
		int n = squeeze(s.qdd, expected);
		dense_rnea(&tree.dense, s.q, s.qd, s.qdd, s.f_ext, tau, &scale);
		random_project(&tree, s.q, tau, &scale);
		random_fd(&tree, s.q, s.qd, tau, s.f_ext, qdd, &condition, &scale);
		if (condition > 1e12L)
			continue;
		done++;
		CHECK_CLOSE(qdd, expected, n, scale, 1e-15L, number);
		if (n < s.nv)
			continue;
		dense_fd(&tree.dense, s.q, s.qd, tau, s.f_ext, tau, NULL, NULL);
		CHECK_CLOSE(tau, qdd, n, 0, 0, number);
	}
	ck_assert_msg(done > SAMPLED_TREES * 7 / 10, "only %d trees", done);
}

TEST(inverse_is_inverse)
{
	static real M[NV * NV], Minv[NV * NV], again[NV * NV];
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real condition;
		sampled_draw(number, true, &tree, &s);
		int n = random_nv(&tree);
		inertia(&s, M);
		random_minv(&tree, s.q, Minv, &condition);
		if (condition > 1e12L)
			continue;
		ck_assert(condition > 1 - 1e-15L);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) {
				real product = 0, expected = i == j;
				for (int k = 0; k < n; k++)
					product += M[i * n + k] * Minv[k * n + j];
				/* units in which M has ones on the diagonal */
				product *= sqrtl(M[j * n + j] / M[i * n + i]);
				CHECK_CLOSE(&product, &expected, 1, condition, 1e-17L, number);
			}
		if (n < s.nv)
			continue;
		dense_minv(&tree.dense, s.q, again, NULL);
		CHECK_CLOSE(again, Minv, n * n, 0, 0, number);
	}
}

/* --- Coriolis --- */

TEST(coriolis_is_the_velocity_part_of_the_bias)
{
	static real C[NV * NV];
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real qd[NV], h[NV], g[NV], Cqd[NV], scale, terms, unused;
		sampled_draw(number, true, &tree, &s);
		int n = squeeze(s.qd, qd);
		coriolis(C, &scale);
		random_bias(&tree, s.q, s.qd, NULL, h, &terms);
		dense_gravity(&tree.dense, s.q, g, &unused);
		random_project(&tree, s.q, g, &unused);
		for (int i = 0; i < n; i++) {
			h[i] -= g[i];
			Cqd[i] = dot(C + i * n, qd, n);
		}
		CHECK_CLOSE(Cqd, h, n, fmaxl(terms, scale), 1e-14L, number);
	}
}

/* C + C^T = dM/dt */
TEST(coriolis_and_the_rate_of_inertia)
{
	static real C[NV * NV], rate[NV * NV], sum[NV * NV];
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real scale, M_scale;
		sampled_draw(number, true, &tree, &s);
		int n = random_nv(&tree);
		coriolis(C, &scale);
		dense_crba(&tree.dense, s.q, sum, &M_scale);
		random_project_inertia(&tree, s.q, sum, &M_scale);
		sampled_slope(&s, s.qd, false, inertia, n * n, rate);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				sum[i * n + j] = C[i * n + j] + C[j * n + i];
		CHECK_CLOSE(sum, rate, n * n, fmaxl(scale, M_scale), 1e-13L, number);
	}
}

/* [x, y] of two velocities that are constant in the model's numbers: x x y within each free or spherical
 * joint, and zero elsewhere, since coordinates commute */
static void commutator(const real *x, const real *y, real *z)
{
	int v_of[BODIES], column[NV];
	dense_index(&tree.dense, NULL, NULL, v_of);
	model_columns(column);
	memset(z, 0, sizeof(real[NV]));
	for (int b = 0; b < s.n; b++) {
		bool free = tree.body[b].joint == DENSE_FREE;
		if (!free && tree.body[b].joint != DENSE_SPHERICAL)
			continue;
		int v = column[v_of[b]], w = v + (free ? 3 : 0);
		real vw[3], wv[3];
		cross(x + w, y + w, z + w);
		cross(x + v, y + w, vw);
		cross(x + w, y + v, wv);
		for (int i = 0; i < 3 && free; i++)
			z[v + i] = vw[i] + wv[i];
	}
}

enum { KOSZUL_NV = 20 };

/* dM/dq along each velocity of the model */
static void inertia_slopes(int n, real (*slope)[KOSZUL_NV * KOSZUL_NV])
{
	int column[NV];
	model_columns(column);
	for (int i = 0; i < s.nv; i++) {
		real along[NV] = { [0] = 0 };
		along[i] = 1;
		if (column[i] >= 0)
			sampled_slope(&s, along, false, inertia, n * n, slope[column[i]]);
	}
}

/* M without the armature of free and spherical joints, which does not turn with the joint */
static void metric(int n, real *M)
{
	int v_of[BODIES], column[NV];
	dense_index(&tree.dense, NULL, NULL, v_of);
	model_columns(column);
	inertia(&s, M);
	for (int b = 0; b < s.n; b++)
		if (tree.body[b].joint == DENSE_FREE || tree.body[b].joint == DENSE_SPHERICAL)
			for (int j = 0; j < dense_nv(&(struct dense_tree){ .n = 1, .body = &tree.body[b] }); j++) {
				int k = column[v_of[b]] + j;
				M[k * n + k] -= tree.body[b].armature[j];
			}
}

/* x^T M y */
static real inner(const real *M, int n, const real *x, const real *y)
{
	real sum = 0;
	for (int i = 0; i < n; i++)
		sum += x[i] * dot(M + i * n, y, n);
	return sum;
}

/* Koszul's formula for the connection, from M, its slopes and commutators alone: with a = qd, and unit velocities
 * i and j,  2 C_ij = dM_ij along a + d(M a)_i along j - d(M a)_j along i
 *                    + <[a, j], i> - <[j, i], a> + <[i, a], j>
 * Without the second line, these are the Christoffel symbols. */
static void koszul(int n, const real *qd, real *C)
{
	static real slope[KOSZUL_NV][KOSZUL_NV * KOSZUL_NV], M[NV * NV];
	inertia_slopes(n, slope);
	metric(n, M);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			real unit_i[NV] = { 0 }, unit_j[NV] = { 0 }, aj[NV], ji[NV], ia[NV], sum = 0;
			unit_i[i] = unit_j[j] = 1;
			commutator(qd, unit_j, aj);
			commutator(unit_j, unit_i, ji);
			commutator(unit_i, qd, ia);
			for (int k = 0; k < n; k++)
				sum += qd[k] * (slope[k][i * n + j] + slope[j][i * n + k] - slope[i][j * n + k]);
			sum += inner(M, n, aj, unit_i) - inner(M, n, ji, qd) + inner(M, n, ia, unit_j);
			C[i * n + j] = sum / 2;
		}
}

TEST(coriolis_is_the_connection_of_the_inertia)
{
	static real C[NV * NV], expected[KOSZUL_NV * KOSZUL_NV], M[NV * NV];
	int quaternions = 0, couplings = 0, done = 0;
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real qd[NV] = { 0 }, scale, M_scale;
		sampled_draw(number, true, &tree, &s);
		int n = squeeze(s.qd, qd);
		if (n > KOSZUL_NV)
			continue;
		done++;
		couplings += n < s.nv;
		quaternions += s.nq > s.nv;
		coriolis(C, &scale);
		dense_crba(&tree.dense, s.q, M, &M_scale);
		random_project_inertia(&tree, s.q, M, &M_scale);
		koszul(n, qd, expected);
		CHECK_CLOSE(C, expected, n * n, fmaxl(scale, M_scale), 1e-13L, number);
	}
	ck_assert_msg(done > SAMPLED_TREES / 2 && quaternions > 20 && couplings >= 10,
	              "%d trees, %d with quaternions, "
	              "%d with couplings",
	              done, quaternions, couplings);
}

/* A free body about its centre of mass, and a body on a ball joint. */
TEST(coriolis_of_quaternion_joints)
{
	struct dense_body body = {
		FREE_BODY,
		.armature = { 1, 2, 3, 4, 5, 6 },
	};
	struct dense_tree t = { 1, &body, { 1, 2, -9 } };
	const real q[7] = { 1, 2, 3, 0.5L, 0.5L, 0.5L, 0.5L }, v[6] = { 0.3L, -1, 0.7L, 1.1L, 0.4L, -0.9L }, *w = v + 3;
	real C[36], Cv[6], expected[6], Iw[3];
	cross(w, v, expected);
	for (int i = 0; i < 3; i++) {
		expected[i] *= body.mass;
		Iw[i] = dot(body.inertia[i], w, 3);
	}
	cross(w, Iw, expected + 3);
	dense_coriolis(&t, q, v, C, NULL);
	for (int i = 0; i < 6; i++)
		Cv[i] = dot(C + 6 * i, v, 6);
	CHECK_CLOSE(Cv, expected, 6, 1, 1e-18L, 0);
	body.joint = DENSE_SPHERICAL;
	dense_coriolis(&t, q + 3, w, C, NULL);
	for (int i = 0; i < 3; i++)
		Cv[i] = dot(C + 3 * i, w, 3);
	CHECK_CLOSE(Cv, expected + 3, 3, 1, 1e-18L, 0);
}

/* --- reactions --- */

static bool beyond(int b, int above)
{
	return b >= 0 && (b == above || beyond(tree.body[b].parent, above));
}

/* Wrench needed to move body b, in world axes about the world's origin: m (a - g) at its centre of mass, and
 * Ic w' + w x Ic w, minus the external wrench. */
static void needed(int b, const struct dense_frame *pose, const real *f_ext, real sum[6])
{
	const struct dense_body *body = &tree.body[b];
	struct dense_site centre = { b, place_identity };
	real R[9], c[3], v[6], a[6], Iw[3], gyro[3], force[3], push[6], moment[3], lever[3];
	memcpy(centre.at.p, body->com, sizeof body->com);
	dense_fk(&tree.dense, s.q, &centre, R, c, NULL);
	dense_vel(&tree.dense, s.q, s.qd, &centre, v, NULL);
	dense_acc(&tree.dense, s.q, s.qd, s.qdd, &centre, a, NULL);
	turn(*pose, true, v + 3);
	turn(*pose, true, a + 3);
	for (int i = 0; i < 3; i++)
		Iw[i] = dot(body->inertia[i], v + 3, 3);
	cross(v + 3, Iw, gyro);
	for (int i = 0; i < 3; i++) {
		force[i] = body->mass * (a[i] - tree.dense.gravity[i]);
		push[i] = -f_ext[i];
		push[3 + i] = dot(body->inertia[i], a + 3, 3) + gyro[i] - f_ext[3 + i];
	}
	turn(*pose, false, push);
	turn(*pose, false, push + 3);
	cross(c, force, moment);
	cross(pose->p, push, lever);
	for (int i = 0; i < 3; i++) {
		sum[i] = force[i] + push[i];
		sum[3 + i] = moment[i] + lever[i] + push[3 + i];
	}
}

/* needed wrenches of body b and its descendants, in b's axes about the origin of its joint's moving frame; at_origin is
 * the largest term that cancels */
static void needed_beyond(int b, const struct dense_frame *pose, real (*need)[6], real sum[6], real *at_origin)
{
	real lever[3], centre[3];
	memset(sum, 0, sizeof(real[6]));
	for (int k = 0; k < s.n; k++)
		for (int i = 0; i < 6 && beyond(k, b); i++) {
			sum[i] += need[k][i];
			*at_origin = fmaxl(*at_origin, fabsl(need[k][i]));
		}
	joint_origin(&tree.body[b], centre);
	turn(*pose, false, centre);
	for (int i = 0; i < 3; i++)
		centre[i] += pose->p[i];
	cross(centre, sum, lever);
	for (int i = 0; i < 3; i++)
		sum[3 + i] -= lever[i];
	turn(*pose, true, sum);
	turn(*pose, true, sum + 3);
}

/* The joint of a body transmits the wrenches needed by the body and its descendants; at rest (1) their weight. */
LOOP_TEST(reactions_move_what_is_beyond, 2)
{
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real w[6 * BODIES], need[BODIES][6], expected[6 * BODIES], scale;
		struct dense_frame pose[BODIES];
		sampled_draw(number, true, &tree, &s);
		for (int i = 0; i < s.nv && _i; i++)
			s.qd[i] = s.qdd[i] = 0;
		for (int i = 0; i < 6 * s.n && _i; i++)
			s.f_ext[i] = 0;
		dense_reaction(&tree.dense, s.q, s.qd, s.qdd, s.f_ext, w, &scale);
		dense_pose(&tree.dense, s.q, pose);
		for (int b = 0; b < s.n; b++)
			needed(b, &pose[b], s.f_ext + 6 * b, need[b]);
		for (int b = 0; b < s.n; b++)
			needed_beyond(b, &pose[b], need, expected + 6 * b, &scale);
		CHECK_CLOSE(w, expected, 6 * s.n, scale, 1e-14L, number);
	}
}

/* S^T w = tau - armature qdd, S by the Jacobian */
TEST(reactions_along_the_joints_are_torques)
{
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real w[6 * BODIES], tau[NV], along[NV] = { 0 }, J[6 * NV], scale;
		int v_of[BODIES];
		sampled_draw(number, true, &tree, &s);
		dense_index(&tree.dense, NULL, NULL, v_of);
		dense_reaction(&tree.dense, s.q, s.qd, s.qdd, s.f_ext, w, &scale);
		dense_rnea(&tree.dense, s.q, s.qd, s.qdd, s.f_ext, tau, NULL);
		for (int b = 0; b < s.n; b++) {
			struct dense_site origin = { b, place_identity };
			joint_origin(&tree.body[b], origin.at.p);
			int nv = dense_nv(&(struct dense_tree){ .n = 1, .body = &tree.body[b] });
			dense_jac_local(&tree.dense, s.q, &origin, J, NULL);
			for (int j = v_of[b]; j < v_of[b] + nv; j++) {
				along[j] = tree.body[b].armature[j - v_of[b]] * s.qdd[j];
				for (int k = 0; k < 6; k++)
					along[j] += J[k * s.nv + j] * w[6 * b + k];
			}
		}
		CHECK_CLOSE(along, tau, s.nv, scale, 1e-17L, number);
	}
}

/* The moment of a revolute joint along its axis is its torque, wherever `then` places the body. */
TEST(moments_along_hinges_are_torques)
{
	int hinges = 0;
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real w[6 * BODIES], tau[NV], scale;
		int v_of[BODIES];
		sampled_draw(number, true, &tree, &s);
		dense_index(&tree.dense, NULL, NULL, v_of);
		dense_reaction(&tree.dense, s.q, s.qd, s.qdd, s.f_ext, w, &scale);
		dense_rnea(&tree.dense, s.q, s.qd, s.qdd, s.f_ext, tau, NULL);
		for (int b = 0; b < s.n; b++) {
			const struct dense_body *body = &tree.body[b];
			real axis[3] = { body->axis[0], body->axis[1], body->axis[2] }, along, torque;
			if (body->joint != DENSE_REVOLUTE)
				continue;
			turn(body->then, true, axis);
			along = dot(axis, w + 6 * b + 3, 3) / sqrtl(dot(axis, axis, 3));
			torque = tau[v_of[b]] - body->armature[0] * s.qdd[v_of[b]];
			CHECK_CLOSE(&along, &torque, 1, scale, 1e-16L, number);
			hinges++;
		}
	}
	ck_assert_int_gt(hinges, SAMPLED_TREES / 4);
}

SUITE("dense_dynamics")
