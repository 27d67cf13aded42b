/* The reference itself against independent facts: closed forms, Lagrange's equations
 * from the energies alone, power balances, and trees with equivalent motion. */
#include "dense.h"
#include "suite.h"
#include "vectors.h"
#include "trees/random_bits.h"
#include "trees/random_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef dense_real real;

enum { TREES = 150, BODIES = RANDOM_BODIES + 1, NQ = 7 * BODIES, NV = 6 * BODIES };

/* --- helpers --- */

/* max |x - ref| / max(max |ref|, scale) */
static real error_of(const real *x, const real *ref, int n, real scale)
{
	real worst = 0;
	for (int i = 0; i < n; i++) {
		scale = fmaxl(scale, fabsl(ref[i]));
		worst = isnan(x[i]) ? INFINITY : fmaxl(worst, fabsl(x[i] - ref[i]));
	}
	return worst > 0 ? worst / scale : 0;
}

#define CHECK_CLOSE(x, ref, n, scale, tolerance, seed) \
	do { \
		real error_ = error_of(x, ref, n, scale); \
		ck_assert_msg(error_ <= (tolerance), "seed %d: error %Lg", seed, error_); \
	} while (0)

struct drawn {
	struct random_tree tree;
	int nq, nv;
	real q[NQ], qd[NV], qdd[NV], f_ext[6 * BODIES];
};

static void draw(int seed, struct drawn *d)
{
	double q[NQ], qd[NV], qdd[NV], f_ext[6 * BODIES];
	random_tree((uint64_t)seed, &d->tree);
	random_state((uint64_t)seed, &d->tree.dense, q, qd, qdd);
	random_wrenches((uint64_t)seed, &d->tree.dense, f_ext);
	d->nq = dense_nq(&d->tree.dense);
	d->nv = dense_nv(&d->tree.dense);
	for (int i = 0; i < d->nq; i++)
		d->q[i] = q[i];
	for (int i = 0; i < d->nv; i++) {
		d->qd[i] = qd[i];
		d->qdd[i] = qdd[i];
	}
	for (int i = 0; i < 6 * d->tree.dense.n; i++)
		d->f_ext[i] = f_ext[i];
}

/* A curve for one coordinate, with translations, rotations and transcendental terms. */
static void bent(const real *q, const real *param, struct dense_frame *moving)
{
	real x = q[0] / 2;
	dense_shift(moving, 0.1L * sinl(x), 0.05L * x * x, param[3]);
	dense_turn(moving, param[0], param[1], param[2], x + 0.2L * sinl(2 * x));
	dense_shift(moving, 0.02L * x * x * x, 0, 0.03L * expl(-x / 2));
	dense_turn(moving, 1, 0, -1, cosl(x));
}

/* Replaces each revolute joint by a bent one; sizes stay. */
static void bend(struct random_tree *tree)
{
	for (int b = 0; b < tree->dense.n; b++)
		if (tree->body[b].joint == DENSE_REVOLUTE) {
			memcpy(tree->body[b].param, tree->body[b].axis, sizeof tree->body[b].axis);
			tree->body[b].param[3] = 0.1L * b;
			tree->body[b].joint = DENSE_MOTION;
			tree->body[b].coordinates = 1;
			tree->body[b].pose = bent;
		}
}

/* Test loops draw unchanged trees, then bent ones. */
enum { AS_DRAWN, BENT, VARIANTS };

static const int trees_of[VARIANTS] = { TREES, TREES / 3 };

static void draw_variant(int seed, int variant, struct drawn *d)
{
	draw(seed, d);
	if (variant == BENT)
		bend(&d->tree);
}

/* p = M(q) qd */
static void momentum(const struct dense_tree *t, const real *q, const real *qd, real *p)
{
	static real M[NV * NV];
	int nv = dense_nv(t);
	dense_crba(t, q, M, NULL);
	for (int i = 0; i < nv; i++)
		p[i] = dot(M + i * nv, qd, nv);
}

static real kinetic_energy(const struct dense_tree *t, const real *q, const real *qd)
{
	real p[NV];
	momentum(t, q, qd, p);
	return dot(p, qd, dense_nv(t)) / 2;
}

static real potential_energy(const struct dense_tree *t, const real *q)
{
	struct dense_frame pose[BODIES];
	real U = 0;
	dense_pose(t, q, pose);
	for (int b = 0; b < t->n; b++)
		for (int i = 0; i < 3; i++)
			U -= t->body[b].mass * t->gravity[i] * (pose[b].p[i] + dot(pose[b].R[i], t->body[b].com, 3));
	return U;
}

