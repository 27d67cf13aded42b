/* Derivatives of the reference against closed forms, against differences, and against each other, for the model's
 * coordinates; coupled joints follow. Every third wrench is held in the axes of its body, in those of the world, or at
 * a point of the world. The terms of joints given by their placement are accurate to about 1e-13. */
#include "sampled.h"
#include "suite.h"
#include "vectors.h"

#include <stdlib.h>
#include <string.h>

typedef dense_real real;

enum { NV = RANDOM_NV, BODIES = RANDOM_BODIES };

static struct random_tree tree;
static struct sampled s;

/* --- closed forms --- */

static void derive(const struct dense_tree *t, const real *q, const real *qd, const real *qdd, real *dtau_dq,
                   real *dtau_dqd)
{
	real size[2][NV];
	struct dense_instant at = { .q = q, .qd = qd, .qdd = qdd };
	dense_rnea_derivatives(t, &at, dtau_dq, dtau_dqd, size[0], size[1]);
}

/* tau = (I + m r^2) qdd + m g r sin q, hanging along x at q = 0 */
TEST(pendulum)
{
	const real m = 1.7L, r = 0.4L, g = 9.81L, q = 0.6L, qd = 1.3L, qdd = -2.2L, J = 0.3L + m * r * r;
	struct dense_body bob = { .parent = -1,
		                  .joint = DENSE_REVOLUTE,
		                  .axis = { 0, 0, 1 },
		                  .at = IN_PLACE,
		                  .then = IN_PLACE,
		                  .mass = m,
		                  .com = { r, 0, 0 },
		                  .inertia = { { 0.1L, 0, 0 }, { 0, 0.2L, 0 }, { 0, 0, 0.3L } } };
	struct dense_tree t = { 1, &bob, { g, 0, 0 } };
	const real tau = 0.9L, dtau_dq_is = m * g * r * cosl(q), dqdd_dq_is = -dtau_dq_is / J, inverse = 1 / J,
		   none = 0;
	struct dense_instant at = { .q = &q, .qd = &qd };
	real dtau_dq, dtau_dqd, dqdd_dq, dqdd_dqd, dqdd_dtau, condition, scale[2];
	derive(&t, &q, &qd, &qdd, &dtau_dq, &dtau_dqd);
	dense_fd_derivatives(&t, &at, &tau, &dqdd_dq, &dqdd_dqd, &dqdd_dtau, &condition, scale);
	CHECK_CLOSE(&dtau_dq, &dtau_dq_is, 1, 0, 1e-18L, 0);
	CHECK_CLOSE(&dtau_dqd, &none, 1, 1, 1e-18L, 0);
	CHECK_CLOSE(&dqdd_dq, &dqdd_dq_is, 1, 0, 1e-18L, 0);
	CHECK_CLOSE(&dqdd_dqd, &none, 1, 1, 1e-18L, 0);
	CHECK_CLOSE(&dqdd_dtau, &inverse, 1, 0, 1e-18L, 0);
}

/* Two points on rods without mass, hanging along x. With k = m2 l1 l2 and c, s of q2,
 *   tau1 = ((m1 + m2) l1^2 + m2 l2^2 + 2 k c) a1 + (m2 l2^2 + k c) a2 - k s (2 v1 v2 + v2^2) + g ((m1 + m2) l1 s1 + m2 l2 s12)
 *   tau2 = (m2 l2^2 + k c) a1 + m2 l2^2 a2 + k s v1^2 + g m2 l2 s12 */
