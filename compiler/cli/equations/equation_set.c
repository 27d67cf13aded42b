#include "equation_set.h"

#include <string.h>

#include "algebra/product_sum.h"
#include "motion_tree.h"
#include "model/body.h"
#include "model/joint.h"
#include "pipeline/compile_checks.h"

/* A value of a function: its entries become those of an output. */
struct Making {
	struct EquationSet *set;
	const struct Job *job; /* perhaps with another tree than the job of the set */
	bool negative;
};

/* --- one function --- */

static void add_output(const struct Making *m, const struct Generated *function, const struct GeneratedOutput *from,
                       const struct Polynomial *value)
{
	struct EquationSet *set = m->set;
	struct EquationOutput *out = ARENA_PUSH(set->arena, &set->output);
	*out = (struct EquationOutput){ .name = from->name,
		                        .meaning = from->info->meaning,
		                        .function = function->request.name,
		                        .rows = from->rows,
		                        .columns = from->columns };
	out->entry = ARENA_ARRAY(set->arena, struct Polynomial, output_entries(from));
	for (size_t k = 0; k < from->size; k++) {
		const struct LayoutEntry *entry = &from->entry[k];
		struct Polynomial a = value[entry->value];
		out->entry[entry->row * from->columns + entry->column] = m->negative ? poly_neg(set->algebra, a) : a;
	}
}

/* False: the values are too large for the algebra. */
static bool add_function(const struct Making *m, const struct Generated *function)
{
	struct EquationSet *set = m->set;
	struct Form form = compile_values(m->job, function, arena_part(set->arena));
	struct Polynomial *value = ARENA_ARRAY(set->arena, struct Polynomial, form.count);
	*ARENA_PUSH(set->arena, &set->function) = function;
	if (!canonical_values(set->algebra, &form.dag, form.value, form.count, value, &set->named))
		return false;
	for (int i = 0; i < function->outputs; i++)
		add_output(m, function, &function->output[i], value);
	return true;
}

/* --- the equations of motion --- */

/* A term: the only function of its name, in a tree with a part of what acts. */
struct MotionTerm {
	const char *function;
	struct Tree *(*tree)(const struct Tree *tree); /* NULL: the whole tree */
	const char *name[2];                           /* by the signs; NULL: not printed */
	bool negative[2];
	const char *meaning;
};

static const struct MotionTerm motion_terms[] = {
	{ "crba", NULL, { "M", "M" }, { false, false }, "inertia matrix" },
	{ "coriolis", NULL, { "C", NULL }, { false, false }, "Coriolis matrix, by Christoffel symbols" },
	{ "bias", motion_tree_inertial, { "c", "C" }, { false, true }, "Coriolis and centrifugal forces" },
	{ "gravity", motion_tree_heavy, { "G", "G" }, { false, true }, "forces of gravity" },
	{ "bias",
	  motion_tree_massless,
	  { "E", "E" },
	  { true, true },
	  "other forces: springs, damping, friction, external wrenches" },
};
enum { MOTION_TERMS = sizeof motion_terms / sizeof *motion_terms };

static const char motion_functions[] = "crba,coriolis,bias,gravity";

static const struct Generated *find_function(const struct Job *job, const char *name)
{
	for (int i = 0; i < job->asked; i++)
		if (strcmp(job->function[i].request.name, name) == 0)
			return &job->function[i];
	NEVER(job->model->arena, name);
}

static bool add_motion_term(struct EquationSet *set, const struct Job *job, const struct MotionTerm *term)
{
	struct Job *own = ARENA_NEW(set->arena, struct Job);
	*own = *job;
	if (term->tree)
		own->tree = term->tree(job->tree);
	const struct Making making = { set, own, term->negative[set->signs] };
	if (!add_function(&making, find_function(job, term->function)))
		return false;
	struct EquationOutput *output = &set->output.item[set->output.count - 1];
	output->name = term->name[set->signs];
	output->meaning = term->meaning;
	output->function = NULL;
	return true;
}

/* --- all functions --- */