/* Derivative at h = 0 of a function sampled at h = -2, -1, 1, 2 steps, accurate to about 1e-13
 * of the values met here; comparisons use a scale of at least 1. */
static const real step = 1e-4L;
static const int sample_at[4] = { -2, -1, 1, 2 };

static real slope(const real f[4])
{
	return (f[0] - 8 * f[1] + 8 * f[2] - f[3]) / (12 * step);
}

/* --- closed forms --- */

/* Two uniform bars hanging in the x-z plane, the equations in absolute angles from the vertical:
 *   Q1 = (I1 + m1 c1^2 + m2 L1^2) u1'' + m2 L1 c2 (cos(u1-u2) u2'' + sin(u1-u2) u2'^2)
 *        + (m1 c1 + m2 L1) g sin u1
 *   Q2 = (I2 + m2 c2^2) u2'' + m2 L1 c2 (cos(u1-u2) u1'' - sin(u1-u2) u1'^2) + m2 c2 g sin u2
 * with u1 = q1, u2 = q1 + q2, so tau1 = Q1 + Q2 and tau2 = Q2. */
TEST(double_pendulum)
{
	const real m1 = 1.3L, m2 = 0.7L, L1 = 0.9L, c1 = 0.45L, c2 = 0.3L, g = 9.81L;
	const real I1 = m1 * L1 * L1 / 12, I2 = m2 * 0.03L;
	const real q[2] = { 0.4L, -1.1L }, qd[2] = { 1.7L, -0.6L }, qdd[2] = { -0.8L, 2.1L };
	/* clang-format off */
	struct dense_body bar[2] = {
		{ .parent = -1, .joint = DENSE_REVOLUTE, .axis = { 0, 1, 0 }, .at = place_identity,
		  .then = place_identity, .mass = m1, .com = { 0, 0, -c1 },
		  .inertia = { { I1, 0, 0 }, { 0, I1, 0 } } },
		{ .parent = 0, .joint = DENSE_REVOLUTE, .axis = { 0, 2, 0 }, .at = place_identity,
		  .then = place_identity, .mass = m2, .com = { 0, 0, -c2 },
		  .inertia = { { I2, 0, 0 }, { 0, I2, 0 } } },
	};
	/* clang-format on */
	bar[1].at.p[2] = -L1;
	struct dense_tree t = { 2, bar, { 0, 0, -g } };

	real u1 = q[0], u2 = q[0] + q[1], w1 = qd[0], w2 = qd[0] + qd[1];
	real a1 = qdd[0], a2 = qdd[0] + qdd[1], k = m2 * L1 * c2;
	real Q1 = (I1 + m1 * c1 * c1 + m2 * L1 * L1) * a1 + k * (cosl(u1 - u2) * a2 + sinl(u1 - u2) * w2 * w2) +
	          (m1 * c1 + m2 * L1) * g * sinl(u1);
	real Q2 =
		(I2 + m2 * c2 * c2) * a2 + k * (cosl(u1 - u2) * a1 - sinl(u1 - u2) * w1 * w1) + m2 * c2 * g * sinl(u2);

	real tau[2], expected[2] = { Q1 + Q2, Q2 }, scale;
	dense_rnea(&t, q, qd, qdd, NULL, tau, &scale);
	CHECK_CLOSE(tau, expected, 2, 0, 1e-17L, 0);
	ck_assert_msg(scale < 10 * fabsl(expected[0]), "scale %Lg hides errors", scale);
}

