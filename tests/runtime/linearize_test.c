/* Linear dynamics by the library: what callers get wrong, models that were loaded for another form of code, parameters, open loops. */
#include <math.h>
#include <string.h>

#include "run.h"
#include "suite.h"

static const char pendulum[] =
	"model t\n"
	"param payload : kg = 2 kg\n"
	"body rod on world { joint pivot : revolute(-y); mass payload; com (0, 0, -1); inertia diag(0, 0, 0) kg m^2 }\n";

static const char bars[] =
	"model t\n"
	"body a on world { joint a : revolute(z); mass 1 kg; inertia diag(1, 1, 1) kg m^2; frame left at (1 m, 0, 0) }\n"
	"body b on world at (5 m, 0, 0) { joint b : revolute(z) { idle }; mass 1 kg; inertia diag(1, 1, 1) kg m^2; frame right at (-1 m, 0, 0) }\n"
	"loop rod : distance(3.5 m) from left to right\n";

/* A of a request, n x n, and its status. */
static rigidc_status ask(rigidc_model *model, const rigidc_linear_request *request, rigidc_linear *out)
{
	*out = (rigidc_linear){ .size = sizeof *out };
	return rigidc_linearize(model, request, out);
}

TEST(wrong_arguments)
{
	rigidc_linear out;
	rigidc_model *model = run_read("t", pendulum, sizeof pendulum - 1, NULL);
	const double q[] = { 0.1 }, lost[] = { NAN };
	const rigidc_linear_request wrong[] = {
		{ .size = sizeof *wrong },
		{ .size = sizeof *wrong, .q = lost },
		{ .size = sizeof *wrong, .q = q, .qd = lost },
		{ .size = sizeof *wrong, .q = q, .tau = lost },
		{ .size = sizeof *wrong, .q = q, .dt = -1 },
		{ .size = sizeof *wrong, .q = q, .dt = INFINITY },
		{ .size = sizeof *wrong, .q = q, .dt = 1, .method = "tustin" },
		{ .size = sizeof *wrong, .q = q, .method = "rk4" },
		{ .size = sizeof *wrong + 8, .q = q },
	};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		ck_assert_msg(ask(model, &wrong[i], &out) == RIGIDC_USAGE, "request %zu", i);
	const rigidc_linear_request right = { .size = sizeof right, .q = q };
	ck_assert_int_eq(rigidc_linearize(NULL, &right, &out), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_linearize(model, NULL, &out), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_linearize(model, &right, NULL), RIGIDC_USAGE);
	ck_assert_int_eq(ask(model, &right, &out), RIGIDC_OK);
	ck_assert_str_eq(rigidc_linear_method(0), "zoh");
	ck_assert_str_eq(rigidc_linear_method(2), "rk4");
	ck_assert_ptr_null(rigidc_linear_method(3));
	rigidc_model_free(model);
}

/* Callers of an older header know fewer fields. */
TEST(short_structs)
{
	rigidc_linear out = { .size = offsetof(rigidc_linear, N), .N = (const double *)&out };
	rigidc_model *model = run_read("t", pendulum, sizeof pendulum - 1, NULL);
	const double q[] = { 0 }, params[] = { -1 };
	const rigidc_linear_request request = { .size = offsetof(rigidc_linear_request, params),
		                                .q = q,
		                                .params = params };
	ck_assert_int_eq(rigidc_linearize(model, &request, &out), RIGIDC_OK);
	ck_assert_int_eq(out.states, 2);
	ck_assert(fabs(out.B[1] - 0.5) < 1e-15);
	ck_assert_ptr_eq(out.N, &out);
	rigidc_model_free(model);
}

TEST(parameters)
{
	rigidc_linear out;
	rigidc_model *model = run_read("t", pendulum, sizeof pendulum - 1, NULL);
	const double q[] = { 0 }, params[] = { 5 };
	const rigidc_linear_request request = { .size = sizeof request, .q = q, .params = params };
	ck_assert_int_eq(ask(model, &request, &out), RIGIDC_OK);
	ck_assert(fabs(out.B[1] - 0.2) < 1e-15);
	rigidc_model_free(model);
}

/* The same in double and in full, whatever the model was loaded for; the model's own functions keep their form. */
TEST(forms_of_code)
{
	const double q[] = { 0.1, -1.2, 1.4, -0.5, 0.3, 0 };
	const rigidc_options options = { .real_float = 1, .matrix = "packed-sparse", .sincos = "given", .batch = "4" };
	const rigidc_linear_request request = { .size = sizeof request, .q = q };
	rigidc_model *plain = run_load("examples/ur5.rig"), *other;
	rigidc_linear wanted, found;
	ck_assert_int_eq(rigidc_load("examples/ur5.rig", &options, &other), RIGIDC_OK);
	ck_assert_int_eq(ask(plain, &request, &wanted), RIGIDC_OK);
	ck_assert_int_eq(ask(other, &request, &found), RIGIDC_OK);
	ck_assert_int_eq(found.states, 12);
	for (int i = 0; i < 144; i++)
		ck_assert(fabs(found.A[i] - wanted.A[i]) < 1e-9);
	rigidc_function *crba = run_function(other, "crba", RIGIDC_EVALUATOR);
	ck_assert(rigidc_output_size(crba, 0) < 36);
	rigidc_function_free(crba);
	rigidc_model_free(other);
	rigidc_model_free(plain);
}

TEST(open_loops)
{
	double q[] = { 0, 0 };
	rigidc_linear out;
	rigidc_model *model = run_read("t", bars, sizeof bars - 1, NULL);
	rigidc_linear_request request = { .size = sizeof request, .q = q };
	ck_assert_int_eq(ask(model, &request, &out), RIGIDC_INVALID);
	ck_assert_ptr_nonnull(strstr(rigidc_messages(model), "'rod' is open by 500 mm at this state [loop-open]"));
	q[0] = 0.5;
	ck_assert_int_eq(rigidc_assemble(model, q, (const int[]){ 1, 0 }, NULL), RIGIDC_OK);
	ck_assert_int_eq(ask(model, &request, &out), RIGIDC_OK);
	ck_assert_int_eq(out.states, 2);
	ck_assert_int_eq(out.direction[0], 0);
	request.all = 1;
	ck_assert_int_eq(ask(model, &request, &out), RIGIDC_OK);
	ck_assert_int_eq(out.states, 4);
	request.phase = "stand";
	ck_assert_int_eq(ask(model, &request, &out), RIGIDC_INVALID);
	ck_assert_ptr_nonnull(
		strstr(rigidc_messages(model), "the model has no phase or contact 'stand' [unknown-phase]"));
	rigidc_model_free(model);
}

SUITE("linearize")