/* Terms that are printed for a polynomial, with those inside of functions. The count ends above the limit. */
static size_t printed_terms(struct EquationSet *set, struct Polynomial a)
{
	if (a.count > set->most)
		return set->most + 1;
	struct ProductSum sum = product_sum(set->algebra, a, set->arena);
	size_t terms = sum.count;
	for (size_t i = 0; i < sum.count && terms <= set->most; i++) {
		struct PowerList list = product_powers(&set->algebra->products, sum.term[i].product);
		for (int k = 0; k < list.count; k++)
			for (int n = 0; n < OPERANDS && terms <= set->most; n++)
				terms += printed_terms(set, set->algebra->symbol.item[list.item[k].symbol].operand[n]);
	}
	return terms;
}

/* Is the text short enough, with one expression for each entry? */
static bool is_short(struct EquationSet *set)
{
	size_t terms = 0;
	for (size_t i = 0; i < set->named.count && terms <= set->most; i++)
		terms += printed_terms(set, set->named.item[i].value);
	for (size_t i = 0; i < set->output.count; i++) {
		const struct EquationOutput *output = &set->output.item[i];
		for (int k = 0; k < output->rows * output->columns && terms <= set->most; k++)
			terms += printed_terms(set, output->entry[k]);
	}
	return terms <= set->most;
}

/* Functions assume that quaternions have length 1. */
static void add_quaternions(struct Algebra *algebra, const struct Model *model)
{
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		if (joint_nq(joint) && kind_has_quaternion(joint->kind))
			algebra_add_quaternion(algebra, INPUT_Q, (uint32_t)(joint->q + joint_nq(joint) - 4));
	}
}

static bool make(struct EquationSet *set)
{
	const struct Job *job = set->job;
	bool good = true;
	set->named.all = set->large;
	set->algebra = algebra_new(set->arena, set->large ? SIZE_MAX : EQUATION_TERMS_MADE);
	if (!set->large)
		add_quaternions(set->algebra, job->model);
	if (set->motion) {
		for (int i = 0; i < MOTION_TERMS && good; i++)
			good = !motion_terms[i].name[set->signs] || add_motion_term(set, job, &motion_terms[i]);
	} else {
		const struct Making making = { set, job, false };
		for (int i = 0; i < job->asked && good; i++)
			good = add_function(&making, &job->function[i]);
	}
	return good && (set->large || is_short(set));
}

/* The job, with a request for expressions: the book's form, with all numbers as in the model. */
struct EquationJob {
	struct Job job;
	struct Request book;
};

/* NULL after errors. */
static struct EquationJob *prepare_job(rigidc_model *model, struct Diags *diags, const char *functions)
{
	static const char *const no_pass[] = { "fold-sums" };
	struct EquationJob *own = ARENA_NEW(&model->call, struct EquationJob);
	const struct Model *fork = model_fork(model->model, &model->call);
	fork->dag->drops_rounding = true;
	own->book = model->request;
	own->book.level = 1; /* -O0 */
	own->book.no_pass = no_pass;
	own->book.no_passes = 1;
	own->job = compile_job(diags, fork, &own->book, functions, NULL);
	if (!diags->errors)
		bound_check(diags, &own->job);
	for (int i = 0; i < own->job.functions && !diags->errors; i++)
		job_lay_out(&own->job, &own->job.function[i]);
	return diags->errors ? NULL : own;
}

static struct EquationSet empty_set(rigidc_model *model, const char *functions, enum EquationSigns signs)
{
	return (struct EquationSet){
		.arena = arena_part(&model->call), .motion = !functions, .signs = signs, .most = EQUATION_TERMS
	};
}

struct EquationSet equation_set(rigidc_model *model, const char *functions, enum EquationSigns signs)
{
	const char *asked = functions ? library_text(model, functions) : motion_functions;
	struct EquationJob *own = prepare_job(model, &model->diags, asked);
	struct EquationSet set = empty_set(model, functions, signs);
	if (!own)
		return set;
	set.job = &own->job;
	if (make(&set))
		return set;
	arena_free(set.arena);
	own->job.request = &model->request;
	set = empty_set(model, functions, signs);
	set.large = true;
	set.job = &own->job;
	make(&set);
	return set;
}

bool equation_set_short(rigidc_model *model, size_t most, struct EquationSet *set)
{
	struct Diags unsaid;
	diags_init(&unsaid, &model->call, &model->sources);
	const struct EquationJob *own = prepare_job(model, &unsaid, motion_functions);
	*set = empty_set(model, NULL, SIGNS_LEFT);
	set->most = most;
	set->job = own ? &own->job : NULL;
	return own && make(set);
}
