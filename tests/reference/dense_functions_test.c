/* Frames, masses and energies of the reference against numerical derivatives and balances. */
#include "sampled.h"
#include "suite.h"
#include "vectors.h"

#include <stdlib.h>
#include <string.h>

typedef dense_real real;

enum { NQ = RANDOM_NQ, NV = RANDOM_NV, BODIES = RANDOM_BODIES };

static struct random_tree tree;
static struct sampled s;

/* y = A x, A (rows x n) */
static void times(const real *A, const real *x, int rows, int n, real *y)
{
	for (int i = 0; i < rows; i++)
		y[i] = dot(A + i * n, x, n);
}

/* --- closed forms --- */

/* clang-format off */
#define IN_PLACE { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0, 0, 0 } }
/* clang-format on */

/* Two revolute joints about z, each link along its own x. */
/* clang-format off */
static const struct dense_body bars[2] = {
	{ .parent = -1, .joint = DENSE_REVOLUTE, .axis = { 0, 0, 1 }, .at = IN_PLACE, .then = IN_PLACE,
	  .mass = 1.3L, .com = { 0.4L, 0, 0 }, .inertia = { { 0.1L, 0, 0 }, { 0, 0.2L, 0 }, { 0, 0, 0.3L } },
	  .armature = { 0.05L } },
	{ .parent = 0, .joint = DENSE_REVOLUTE, .axis = { 0, 0, 2 },
	  .at = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0.9L, 0, 0 } }, .then = IN_PLACE,
	  .mass = 0.7L, .com = { 0.3L, 0, 0 }, .inertia = { { 0.1L, 0, 0 }, { 0, 0.2L, 0 }, { 0, 0, 0.15L } } },
};
/* clang-format on */

TEST(planar_arm)
{
	const real L = 0.9L, r = 0.5L, q[2] = { 0.4L, -1.1L }, qd[2] = { 1.7L, -0.6L }, qdd[2] = { -0.8L, 2.1L };
	struct dense_body body[2] = { bars[0], bars[1] };
	struct dense_tree t = { 2, body, { 0, -9.81L, 0 } };
	struct dense_site tip = { 1, place_identity };
	tip.at.p[0] = r;
	real u = q[0] + q[1], w = qd[0] + qd[1], wd = qdd[0] + qdd[1];
	real x1 = L * cosl(q[0]), y1 = L * sinl(q[0]), x2 = r * cosl(u), y2 = r * sinl(u);
	const real p_is[3] = { x1 + x2, y1 + y2 }, R_is[9] = { cosl(u), -sinl(u), 0, sinl(u), cosl(u), 0, 0, 0, 1 };
	const real J_is[12] = { -y1 - y2, -y2, x1 + x2, x2, 0, 0, 0, 0, 0, 0, 1, 1 };
	const real v_is[6] = { -y1 * qd[0] - y2 * w, x1 * qd[0] + x2 * w, 0, 0, 0, w };
	const real a_is[6] = { -y1 * qdd[0] - x1 * qd[0] * qd[0] - y2 * wd - x2 * w * w,
		               x1 * qdd[0] - y1 * qd[0] * qd[0] + x2 * wd - y2 * w * w,
		               0,
		               0,
		               0,
		               wd };
	real R[9], p[3], J[12], v[6], a[6], C[4];
	dense_fk(&t, q, &tip, R, p, NULL);
	dense_jac(&t, q, &tip, J, NULL);
	dense_vel(&t, q, qd, &tip, v, NULL);
	dense_acc(&t, q, qd, qdd, &tip, a, NULL);
	dense_coriolis(&t, q, qd, C, NULL);
	CHECK_CLOSE(R, R_is, 9, 1, 1e-17L, 0);
	CHECK_CLOSE(p, p_is, 3, 1, 1e-17L, 0);
	CHECK_CLOSE(J, J_is, 12, 1, 1e-17L, 0);
	CHECK_CLOSE(v, v_is, 6, 1, 1e-17L, 0);
	CHECK_CLOSE(a, a_is, 6, 1, 1e-17L, 0);
	/* M. Spong, S. Hutchinson, M. Vidyasagar, Robot Modeling and Control, the planar elbow */
	real k = -0.7L * L * 0.3L * sinl(q[1]);
	const real C_is[4] = { k * qd[1], k * w, -k * qd[0], 0 };
	CHECK_CLOSE(C, C_is, 4, 1, 1e-17L, 0);
}