/* Newton and Euler for one free body, centre of mass off the origin. */
TEST(free_body)
{
	struct dense_body body = {
		FREE_BODY,
		.com = { 0.1L, -0.2L, 0.3L },
		.armature = { 0, 0, 0.5L, 0, 0, 0 },
	};
	struct dense_tree t = { 1, &body, { 1, 2, -9 } };
	/* rotation by 120 degrees: the body's x, y, z point along the world's y, z, x */
	const real q[7] = { 1, 2, 3, 0.5L, 0.5L, 0.5L, 0.5L };
	const real gravity_in_body[3] = { 2, -9, 1 };
	const real qd[6] = { 0.3L, -1, 0.7L, 1.1L, 0.4L, -0.9L }, *v = qd, *w = qd + 3;
	const real qdd[6] = { 1, 0.5L, -0.2L, 0.8L, -1.5L, 0.6L }, *wd = qdd + 3;
	const real *c = body.com;

	real wv[3], wdc[3], wc[3], wwc[3], Iw[3], wIw[3], cf[3], expected[6];
	cross(w, v, wv);
	cross(wd, c, wdc);
	cross(w, c, wc);
	cross(w, wc, wwc);
	for (int i = 0; i < 3; i++) {
		expected[i] = body.mass * (qdd[i] + wv[i] + wdc[i] + wwc[i] - gravity_in_body[i]);
		Iw[i] = dot(body.inertia[i], w, 3);
	}
	cross(w, Iw, wIw);
	cross(c, expected, cf);
	for (int i = 0; i < 3; i++)
		expected[i + 3] = cf[i] + dot(body.inertia[i], wd, 3) + wIw[i];
	expected[2] += body.armature[2] * qdd[2];

	real tau[6];
	dense_rnea(&t, q, qd, qdd, NULL, tau, NULL);
	CHECK_CLOSE(tau, expected, 6, 0, 1e-17L, 0);
}

/* --- composed joints, and joints that are part of another --- */

enum { STATES = 40, ARM = 5 };

struct arm {
	struct dense_body body[ARM];
	struct dense_tree tree;
};

/* A revolute joint, the given joints, and another revolute joint; all given joints but the last carry no mass. */
static void make_arm(struct arm *arm, const struct dense_body *joint, int joints)
{
	struct dense_body hinge = {
		.joint = DENSE_REVOLUTE,
		.axis = { 1, -2, 0.5L },
		.then = place_identity,
		.mass = 1.3L,
		.com = { 0.1L, 0.05L, -0.2L },
		.inertia = { { 0.05L, 0.01L, 0 }, { 0.01L, 0.06L, -0.02L }, { 0, -0.02L, 0.07L } },
	};
	hinge.at = place_identity;
	dense_shift(&hinge.at, 0.2L, -0.1L, 0.3L);
	dense_turn(&hinge.at, 1, 2, 3, 0.7L);
	arm->tree = (struct dense_tree){ joints + 2, arm->body, { 1, -2, -9 } };
	arm->body[0] = hinge;
	for (int i = 1; i <= joints; i++) {
		arm->body[i] = joint[i - 1];
		arm->body[i].at = i == 1 ? hinge.at : place_identity;
		arm->body[i].then = place_identity;
	}
	struct dense_body *last = &arm->body[joints];
	last->mass = 0.8L;
	memcpy(last->com, hinge.com, sizeof hinge.com);
	memcpy(last->inertia, hinge.inertia, sizeof hinge.inertia);
	arm->body[joints + 1] = hinge;
	for (int b = 0; b < joints + 2; b++)
		arm->body[b].parent = b - 1;
}

/* n random numbers, of any unit */
static void draw_numbers(uint64_t *rng, real *x, int n)
{
	for (int i = 0; i < n; i++)
		x[i] = random_between(rng, -2, 2);
}

/* Two arms with equivalent velocities: equal tau and M. */
static void check_alike(const struct dense_tree *a, const struct dense_tree *b, int seed)
{
	uint64_t rng = (uint64_t)seed;
	real q[NQ], qd[NV], qdd[NV], tau[2][NV], M[2][NV * NV], scale, M_scale;
	int nv = dense_nv(a);
	ck_assert_int_eq(dense_nv(b), nv);
	draw_numbers(&rng, q, nv);
	draw_numbers(&rng, qd, nv);
	draw_numbers(&rng, qdd, nv);
	dense_rnea(a, q, qd, qdd, NULL, tau[0], &scale);
	dense_rnea(b, q, qd, qdd, NULL, tau[1], NULL);
	CHECK_CLOSE(tau[0], tau[1], nv, scale, 1e-14L, seed);
	dense_crba(a, q, M[0], &M_scale);
	dense_crba(b, q, M[1], NULL);
	CHECK_CLOSE(M[0], M[1], nv * nv, M_scale, 1e-16L, seed);
}

/* clang-format off */
#define HINGE(x, y, z) { .joint = DENSE_REVOLUTE, .axis = { x, y, z } }
#define SLIDE(x, y, z) { .joint = DENSE_PRISMATIC, .axis = { x, y, z } }
/* clang-format on */

