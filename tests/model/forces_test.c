/* Joint-space terms: armature, damping, friction, springs, passive forces. A model
 * with them needs the torque of the same model without them, plus the torques of their laws. */
#include <math.h>
#include <stdio.h>

#include "reference/dense_spline.h"
#include "run.h"
#include "suite.h"
#include "trees/random_bits.h"

enum { STATES = 50, NV = 3 };

/* Three coordinates: an angle, a distance, and an angle of a joint with parameters. */
static const char text[] = "model forces\n"
			   "const k = 20 N m/rad\n"
			   "table torque(q: deg): N m = [-90, 30; -30, 2; 0, 0; 45, -1; 80, -20]\n"
			   "table drag(qd: rad/s): N m = [-1, 2; 0, 0; 1, -2 N m]\n"
			   "table pull(d: m): N = [-0.5, 40; 0, 0; 0.3, 0.2; 1, -70]\n"
			   "body a on world {\n"
			   "  joint hip : revolute(y) {%s}\n"
			   "  mass 2 kg; com (0.1, 0.2, 0.3); inertia diag(0.2, 0.3, 0.4)\n"
			   "}\n"
			   "body b on a at (0.3, 0, 0) {\n"
			   "  joint slide : prismatic((1, 2, 2)) {%s}\n"
			   "  mass 1 kg; com (0, 0.1, 0); inertia diag(0.1, 0.1, 0.1)\n"
			   "}\n"
			   "body c on b at (0, 0.1, 0), rx(0.4) {\n"
			   "  joint screw : helical(z, pitch = 5 mm/rad) {%s}\n"
			   "  mass 1.5 kg; com (0.05, 0.1, 0); inertia diag(0.1, 0.2, 0.15)\n"
			   "}\n";

static rigidc_model *model_of(const char *hip, const char *slide, const char *screw)
{
	char full[4096];
	int length = snprintf(full, sizeof full, text, hip, slide, screw);
	return run_read("forces.rig", full, (size_t)length, NULL);
}

static void torque(rigidc_model *model, rigidc_tier tier, const double *q, const double *qd, const double *qdd,
                   double *tau)
{
	run_once(model, "rnea", tier, (const double *[]){ q, qd, qdd }, tau);
}

static double coulomb(double force, double smoothing, double qd)
{
	return force * qd / sqrt(qd * qd + smoothing * smoothing);
}

/* q, qd and qdd. */
static void draw_state(int number, double state[3][NV])
{
	uint64_t random = (uint64_t)number + 1;
	for (int i = 0; i < 3 * NV; i++)
		state[i / NV][i % NV] = random_between(&random, -2, 2);
}

/* The torque of the full model is that of the bare one and the wanted one. Frees both. */
static void check_torque(rigidc_model *bare, rigidc_model *full, double state[3][NV], const double wanted[NV])
{
	double tau[NV], without[NV];
	torque(bare, RIGIDC_EVALUATOR, state[0], state[1], state[2], without);
	for (rigidc_tier tier = RIGIDC_EVALUATOR; tier <= RIGIDC_TCC; tier++) {
		torque(full, tier, state[0], state[1], state[2], tau);
		for (int i = 0; i < NV; i++)
			ck_assert_double_eq_tol(tau[i], without[i] + wanted[i], 1e-12 * (100 + fabs(wanted[i])));
	}
	rigidc_model_free(bare);
	rigidc_model_free(full);
}

LOOP_TEST(laws_add_to_the_torque, STATES)
{
	rigidc_model *bare = model_of("", "", "");
	rigidc_model *full = model_of(
		"armature 0.5 kg m^2; damping 0.1 N m s/rad; friction 0.4 N m at 0.01 rad/s; spring k at 10 deg; "
		"passive -40 N m * exp(5 * (q - 2)) - 0.5 N m s * qd",
		"damping 3 N s/m; friction 2 N at 1 mm/s; spring 100 N/m", "armature 20 g m^2; passive 3 N m * sin(q)");
	double state[3][NV], wanted[NV];
	const double *q = state[0], *qd = state[1], *qdd = state[2];
	draw_state(_i, state);
	wanted[0] = 0.5 * qdd[0] + 0.1 * qd[0] + coulomb(0.4, 0.01, qd[0]) + 20 * (q[0] - 0.17453292519943295) +
	            40 * exp(5 * (q[0] - 2)) + 0.5 * qd[0];
	wanted[1] = 3 * qd[1] + coulomb(2, 1e-3, qd[1]) + 100 * q[1];
	wanted[2] = 0.02 * qdd[2] - 3 * sin(q[2]);
	check_torque(bare, full, state, wanted);
}

