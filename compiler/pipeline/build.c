#include "build.h"

#include <math.h>
#include <string.h>

#include "base/tuning.h"
#include "dag/sweep.h"
#include "dynamics/tree/substitute.h"
#include "dynamics/tree/tree_wrench.h"
#include "operations.h"
#include "rewrite/stages.h"

/* --- the tree --- */

static void dump_tree(const struct Build *b, enum Pass pass, const struct Tree *tree)
{
	struct Text *out = dump_after(b->dump, pass);
	if (out)
		tree_dump(tree, b->job->model, out);
}

static unsigned truth_of(const struct Generated *function, bool all)
{
	unsigned bits = all ? ~0u : 0;
	for (int i = 0; i < function->request.parts; i++)
		bits = all ? bits & function->request.part[i].info->truth
		           : bits | function->request.part[i].info->truth;
	return bits;
}

/* Truths that a pass must not take from the function. Masses leave links only if no part reads them there. */
static unsigned truth_against(const struct Build *b, const struct PassInfo *info)
{
	bool customized = pass_runs(b->job->request, PASS_CUSTOMIZED), all = customized;
	for (int i = 0; i < b->function->request.parts; i++)
		all &= b->function->request.part[i].info->by_points;
	return info->takes & (truth_of(b->function, true) | (all ? 0 : TRUTH_LINKS));
}

/* Rows of the first part that has any: all of them have the same loops. */
static const struct RowSet *rows_of(const struct Generated *function)
{
	for (int i = 0; i < function->request.parts; i++)
		if (function->request.part[i].rows)
			return function->request.part[i].rows;
	return NULL;
}

/* Runs the passes over the tree. A pass that gives up a truth needed by all parts is skipped. If only some parts need
 * it, they use the tree before the pass (`faithful`). */
static struct Shaped shape(const struct Build *b, struct Dag *dag, const struct Plan *plan)
{
	struct Tree *tree = tree_copy(b->job->tree, dag);
	struct Shaped shaped = { tree, tree };
	tree->rows = rows_of(b->function);
	for (enum Pass pass = 0; pass < PASS_COUNT; pass++) {
		const struct PassInfo *info = &pass_table[pass];
		if (!info->on_tree)
			continue;
		if (pass_runs(b->job->request, pass) && !truth_against(b, info)) {
			if (truth_of(b->function, false) & info->takes)
				shaped.tree = tree_copy(shaped.tree, dag);
			info->on_tree(shaped.tree, plan);
		}
		dump_tree(b, pass, shaped.tree);
	}
	tree_wrenches(shaped.tree);
	if (shaped.faithful != shaped.tree)
		tree_wrenches(shaped.faithful);
	return shaped;
}

struct Shaped build_tree(const struct Build *b)
{
	return shape(b, dag_fork(b->job->tree->dag, b->arena), b->plan);
}

/* --- the algorithm --- */

/* The tree for one part, with the part's sites, rows, struts and law. */
static const struct Tree *tree_with(const struct Shaped *shaped, const struct FunctionPart *part)
{
	const struct Tree *tree = part->info->truth ? shaped->faithful : shaped->tree;
	struct Tree *own = tree_copy(tree, tree->dag);
	memcpy(own->asked, part->site, sizeof own->asked);
	own->rows = part->rows;
	own->strut = part->strut;
	own->struts = part->struts;
	own->asked_law = part->law;
	return own;
}

/* True if a part computes the Jacobian of the same frame or of the same rows. */
static bool has_columns(const struct FunctionRequest *request, const struct FunctionPart *of)
{
	bool any = false;
	for (int i = 0; i < request->parts; i++) {
		const struct FunctionPart *part = &request->part[i];
		bool frame = of->site[0] >= 0 && part->site[0] == of->site[0],
		     rows = of->rows && part->rows == of->rows;
		any |= part->info->columns && (frame || rows);
	}
	return any;
}