/* A free body rotated so that its x, y, z point along the world's y, z, x. */
TEST(free_body)
{
	struct dense_body body = {
		FREE_BODY,
		.com = { 0.1L, -0.2L, 0.3L },
		.armature = { 0, 0, 0.5L, 0, 0, 0 },
	};
	struct dense_tree t = { 1, &body, { 1, 2, -9 } };
	const real q[7] = { 1, 2, 3, 0.5L, 0.5L, 0.5L, 0.5L }, *c = body.com;
	const real qd[6] = { 0.3L, -1, 0.7L, 1.1L, 0.4L, -0.9L }, *v = qd, *w = qd + 3;
	real wc[3], vc[3], Iw[3], h[6], mass, com[3], kinetic, potential;
	cross(w, c, wc);
	times(body.inertia[0], w, 3, 3, Iw);
	for (int i = 0; i < 3; i++)
		vc[i] = v[i] + wc[i];
	const real h_is[6] = { 2 * vc[2], 2 * vc[0], 2 * vc[1], Iw[2], Iw[0], Iw[1] };
	const real c_is[3] = { 1 + c[2], 2 + c[0], 3 + c[1] };
	const real energy_is[2] = { dot(vc, vc, 3) + dot(w, Iw, 3) / 2 + 0.25L * v[2] * v[2],
		                    -2 * dot(t.gravity, c_is, 3) };
	dense_momentum(&t, q, qd, h, NULL);
	dense_com(&t, q, &mass, com, NULL);
	dense_energy(&t, q, qd, &kinetic, &potential, NULL, NULL);
	CHECK_CLOSE(h, h_is, 6, 1, 1e-17L, 0);
	CHECK_CLOSE(com, c_is, 3, 1, 1e-17L, 0);
	CHECK_CLOSE(&mass, &body.mass, 1, 1, 0, 0);
	CHECK_CLOSE(&kinetic, &energy_is[0], 1, 1, 1e-17L, 0);
	CHECK_CLOSE(&potential, &energy_is[1], 1, 1, 1e-17L, 0);
}

/* Without mass: no centre of mass, but still momentum. */
TEST(no_mass)
{
	struct dense_body wheel = { .parent = -1,
		                    .joint = DENSE_REVOLUTE,
		                    .axis = { 0, 0, 1 },
		                    .at = IN_PLACE,
		                    .then = IN_PLACE,
		                    .inertia = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 2 } } };
	struct dense_tree t = { 1, &wheel, { 0, 0, -9 } };
	const real q = 1, qd = 3, h_is[6] = { [5] = 6 }, A_is[6] = { [5] = 2 };
	real mass, c[3], J[3], h[6], A[6], kinetic, potential;
	dense_com(&t, &q, &mass, c, NULL);
	dense_jcom(&t, &q, J, NULL);
	for (int i = 0; i < 3; i++)
		ck_assert(isnan(c[i]) && isnan(J[i]));
	dense_momentum(&t, &q, &qd, h, NULL);
	dense_cmm(&t, &q, A, NULL);
	dense_energy(&t, &q, &qd, &kinetic, &potential, NULL, NULL);
	CHECK_CLOSE(h, h_is, 6, 0, 1e-18L, 0);
	CHECK_CLOSE(A, A_is, 6, 0, 1e-18L, 0);
	ck_assert(kinetic == 9 && potential == 0);
}

/* --- frames --- */

/* R and p of the site */
static void placement(const struct sampled *at, real x[12])
{
	dense_fk(&at->tree->dense, at->q, &at->site, x, x + 9, NULL);
}

/* the twist (p', w) with R' R^T = w x, in world axes */
static void twist_of(const real now[12], const real slope[12], real v[6])
{
	real W[3][3];
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			W[i][j] = dot(slope + 3 * i, now + 3 * j, 3);
	for (int i = 0; i < 3; i++) {
		v[i] = slope[9 + i];
		v[3 + i] = (W[(i + 2) % 3][(i + 1) % 3] - W[(i + 1) % 3][(i + 2) % 3]) / 2;
	}
}