/* Measured curves of a coordinate, of its velocity, of a distance. */
LOOP_TEST(tables_are_passive_forces, STATES)
{
	static const double torque_at[][2] = { { -1.5707963267948966, 30 },
		                               { -0.52359877559829887, 2 },
		                               { 0, 0 },
		                               { 0.78539816339744831, -1 },
		                               { 1.3962634015954636, -20 } };
	static const double drag_at[][2] = { { -1, 2 }, { 0, 0 }, { 1, -2 } };
	static const double pull_at[][2] = { { -0.5, 40 }, { 0, 0 }, { 0.3, 0.2 }, { 1, -70 } };
	rigidc_model *bare = model_of("", "", "");
	rigidc_model *full = model_of("passive torque(q) + drag(qd)", "passive pull(q) - 0.5 * pull(-q + 20 ms * qd)",
	                              "passive torque(2 * q)");
	double state[3][NV], wanted[NV];
	const double *q = state[0], *qd = state[1];
	draw_state(_i, state);
	wanted[0] = -(double)(dense_spline(torque_at, 5, q[0]) + dense_spline(drag_at, 3, qd[0]));
	wanted[1] = -(double)(dense_spline(pull_at, 4, q[1]) - 0.5L * dense_spline(pull_at, 4, -q[1] + 0.02L * qd[1]));
	wanted[2] = -(double)dense_spline(torque_at, 5, 2 * q[2]);
	check_torque(bare, full, state, wanted);
}

TEST(friction_is_zero_at_rest)
{
	rigidc_model *bare = model_of("", "", "");
	rigidc_model *full = model_of("friction 4 N m at 0.01 rad/s", "friction 2 N at 1 mm/s", "");
	const double q[NV] = { 0.3, 0.1, -0.4 }, rest[NV] = { 0 };
	double tau[NV], without[NV];
	torque(bare, RIGIDC_EVALUATOR, q, rest, rest, without);
	torque(full, RIGIDC_EVALUATOR, q, rest, rest, tau);
	for (int i = 0; i < NV; i++)
		ck_assert_double_eq(tau[i], without[i]);
	rigidc_model_free(bare);
	rigidc_model_free(full);
}

/* Armature is in M; damping, friction, springs and passive forces are not. */
TEST(only_armature_is_in_the_inertia_matrix)
{
	rigidc_model *bare = model_of("", "", "");
	rigidc_model *full = model_of("armature 0.5 kg m^2; damping 3 N m s; spring k", "friction 2 N at 1 mm/s",
	                              "passive 3 N m * sin(q)");
	const double q[NV] = { 0.3, 0.1, -0.4 }, *in[] = { q };
	double M[NV * NV], without[NV * NV];
	run_once(bare, "crba", RIGIDC_EVALUATOR, in, without);
	run_once(full, "crba", RIGIDC_EVALUATOR, in, M);
	without[0] += 0.5;
	for (int i = 0; i < NV * NV; i++)
		ck_assert_double_eq_tol(M[i], without[i], 1e-14);
	rigidc_model_free(bare);
	rigidc_model_free(full);
}

enum { QUATERNIONS_NQ = 11, QUATERNIONS_NV = 9 };

