/* Progress of a thorough search: one figure for the whole search, which never falls and ends at 1, and the operations
 * of the final header. The callback can end the search, and the best form so far is used. What a search has found serves
 * later calls, and changes none of them. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "run.h"
#include "suite.h"

static const char arm[] =
	"model arm\n"
	"body base on world {\njoint j1 : revolute(z)\nmass 1 kg\ncom (0, 0.1, 0.2) m\ninertia diag(1, 2, 2.5) kg m^2\n}\n"
	"body tip on base at (0.1, 0, 1) m {\njoint j2 : revolute(y)\nmass 1 kg\ncom (0.1, 0.1, 0.2) m\n"
	"inertia diag(1, 2, 2.5) kg m^2\n}\n";

struct Watched {
	double part, largest_step;       /* of the last call */
	unsigned long calls, stop_after; /* 0: never */
	char function[16];
	unsigned long operations;
	bool fell;
};

static int watch(void *context, const char *function, double part, unsigned long operations)
{
	struct Watched *w = context;
	w->fell |= part < w->part || part > 1;
	w->largest_step = fmax(w->largest_step, part - w->part);
	w->part = part;
	w->operations = operations;
	snprintf(w->function, sizeof w->function, "%s", function);
	return w->stop_after && ++w->calls >= w->stop_after;
}

/* C text of functions of the arm; freed with the model. */
static const char *compile(struct Watched *w, const char *functions, rigidc_model **model)
{
	const char *text;
	rigidc_options options = { .search = "thorough", .progress = watch, .progress_context = w };
	ck_assert_int_eq(rigidc_read(arm, sizeof arm - 1, "arm.rig", &options, model), RIGIDC_OK);
	ck_assert_int_eq(rigidc_emit(*model, functions, NULL, &text, NULL), RIGIDC_OK);
	return text;
}

/* Multiplications and additions in the cost line of the last function. */
static unsigned long counted(const char *text)
{
	unsigned long mul = 0, add = 0;
	for (const char *at = text; (at = strstr(at, "Cost: ")); at++)
		ck_assert_int_eq(sscanf(at, "Cost: %lu mul, %lu add", &mul, &add), 2);
	return mul + add;
}

TEST(progress_is_one_figure)
{
	struct Watched w = { .part = 0 };
	rigidc_model *model;
	const char *text = compile(&w, "rnea,crba", &model);
	ck_assert(!w.fell);
	ck_assert_double_eq(w.part, 1);
	ck_assert_str_eq(w.function, "crba");
	ck_assert_uint_eq(w.operations, counted(text));
	ck_assert_double_lt(w.largest_step, 0.4); /* estimated work may turn out to be unnecessary */
	ck_assert_str_eq(rigidc_messages(model), "");
	rigidc_model_free(model);
}

LOOP_TEST(stopped, 5)
{
	static const unsigned long after[] = { 1, 2, 50, 1000, 5000 };
	struct Watched w = { .stop_after = after[_i] };
	rigidc_model *model;
	const char *text = compile(&w, "rnea,crba", &model);
	ck_assert_ptr_nonnull(strstr(rigidc_messages(model), "[search-interrupted]"));
	ck_assert_ptr_nonnull(strstr(text, "--search thorough (interrupted)."));
	ck_assert_ptr_nonnull(strstr(text, "void arm_crba("));
	ck_assert(!w.fell);
	ck_assert_double_eq(w.part, 1);
	ck_assert_uint_eq(w.operations, counted(text));
	rigidc_model_free(model);
}

TEST(stopped_as_an_error)
{
	static const char *const error[] = { "error=search-interrupted" };
	struct Watched w = { .stop_after = 10 };
	rigidc_options options = {
		.search = "thorough", .progress = watch, .progress_context = &w, .warning = error, .warnings = 1
	};
	rigidc_model *model;
	const char *text;
	ck_assert_int_eq(rigidc_read(arm, sizeof arm - 1, "arm.rig", &options, &model), RIGIDC_OK);
	ck_assert_int_eq(rigidc_emit(model, "rnea", NULL, &text, NULL), RIGIDC_INVALID);
	rigidc_model_free(model);
}

TEST(a_later_call_searches_on)
{
	struct Watched w = { .stop_after = 50 };
	rigidc_model *model, *other;
	const char *first, *text;
	compile(&w, "rnea", &model);
	w.stop_after = 0;
	ck_assert_int_eq(rigidc_emit(model, "rnea", NULL, &text, NULL), RIGIDC_OK);
	first = compile(&w, "rnea", &other);
	ck_assert_str_eq(rigidc_messages(model), "");
	ck_assert_str_eq(text, first);
	rigidc_model_free(other);
	rigidc_model_free(model);
}

/* One equation, two feet and frames in several orders: what a plan names by number has other numbers in other requests. */
TEST(functions_asked_for_in_turn_are_those_asked_for_alone)
{
	static const char *const asked[] = {
		"fd:lf",
		"jvp:lambda:lf",
		"vjp:fd:rf",
		"fk:left_foot,fd:lf",
		"fk:right_foot,fd:lf",
		"reaction,lambda:lf",
		"lambda:rf",
		"dyn=fd:rf+fd:lf",
		"jvp:fk:left_foot",
		"jvp:fk:right_foot",
	};
	static const char path[] = "examples/contacts/compass_walker.rig";
	const rigidc_options options = { .search = "quick" };
	rigidc_model *model, *alone;
	ck_assert_int_eq(rigidc_load(path, &options, &model), RIGIDC_OK);
	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
		const char *text, *wanted;
		ck_assert_int_eq(rigidc_load(path, &options, &alone), RIGIDC_OK);
		ck_assert_msg(rigidc_emit(model, asked[i], NULL, &text, NULL) == RIGIDC_OK, "%s",
		              rigidc_messages(model));
		ck_assert_int_eq(rigidc_emit(alone, asked[i], NULL, &wanted, NULL), RIGIDC_OK);
		ck_assert_str_eq(text, wanted);
		rigidc_model_free(alone);
	}
	rigidc_model_free(model);
}

SUITE("progress")
