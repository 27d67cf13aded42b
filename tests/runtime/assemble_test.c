/* States that close loops, by the library: the published start of Andrews' squeezer, what stays open, and a projection whose
 * change of velocity is orthogonal, in the metric of M, to every velocity that keeps the loops closed. */
#include <math.h>
#include <string.h>

#include "run.h"
#include "suite.h"

enum { NV = 7, ROWS = 15 };

static rigidc_model *load_squeezer(void)
{
	return run_load("examples/loops/squeezer.rig");
}

/* Largest closure in m. */
static double closure_at(rigidc_model *model, const double *q)
{
	double c[ROWS], largest = 0;
	run_once(model, "closure", RIGIDC_EVALUATOR, &q, c);
	for (int i = 0; i < ROWS; i++)
		largest = fmax(largest, fabs(c[i]));
	return largest;
}

TEST(published_start)
{
	/* beta theta gamma delta phi epsilon omega */
	const double start[NV] = {
		-0.0617138900142764496, 0,
		0.455279819163070380,   0.487364979543842550,
		0.222668390165885885,   1.23054744454982119,
		-0.222668390165885885,
	};
	double q[NV] = { start[0], 0.3, 0.3, 0.3, 0.3, 1.3, -0.3 }, residual = 1;
	const int fixed[NV] = { 1 };
	rigidc_model *model = load_squeezer();
	ck_assert_int_eq(rigidc_assemble(model, q, fixed, &residual), RIGIDC_OK);
	ck_assert(residual <= 1e-12);
	ck_assert(q[0] == start[0]);
	for (int i = 0; i < NV; i++)
		ck_assert_msg(fabs(q[i] - start[i]) < 2e-15, "coordinate %d: %.17g, published %.17g", i, q[i],
		              start[i]);
	ck_assert_int_eq(rigidc_assemble(model, q, NULL, NULL), RIGIDC_OK);
	for (int i = 0; i < NV; i++)
		ck_assert(fabs(q[i] - start[i]) < 2e-15); /* a closed state stays */
	rigidc_model_free(model);
}

TEST(stays_open)
{
	double q[NV] = { 0, 0, 1 }, before[NV], residual = 0;
	const int fixed[NV] = { 1, 0, 1 };
	rigidc_model *model = load_squeezer();
	memcpy(before, q, sizeof q);
	ck_assert_int_eq(rigidc_assemble(model, q, fixed, &residual), RIGIDC_INVALID);
	ck_assert_mem_eq(q, before, sizeof q);
	ck_assert(residual > 0.01);
	ck_assert_ptr_nonnull(strstr(rigidc_messages(model), "'first' cannot be closed from the start: "));
	ck_assert_ptr_nonnull(strstr(rigidc_messages(model), " mm remain [loop-open]"));
	rigidc_model_free(model);
}

TEST(wrong_arguments)
{
	double q[NV] = { 0 }, qd[NV] = { 0 }, residual = 0;
	rigidc_model *model = load_squeezer(), *arm = run_load("examples/ur5.rig");
	ck_assert_int_eq(rigidc_assemble(NULL, q, NULL, NULL), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_assemble(model, NULL, NULL, NULL), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_project(model, NULL, qd), RIGIDC_USAGE);
	q[2] = NAN;
	ck_assert_int_eq(rigidc_assemble(model, q, NULL, &residual), RIGIDC_USAGE);
	ck_assert(isnan(residual));
	q[2] = 1;
	ck_assert_int_eq(rigidc_assemble(arm, q, NULL, &residual), RIGIDC_OK);
	ck_assert(residual == 0 && q[2] == 1);
	qd[6] = INFINITY;
	ck_assert_int_eq(rigidc_project(model, q, qd), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_project(arm, q, q), RIGIDC_OK);
	rigidc_model_free(arm);
	rigidc_model_free(model);
}

/* x^T M y */
static double product(const double *M, const double *x, const double *y)
{
	double sum = 0;
	for (int i = 0; i < NV; i++)
		for (int k = 0; k < NV; k++)
			sum += M[i * NV + k] * x[i] * y[k];
	return sum;
}

static void check_rate(const double *J, const double *qd)
{
	for (int r = 0; r < ROWS; r++) {
		double sum = 0, size = 0;
		for (int v = 0; v < NV; v++) {
			sum += J[r * NV + v] * qd[v];
			size += fabs(J[r * NV + v] * qd[v]);
		}
		ck_assert_msg(fabs(sum) <= 1e-14 * size, "row %d: %g of %g", r, sum, size);
	}
}

TEST(projection)
{
	double q[NV] = { 0.1 }, drifted[NV], qd[NV] = { 1, -2, 3, -1, 2, -3, 1 }, before[NV], change[NV], M[NV * NV],
	       J[ROWS * NV];
	double motion[NV] = { 1 };
	rigidc_model *model = load_squeezer();
	ck_assert_int_eq(rigidc_assemble(model, q, NULL, NULL), RIGIDC_OK);
	for (int i = 0; i < NV; i++)
		drifted[i] = q[i] + 1e-5 * (i - 3);
	memcpy(before, qd, sizeof qd);
	ck_assert_int_eq(rigidc_project(model, drifted, qd), RIGIDC_OK);
	ck_assert(closure_at(model, drifted) < 1e-16);
	for (int i = 0; i < NV; i++)
		ck_assert(fabs(drifted[i] - q[i]) < 1e-3);
	const double *in[] = { drifted };
	run_once(model, "crba", RIGIDC_EVALUATOR, in, M);
	run_once(model, "jac:loops", RIGIDC_EVALUATOR, in, J);
	check_rate(J, qd);
	/* the mechanism has a single motion: every velocity projects to a multiple of it */
	ck_assert_int_eq(rigidc_project(model, drifted, motion), RIGIDC_OK);
	check_rate(J, motion);
	for (int i = 0; i < NV; i++)
		change[i] = qd[i] - before[i];
	double size = sqrt(product(M, change, change) * product(M, motion, motion));
	ck_assert(fabs(product(M, change, motion)) < 1e-12 * size);
	rigidc_model_free(model);
}

/* q alone; a second state is far from closed. */
TEST(projection_of_q)
{
	static const char text[] =
		"model t\n"
		"body a on world { joint a : revolute(z); mass 1 kg; inertia diag(1, 1, 1) kg m^2; frame left at (1 m, 0, 0) }\n"
		"body b on world at (5 m, 0, 0) { joint b : revolute(z); mass 1 kg; inertia diag(1, 1, 1) kg m^2; frame right at (-1 m, 0, 0) }\n"
		"loop rod : distance(3.5 m) from left to right\n";
	double q[2] = { 0.1, 0 }, far[2] = { 3.14, 0.01 };
	rigidc_model *model = run_read("t", text, sizeof text - 1, NULL);
	ck_assert_int_eq(rigidc_project(model, q, NULL), RIGIDC_OK);
	double x = 5 - cos(q[1]) - cos(q[0]), y = sin(q[1]) + sin(q[0]);
	ck_assert_msg(fabs(sqrt(x * x + y * y) - 3.5) < 1e-15, "%g", sqrt(x * x + y * y) - 3.5);
	ck_assert_int_eq(rigidc_project(model, far, NULL), RIGIDC_OK);
	rigidc_model_free(model);
}

SUITE("assemble")