/* kinds of motion, each with an equivalent chain of revolute and prismatic joints */
static const struct {
	struct dense_body joint, chain[3];
	int links;
} chains[] = {
	{ { .joint = DENSE_MOTION, .pose = dense_cylindrical, .coordinates = 2, .param = { 1, 2, -2 } },
	  { HINGE(1, 2, -2), SLIDE(1, 2, -2) },
	  2 },
	{ { .joint = DENSE_MOTION, .pose = dense_universal, .coordinates = 2 }, { HINGE(1, 0, 0), HINGE(0, 1, 0) }, 2 },
	{ { .joint = DENSE_MOTION, .pose = dense_planar, .coordinates = 3 },
	  { SLIDE(1, 0, 0), SLIDE(0, 1, 0), HINGE(0, 0, 1) },
	  3 },
};

enum { CHAINS = sizeof chains / sizeof chains[0] };

LOOP_TEST(motion_is_a_chain, CHAINS)
{
	struct arm whole, chain;
	make_arm(&whole, &chains[_i].joint, 1);
	make_arm(&chain, chains[_i].chain, chains[_i].links);
	for (int seed = 0; seed < STATES; seed++)
		check_alike(&whole.tree, &chain.tree, seed);
}

/* d = pitch theta in a cylindrical joint: tau = J^T tau_cylindrical with J = d(theta, d)/d theta */
TEST(helical_is_a_constrained_cylindrical)
{
	const real pitch = -0.3L;
	struct dense_body screw = { .joint = DENSE_MOTION,
		                    .pose = dense_helical,
		                    .coordinates = 1,
		                    .param = { 0, 3, 4, pitch } },
			  loose = chains[0].joint;
	struct arm helical, cylindrical;
	memcpy(loose.param, screw.param, sizeof loose.param);
	make_arm(&helical, &screw, 1);
	make_arm(&cylindrical, &loose, 1);
	for (int seed = 0; seed < STATES; seed++) {
		uint64_t rng = (uint64_t)seed;
		real x[3][3], y[3][4], tau[3], wide[4], scale;
		for (int k = 0; k < 3; k++) {
			draw_numbers(&rng, x[k], 3);
			y[k][0] = x[k][0];
			y[k][1] = x[k][1];
			y[k][2] = pitch * x[k][1];
			y[k][3] = x[k][2];
		}
		dense_rnea(&helical.tree, x[0], x[1], x[2], NULL, tau, &scale);
		dense_rnea(&cylindrical.tree, y[0], y[1], y[2], NULL, wide, NULL);
		const real expected[3] = { wide[0], wide[1] + pitch * wide[2], wide[3] };
		CHECK_CLOSE(tau, expected, 3, scale, 1e-14L, seed);
	}
}

/* A spherical joint is a free joint held at its origin, without the forces. */
TEST(spherical_is_a_held_free_joint)
{
	enum { SPHERE_NV = 5, FREE_NV = 8 };
	struct dense_body ball = { .joint = DENSE_SPHERICAL, .armature = { 0.1L, 0.2L, 0.3L } };
	struct dense_body free_joint = { .joint = DENSE_FREE, .armature = { 0, 0, 0, 0.1L, 0.2L, 0.3L } };
	struct arm spherical, held;
	static const int kept[SPHERE_NV] = { 0, 4, 5, 6, 7 }; /* of the free joint's velocities */
	make_arm(&spherical, &ball, 1);
	make_arm(&held, &free_joint, 1);
	for (int seed = 0; seed < STATES; seed++) {
		uint64_t rng = (uint64_t)seed;
		real q[6], v[2][SPHERE_NV], q_free[9] = { 0 }, v_free[2][FREE_NV] = { { 0 } }, scale, M_scale;
		real tau[SPHERE_NV], tau_free[FREE_NV], tau_kept[SPHERE_NV];
		real M[SPHERE_NV * SPHERE_NV], M_free[FREE_NV * FREE_NV], M_kept[SPHERE_NV * SPHERE_NV];
		draw_numbers(&rng, q, 6);
		real length = sqrtl(dot(q + 1, q + 1, 4));
		for (int i = 0; i < 4; i++)
			q_free[4 + i] = q[1 + i] /= length;
		q_free[0] = q[0];
		q_free[8] = q[5];
		for (int k = 0; k < 2; k++) {
			draw_numbers(&rng, v[k], SPHERE_NV);
			for (int i = 0; i < SPHERE_NV; i++)
				v_free[k][kept[i]] = v[k][i];
		}
		dense_rnea(&spherical.tree, q, v[0], v[1], NULL, tau, &scale);
		dense_rnea(&held.tree, q_free, v_free[0], v_free[1], NULL, tau_free, NULL);
		dense_crba(&spherical.tree, q, M, &M_scale);
		dense_crba(&held.tree, q_free, M_free, NULL);
		for (int i = 0; i < SPHERE_NV; i++) {
			tau_kept[i] = tau_free[kept[i]];
			for (int j = 0; j < SPHERE_NV; j++)
				M_kept[i * SPHERE_NV + j] = M_free[kept[i] * FREE_NV + kept[j]];
		}
		CHECK_CLOSE(tau, tau_kept, SPHERE_NV, scale, 1e-17L, seed);
		CHECK_CLOSE(M, M_kept, SPHERE_NV * SPHERE_NV, M_scale, 1e-17L, seed);
	}
}

