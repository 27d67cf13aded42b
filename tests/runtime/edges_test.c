/* Edges of the library: meaningless arguments are refused with a status, and no call keeps memory longer than
 * necessary. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "run.h"
#include "suite.h"

static const char text[] =
	"model arm\n"
	"body upper on world { joint shoulder : revolute(y); mass 1 kg; com (0, 0, -0.5 m) }\n"
	"body lower on upper at (0, 0, -1 m) { joint elbow : revolute(x); mass 1 kg; com (0, 0.1 m, -0.5 m) }\n";

static rigidc_model *arm(void)
{
	return run_read("arm.rig", text, sizeof text - 1, NULL);
}

TEST(nothing_to_read)
{
	rigidc_model *model;
	ck_assert_int_eq(rigidc_load(NULL, NULL, &model), RIGIDC_USAGE);
	ck_assert_ptr_null(model);
	ck_assert_int_eq(rigidc_load("arm.rig", NULL, NULL), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_read(NULL, 5, "arm.rig", NULL, &model), RIGIDC_USAGE);
	ck_assert_ptr_null(model);
	ck_assert_int_eq(rigidc_read(text, sizeof text - 1, "arm.rig", NULL, NULL), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_read(text, sizeof text - 1, NULL, NULL, &model), RIGIDC_OK);
	rigidc_model_free(model);
	ck_assert_int_eq(rigidc_read(NULL, 0, NULL, NULL, &model), RIGIDC_INVALID);
	ck_assert_ptr_nonnull(strstr(rigidc_messages(model), "the first statement is `model NAME`"));
	rigidc_model_free(model);
}

TEST(accessors_of_nothing)
{
	ck_assert_str_eq(rigidc_messages(NULL), "");
	ck_assert_int_eq(rigidc_nq(NULL), 0);
	ck_assert_int_eq(rigidc_nv(NULL), 0);
	ck_assert_int_eq(rigidc_inputs(NULL), 0);
	ck_assert_int_eq(rigidc_outputs(NULL), 0);
	ck_assert_uint_eq(rigidc_input_size(NULL, 0), 0);
	ck_assert_uint_eq(rigidc_output_size(NULL, 0), 0);
	ck_assert_str_eq(rigidc_input_name(NULL, 0), "");
	ck_assert_str_eq(rigidc_output_name(NULL, 0), "");
	rigidc_model_free(NULL);
	rigidc_function_free(NULL);
}

/* Calls for many states equal single calls, for any strides. */
TEST(checked_calls)
{
	const rigidc_options pushed = { .wrench = (const char *const[]){ "all" }, .wrenches = 1 };
	rigidc_model *model = arm(), *other = NULL;
	rigidc_function *rnea = run_function(model, "rnea", RIGIDC_EVALUATOR), *wide = NULL;
	const double q[2] = { 0.3, -0.2 }, *const in[] = { q, q, q, NULL };
	double tau[2] = { 7, 7 }, wanted[2], *const out[] = { tau, NULL }, *const none[] = { NULL };
	const size_t size[] = { 2, 2, 2, 0 }, wrong[] = { 2, 2, 3 };
	ck_assert_int_eq(rigidc_call_checked(NULL, 3, in, size, 1, out, size), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_call_checked(rnea, 3, NULL, size, 1, out, size), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_call_checked(rnea, 3, in, NULL, 1, out, size), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_call_checked(rnea, 3, in, size, 1, NULL, size), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_call_checked(rnea, 3, in, size, 1, out, NULL), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_call_checked(rnea, 2, in, size, 1, out, size), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_call_checked(rnea, 4, in, size, 1, out, size), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_call_checked(rnea, 3, in, wrong, 1, out, size), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_call_checked(rnea, 3, in + 1, size, 1, out, size), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_call_checked(rnea, 3, in, size, 0, out, size), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_call_checked(rnea, 3, in, size, 2, out, size), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_call_checked(rnea, 3, in, size, 1, out, wrong + 2), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_call_checked(rnea, 3, in, size, 1, none, size), RIGIDC_USAGE);
	ck_assert(tau[0] == 7 && tau[1] == 7);
	ck_assert_int_eq(rigidc_read(text, sizeof text - 1, "arm.rig", &pushed, &other), RIGIDC_OK);
	wide = run_function(other, "rnea", RIGIDC_EVALUATOR);
	ck_assert_int_eq(rigidc_call_checked(wide, 3, in, size, 1, out, size), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_call_checked(rnea, 3, in, size, 1, out, size), RIGIDC_OK);
	rigidc_call(rnea, in, (double *[]){ wanted });
	ck_assert_mem_eq(tau, wanted, sizeof wanted);
	rigidc_function_free(wide);
	rigidc_function_free(rnea);
	rigidc_model_free(other);
	rigidc_model_free(model);
}