/* A massless body fixed at the site, by dense_pose. */
TEST(site_is_a_fixed_body)
{
	for (int number = 0; number < SAMPLED_TREES; number++) {
		struct dense_body with[BODIES + 1];
		struct dense_frame pose[BODIES + 1];
		real x[12], R[9], scale;
		sampled_draw(number, false, &tree, &s);
		struct dense_tree more = { s.n + 1, with, { 0 } };
		memcpy(with, tree.body, sizeof tree.body);
		with[s.n] = (struct dense_body){
			.parent = s.site.body, .joint = DENSE_FIXED, .at = s.site.at, .then = place_identity
		};
		dense_pose(&more, s.q, pose);
		for (int i = 0; i < 9; i++)
			R[i] = pose[s.n].R[i / 3][i % 3];
		dense_fk(&tree.dense, s.q, &s.site, x, x + 9, &scale);
		/* quaternions have length 1 only to a double's precision */
		CHECK_CLOSE(x, R, 9, 1, 1e-15L, number);
		CHECK_CLOSE(x + 9, pose[s.n].p, 3, scale, 1e-15L, number);
	}
}

TEST(velocity_is_slope_of_placement)
{
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real now[12], slope[12], v[6], expected[6], scale;
		sampled_draw(number, false, &tree, &s);
		placement(&s, now);
		sampled_slope(&s, s.qd, false, placement, 12, slope);
		twist_of(now, slope, expected);
		dense_vel(&tree.dense, s.q, s.qd, &s.site, v, &scale);
		CHECK_CLOSE(v, expected, 6, fmaxl(scale, 1), 1e-13L, number);
	}
}

TEST(jacobian_is_slopes_of_placement)
{
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real now[12], slope[12], J[6 * NV], own[6 * NV], turned[6 * NV], expected[6 * NV], scale;
		sampled_draw(number, false, &tree, &s);
		placement(&s, now);
		for (int k = 0; k < s.nv; k++) {
			real along[NV] = { [0] = 0 }, v[6];
			along[k] = 1;
			sampled_slope(&s, along, false, placement, 12, slope);
			twist_of(now, slope, v);
			for (int i = 0; i < 6; i++)
				expected[i * s.nv + k] = v[i];
		}
		dense_jac(&tree.dense, s.q, &s.site, J, &scale);
		CHECK_CLOSE(J, expected, 6 * s.nv, fmaxl(scale, 1), 1e-13L, number);
		/* the local Jacobian is R^T times the other */
		dense_jac_local(&tree.dense, s.q, &s.site, own, NULL);
		for (int i = 0; i < 6 * s.nv; i++) {
			int row = i / s.nv, half = row / 3 * 3, column = i % s.nv;
			turned[i] = 0;
			for (int k = 0; k < 3; k++)
				turned[i] += now[3 * k + row % 3] * J[(half + k) * s.nv + column];
		}
		CHECK_CLOSE(own, turned, 6 * s.nv, scale, 1e-15L, number);
	}
}

static void velocity(const struct sampled *at, real v[6])
{
	dense_vel(&at->tree->dense, at->q, at->qd, &at->site, v, NULL);
}

TEST(acceleration_is_slope_of_velocity)
{
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real a[6], expected[6], scale;
		sampled_draw(number, false, &tree, &s);
		sampled_slope(&s, s.qd, true, velocity, 6, expected);
		dense_acc(&tree.dense, s.q, s.qd, s.qdd, &s.site, a, &scale);
		CHECK_CLOSE(a, expected, 6, fmaxl(scale, 1), 1e-13L, number);
		sampled_slope(&s, s.qd, false, velocity, 6, expected);
		dense_drift(&tree.dense, s.q, s.qd, &s.site, a, &scale);
		CHECK_CLOSE(a, expected, 6, fmaxl(scale, 1), 1e-13L, number);
	}
}