/* A bead on the parabola y = x^2 / 2, standing upright: x the coordinate, no rotation.
 *     tau = m ((1 + x^2) x'' + x x'^2 + g x) */
static void parabola(const real *q, const real *param, struct dense_frame *moving)
{
	(void)param;
	dense_shift(moving, q[0], q[0] * q[0] / 2, 0);
}

TEST(bead_on_a_parabola)
{
	const real m = 0.7L, g = 9.81L;
	struct dense_body bead = { .parent = -1,
		                   .joint = DENSE_MOTION,
		                   .pose = parabola,
		                   .coordinates = 1,
		                   .at = place_identity,
		                   .then = place_identity,
		                   .mass = m };
	struct dense_tree t = { 1, &bead, { 0, -g, 0 } };
	uint64_t rng = 1;
	for (int state = 0; state < STATES; state++) {
		real x[3], tau, expected;
		draw_numbers(&rng, x, 3);
		expected = m * ((1 + x[0] * x[0]) * x[2] + x[0] * x[1] * x[1] + g * x[0]);
		dense_rnea(&t, x, x + 1, x + 2, NULL, &tau, NULL);
		CHECK_CLOSE(&tau, &expected, 1, 1, 1e-13L, state);
	}
}

/* --- the two algorithms against each other, and against the energies --- */

TEST(rnea_is_linear_in_qdd)
{
	static struct drawn d;
	for (int seed = 0; seed < TREES; seed++) {
		real tau[NV], h[NV], Mqdd[NV], zero[NV] = { 0 }, scale;
		draw(seed, &d);
		dense_rnea(&d.tree.dense, d.q, d.qd, d.qdd, d.f_ext, tau, &scale);
		dense_rnea(&d.tree.dense, d.q, d.qd, zero, d.f_ext, h, NULL);
		momentum(&d.tree.dense, d.q, d.qdd, Mqdd);
		for (int i = 0; i < d.nv; i++)
			h[i] += Mqdd[i];
		CHECK_CLOSE(h, tau, d.nv, scale, 1e-15L, seed);
	}
}

TEST(mass_matrix_is_symmetric_and_definite)
{
	static struct drawn d;
	static real M[NV * NV], Mt[NV * NV];
	int definite = 0, not_negative = 0;
	for (int seed = 0; seed < TREES; seed++) {
		draw(seed, &d);
		dense_crba(&d.tree.dense, d.q, M, NULL);
		for (int i = 0; i < d.nv; i++)
			for (int j = 0; j < d.nv; j++)
				Mt[i * d.nv + j] = M[j * d.nv + i];
		CHECK_CLOSE(M, Mt, d.nv * d.nv, 0, 1e-17L, seed);
		not_negative += kinetic_energy(&d.tree.dense, d.q, d.qd) >= 0;
		definite += d.tree.definite;
	}
	ck_assert_int_eq(not_negative, TREES);
	ck_assert_msg(definite > TREES / 2, "only %d of %d trees are definite", definite, TREES);
}

/* the power of all joint forces without gravity is the rate of 1/2 qd^T M qd */
LOOP_TEST(energy_rate_is_power, VARIANTS)
{
	static struct drawn d;
	for (int seed = 0; seed < trees_of[_i]; seed++) {
		real tau[NV], T[4], q[NQ], qd[NV], scale;
		draw_variant(seed, _i, &d);
		memset(d.tree.dense.gravity, 0, sizeof d.tree.dense.gravity);
		dense_rnea(&d.tree.dense, d.q, d.qd, d.qdd, NULL, tau, &scale);
		for (int s = 0; s < 4; s++) {
			real h = sample_at[s] * step;
			dense_move(&d.tree.dense, d.q, d.qd, h, q);
			for (int i = 0; i < d.nv; i++)
				qd[i] = d.qd[i] + h * d.qdd[i];
			T[s] = kinetic_energy(&d.tree.dense, q, qd);
		}
		real power = dot(d.qd, tau, d.nv), rate = slope(T);
		CHECK_CLOSE(&rate, &power, 1, fmaxl(scale, 1), 1e-11L, seed);
	}
}