TEST(many_states)
{
	enum { STATES = 9, APART = 5 };
	rigidc_model *model = arm();
	static const rigidc_tier tiers[] = { RIGIDC_EVALUATOR, RIGIDC_TCC };
	for (size_t t = 0; t < sizeof tiers / sizeof *tiers; t++) {
		rigidc_function *rnea = run_function(model, "rnea", tiers[t]);
		double q[STATES * APART], qd[2] = { 0.5, -1 }, qdd[2 * STATES], tau[STATES * APART], dense[2 * STATES],
					  one[2];
		for (int i = 0; i < STATES * APART; i++)
			q[i] = tau[i] = 0.1 * i;
		for (int i = 0; i < 2 * STATES; i++)
			qdd[i] = 0.3 * i - 2;
		const double *in[] = { q, qd, qdd }, *rest[] = { q, q, q };
		double *out[] = { tau }, *near[] = { dense };
		const ptrdiff_t apart[] = { APART, 0, 2 }, behind[] = { APART }, nowhere[] = { 0 },
				backwards[] = { -APART, 0, -2 };
		ck_assert_int_eq(rigidc_call_many(rnea, STATES, in, apart, out, behind), RIGIDC_OK);
		for (int k = 0; k < STATES; k++) {
			const double *at[] = { q + k * APART, qd, qdd + 2 * k };
			rigidc_call(rnea, at, (double *[]){ one });
			ck_assert_mem_eq(tau + k * APART, one, sizeof one);
			for (int j = 2; j < APART; j++)
				ck_assert(tau[k * APART + j] == 0.1 * (k * APART + j));
		}
		const double *last[] = { q + (STATES - 1) * APART, qd, qdd + 2 * (STATES - 1) };
		ck_assert_int_eq(rigidc_call_many(rnea, STATES, last, backwards, near, NULL), RIGIDC_OK);
		for (int k = 0; k < STATES; k++)
			ck_assert_mem_eq(dense + 2 * k, tau + (STATES - 1 - k) * APART, sizeof one);
		ck_assert_int_eq(rigidc_call_many(rnea, STATES, rest, NULL, near, NULL), RIGIDC_OK);
		rigidc_call(rnea, (const double *[]){ q + 4, q + 4, q + 4 }, (double *[]){ one });
		ck_assert_mem_eq(dense + 4, one, sizeof one);
		ck_assert_int_eq(rigidc_call_many(rnea, 0, in, apart, out, nowhere), RIGIDC_OK);
		ck_assert_int_eq(rigidc_call_many(rnea, 2, in, apart, out, nowhere), RIGIDC_USAGE);
		ck_assert_int_eq(rigidc_call_many(NULL, 2, in, NULL, out, NULL), RIGIDC_USAGE);
		ck_assert_int_eq(rigidc_call_many(rnea, 2, NULL, NULL, out, NULL), RIGIDC_USAGE);
		out[0] = NULL;
		ck_assert_int_eq(rigidc_call_many(rnea, 2, in, NULL, out, NULL), RIGIDC_USAGE);
		rigidc_function_free(rnea);
	}
	rigidc_model_free(model);
}

TEST(arrays_that_are_not_there)
{
	rigidc_model *model = arm();
	rigidc_function *rnea = run_function(model, "rnea", RIGIDC_EVALUATOR);
	static const int wrong[] = { -1, 3, 1000000, -2147483647 };
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		ck_assert_uint_eq(rigidc_input_size(rnea, wrong[i]), 0);
		ck_assert_uint_eq(rigidc_output_size(rnea, wrong[i]), 0);
		ck_assert_str_eq(rigidc_input_name(rnea, wrong[i]), "");
		ck_assert_str_eq(rigidc_output_name(rnea, wrong[i]), "");
	}
	ck_assert_uint_eq(rigidc_input_size(rnea, 2), 2);
	ck_assert_str_eq(rigidc_output_name(rnea, 0), "tau");
	rigidc_function_free(rnea);
	rigidc_model_free(model);
}

