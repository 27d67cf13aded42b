/* The models in examples/: closed forms and published figures. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "random_bits.h"
#include "rigidc.h"
#include "suite.h"

/* Evaluates one function of one output. */
static void evaluate(const char *path, const char *name, const double *const *in, double *out)
{
	rigidc_model *model;
	rigidc_function *function;
	ck_assert_msg(rigidc_load(path, NULL, &model) == RIGIDC_OK, "%s", rigidc_messages(model));
	ck_assert_msg(rigidc_function_new(model, name, RIGIDC_TCC, &function) == RIGIDC_OK, "%s",
	              rigidc_messages(model));
	rigidc_call(function, in, &out);
	rigidc_function_free(function);
	rigidc_model_free(model);
}

/* --- the double pendulum, uniform bars: its equation in absolute angles theta_1, theta_2 is
 *   M(theta) theta'' + C(theta, theta') + G(theta) = A^-T tau,  theta = A q, A = [1 0; 1 1] --- */

enum { STATES = 100 };

START_TEST(double_pendulum_in_closed_form)
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
END_TEST

/* --- PUMA 560 at qn, as published to four digits after the point (Corke & Armstrong-Helouvry) --- */

static const double qn[6] = { 0, 0.78539816339744831, 3.1415926535897931, 0, 0.78539816339744831, 0 };
static const double half_digit = 5e-5;

static void assert_printed(double found, double printed)
{
	ck_assert_msg(fabs(found - printed) <= half_digit, "%.7f, published %.4f", found, printed);
}

START_TEST(puma560_inertia_matrix_as_published)
{
	static const struct { int row, column; double value; } published[] = {
		{ 1, 1, 3.6594 }, { 2, 2, 4.4137 }, { 3, 3, 0.9378 }, { 4, 4, 0.1925 }, { 5, 5, 0.1713 },
		{ 6, 6, 0.1941 }, { 1, 2, -0.4044 }, { 1, 3, 0.1006 }, { 2, 3, 0.3509 }, { 1, 4, -0.0025 },
		{ 2, 5, 0.0024 }, { 3, 5, 0.0015 },
	};
	double M[36];
	evaluate("examples/puma560.rig", "crba", (const double *[]){ qn }, M);
	for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
		int row = published[i].row - 1, column = published[i].column - 1;
		assert_printed(M[6 * row + column], published[i].value);
		assert_printed(M[6 * column + row], published[i].value);
	}
}
END_TEST

START_TEST(puma560_gravity_torque_as_published)
{
	static const double published[6] = { 0, 31.6399, 6.0351, 0, 0.0283, 0 }, zero[6];
	double tau[6];
	evaluate("examples/puma560.rig", "rnea", (const double *[]){ qn, zero, zero }, tau);
	for (int i = 0; i < 6; i++)
		assert_printed(tau[i], published[i]);
}
END_TEST

START_TEST(solo12_is_held_by_its_weight)
{
	double q[19] = { 0, 0, 0.3, 0, 0, 0, 1 }, zero[18] = { 0 }, tau[18];
	evaluate("examples/solo12.rig", "rnea", (const double *[]){ q, zero, zero }, tau);
	/* upright and at rest the base needs m g, straight up in its own axes: 2.5000028 kg */
	ck_assert_double_le(fabs(tau[2] - 2.5000028 * 9.81), 1e-6);
	ck_assert_double_le(fabs(tau[0]) + fabs(tau[1]), 1e-12);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("examples");
	TCase *tests = tcase_create("published");
	tcase_add_loop_test(tests, double_pendulum_in_closed_form, 0, STATES);
	tcase_add_test(tests, puma560_inertia_matrix_as_published);
	tcase_add_test(tests, puma560_gravity_torque_as_published);
	tcase_add_test(tests, solo12_is_held_by_its_weight);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