/* gradients of the energies along each velocity, with qd constant */
static void energy_gradients(const struct drawn *d, real *dT, real *dU)
{
	real q[NQ], along[NV] = { 0 }, T[4], U[4];
	for (int k = 0; k < d->nv; k++) {
		along[k] = 1;
		for (int s = 0; s < 4; s++) {
			dense_move(&d->tree.dense, d->q, along, sample_at[s] * step, q);
			T[s] = kinetic_energy(&d->tree.dense, q, d->qd);
			U[s] = potential_energy(&d->tree.dense, q);
		}
		along[k] = 0;
		dT[k] = slope(T);
		dU[k] = slope(U);
	}
}

/* Velocities of free and spherical joints are not time derivatives of coordinates: v x* p is added
 * (Kirchhoff, Hamel). p excludes the armature, which moves with the coordinate alone. */
static void add_kirchhoff(const struct dense_body *body, const real *p, const real *v, real *tau)
{
	real f[6] = { 0 }, twist[6] = { 0 }, wf[3], wn[3], vf[3];
	int turn = body->joint == DENSE_FREE ? 3 : 0; /* index of w */
	for (int j = 0; j < turn + 3; j++) {
		twist[3 - turn + j] = v[j];
		f[3 - turn + j] = p[j] - body->armature[j] * v[j];
	}
	cross(twist + 3, f, wf);
	cross(twist + 3, f + 3, wn);
	cross(twist, f, vf);
	for (int i = 0; i < 3; i++) {
		if (turn)
			tau[i] += wf[i];
		tau[i + turn] += wn[i] + vf[i];
	}
}

/* Lagrange's equations, dp/dt - dT/dq + dU/dq = tau with p = M qd */
static void lagrange(const struct drawn *d, real *tau)
{
	const struct dense_tree *t = &d->tree.dense;
	real p[NV], p_at[4][NV], q[NQ], dT[NV], dU[NV];
	int v_of[BODIES];
	for (int s = 0; s < 4; s++) {
		dense_move(t, d->q, d->qd, sample_at[s] * step, q);
		momentum(t, q, d->qd, p_at[s]);
	}
	energy_gradients(d, dT, dU);
	for (int i = 0; i < d->nv; i++) {
		const real p_i[4] = { p_at[0][i], p_at[1][i], p_at[2][i], p_at[3][i] };
		tau[i] = slope(p_i) - dT[i] + dU[i];
	}
	momentum(t, d->q, d->qd, p);
	dense_index(t, NULL, NULL, v_of);
	for (int b = 0; b < t->n; b++)
		if (t->body[b].joint == DENSE_FREE || t->body[b].joint == DENSE_SPHERICAL)
			add_kirchhoff(&t->body[b], p + v_of[b], d->qd + v_of[b], tau + v_of[b]);
}

LOOP_TEST(bias_is_lagrange, VARIANTS)
{
	static struct drawn d;
	for (int seed = 0; seed < trees_of[_i]; seed++) {
		real tau[NV], expected[NV], zero[NV] = { 0 }, scale;
		draw_variant(seed, _i, &d);
		lagrange(&d, expected);
		dense_rnea(&d.tree.dense, d.q, d.qd, zero, NULL, tau, &scale);
		CHECK_CLOSE(tau, expected, d.nv, fmaxl(scale, 1), 1e-11L, seed);
	}
}

LOOP_TEST(gravity_is_gradient, VARIANTS)
{
	static struct drawn d;
	for (int seed = 0; seed < trees_of[_i]; seed++) {
		real tau[NV], dT[NV], dU[NV], zero[NV] = { 0 }, scale;
		draw_variant(seed, _i, &d);
		energy_gradients(&d, dT, dU);
		dense_rnea(&d.tree.dense, d.q, zero, zero, NULL, tau, &scale);
		CHECK_CLOSE(tau, dU, d.nv, fmaxl(scale, 1), 1e-11L, seed);
	}
}