/* True if any part computes derivatives. */
static bool has_slopes(const struct FunctionRequest *request)
{
	bool any = false;
	for (int i = 0; i < request->parts; i++)
		any |= request->part[i].info->slopes;
	return any;
}

static void run_part(const struct FunctionRequest *request, int number, const struct Shaped *shaped,
                     const struct BuildOptions *options, Ref *out)
{
	const struct FunctionPart *part = &request->part[number];
	const struct Tree *tree = tree_zero_inputs(tree_with(shaped, part), function_holds(part->info));
	if (!options) {
		function_build(part->info, tree->dag, tree, NULL, out);
		return;
	}
	struct BuildOptions own = *options;
	own.columns = has_columns(request, part);
	own.pivots = options->pivots ? &options->pivots[number] : NULL;
	function_build(part->info, tree->dag, tree, &own, out);
}

/* Keeps the stored entries of one part, of which `at` holds the full matrices; NaN where they are divided by a total
 * mass of 0. Returns their end. */
static Ref *keep_stored(struct Dag *dag, const struct GeneratedOutput *output, int outputs, bool massless, Ref *at)
{
	const Ref *whole = at;
	for (int i = 0; i < outputs; i++)
		for (size_t k = 0; k < output_entries(&output[i]); k++, whole++)
			if (!output[i].kept || output[i].kept[k])
				*at++ = massless && output[i].info->by_mass ? dag_const(dag, NAN) : *whole;
	return at;
}

/* Values of all parts of a function; `options` is NULL for the textbook's form. */
static Ref *run_parts(const struct Build *b, const struct Shaped *shaped, const struct BuildOptions *options,
                      size_t *count)
{
	const struct Generated *function = b->function;
	struct Dag *dag = shaped->tree->dag;
	bool massless = !tree_has_mass(b->job->tree);
	size_t room = 0;
	for (int i = 0; i < function->computeds; i++)
		room += output_entries(&function->computed[i]);
	Ref *value = ARENA_ARRAY(dag->arena, Ref, room), *next = value;
	for (int p = 0, output = 0; p < function->request.parts; p++) {
		const struct Plan *apart = options && b->plan->apart ? &b->plan->apart[p] : NULL;
		int outputs = function_outputs(function->request.part[p].info, b->job->tree);
		struct Shaped own = apart ? shape(b, dag, apart) : *shaped;
		struct BuildOptions by = options ? *options : (struct BuildOptions){ .plan = NULL };
		by.plan = apart ? apart : by.plan;
		run_part(&function->request, p, &own, options ? &by : NULL, next);
		next = keep_stored(dag, &function->computed[output], outputs, massless, next);
		output += outputs;
	}
	*count = (size_t)(next - value);
	return value;
}

/* Accelerations of a part that solves for them, and forces of rows; of a step also its values as functions of the input qdd. */
static void solve_part(const struct FunctionInfo *info, const struct Tree *tree, const struct BuildOptions *options,
                       struct PartValues *values, int p)
{
	struct Dag *dag = tree->dag;
	const struct Tree *held = tree_zero_inputs(tree, function_holds(info));
	size_t rows = info->forces ? (size_t)tree->rows->rows : 0, nv = (size_t)tree->nv;
	Ref *solved = ARENA_ARRAY(dag->arena, Ref, nv + rows);
	info->build(dag, held, options, solved);
	if (rows)
		info->forces(dag, held, options, solved + nv);
	dag_share_reciprocals(dag, solved, nv + rows);
	values->qdd[p] = solved;
	values->forces[p] = rows ? solved + nv : NULL;
	values->rows[p] = rows;
	if (!info->step || info->stages)
		return;
	const struct StepMotion motion = { tree_input(dag, INPUT_QDD, tree->nv), nv };
	Ref *after = ARENA_ARRAY(dag->arena, Ref, tree->nq + tree->nv);
	info->step(dag, tree, &motion, after);
	values->after[p] = after;
}