TEST(functions_that_cannot_be)
{
	rigidc_model *model = arm();
	rigidc_function *made;
	const char *header, *source;
	ck_assert_int_eq(rigidc_function_new(NULL, "rnea", RIGIDC_TCC, &made), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_function_new(model, "rnea", RIGIDC_TCC, NULL), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_function_new(model, "rnea", (rigidc_tier)17, &made), RIGIDC_USAGE);
	ck_assert_ptr_nonnull(strstr(rigidc_messages(model), "there is no tier 17"));
	ck_assert_ptr_null(made);
	ck_assert_int_eq(rigidc_function_new(model, "rnea", (rigidc_tier)-1, &made), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_function_new(model, "rnea,crba", RIGIDC_EVALUATOR, &made), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_function_new(model, "aba", RIGIDC_EVALUATOR, &made), RIGIDC_INVALID);
	ck_assert_int_eq(rigidc_emit(NULL, NULL, NULL, &header, NULL), RIGIDC_USAGE);
	ck_assert_ptr_null(header);
	ck_assert_int_eq(rigidc_emit(model, NULL, NULL, NULL, NULL), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_emit(model, NULL, "arm.h", &header, NULL), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_dump(model, NULL, NULL, &header), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_dump(model, NULL, "tree", NULL), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_dump(model, NULL, "leaf", &header), RIGIDC_USAGE);
	static const char *const names[] = { "", "a.h\"\nint x;\n#include \"b.h", "a\\", "a\rb" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		ck_assert_int_eq(rigidc_emit(model, NULL, names[i], &header, &source), RIGIDC_USAGE);
		ck_assert_ptr_null(source);
		ck_assert_ptr_nonnull(strstr(rigidc_messages(model), "#include"));
	}
	/* failed calls leave no messages */
	ck_assert_int_eq(rigidc_emit(model, NULL, "arm.h", &header, &source), RIGIDC_OK);
	ck_assert_str_eq(rigidc_messages(model), "");
	rigidc_model_free(model);
}

/* Messages quote the caller's text, even if the caller has overwritten it since. */
TEST(texts_of_callers)
{
	char function[] = "rneb", param[] = "payload=2 m";
	rigidc_model *model = arm(), *scara;
	rigidc_function *made;
	ck_assert_int_eq(rigidc_function_new(model, function, RIGIDC_EVALUATOR, &made), RIGIDC_INVALID);
	memset(function, '?', strlen(function));
	ck_assert_ptr_nonnull(strstr(rigidc_messages(model), "    rneb\n"));
	rigidc_model_free(model);
	ck_assert_int_eq(rigidc_load("examples/scara.rig", NULL, &scara), RIGIDC_OK);
	ck_assert_int_eq(rigidc_function_new(scara, "rnea", RIGIDC_EVALUATOR, &made), RIGIDC_OK);
	ck_assert_int_eq(rigidc_set_param(made, param), RIGIDC_INVALID);
	memset(param, '?', strlen(param));
	ck_assert_ptr_nonnull(strstr(rigidc_messages(scara), "    payload=2 m\n"));
	rigidc_function_free(made);
	rigidc_model_free(scara);
}

TEST(options_out_of_range)
{
	static const char *const holes[] = { "upper", NULL };
	/* clang-format off */
	const rigidc_options refused[] = {
		{ .snap_angles = NAN }, { .snap_angles = INFINITY }, { .snap_angles = 0.5 }, { .prefix = "" },
		{ .closure = NAN }, { .closure = -1e-6 }, { .closure_angle = 1 }, { .closure_angle = 1e-300 },
		{ .from = (rigidc_format)9 }, { .wrench = holes, .wrenches = 2 }, { .wrenches = 1 }, { .defines = 3 },
		{ .locks = (size_t)-1, .lock = holes }, { .level = 9 }, { .no_passes = 1 },
		{ .contacts = 1 }, { .phases = 2, .phase = holes }, { .idles = 1 }, { .withouts = 1 },
	};
	/* clang-format on */
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		rigidc_model *model;
		ck_assert_msg(rigidc_read(text, sizeof text - 1, "arm.rig", &refused[i], &model) == RIGIDC_USAGE,
		              "options %zu", i);
		ck_assert_msg(*rigidc_messages(model), "options %zu", i);
		rigidc_model_free(model);
	}
}

/* --- memory --- */

/* Peak memory of the process, in KiB. */
static long peak(void)
{
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

static void make_and_fail(rigidc_model *model, int times)
{
	for (int i = 0; i < times; i++) {
		rigidc_function *made;
		ck_assert_int_eq(rigidc_function_new(model, i % 2 ? "rnea" : "crba", (rigidc_tier)(i % 2), &made),
		                 RIGIDC_OK);
		rigidc_function_free(made);
		ck_assert_int_eq(rigidc_function_new(model, "rena", RIGIDC_TCC, &made), RIGIDC_INVALID);
		ck_assert_ptr_nonnull(strstr(rigidc_messages(model), "did you mean 'rnea'?"));
	}
}

/* AddressSanitizer keeps freed memory for a while. */
#ifdef __SANITIZE_ADDRESS__
enum { GIVES_BACK = 0 };
#else
enum { GIVES_BACK = 1 };
#endif

LOOP_TEST(functions_give_their_memory_back, GIVES_BACK)
{
	rigidc_model *model = arm();
	make_and_fail(model, 50);
	long before = peak();
	make_and_fail(model, 2000);
	ck_assert_msg(peak() - before <= 1024, "%ld KiB more", peak() - before);
	rigidc_model_free(model);
}

SUITE("edges")