/* J G qd of the model is the velocity, with coupled joints. */
TEST(coupled_jacobian)
{
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real J[6 * NV], v[6], expected[6], qd[NV], scale;
		int of_dense[NV];
		sampled_draw(number, true, &tree, &s);
		int n = random_velocities(&tree, of_dense);
		for (int i = 0; i < n; i++)
			qd[i] = s.qd[of_dense[i]];
		ck_assert_int_eq(n, random_nv(&tree));
		dense_vel(&tree.dense, s.q, s.qd, &s.site, expected, NULL);
		dense_jac(&tree.dense, s.q, &s.site, J, &scale);
		random_project_columns(&tree, s.q, 6, J, &scale);
		times(J, qd, 6, n, v);
		CHECK_CLOSE(v, expected, 6, scale, 1e-16L, number);
	}
}

/* --- the tree as a whole --- */

static void centre_of_mass(const struct sampled *at, real c[3])
{
	real mass;
	dense_com(&at->tree->dense, at->q, &mass, c, NULL);
}

/* do joints at the body or towards the root let it move, by their kinds? */
static bool carried(int b)
{
	return b >= 0 && (tree.body[b].joint != DENSE_FIXED || carried(tree.body[b].parent));
}

TEST(centre_of_mass_and_its_slopes)
{
	int weighty = 0;
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real J[3 * NV], c[3], sum[3] = { 0 }, expected[3 * NV], mass, total = 0, scale;
		struct dense_frame pose[BODIES];
		sampled_draw(number, false, &tree, &s);
		dense_pose(&tree.dense, s.q, pose);
		for (int b = 0; b < s.n; b++)
			for (int i = 0; i < 3 && carried(b); i++) {
				total += tree.body[b].mass / 3;
				sum[i] += tree.body[b].mass * (pose[b].p[i] + dot(pose[b].R[i], tree.body[b].com, 3));
			}
		dense_com(&tree.dense, s.q, &mass, c, &scale);
		ck_assert_int_eq(isnan(c[0]) != 0, total == 0);
		if (total == 0)
			continue;
		weighty++;
		for (int i = 0; i < 3; i++)
			sum[i] /= total;
		CHECK_CLOSE(&mass, &total, 1, 0, 1e-17L, number);
		CHECK_CLOSE(c, sum, 3, scale, 1e-16L, number);
		for (int k = 0; k < s.nv; k++) {
			real along[NV] = { [0] = 0 }, slope[3];
			along[k] = 1;
			sampled_slope(&s, along, false, centre_of_mass, 3, slope);
			for (int i = 0; i < 3; i++)
				expected[i * s.nv + k] = slope[i];
		}
		dense_jcom(&tree.dense, s.q, J, &scale);
		CHECK_CLOSE(J, expected, 3 * s.nv, fmaxl(scale, 1), 1e-13L, number);
	}
	ck_assert_int_gt(weighty, SAMPLED_TREES * 9 / 10);
}

static void momentum(const struct sampled *at, real h[6])
{
	dense_momentum(&at->tree->dense, at->q, at->qd, h, NULL);
}

/* adds a wrench on body b, given in its axes, about c in the world's axes */
static void add_wrench(const struct dense_frame *body, const real *f, const real c[3], real sum[6])
{
	real in_world[6], lever[3], moment[3];
	for (int i = 0; i < 3; i++) {
		in_world[i] = dot(body->R[i], f, 3);
		in_world[3 + i] = dot(body->R[i], f + 3, 3);
		lever[i] = body->p[i] - c[i];
	}
	cross(lever, in_world, moment);
	for (int i = 0; i < 3; i++) {
		sum[i] += in_world[i];
		sum[3 + i] += in_world[3 + i] + moment[i];
	}
}