/* Power f . v + n . w of the wrench on body b; v and w are taken from its motion past `now`. */
static real wrench_power(const real *f, const struct dense_frame *now, struct dense_frame at[4][BODIES], int b)
{
	real power = 0;
	for (int i = 0; i < 3; i++)
		for (int r = 0; r < 3; r++) {
			/* R^T dR/dt = w x, of which row k and column j hold w_i */
			int j = (i + 1) % 3, k = (i + 2) % 3;
			real p[4], R[4];
			for (int s = 0; s < 4; s++) {
				p[s] = at[s][b].p[r];
				R[s] = at[s][b].R[r][j];
			}
			power += f[i] * now->R[r][i] * slope(p) + f[3 + i] * now->R[r][k] * slope(R);
		}
	return power;
}

/* With f_ext the joints need less power, by the power of f_ext. */
LOOP_TEST(wrenches_bring_power, VARIANTS)
{
	static struct drawn d;
	for (int seed = 0; seed < trees_of[_i]; seed++) {
		real tau[NV], pushed[NV], q[NQ], scale, brought = 0;
		struct dense_frame now[BODIES], at[4][BODIES];
		draw_variant(seed, _i, &d);
		const struct dense_tree *t = &d.tree.dense;
		dense_pose(t, d.q, now);
		for (int s = 0; s < 4; s++) {
			dense_move(t, d.q, d.qd, sample_at[s] * step, q);
			dense_pose(t, q, at[s]);
		}
		for (int b = 0; b < t->n; b++)
			brought += wrench_power(d.f_ext + 6 * b, &now[b], at, b);
		dense_rnea(t, d.q, d.qd, d.qdd, NULL, tau, &scale);
		dense_rnea(t, d.q, d.qd, d.qdd, d.f_ext, pushed, NULL);
		real saved = dot(d.qd, tau, d.nv) - dot(d.qd, pushed, d.nv);
		CHECK_CLOSE(&saved, &brought, 1, fmaxl(scale, 1), 1e-11L, seed);
	}
}

/* --- trees with equivalent motion --- */

/* The inertia of one body as two bodies joined by a fixed joint: the whole body gets their sum, by
 * the parallel axis theorem. `part` has any placement on b. */
static void merge(struct dense_body *b, const struct dense_body *part)
{
	const struct dense_body *piece[2] = { b, part };
	real c[2][3], I[3][3] = { { 0 } }, com[3], mass = b->mass + part->mass;
	for (int i = 0; i < 3; i++) {
		c[0][i] = b->com[i];
		c[1][i] = part->at.p[i] + dot(part->at.R[i], part->com, 3);
		com[i] = (b->mass * c[0][i] + part->mass * c[1][i]) / mass;
	}
	for (int k = 0; k < 2; k++) {
		real d[3] = { c[k][0] - com[0], c[k][1] - com[1], c[k][2] - com[2] };
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 3; j++) {
				I[i][j] += piece[k]->mass * (dot(d, d, 3) * (i == j) - d[i] * d[j]);
				for (int r = 0; r < 3; r++)
					for (int s = 0; s < 3; s++)
						I[i][j] += k == 0 ? (r == i && s == j) * b->inertia[r][s]
						                  : part->at.R[i][r] * part->inertia[r][s] *
						                            part->at.R[j][s];
			}
	}
	b->mass = mass;
	memcpy(b->com, com, sizeof com);
	memcpy(b->inertia, I, sizeof I);
}

TEST(fixed_joint_splits)
{
	static struct drawn d;
	struct place item[2] = { { .kind = PLACE_SHIFT }, { .kind = PLACE_RPY } };
	for (int i = 0; i < 3; i++) {
		item[0].arg[i] = literal_near(LITERAL_LENGTH, 0.2L * i - 0.3L, 2);
		item[1].arg[i] = literal_near(LITERAL_DEG, 50 * i - 35, 0);
	}
	for (int seed = 0; seed < TREES; seed++) {
		struct dense_body split[BODIES];
		real tau[NV], tau_split[NV], M[NV * NV], M_split[NV * NV], scale, M_scale;
		draw(seed, &d);
		struct dense_tree *t = &d.tree.dense, apart = { t->n + 1, split, { 0 } };
		int b = seed % t->n;
		memcpy(split, t->body, (size_t)t->n * sizeof *split);
		memcpy(apart.gravity, t->gravity, sizeof apart.gravity);
		split[t->n] = (struct dense_body){
			.parent = b,
			.joint = DENSE_FIXED,
			.at = place_identity,
			.then = place_identity,
			.mass = 1.5L,
			.com = { 0.1L, 0.2L, -0.05L },
			.inertia = { { 0.04L, 0.01L, 0 }, { 0.01L, 0.05L, -0.02L }, { 0, -0.02L, 0.06L } },
		};
		place_follow(&split[t->n].at, item, 2);
		merge(&t->body[b], &split[t->n]);

		dense_rnea(t, d.q, d.qd, d.qdd, NULL, tau, &scale);
		dense_rnea(&apart, d.q, d.qd, d.qdd, NULL, tau_split, NULL);
		CHECK_CLOSE(tau_split, tau, d.nv, scale, 1e-15L, seed);
		dense_crba(t, d.q, M, &M_scale);
		dense_crba(&apart, d.q, M_split, NULL);
		CHECK_CLOSE(M_split, M, d.nv * d.nv, M_scale, 1e-15L, seed);
	}
}