/* A body with a free joint and a body with a ball joint, without gravity. */
static const char quaternions[] = "model quaternions\n"
				  "gravity (0, 0, 0)\n"
				  "body a on world {\n"
				  "  joint base : free {%s}\n"
				  "  mass 2 kg; com (0.1, 0.2, 0.3); inertia diag(0.2, 0.3, 0.4)\n"
				  "%s"
				  "}\n"
				  "body b on a at (0.3, 0, 0) {\n"
				  "  joint ball : spherical {%s}\n"
				  "  mass 1 kg; com (0, 0.1, 0.2); inertia diag(0.1, 0.2, 0.15)\n"
				  "}\n";

static rigidc_model *quaternion_model(const char *base, const char *mass, const char *ball)
{
	char full[4096];
	int length = snprintf(full, sizeof full, quaternions, base, mass, ball);
	return run_read("quaternions.rig", full, (size_t)length, NULL);
}

static void draw_quaternion_state(int number, double q[QUATERNIONS_NQ], double qd[QUATERNIONS_NV],
                                  double qdd[QUATERNIONS_NV])
{
	uint64_t random = (uint64_t)number + 1;
	for (int i = 0; i < QUATERNIONS_NQ; i++)
		q[i] = random_between(&random, -1, 1);
	for (int from = 3; from < QUATERNIONS_NQ; from += 4) {
		double length = hypot(hypot(q[from], q[from + 1]), hypot(q[from + 2], q[from + 3]));
		for (int i = 0; i < 4; i++)
			q[from + i] /= length;
	}
	for (int i = 0; i < QUATERNIONS_NV; i++) {
		qd[i] = random_between(&random, -2, 2);
		qdd[i] = random_between(&random, -2, 2);
	}
}

/* All outputs of a function, one after the other. */
static void outputs_of(rigidc_model *model, const char *name, const double *const *in, double *out)
{
	enum { BLOCK = QUATERNIONS_NV * QUATERNIONS_NV };
	double *const block[] = { out, out + BLOCK, out + 2 * BLOCK };
	rigidc_function *function = run_function(model, name, RIGIDC_EVALUATOR);
	rigidc_call(function, in, block);
	rigidc_function_free(function);
}

/* A ball of mass m at the origin needs m (vdot + w x v) without gravity: an armature m, and the passive force -m w x v. */
LOOP_TEST(passive_forces_know_velocities_of_quaternion_joints, STATES / 5)
{
	static const struct {
		const char *function;
		int numbers;
	} functions[] = { { "rnea", QUATERNIONS_NV },
		          { "fd", QUATERNIONS_NV },
		          { "crba", QUATERNIONS_NV * QUATERNIONS_NV },
		          { "rnea_derivatives", 2 * QUATERNIONS_NV * QUATERNIONS_NV },
		          { "fd_derivatives", 3 * QUATERNIONS_NV * QUATERNIONS_NV } };
	rigidc_model *law = quaternion_model(
		"armature (0.5, 0.5, 0.5, 0.1, 0.1, 0.1); "
		"passive (0.5 kg * (wz * vy - wy * vz), 0.5 kg * (wx * vz - base.wz * base.vx), 0.5 kg * (wy * vx - wx * vy), 0, 0, 0)",
		"", "damping (0.4, 0.4, 0.4)");
	rigidc_model *mass = quaternion_model("", "  solid   sphere(0.5 kg, 0.70710678118654752 m)\n",
	                                      "passive (-0.4 N m s * wx, -0.4 N m s * ball.wy, -0.4 N m s * wz)");
	double q[QUATERNIONS_NQ], qd[QUATERNIONS_NV], qdd[QUATERNIONS_NV];
	const double *in[] = { q, qd, qdd };
	draw_quaternion_state(_i, q, qd, qdd);
	for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
		double a[3 * QUATERNIONS_NV * QUATERNIONS_NV], b[3 * QUATERNIONS_NV * QUATERNIONS_NV];
		outputs_of(law, functions[f].function, in, a);
		outputs_of(mass, functions[f].function, in, b);
		for (int i = 0; i < functions[f].numbers; i++)
			ck_assert_double_eq_tol(a[i], b[i], 1e-11 * (10 + fabs(b[i])));
	}
	rigidc_model_free(law);
	rigidc_model_free(mass);
}

SUITE("forces")