/* Does the request leave derivatives to the numbers of q? Then quaternions of any length are given. */
static void normalize(const struct Build *b, const struct Tree *tree, Ref *value, size_t count)
{
	if (b->job->request->by_numbers && value)
		values_normalize(tree, value, count);
}

/* The same for what a part solves. */
static void normalize_part(const struct Build *b, const struct Tree *tree, const struct PartValues *values, int p,
                           size_t taus)
{
	normalize(b, tree, (Ref *)values->residual[p], taus);
	normalize(b, tree, (Ref *)values->qdd[p], (size_t)tree->nv + values->rows[p]);
	normalize(b, tree, (Ref *)values->after[p], (size_t)(tree->nq + tree->nv));
}

/* Parts that solve for qdd: tau and results of steps as functions of qdd, each by the plan of its part. */
static void run_residuals(const struct Build *b, const struct Shaped *shaped, const struct BuildOptions *options,
                          struct PartValues *values)
{
	const struct FunctionRequest *request = &b->function->request;
	struct Dag *dag = shaped->tree->dag;
	const Ref ***const by_part[] = { &values->residual, &values->qdd, &values->after, &values->forces };
	for (size_t i = 0; i < sizeof by_part / sizeof *by_part; i++)
		*by_part[i] = arena_array(dag->arena, (size_t)request->parts, sizeof **by_part[i]);
	values->rows = ARENA_ARRAY(dag->arena, size_t, request->parts);
	for (int p = 0; p < request->parts; p++) {
		const struct FunctionPart *part = &request->part[p];
		struct BuildOptions own = *options;
		own.plan = b->plan->apart ? &b->plan->apart[p] : own.plan;
		own.pivots = NULL;
		own.planned_forces = true;
		/* a step of states is differentiated as it is */
		if (!part->info->residual || (b->job->request->by_numbers && part->info->stages) ||
		    (part->info->step && shaped->tree->ns))
			continue;
		const struct Shaped apart = b->plan->apart ? shape(b, dag, own.plan) : *shaped;
		const struct Tree *tree = tree_with(&apart, part);
		size_t taus = (size_t)tree->nv + (tree->rows ? (size_t)tree->rows->rows : 0);
		Ref *tau = ARENA_ARRAY(dag->arena, Ref, taus);
		part->info->residual(dag, tree, &own, tau);
		dag_share_reciprocals(dag, tau, taus);
		values->residual[p] = tau;
		solve_part(part->info, tree, &own, values, p);
		normalize_part(b, tree, values, p, taus);
	}
}

/* Values of a function, with those of its operators. */
static Ref *run_function(const struct Build *b, const struct Shaped *shaped, const struct BuildOptions *options,
                         size_t *count)
{
	Ref *value = run_parts(b, shaped, options, count);
	normalize(b, shaped->tree, value, *count);
	if (!b->function->operates || b->parts_alone)
		return value;
	struct PartValues parts = { .tree = shaped->tree, .value = value, .by_numbers = b->job->request->by_numbers };
	parts.rules = (struct SweepRules){ b->plan->turns_apart, b->plan->weights_last };
	dag_share_reciprocals(shaped->tree->dag, value, *count);
	if (options)
		run_residuals(b, shaped, options, &parts);
	return operations_run(b->function, &parts, count);
}

/* Expected values, by the textbook. */
static struct Validation expectation(const struct Build *b)
{
	struct Tree *tree = tree_copy(b->job->tree, dag_fork(b->job->tree->dag, b->arena));
	const struct Shaped as_given = { tree, tree };
	size_t count;
	tree_wrenches(tree);
	const Ref *value = run_function(b, &as_given, NULL, &count);
	return validate_begin(tree, value, count);
}

static void dump_form(struct Build *b, enum Pass pass, const struct Form *form)
{
	struct Text *out = dump_after(b->dump, pass);
	if (!out)
		return;
	text_format(out, "function %s\n", text_shown(out->arena, b->function->request.name));
	dag_dump(&form->dag, out);
}