/* Reverses the array: children before parents, siblings in reverse. */
static void reverse(const struct dense_tree *t, struct dense_tree *back, struct dense_body *body)
{
	*back = *t;
	back->body = body;
	for (int b = 0; b < t->n; b++) {
		struct dense_body *to = &body[t->n - 1 - b];
		*to = t->body[b];
		to->parent = to->parent < 0 ? -1 : t->n - 1 - to->parent;
	}
}

/* copies the numbers of each body, `count` of them, from their positions in one tree to the other */
static void reorder(const struct dense_tree *t, int (*count)(const struct dense_tree *), const real *from,
                    const int *from_of, real *to, const int *to_of)
{
	for (int b = 0; b < t->n; b++)
		for (int i = 0; i < count(&(struct dense_tree){ .n = 1, .body = &t->body[b] }); i++)
			to[to_of[t->n - 1 - b] + i] = from[from_of[b] + i];
}

TEST(order_of_bodies)
{
	static struct drawn d;
	for (int seed = 0; seed < TREES; seed++) {
		struct dense_body body[BODIES];
		struct dense_tree back;
		int q_of[BODIES], v_of[BODIES], q_back[BODIES], v_back[BODIES];
		real q[NQ], qd[NV], qdd[NV], f_ext[6 * BODIES], tau[NV], tau_back[NV], again[NV], scale;
		draw(seed, &d);
		const struct dense_tree *t = &d.tree.dense;
		reverse(t, &back, body);
		dense_index(t, NULL, q_of, v_of);
		dense_index(&back, NULL, q_back, v_back);
		reorder(t, dense_nq, d.q, q_of, q, q_back);
		reorder(t, dense_nv, d.qd, v_of, qd, v_back);
		reorder(t, dense_nv, d.qdd, v_of, qdd, v_back);
		for (int b = 0; b < t->n; b++)
			memcpy(f_ext + 6 * (t->n - 1 - b), d.f_ext + 6 * b, 6 * sizeof *f_ext);

		dense_rnea(t, d.q, d.qd, d.qdd, d.f_ext, tau, &scale);
		dense_rnea(&back, q, qd, qdd, f_ext, tau_back, NULL);
		reorder(&back, dense_nv, tau_back, v_back, again, v_of);
		CHECK_CLOSE(again, tau, d.nv, scale, 1e-15L, seed);
	}
}

/* --- the random trees --- */

enum { JOINTS = DENSE_MOTION + 1 };

TEST(trees_repeat_and_vary)
{
	static struct random_tree once, twice;
	int joints[JOINTS] = { 0 }, massive = 0, definite = 0;
	for (int seed = 0; seed < TREES; seed++) {
		size_t length;
		random_tree((uint64_t)seed, &once);
		random_tree((uint64_t)seed, &twice);
		char *first = random_tree_text(&once, &length), *second = random_tree_text(&twice, &length);
		ck_assert_str_eq(first, second);
		free(first);
		free(second);
		ck_assert_msg(dense_nv(&once.dense) > 0, "seed %d: nothing moves", seed);
		for (int b = 0; b < once.dense.n; b++)
			joints[once.body[b].joint]++;
		massive += once.massive_leaves;
		definite += once.definite;
	}
	for (int kind = 0; kind < JOINTS; kind++)
		ck_assert_msg(joints[kind] > 20, "joint kind %d only %d times", kind, joints[kind]);
	ck_assert_msg(massive > TREES / 2 && massive < TREES, "%d trees with massive leaves", massive);
	ck_assert_msg(definite > TREES / 2 && definite < TREES, "%d definite trees", definite);
}

SUITE("dense")
