/* The models in examples/: closed forms and published figures. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "reference/dense.h"
#include "reference/dense_spline.h"
#include "run.h"
#include "suite.h"
#include "trees/random_bits.h"

static void evaluate(const char *path, const char *name, const double *const *in, double *out)
{
	rigidc_model *model = run_load(path);
	run_once(model, name, RIGIDC_TCC, in, out);
	rigidc_model_free(model);
}

/* --- the double pendulum of uniform bars, in absolute angles theta_1, theta_2:
 *   M(theta) theta'' + C(theta, theta') + G(theta) = A^-T tau,  theta = A q, A = [1 0; 1 1] --- */

enum { STATES = 100 };

LOOP_TEST(double_pendulum_in_closed_form, STATES)
{
	const double m1 = 1, m2 = 1, l1 = 1, l2 = 1, g = 9.81, tolerance = 1e-13;
	uint64_t random = (uint64_t)_i + 1;
	double state[6];
	for (int i = 0; i < 6; i++)
		state[i] = random_between(&random, -3, 3);
	const double *q = state, *qd = state + 2, *qdd = state + 4;
	double t1 = q[0], t2 = q[0] + q[1], w1 = qd[0], w2 = qd[0] + qd[1], a1 = qdd[0], a2 = qdd[0] + qdd[1];
	double M11 = m1 * l1 * l1 / 3 + m2 * l1 * l1, M22 = m2 * l2 * l2 / 3;
	double M12 = m2 * l1 * l2 * cos(t1 - t2) / 2;
	double C1 = m2 * l1 * l2 * w2 * w2 * sin(t1 - t2) / 2, C2 = -m2 * l1 * l2 * w1 * w1 * sin(t1 - t2) / 2;
	double G1 = m1 * g * l1 * sin(t1) / 2 + m2 * g * l1 * sin(t1), G2 = m2 * g * l2 * sin(t2) / 2;
	/* moments on the absolute angles, then on the joints: tau = A^T (...) */
	double n1 = M11 * a1 + M12 * a2 + C1 + G1, n2 = M12 * a1 + M22 * a2 + C2 + G2;
	double tau_wanted[2] = { n1 + n2, n2 };
	double M_wanted[4] = { M11 + 2 * M12 + M22, M12 + M22, M12 + M22, M22 };
	double tau[2], M[4];
	evaluate("examples/double_pendulum.rig", "rnea", (const double *[]){ q, qd, qdd }, tau);
	evaluate("examples/double_pendulum.rig", "crba", (const double *[]){ q }, M);
	double scale = fmax(fabs(tau_wanted[0]), fabs(tau_wanted[1]));
	for (int i = 0; i < 2; i++)
		ck_assert_double_le(fabs(tau[i] - tau_wanted[i]), tolerance * scale);
	for (int i = 0; i < 4; i++)
		ck_assert_double_le(fabs(M[i] - M_wanted[i]), tolerance * M_wanted[0]);
}

/* --- cart and pole, with the end of the pole at (x + 2 l sin q, -2 l cos q):
 *   (M + m) x'' + m l (q'' cos q - q'^2 sin q) = f,   4/3 m l^2 q'' + m l x'' cos q + m g l sin q = n --- */

LOOP_TEST(cart_pole_in_closed_form, STATES)
{
	const double M = 1, m = 0.1, l = 0.5, g = 9.8;
	uint64_t random = (uint64_t)_i + 1;
	double state[6], qdd[2];
	for (int i = 0; i < 6; i++)
		state[i] = random_between(&random, -3, 3);
	const double *q = state, *qd = state + 2, *tau = state + 4;
	evaluate("examples/cart_pole.rig", "fd", (const double *[]){ q, qd, tau }, qdd);
	double f = (M + m) * qdd[0] + m * l * (qdd[1] * cos(q[1]) - qd[1] * qd[1] * sin(q[1]));
	double n = 4 * m * l * l / 3 * qdd[1] + m * l * qdd[0] * cos(q[1]) + m * g * l * sin(q[1]);
	double scale = fmax(fabs((M + m) * qdd[0]), fmax(1, fabs(qdd[1])));
	ck_assert_double_le(fabs(f - tau[0]), 1e-14 * scale);
	ck_assert_double_le(fabs(n - tau[1]), 1e-14 * scale);
}

/* --- PUMA 560 at qn, as published to four decimals (Corke & Armstrong-Helouvry) --- */