TEST(double_pendulum)
{
	const real m1 = 1.3L, m2 = 0.8L, l1 = 0.9L, l2 = 0.6L, g = 9.81L, k = m2 * l1 * l2;
	const real q[2] = { 0.4L, -1.1L }, v[2] = { 1.7L, -0.6L }, a[2] = { -0.8L, 2.1L };
	/* clang-format off */
	struct dense_body body[2] = {
		{ .parent = -1, .joint = DENSE_REVOLUTE, .axis = { 0, 0, 1 }, .at = IN_PLACE, .then = IN_PLACE, .mass = m1,
		  .com = { l1, 0, 0 } },
		{ .parent = 0, .joint = DENSE_REVOLUTE, .axis = { 0, 0, 1 },
		  .at = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { l1, 0, 0 } }, .then = IN_PLACE, .mass = m2, .com = { l2, 0, 0 } },
	};
	/* clang-format on */
	struct dense_tree t = { 2, body, { g, 0, 0 } };
	real c = cosl(q[1]), sn = sinl(q[1]), c1 = cosl(q[0]), c12 = cosl(q[0] + q[1]);
	const real dtau_dq_is[4] = {
		g * ((m1 + m2) * l1 * c1 + m2 * l2 * c12),
		-2 * k * sn * a[0] - k * sn * a[1] - k * c * (2 * v[0] * v[1] + v[1] * v[1]) + g * m2 * l2 * c12,
		g * m2 * l2 * c12,
		-k * sn * a[0] + k * c * v[0] * v[0] + g * m2 * l2 * c12,
	};
	const real dtau_dqd_is[4] = { -2 * k * sn * v[1], -2 * k * sn * (v[0] + v[1]), 2 * k * sn * v[0], 0 };
	real dtau_dq[4], dtau_dqd[4];
	derive(&t, q, v, a, dtau_dq, dtau_dqd);
	CHECK_CLOSE(dtau_dq, dtau_dq_is, 4, 0, 1e-18L, 0);
	CHECK_CLOSE(dtau_dqd, dtau_dqd_is, 4, 0, 1e-18L, 0);
}

/* A cart of mass M along x carries a point m on a rod l that hangs at q2 = 0:
 *   (M + m) a1 + m l (c a2 - s v2^2) = f,   m l c a1 + m l^2 a2 + m g l s = 0
 *   D = M + m s^2,   a1 = (f + m s (l v2^2 + g c)) / D,   a2 = -(c a1 + g s) / l */
TEST(cart_pole)
{
	const real M = 1.4L, m = 0.3L, l = 0.7L, g = 9.81L, q[2] = { 0.2L, 0.9L }, v[2] = { -0.5L, 1.6L },
		   tau[2] = { 2.3L, 0 };
	/* clang-format off */
	struct dense_body body[2] = {
		{ .parent = -1, .joint = DENSE_PRISMATIC, .axis = { 1, 0, 0 }, .at = IN_PLACE, .then = IN_PLACE, .mass = M },
		{ .parent = 0, .joint = DENSE_REVOLUTE, .axis = { 0, 0, 1 }, .at = IN_PLACE, .then = IN_PLACE, .mass = m,
		  .com = { 0, -l, 0 } },
	};
	/* clang-format on */
	struct dense_tree t = { 2, body, { 0, -g, 0 } };
	real c = cosl(q[1]), sn = sinl(q[1]), D = M + m * sn * sn, N = tau[0] + m * sn * (l * v[1] * v[1] + g * c),
	     a1 = N / D;
	real da1_dq = (m * c * (l * v[1] * v[1] + g * c) - m * g * sn * sn) / D - 2 * m * sn * c * N / (D * D);
	real da1_dv = 2 * m * sn * l * v[1] / D;
	const real dqdd_dq_is[4] = { 0, da1_dq, 0, -(c * da1_dq - sn * a1 + g * c) / l };
	const real dqdd_dqd_is[4] = { 0, da1_dv, 0, -c * da1_dv / l };
	const real dqdd_dtau_is[4] = { 1 / D, -c / (l * D), -c / (l * D), (M + m) / (m * l * l * D) };
	struct dense_instant at = { .q = q, .qd = v };
	real dqdd_dq[4], dqdd_dqd[4], dqdd_dtau[4], condition, scale[2];
	dense_fd_derivatives(&t, &at, tau, dqdd_dq, dqdd_dqd, dqdd_dtau, &condition, scale);
	CHECK_CLOSE(dqdd_dq, dqdd_dq_is, 4, 0, 1e-17L, 0);
	CHECK_CLOSE(dqdd_dqd, dqdd_dqd_is, 4, 0, 1e-17L, 0);
	CHECK_CLOSE(dqdd_dtau, dqdd_dtau_is, 4, 0, 1e-17L, 0);
}

/* --- differences --- */

static enum dense_hold hold[BODIES];

static void draw(int number, bool coupled)
{
	sampled_draw(number, coupled, &tree, &s);
	for (int b = 0; b < s.n; b++)
		hold[b] = (enum dense_hold)((number + b) % 3);
}

