/* Examples that stand and land, by numbers that can be checked by hand: weights, levers, the momentum of a fall. */
#include <math.h>
#include <string.h>

#include "run.h"
#include "suite.h"

enum { NQ = 19, NV = 18, FEET = 4, NC = 12, BASE = 6 };

static const char *const solo12 = "examples/solo12.rig", *const plates = "examples/gait/plates.rig";
static const double gravity = 9.81, solo12_mass = 2.5000028, rest[NV];

/* Crouched at the height of its feet; HFE, KFE are a and -2 a, at the hind legs -a and 2 a. */
static void crouch(double a, double q[NQ])
{
	memset(q, 0, NQ * sizeof *q);
	q[2] = 2 * 0.16 * cos(a);
	q[6] = 1;
	for (int leg = 0; leg < FEET; leg++) {
		double own = leg < 2 ? a : -a;
		q[7 + 3 * leg + 1] = own;
		q[7 + 3 * leg + 2] = -2 * own;
	}
}

static void call(const char *path, const char *name, const double *const *in, double *const *out)
{
	rigidc_model *model = run_load(path);
	rigidc_function *function = run_function(model, name, RIGIDC_TCC);
	rigidc_call(function, in, out);
	rigidc_function_free(function);
	rigidc_model_free(model);
}

static double sum_upward(const double *lambda)
{
	double sum = 0;
	for (int foot = 0; foot < FEET; foot++)
		sum += lambda[3 * foot + 2];
	return sum;
}

/* --- Solo 12 --- */

TEST(solo12_rests_on_four_feet)
{
	double q[NQ], tau[NV], lambda[NC], qdd[NV], found[NC];
	crouch(0.7, q);
	call(solo12, "id:stand", (const double *[]){ q, rest, rest }, (double *[]){ tau, lambda });
	ck_assert_double_eq_tol(sum_upward(lambda), solo12_mass * gravity, 1e-6);
	for (int foot = 0; foot < FEET; foot++) /* alike but for 0.01 mm */
		ck_assert_double_eq_tol(lambda[3 * foot + 2], solo12_mass * gravity / 4, 1e-3);
	for (int v = 0; v < BASE; v++)
		ck_assert_double_eq(tau[v], 0);
	call(solo12, "stand=fd:stand+lambda:stand", (const double *[]){ q, rest, tau }, (double *[]){ qdd, found });
	for (int v = 0; v < NV; v++)
		ck_assert_double_eq_tol(qdd[v], 0, 1e-10);
	for (int r = 0; r < NC; r++)
		ck_assert_double_eq_tol(found[r], lambda[r], 1e-12);
}

/* On two feet, with all torques of the legs there doubled: the rate of momentum is the sum of all forces. */
TEST(solo12_on_two_feet_moves_by_the_forces)
{
	double q[NQ], tau[NV], lambda[NC], qdd[NV], two[6], A[6 * NV], f[6];
	crouch(0.7, q);
	call(solo12, "id:stand", (const double *[]){ q, rest, rest }, (double *[]){ tau, lambda });
	for (int i = 0; i < 3; i++) {
		tau[BASE + i] *= 2;
		tau[BASE + 9 + i] *= 2;
		tau[BASE + 3 + i] = tau[BASE + 6 + i] = 0;
	}
	call(solo12, "trot=fd:left_diagonal+lambda:left_diagonal", (const double *[]){ q, rest, tau },
	     (double *[]){ qdd, two });
	call(solo12, "rate=cmm+cmm_drift", (const double *[]){ q, rest }, (double *[]){ A, f });
	ck_assert_double_eq_tol(two[2], two[5], 1e-2);
	for (int i = 0; i < 3; i++) {
		double rate = f[i], force = two[i] + two[3 + i] - (i == 2 ? solo12_mass * gravity : 0);
		for (int v = 0; v < NV; v++)
			rate += A[i * NV + v] * qdd[v];
		ck_assert_double_eq_tol(rate, force, 1e-6);
	}
}