static const double qn[6] = { 0, 0.78539816339744831, 3.1415926535897931, 0, 0.78539816339744831, 0 };
static const double half_digit = 5e-5;

static void assert_printed(double found, double printed)
{
	ck_assert_msg(fabs(found - printed) <= half_digit, "%.7f, published %.4f", found, printed);
}

TEST(puma560_inertia_matrix_as_published)
{
	static const struct {
		int row, column;
		double value;
	} published[] = {
		{ 1, 1, 3.6594 }, { 2, 2, 4.4137 },  { 3, 3, 0.9378 },  { 4, 4, 0.1925 },
		{ 5, 5, 0.1713 }, { 6, 6, 0.1941 },  { 1, 2, -0.4044 }, { 1, 3, 0.1006 },
		{ 2, 3, 0.3509 }, { 1, 4, -0.0025 }, { 2, 5, 0.0024 },  { 3, 5, 0.0015 },
	};
	double M[36];
	evaluate("examples/puma560.rig", "crba", (const double *[]){ qn }, M);
	for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
		int row = published[i].row - 1, column = published[i].column - 1;
		assert_printed(M[6 * row + column], published[i].value);
		assert_printed(M[6 * column + row], published[i].value);
	}
}

TEST(puma560_gravity_torque_as_published)
{
	static const double published[6] = { 0, 31.6399, 6.0351, 0, 0.0283, 0 }, zero[6];
	double tau[6];
	evaluate("examples/puma560.rig", "rnea", (const double *[]){ qn, zero, zero }, tau);
	for (int i = 0; i < 6; i++)
		assert_printed(tau[i], published[i]);
}

TEST(solo12_is_held_by_its_weight)
{
	double q[19] = { 0, 0, 0.3, 0, 0, 0, 1 }, zero[18] = { 0 }, tau[18];
	evaluate("examples/solo12.rig", "rnea", (const double *[]){ q, zero, zero }, tau);
	/* upright and at rest the base needs m g, straight up in its own axes: 2.5000028 kg */
	ck_assert_double_le(fabs(tau[2] - 2.5000028 * 9.81), 1e-6);
	ck_assert_double_le(fabs(tau[0]) + fabs(tau[1]), 1e-12);
}

/* --- the knee, by the dense reference with its own splines --- */

static void moving_knee(const dense_real *q, const dense_real *param, struct dense_frame *moving)
{
	static const double tx[][2] = {
		{ -2.0944, -0.0032 },    { -1.74533, 0.00179 },   { -1.39626, 0.00411 },  { -1.0472, 0.0041 },
		{ -0.698132, 0.00212 },  { -0.349066, -0.001 },   { -0.174533, -0.0031 }, { 0.197344, -0.005227 },
		{ 0.337395, -0.005435 }, { 0.490178, -0.005574 }, { 1.52146, -0.005435 }, { 2.0944, -0.00525 },
	};
	static const double ty[][2] = {
		{ -2.0944, -0.4226 },   { -1.22173, -0.4082 },   { -0.523599, -0.399 }, { -0.349066, -0.3976 },
		{ -0.174533, -0.3966 }, { 0.159149, -0.395264 }, { 2.0944, -0.396 },
	};
	(void)param;
	dense_shift(moving, dense_simm(tx, sizeof tx / sizeof *tx, *q), dense_simm(ty, sizeof ty / sizeof *ty, *q), 0);
	dense_turn(moving, 0, 0, 1, *q);
}

static const struct dense_frame here = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0 } };

static void assert_dense(const char *path, const struct dense_tree *tree, const double *q, const double *qd,
                         const double *qdd)
{
	enum { MOST = 8 };
	dense_real state[3][MOST], wanted[MOST * MOST], scale;
	double found[MOST * MOST];
	int nv = dense_nv(tree);
	dense_widen(q, nv, state[0]);
	dense_widen(qd, nv, state[1]);
	dense_widen(qdd, nv, state[2]);
	evaluate(path, "rnea", (const double *[]){ q, qd, qdd }, found);
	dense_rnea(tree, state[0], state[1], state[2], NULL, wanted, &scale);
	for (int i = 0; i < nv; i++)
		ck_assert_double_eq_tol(found[i], (double)wanted[i], 1e-12 * (double)scale);
	evaluate(path, "crba", (const double *[]){ q }, found);
	dense_crba(tree, state[0], wanted, &scale);
	for (int i = 0; i < nv * nv; i++)
		ck_assert_double_eq_tol(found[i], (double)wanted[i], 1e-12 * (double)scale);
}