static struct dense_instant instant(void)
{
	return (struct dense_instant){ s.q, s.qd, s.qdd, s.f_ext, hold };
}

/* The wrenches of s, in the bodies of another state. */
static void hold_wrenches(const struct sampled *at, real *f_ext)
{
	struct dense_frame before[BODIES], after[BODIES];
	dense_pose(&tree.dense, s.q, before);
	dense_pose(&tree.dense, at->q, after);
	memcpy(f_ext, s.f_ext, sizeof(real) * (size_t)(6 * s.n));
	for (int b = 0; b < s.n; b++) {
		real *f = f_ext + 6 * b, shift[3], moment[3];
		if (hold[b] == DENSE_HELD_BY_BODY)
			continue;
		turn(before[b], false, f);
		turn(before[b], false, f + 3);
		for (int i = 0; i < 3; i++)
			shift[i] = before[b].p[i] - after[b].p[i];
		cross(shift, f, moment);
		for (int i = 0; i < 3 && hold[b] == DENSE_HELD_AT_POINT; i++)
			f[3 + i] += moment[i];
		turn(after[b], true, f);
		turn(after[b], true, f + 3);
	}
}

/* torques of the model's coordinates */
static void torques(const struct sampled *at, real *tau)
{
	real f_ext[6 * BODIES], q[RANDOM_NQ], qd[NV], qdd[NV], unused = 1;
	hold_wrenches(at, f_ext);
	memcpy(q, at->q, sizeof q);
	memcpy(qd, at->qd, sizeof qd);
	memcpy(qdd, s.qdd, sizeof qdd);
	random_follow(&tree, q, qd, qdd);
	dense_rnea(&tree.dense, q, qd, qdd, f_ext, tau, NULL);
	random_project(&tree, q, tau, &unused);
}

static real tau_given[NV];

static void accelerations(const struct sampled *at, real *qdd)
{
	real f_ext[6 * BODIES], condition, scale;
	hold_wrenches(at, f_ext);
	random_fd(&tree, at->q, at->qd, tau_given, f_ext, qdd, &condition, &scale);
}

/* Derivatives of f along q, or qd, by differences. */
static void differences(sampled_function *f, bool of_velocity, real *slope)
{
	int of_dense[NV], n = random_velocities(&tree, of_dense);
	for (int j = 0; j < n; j++) {
		const real rest[NV] = { 0 };
		real along[NV] = { 0 }, column[NV];
		struct sampled from = s;
		along[of_dense[j]] = 1;
		memcpy(from.qdd, along, sizeof along);
		sampled_slope(&from, of_velocity ? rest : along, of_velocity, f, n, column);
		for (int i = 0; i < n; i++)
			slope[i * n + j] = column[i];
	}
}

static real largest_of(const real *x, int n)
{
	real most = 0;
	for (int i = 0; i < n; i++)
		most = fmaxl(most, x[i]);
	return most;
}

TEST(torques_differ_so)
{
	static real dtau[2][NV * NV], size[2][NV * NV], expected[NV * NV];
	for (int number = 0; number < SAMPLED_TREES; number += 2) {
		draw(number, true);
		struct dense_instant at = instant();
		int n = random_nv(&tree);
		random_rnea_derivatives(&tree, &at, dtau[0], dtau[1], size[0], size[1]);
		for (int k = 0; k < 2; k++) {
			differences(torques, k == 1, expected);
			CHECK_CLOSE(dtau[k], expected, n * n, largest_of(size[k], n * n), 1e-12L, number);
		}
	}
}

TEST(accelerations_differ_so)
{
	static real dqdd[3][NV * NV], expected[NV * NV], Minv[NV * NV];
	int done = 0;
	for (int number = 0; number < SAMPLED_TREES; number += 5) {
		real condition, scale[2];
		draw(number, true);
		struct dense_instant at = instant();
		int n = random_nv(&tree);
		for (int i = 0; i < n; i++)
			tau_given[i] = s.qdd[i];
		random_fd_derivatives(&tree, &at, tau_given, dqdd[0], dqdd[1], dqdd[2], &condition, scale);
		if (condition > 1e6L)
			continue;
		done++;
		for (int k = 0; k < 2; k++) {
			differences(accelerations, k == 1, expected);
			CHECK_CLOSE(dqdd[k], expected, n * n, scale[k], 1e-13L * condition, number);
		}
		random_minv(&tree, s.q, Minv, &condition);
		CHECK_CLOSE(dqdd[2], Minv, n * n, 0, 0, number);
	}
	ck_assert_msg(done > SAMPLED_TREES / 10, "only %d trees", done);
}