/* May a function have stages? Trials count what is written out; operators and the setup function read all nodes. */
static bool may_have_stages(const struct Build *b)
{
	return !b->trial && !b->counting && !b->function->operates && !job_prepares(b->job) &&
	       b->job->request->sincos != SINCOS_GIVEN;
}

/* Stages are validated once they are written out. */
static void check_form(const struct Build *b, enum Pass pass, const struct Form *form)
{
	if (!form->stages)
		validate_check(&b->validation, &form->dag, form->value, pass_table[pass].name);
}

struct Form build_form(struct Build *b, const struct Shaped *shaped)
{
	const struct Request *request = b->job->request;
	struct Stages *stages = ARENA_NEW(b->job->model->arena, struct Stages);
	stages->arena = b->job->model->arena;
	stages->in_lanes = b->in_lanes;
	struct Plan plan = *b->plan;
	struct BuildOptions options = { .plan = &plan,
		                        .unrotated = pass_runs(request, PASS_UNROTATED),
		                        .column = pass_runs(request, PASS_COLUMN),
		                        .pairs = pass_runs(request, PASS_PAIRS),
		                        .pivots = b->pivots,
		                        .stages = may_have_stages(b) ? stages : NULL };
	options.slopes = has_slopes(&b->function->request) && !plan.apart;
	if (options.slopes) /* derivatives have one unit for lengths and forces */
		plan.unit_force = plan.unit_length;
	struct Form form = { .cycles = b->cycles, .least = b->least, .progress = b->progress, .fma = b->job->fuses };
	form.value = run_function(b, shaped, pass_runs(request, PASS_CUSTOMIZED) ? &options : NULL, &form.count);
	form.dag = *shaped->tree->dag;
	if (stages->count) {
		form.stages = stages;
		stages_keep(&form);
	}
	if (VALIDATED && !b->counting)
		b->validation = expectation(b);
	check_form(b, PASS_BUILD, &form);
	for (enum Pass pass = PASS_CUSTOMIZED; pass <= PASS_BUILD; pass++) /* ways of building */
		dump_form(b, pass, &form);
	return form;
}

/* --- the passes over the DAG --- */

/* Is the pass worth running? A trial without annealing skips passes that hardly ever change which plan is cheapest. */
static bool worth_running(const struct Build *b, enum Pass pass)
{
	return pass_runs(b->job->request, pass) && (!b->trial || b->cycles || pass_table[pass].tells);
}

/* Runs a pass on a large DAG. Two arenas take turns, and each pass frees the other, except for the arena of the job. */
static void run_pass(const struct Build *b, enum Pass pass, struct Form *form, struct Arena *in[2])
{
	struct Arena *from = form->dag.arena;
	const struct Node *before = form->dag.item;
	if (form->dag.count >= PASS_FREES) {
		for (int i = 0; i < 2; i++)
			in[i] = in[i] ? in[i] : arena_part(b->arena);
		form->dag.arena = from == in[0] ? in[1] : in[0];
	}
	pass_table[pass].on_form(form);
	if (form->dag.item == before) /* the pass had nothing to do */
		form->dag.arena = from;
	else if (from != form->dag.arena && from != b->arena)
		arena_free(from);
}

static void run_passes(struct Build *b, struct Form *form, bool checked)
{
	struct Arena *in[2] = { NULL, NULL };
	for (enum Pass pass = 0; pass < PASS_COUNT; pass++) {
		if (!pass_table[pass].on_form)
			continue;
		if (worth_running(b, pass))
			run_pass(b, pass, form, in);
		if (checked)
			check_form(b, pass, form);
		dump_form(b, pass, form);
	}
}

void build_rewrite(struct Build *b, struct Form *form)
{
	run_passes(b, form, true);
	for (size_t s = 0; form->stages && s < form->stages->count; s++) {
		struct Form *member = &form->stages->item[s].form;
		member->cycles = form->cycles;
		member->least = form->least;
		member->progress = form->progress;
		member->fma = form->fma;
		run_passes(b, member, false);
	}
}