LOOP_TEST(knee_by_the_reference, STATES)
{
	/* away from the points of the tables, where the reference cannot differentiate */
	static const double places[] = { -2.5, -1.92, -1.57, -0.87, -0.008, 1, 2.5 };
	/* clang-format off */
	struct dense_body body[2] = {
		{ .parent = -1, .joint = DENSE_REVOLUTE, .axis = { 0, 0, 1 }, .at = here, .then = here, .mass = 9.3014L,
		  .com = { 0, -0.17L, 0 }, .inertia = { { 0.1339L, 0, 0 }, { 0, 0.0351L, 0 }, { 0, 0, 0.1412L } } },
		{ .parent = 0, .joint = DENSE_MOTION, .pose = moving_knee, .coordinates = 1, .at = here, .then = here,
		  .mass = 3.7075L, .com = { 0, -0.1867L, 0 },
		  .inertia = { { 0.0504L, 0, 0 }, { 0, 0.0051L, 0 }, { 0, 0, 0.0511L } } },
	};
	/* clang-format on */
	const struct dense_tree tree = { 2, body, { 0, -9.80665L, 0 } };
	uint64_t random = (uint64_t)_i + 1;
	double state[6];
	for (int i = 0; i < 6; i++)
		state[i] = random_between(&random, -3, 3);
	state[1] = places[_i % 7] + random_between(&random, -0.06, 0.06);
	assert_dense("examples/knee.rig", &tree, state, state + 2, state + 4);
}

/* --- the screw axes in closed form --- */

TEST(screw_axis_in_closed_form)
{
	const double turn = 6.283185307179586, px = 0.01 / turn, pz = 0.005 / turn, rotor = 0.3e-4;
	const double screw = 7850 * turn / 2 * 0.01 * 0.01 * 0.4, spin = screw * 0.02 * 0.02 / 8;
	const double wanted[4] = { 1.1e-3 + 4 * rotor + px * px * (1.4 + 18 + screw + 12), 0, 0,
		                   spin + rotor + pz * pz * 12 };
	const double q[2] = { 0.4, -70 }, qd[2] = { 30, -20 }, qdd[2] = { 100, 200 };
	double tau[2], M[4];
	evaluate("examples/screw_axis.rig", "crba", (const double *[]){ q }, M);
	for (int i = 0; i < 4; i++)
		ck_assert_double_eq_tol(M[i], wanted[i], 1e-15);
	evaluate("examples/screw_axis.rig", "rnea", (const double *[]){ q, qd, qdd }, tau);
	double tau_x = M[0] * qdd[0] + 2e-3 * qd[0] + 0.2 * qd[0] / sqrt(qd[0] * qd[0] + 1);
	double tau_z = M[3] * qdd[1] + 1e-3 * qd[1] + 0.08 * qd[1] / sqrt(qd[1] * qd[1] + 1) + pz * 12 * 9.81;
	ck_assert_double_eq_tol(tau[0], tau_x, 1e-13);
	ck_assert_double_eq_tol(tau[1], tau_z, 1e-13);
}

/* --- the gripper, by its energy: with positions in closed form and their slopes by differences,
 *   M = sum of m p'^2 + I w'^2, tau = M q'' + M' q'^2 / 2 + V' for the crank at a wrist at rest --- */

struct Grasp {
	long double slider, rocker;
};

static struct Grasp grasp(long double q)
{
	const long double r = 0.015L, l = 0.04L, a = 0.02L, b = 0.055L, c = 0.045L, d = 0.06L;
	/* intersection of circles about the crank's pin and the rocker's pivot, above the line through both */
	long double y = a * cosl(q), z = a * sinl(q), f = hypotl(d - y, z), along = (f * f + b * b - c * c) / (2 * f);
	long double across = sqrtl(b * b - along * along);
	long double joint_y = y + (along * (d - y) + across * z) / f, joint_z = z + (across * (d - y) - along * z) / f;
	return (struct Grasp){ r * cosl(q) + sqrtl(l * l - r * r * sinl(q) * sinl(q)), atan2l(joint_z, d - joint_y) };
}

