/* Validation of the compiler by numbers: values kept by a pass are accepted, values changed by a pass are reported
 * with the name of the pass. The validation is part of every build, but only builds with -DRIGIDC_VALIDATE begin it by
 * themselves, so here it is begun explicitly. */
#include <string.h>

#include "pipeline/build.h"
#include "pipeline/choose_plan.h"
#include "runtime/library.h"
#include "run.h"
#include "suite.h"

static const char arm[] =
	"model arm\n"
	"body base on world {\njoint j1 : revolute(z)\nmass 1 kg\ncom (0, 0.1, 0.2) m\n"
	"inertia diag(1, 2, 2.5) kg m^2\n}\n"
	"body tip on base at (0.1, 0, 1) m {\njoint j2 : revolute(y)\nmass 1 kg\ncom (0.1, 0.1, 0.2) m\n"
	"inertia diag(1, 2, 2.5) kg m^2\n}\n"
	"body float on world {\njoint free : free\nmass 2 kg\ninertia diag(1, 2, 2.5) kg m^2\n}\n";

/* A function as the algorithm builds it, with a validation that expects its values. */
struct Subject {
	struct Job job;
	struct Plan plan;
	struct Build build;
	struct Form form;
};

static void build_subject(rigidc_model *model, struct Subject *s)
{
	s->job = library_prepare(model, "dyn=rnea+crba");
	s->plan = choose_plan(&s->job, &s->job.function[0], SEARCH_NONE, NULL, NULL);
	s->build =
		(struct Build){ .job = &s->job, .function = s->job.function, .plan = &s->plan, .arena = &model->call };
	struct Shaped tree = build_tree(&s->build);
	s->form = build_form(&s->build, &tree);
	ck_assert_int_eq(s->build.validation.expected != NULL, VALIDATED);
	s->build.validation = validate_begin(tree.tree, s->form.value, s->form.count);
}

static void accept(rigidc_model *model, void *context)
{
	struct Subject s;
	(void)context;
	build_subject(model, &s);
	ck_assert_uint_gt(s.form.count, 0);
	validate_check(&s.build.validation, &s.form.dag, s.form.value, "build");
	build_rewrite(&s.build, &s.form);
	validate_check(&s.build.validation, &s.form.dag, s.form.value, "contract-fma");
}

/* Mistakes of a pass in one value of many: its sign, a term, a factor, another value. */
enum Mistake { MISTAKE_SIGN, MISTAKE_TERM, MISTAKE_FACTOR, MISTAKE_OTHER, MISTAKE_COUNT };

static void mistake(struct Form *form, enum Mistake what, size_t at)
{
	struct Dag *dag = &form->dag;
	Ref *value = &form->value[at];
	const double little = 1e-6;
	switch (what) {
	case MISTAKE_SIGN: *value = dag_neg(*value); break;
	case MISTAKE_TERM: *value = dag_add(dag, *value, dag_const(dag, little)); break;
	case MISTAKE_FACTOR: *value = dag_mul(dag, *value, dag_const(dag, 1 + little)); break;
	case MISTAKE_OTHER: *value = form->value[at + 1]; break;
	case MISTAKE_COUNT: break;
	}
}

struct Broken {
	enum Mistake mistake;
	enum Pass pass; /* the pass reported; PASS_COUNT: the first pass run by build_rewrite */
	size_t at;
};

static void break_value(rigidc_model *model, void *context)
{
	const struct Broken *broken = context;
	struct Subject s;
	build_subject(model, &s);
	mistake(&s.form, broken->mistake, broken->at);
	if (broken->pass == PASS_COUNT)
		build_rewrite(&s.build, &s.form);
	else
		validate_check(&s.build.validation, &s.form.dag, s.form.value, pass_table[broken->pass].name);
}

static const rigidc_options unsearched = { .search = "none" };

LOOP_TEST(kept_values_go_through, 1 + LEVEL_MOST)
{
	rigidc_options options = unsearched;
	options.level = 1 + _i;
	rigidc_model *model = run_read("arm", arm, sizeof arm - 1, &options);
	ck_assert_int_eq(library_begin(model), RIGIDC_OK);
	ck_assert_msg(library_protect(model, accept, NULL) == RIGIDC_OK, "%s", rigidc_messages(model));
	rigidc_model_free(model);
}

/* Requires a fault whose text ends with the name of the pass. */
static void caught(struct Broken broken, const char *pass)
{
	rigidc_model *model = run_read("arm", arm, sizeof arm - 1, &unsearched);
	char ending[64], value[64];
	ck_assert_int_eq(library_begin(model), RIGIDC_OK);
	ck_assert_msg(library_protect(model, break_value, &broken) == RIGIDC_INTERNAL, "slip %d is not caught after %s",
	              (int)broken.mistake, pass);
	snprintf(value, sizeof value, "value %zu is ", broken.at);
	snprintf(ending, sizeof ending, ", after %s", pass);
	ck_assert_msg(strstr(rigidc_messages(model), value) && strstr(rigidc_messages(model), ending), "%s",
	              rigidc_messages(model));
	rigidc_model_free(model);
}

LOOP_TEST(a_changed_value_is_caught_with_the_pass, PASS_SCHEDULE - PASS_BUILD)
{
	const enum Pass pass = (enum Pass)(PASS_BUILD + _i);
	for (int what = 0; what < MISTAKE_COUNT; what++)
		for (size_t at = 0; at < 2; at++)
			caught((struct Broken){ (enum Mistake)what, pass, at }, pass_table[pass].name);
}

TEST(passes_are_checked_one_by_one)
{
	for (int what = 0; what < MISTAKE_COUNT; what++)
		caught((struct Broken){ (enum Mistake)what, PASS_COUNT, 0 }, pass_table[PASS_FOLD_SUMS].name);
}

SUITE("audit")