/* --- identities --- */

/* y = A x, A (n x n) */
static void times(const real *A, const real *x, int n, real *y)
{
	for (int i = 0; i < n; i++)
		y[i] = dot(A + i * n, x, n);
}

/* Along qdd the slope of tau is M; along qd it is 2 (h - g), since h - g is a quadratic form of qd. */
TEST(slopes_along_accelerations_and_velocities)
{
	static real M[NV * NV], dtau[2][NV * NV], size[2][NV * NV];
	for (int number = 0; number < SAMPLED_TREES; number++) {
		const real zero[NV] = { 0 };
		real h[NV], g[NV], product[NV], expected[NV], of[NV], scale[2];
		draw(number, false);
		struct dense_instant at = instant();
		dense_crba(&tree.dense, s.q, M, &scale[0]);
		times(M, s.qdd, s.nv, expected);
		dense_rnea_slope(&tree.dense, &at, zero, zero, s.qdd, product, of);
		CHECK_CLOSE(product, expected, s.nv, fmaxl(scale[0], largest_of(of, s.nv)), 1e-17L, number);

		dense_rnea_derivatives(&tree.dense, &at, dtau[0], dtau[1], size[0], size[1]);
		times(dtau[1], s.qd, s.nv, product);
		dense_bias(&tree.dense, s.q, s.qd, NULL, h, &scale[0]);
		dense_gravity(&tree.dense, s.q, g, &scale[1]);
		for (int i = 0; i < s.nv; i++)
			expected[i] = 2 * (h[i] - g[i]);
		CHECK_CLOSE(product, expected, s.nv, fmaxl(scale[0], scale[1]), 1e-13L, number);
	}
}

/* Gravity is the gradient of a potential where all velocities are time derivatives; then its slopes are symmetric. */
TEST(slopes_of_gravity_are_symmetric)
{
	static real dtau[2][NV * NV], size[2][NV * NV], transposed[NV * NV];
	int done = 0;
	for (int number = 0; number < SAMPLED_TREES; number++) {
		const real zero[NV] = { 0 };
		bool integrable = true;
		draw(number, true);
		for (int b = 0; b < s.n; b++)
			integrable &= tree.body[b].joint != DENSE_FREE && tree.body[b].joint != DENSE_SPHERICAL;
		if (!integrable)
			continue;
		done++;
		int n = random_nv(&tree);
		struct dense_instant at = { .q = s.q, .qd = zero, .qdd = zero };
		random_rnea_derivatives(&tree, &at, dtau[0], dtau[1], size[0], size[1]);
		for (int i = 0; i < n * n; i++)
			transposed[i] = dtau[0][i % n * n + i / n];
		CHECK_CLOSE(dtau[0], transposed, n * n, largest_of(size[0], n * n), 1e-15L, number);
		for (int i = 0; i < n * n; i++)
			ck_assert(dtau[1][i] == 0);
	}
	ck_assert_msg(done > SAMPLED_TREES / 4, "only %d trees", done);
}

/* A free base may stand elsewhere without any effect. */
TEST(a_floating_base_may_stand_anywhere)
{
	static real dtau[2][NV * NV], size[2][NV * NV];
	int done = 0;
	for (int number = 0; number < SAMPLED_TREES; number++) {
		draw(number, false);
		if (tree.body[0].joint != DENSE_FREE)
			continue;
		done++;
		int v_of[BODIES];
		dense_index(&tree.dense, NULL, NULL, v_of);
		struct dense_instant at = { .q = s.q, .qd = s.qd, .qdd = s.qdd };
		dense_rnea_derivatives(&tree.dense, &at, dtau[0], dtau[1], size[0], size[1]);
		for (int i = 0; i < s.nv; i++)
			for (int j = 0; j < 3; j++) {
				const real none = 0;
				CHECK_CLOSE(&dtau[0][i * s.nv + v_of[0] + j], &none, 1, size[0][i * s.nv + v_of[0] + j],
				            1e-17L, number);
			}
	}
	ck_assert_int_gt(done, 2);
}

SUITE("dense_derivatives")