/* Inertia of the crank's coordinate, and potential in the gravity -9.81 along y of the flange. */
static void crank_energy(long double q, long double *M, long double *V)
{
	const long double h = 1e-4L;
	struct Grasp here_at = grasp(q), ahead = grasp(q + h), behind = grasp(q - h);
	struct Grasp far_ahead = grasp(q + 2 * h), far_behind = grasp(q - 2 * h);
	long double slide = (8 * (ahead.slider - behind.slider) - (far_ahead.slider - far_behind.slider)) / (12 * h);
	long double turn = (8 * (ahead.rocker - behind.rocker) - (far_ahead.rocker - far_behind.rocker)) / (12 * h);
	*M = 40 * 40 * 2e-7L + 0.02e-3L + 0.06L * 0.005L * 0.005L + 2 * 0.09L * slide * slide +
	     (0.06e-3L + 0.07L * (0.03L * 0.03L + 0.02L * 0.02L)) * turn * turn;
	/* the weights of the fingers cancel; the thumb's y points against the flange's y */
	*V = 9.81L * (0.06L * 0.005L * cosl(q) - 0.07L * (0.03L * cosl(here_at.rocker) - 0.02L * sinl(here_at.rocker)));
}

LOOP_TEST(gripper_by_its_energy, STATES)
{
	const long double h = 1e-4L;
	uint64_t random = (uint64_t)_i + 1;
	const double q[2] = { 0, random_between(&random, -0.2, 3) }, qd[2] = { 0, random_between(&random, -3, 3) };
	const double qdd[2] = { 0, random_between(&random, -50, 50) };
	double tau[2], found[4];
	long double M, V, M_ahead, M_behind, V_ahead, V_behind;
	crank_energy(q[1], &M, &V);
	crank_energy(q[1] + h, &M_ahead, &V_ahead);
	crank_energy(q[1] - h, &M_behind, &V_behind);
	evaluate("examples/gripper.rig", "crba", (const double *[]){ q }, found);
	ck_assert_double_eq_tol(found[3], (double)M, 1e-14);
	evaluate("examples/gripper.rig", "rnea", (const double *[]){ q, qd, qdd }, tau);
	long double wanted = M * qdd[1] + (M_ahead - M_behind) / (2 * h) * qd[1] * qd[1] / 2 +
	                     (V_ahead - V_behind) / (2 * h) + 0.02L * qd[1] / sqrtl(qd[1] * qd[1] + 0.01L);
	ck_assert_double_eq_tol(tau[1], (double)wanted, 1e-8);
}

/* --- the bucket: its pin is an intersection of circles about the crank's pin and the bucket's pivot, above the line
 * through both; the order of coordinates is that of the valves --- */

LOOP_TEST(bucket_by_its_circles, STATES)
{
	const double boom = 1.7, stick = 0.9, a = 0.12, b = 0.26, c = 0.18, d = 0.24;
	uint64_t random = (uint64_t)_i + 1;
	const double q[3] = { random_between(&random, 0.7, 2.4), random_between(&random, -2.6, -0.6),
		              random_between(&random, -0.8, 1) };
	/* in the stick's axes from the crank's pivot */
	double px = a * cos(q[0]), pz = a * sin(q[0]), f = hypot(d - px, pz), along = (f * f + b * b - c * c) / (2 * f);
	double across = sqrt(b * b - along * along);
	double x = px + (along * (d - px) + across * pz) / f, z = pz + (across * (d - px) - along * pz) / f;
	/* in the world */
	double turn = q[2] + q[1], reach = stick - d + x;
	double wanted[3] = { boom * cos(q[2]) + reach * cos(turn) - z * sin(turn), 0,
		             0.6 + boom * sin(q[2]) + reach * sin(turn) + z * cos(turn) },
	       R[9], p[3];
	const char *const frames[] = { "fk:bucket_pin", "fk:rod_end" };
	rigidc_model *model = run_load("examples/bucket.rig");
	for (int k = 0; k < 2; k++) {
		rigidc_function *fk = run_function(model, frames[k], RIGIDC_TCC);
		rigidc_call(fk, (const double *[]){ q }, (double *[]){ R, p });
		for (int i = 0; i < 3; i++)
			ck_assert_double_eq_tol(p[i], wanted[i], 1e-13);
		rigidc_function_free(fk);
	}
	rigidc_model_free(model);
}

SUITE("examples")