/* Landing after a fall of 0.1 s. The impulse is the change of the momentum, the feet are at rest, and energy is lost. */
TEST(solo12_lands)
{
	double q[NQ], qd[NV] = { 0 }, qd_plus[NV], impulse[NC], before[6], after[6], J[NC * NV];
	double energy_before, energy_after, potential;
	crouch(0.7, q);
	qd[2] = -gravity * 0.1;
	call(solo12, "impact:stand", (const double *[]){ q, qd }, (double *[]){ qd_plus, impulse });
	call(solo12, "momentum", (const double *[]){ q, qd }, (double *[]){ before });
	call(solo12, "momentum", (const double *[]){ q, qd_plus }, (double *[]){ after });
	call(solo12, "energy", (const double *[]){ q, qd }, (double *[]){ &energy_before, &potential });
	call(solo12, "energy", (const double *[]){ q, qd_plus }, (double *[]){ &energy_after, &potential });
	call(solo12, "jac:stand", (const double *[]){ q }, (double *[]){ J });
	ck_assert_double_eq_tol(before[2], -solo12_mass * gravity * 0.1, 1e-6);
	ck_assert_double_eq_tol(energy_before, solo12_mass * pow(gravity * 0.1, 2) / 2, 1e-6);
	ck_assert_double_eq_tol(after[2] - before[2], sum_upward(impulse), 1e-12);
	ck_assert_double_lt(energy_after, energy_before);
	for (int r = 0; r < NC; r++) {
		double foot = 0;
		for (int v = 0; v < NV; v++)
			foot += J[r * NV + v] * qd_plus[v];
		ck_assert_double_eq_tol(foot, 0, 1e-13);
	}
}

/* --- a man on two plates --- */

enum { RIGHT_FZ = 2, LEFT_FZ = 8, HEEL_FZ = 2, TOES_FZ = 7 };

static const double man = 73.0, thigh = 0.4222, shank = 0.4403, ankle = 0.0679, stride = 0.34906585039886592;

TEST(man_stands_on_both_plates)
{
	double q[NQ] = { 0, thigh + shank + ankle, 0, 0, 0, 0, 1 }, tau[NV], lambda[NC];
	call(plates, "id:both", (const double *[]){ q, rest, rest }, (double *[]){ tau, lambda });
	ck_assert_double_eq_tol(lambda[RIGHT_FZ], man * gravity / 2, 1e-10);
	ck_assert_double_eq_tol(lambda[LEFT_FZ], man * gravity / 2, 1e-10);
	double given[NV];
	call(plates, "rnea:both", (const double *[]){ q, rest, rest, lambda }, (double *[]){ given });
	for (int v = 0; v < NV; v++)
		ck_assert_double_eq_tol(given[v], tau[v], 1e-10);
}

/* Heel and toes bear the weight by the law of the lever: both feet are x from the pelvis, with their centres of mass in
 * front of the ankles; legs, pelvis and trunk are balanced. */
TEST(man_steps_from_toes_to_heel)
{
	double x = (thigh + shank) * sin(stride), heel = x - 0.05, toes = -x + 0.15;
	double centre = 2 * 0.0137 * 0.1915 * 0.2581;
	double q[NQ] = { 0, (thigh + shank) * cos(stride) + ankle, 0, 0, 0, 0, 1 }, tau[NV], lambda[NC];
	q[7] = q[17] = stride; /* hip right, ankle left */
	q[11] = q[13] = -stride;
	call(plates, "id:strike", (const double *[]){ q, rest, rest }, (double *[]){ tau, lambda });
	double on_heel = man * gravity * (centre - toes) / (heel - toes);
	ck_assert_double_eq_tol(lambda[HEEL_FZ], on_heel, 1e-10);
	ck_assert_double_eq_tol(lambda[TOES_FZ], man * gravity - on_heel, 1e-10);
}

SUITE("standing")