/* Momentum grows by gravity, by the wrenches and by the forces of the world through the joints. */
TEST(momentum_is_given_by_the_world)
{
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real w[6 * BODIES], h[6], product[6], A[6 * NV], given[6] = { 0 }, slope[6], mass, c[3], scale, terms;
		struct dense_frame pose[BODIES];
		sampled_draw(number, false, &tree, &s);
		dense_pose(&tree.dense, s.q, pose);
		dense_com(&tree.dense, s.q, &mass, c, NULL);
		if (mass == 0)
			continue;
		dense_reaction(&tree.dense, s.q, s.qd, s.qdd, s.f_ext, w, &terms);
		for (int i = 0; i < 3; i++)
			given[i] = mass * tree.dense.gravity[i];
		for (int b = 0; b < s.n; b++) {
			if (carried(b))
				add_wrench(&pose[b], s.f_ext + 6 * b, c, given);
			if (carried(b) && !carried(tree.body[b].parent)) {
				struct dense_frame hinge = pose[b];
				real r[3];
				joint_origin(&tree.body[b], r);
				dense_shift(&hinge, r[0], r[1], r[2]);
				add_wrench(&hinge, w + 6 * b, c, given);
			}
		}
		sampled_slope(&s, s.qd, true, momentum, 6, slope);
		dense_momentum(&tree.dense, s.q, s.qd, h, &scale);
		CHECK_CLOSE(slope, given, 6, fmaxl(terms, fmaxl(scale, 1)), 1e-13L, number);

		dense_cmm(&tree.dense, s.q, A, &scale);
		times(A, s.qd, 6, s.nv, product);
		CHECK_CLOSE(product, h, 6, scale, 1e-16L, number);
	}
}

static void total_energy(const struct sampled *at, real *sum)
{
	real kinetic, potential;
	dense_energy(&at->tree->dense, at->q, at->qd, &kinetic, &potential, NULL, NULL);
	*sum = kinetic + potential;
}

TEST(energy_grows_by_power)
{
	static real M[NV * NV];
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real kinetic, potential, expected, tau[NV], p[NV], slope, power, mass, c[3], scale[2], terms;
		sampled_draw(number, false, &tree, &s);
		dense_energy(&tree.dense, s.q, s.qd, &kinetic, &potential, &scale[0], &scale[1]);
		dense_crba(&tree.dense, s.q, M, NULL);
		times(M, s.qd, s.nv, s.nv, p);
		expected = dot(p, s.qd, s.nv) / 2;
		CHECK_CLOSE(&kinetic, &expected, 1, scale[0], 1e-15L, number);
		dense_com(&tree.dense, s.q, &mass, c, NULL);
		expected = mass > 0 ? -mass * dot(tree.dense.gravity, c, 3) : 0;
		CHECK_CLOSE(&potential, &expected, 1, scale[1], 1e-16L, number);

		sampled_slope(&s, s.qd, true, total_energy, 1, &slope);
		dense_rnea(&tree.dense, s.q, s.qd, s.qdd, NULL, tau, &terms);
		power = dot(s.qd, tau, s.nv);
		CHECK_CLOSE(&slope, &power, 1, fmaxl(terms, fmaxl(scale[0], scale[1])), 1e-13L, number);
	}
}

/* A heavy body fixed to the world, through another fixed body, has no effect. */
TEST(what_stands_still_does_not_count)
{
	for (int number = 0; number < SAMPLED_TREES; number++) {
		struct dense_body with[BODIES + 2], heavy = bars[0];
		real x[2][12]; /* mass, centre, momentum, both energies */
		sampled_draw(number, false, &tree, &s);
		struct dense_tree more = { s.n + 2,
			                   with,
			                   { tree.dense.gravity[0], tree.dense.gravity[1], tree.dense.gravity[2] } };
		memcpy(with, tree.body, sizeof tree.body);
		heavy.joint = DENSE_FIXED;
		with[s.n] = with[s.n + 1] = heavy;
		with[s.n + 1].parent = s.n;
		ck_assert(!dense_moves(&more, s.n + 1));
		for (int k = 0; k < 2; k++) {
			const struct dense_tree *t = k ? &more : &tree.dense;
			dense_com(t, s.q, &x[k][0], &x[k][1], NULL);
			dense_momentum(t, s.q, s.qd, &x[k][4], NULL);
			dense_energy(t, s.q, s.qd, &x[k][10], &x[k][11], NULL, NULL);
			for (int i = 1; i < 4 && x[k][0] == 0; i++) {
				ck_assert(isnan(x[k][i]));
				x[k][i] = 0;
			}
		}
		CHECK_CLOSE(x[1], x[0], 12, 0, 0, number);
	}
}

SUITE("dense_functions")
