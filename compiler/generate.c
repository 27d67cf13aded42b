#include "generate.h"

#include <math.h>
#include <string.h>

#include "anneal.h"
#include "audit.h"
#include "factor.h"
#include "frames.h"
#include "fuse.h"
#include "given.h"
#include "hop.h"
#include "regroup.h"
#include "search.h"
#include "share.h"
#include "sums.h"

/* A copy: the function's own nodes go there and leave the model's as they were. */
static struct Dag fork_dag(const struct Dag *dag, struct Arena *arena)
{
	struct Dag copy = *dag;
	copy.arena = arena;
	copy.item = ARENA_ARRAY(arena, struct Node, dag->capacity);
	memcpy(copy.item, dag->item, dag->count * sizeof *copy.item);
	copy.slot = ARENA_ARRAY(arena, uint32_t, dag->slots);
	memcpy(copy.slot, dag->slot, dag->slots * sizeof *copy.slot);
	copy.label = NULL;
	copy.labels = 0;
	return copy;
}

static void declare_inputs(struct Generated *function, const struct Tree *tree)
{
	const size_t size[INPUT_COUNT] = {
		[INPUT_Q] = (size_t)tree->nq, [INPUT_QD] = (size_t)tree->nv, [INPUT_QDD] = (size_t)tree->nv,
		[INPUT_TAU] = (size_t)tree->nv, [INPUT_F_EXT] = (size_t)tree->f_ext,
	};
	for (int i = 0; i < function->spec.parts; i++)
		function->inputs |= function->spec.part[i]->inputs;
	if (!tree->wrenches)
		function->inputs &= ~(1u << INPUT_F_EXT);
	for (int i = 0; i < INPUT_COUNT; i++)
		function->input_size[i] = function->inputs >> i & 1 ? size[i] : 0;
}

static void declare_outputs(struct Generated *function, const struct Tree *tree, const struct Request *request)
{
	for (int p = 0; p < function->spec.parts; p++)
		for (int i = 0; i < FUNCTION_OUTPUTS && function->spec.part[p]->output[i].name; i++) {
			const struct FunctionOutput *output = &function->spec.part[p]->output[i];
			enum Shape shape = request->packed && output->symmetric ? SHAPE_LOWER : output->shape;
			size_t size = shape_size(shape, tree->nv);
			function->output[function->outputs++] = (struct GeneratedOutput){ output, shape, size };
		}
}

/* The lower triangle of a matrix, by rows, in place. */
static void pack(Ref *matrix, int nv)
{
	Ref *next = matrix;
	for (int i = 0; i < nv; i++)
		for (int j = 0; j <= i; j++)
			*next++ = matrix[i * nv + j];
}

/* The values of all outputs, one after the other. `approach` is NULL for the textbook's form. */
static Ref *build(const struct Generated *function, const struct Tree *tree, const struct Approach *approach, size_t *count)
{
	struct Dag *dag = tree->dag;
	size_t room = 0;
	*count = 0;
	for (int i = 0; i < function->outputs; i++) {
		room += shape_size(function->output[i].info->shape, tree->nv);
		*count += function->output[i].size;
	}
	Ref *value = ARENA_ARRAY(dag->arena, Ref, room), *next = value;
	for (int p = 0, output = 0; p < function->spec.parts; p++) {
		if (approach)
			function->spec.part[p]->build(dag, tree, approach, next);
		else
			function->spec.part[p]->textbook(dag, tree, next);
		Ref *whole = next;
		for (int i = 0; i < FUNCTION_OUTPUTS && function->spec.part[p]->output[i].name; i++, output++) {
			size_t full = shape_size(function->output[output].info->shape, tree->nv);
			memmove(next, whole, full * sizeof *next);
			if (function->output[output].shape == SHAPE_LOWER)
				pack(next, tree->nv);
			next += function->output[output].size;
			whole += full;
		}
	}
	return value;
}

static struct Program lower(const struct Generated *function, const struct Dag *dag, const Ref *value,
                            const struct Lower *how)
{
	struct Result result[GENERATED_OUTPUTS];
	for (int i = 0; i < function->outputs; i++) {
		result[i] = (struct Result){ value, function->output[i].size };
		value += function->output[i].size;
	}
	return program_lower(dag->arena, dag, result, function->outputs, how);
}

static void dump_tree_after(struct Dump *dump, enum Pass pass, const struct Package *package, const struct Tree *tree)
{
	if (dump_after(dump, pass))
		tree_dump(tree, package->model, &dump->text);
}

static void dump_dag_after(struct Dump *dump, enum Pass pass, const struct Generated *function,
                           const struct Dag *dag)
{
	struct Text *out = dump_after(dump, pass);
	if (!out)
		return;
	text_format(out, "function %s\n", function->spec.name);
	dag_dump(dag, out);
}

static bool needs(const struct Generated *function, enum Truth truth)
{
	unsigned bits = 0;
	for (int i = 0; i < function->spec.parts; i++)
		bits |= function->spec.part[i]->truth;
	return bits & truth;
}

/* The tree as a function wants it: its own, in frames and with parameters of its own. */
static struct Tree *shape_tree(const struct Package *package, const struct Generated *function, struct Dag *dag,
                               const struct Plan *plan, struct Dump *dump)
{
	struct Tree *tree = tree_copy(package->tree, dag);
	if (pass_runs(package->request, PASS_FRAMES) && !needs(function, TRUTH_FRAMES))
		frames_choose(tree, plan);
	dump_tree_after(dump, PASS_FRAMES, package, tree);
	if (pass_runs(package->request, PASS_REGROUP) && !needs(function, TRUTH_PARAMETERS))
		regroup_moments(tree, plan);
	dump_tree_after(dump, PASS_REGROUP, package, tree);
	tree_wrenches(tree);
	return tree;
}

/* From tree to the optimised DAG, by a plan. */
struct Built {
	struct Dag dag;
	Ref *value;
	size_t count;
};

/* One pass over the DAG: the values in a DAG of their own. */
static struct Dag run_pass(enum Pass pass, const struct Built *built, const struct Request *request, int cycles)
{
	switch (pass) {
	case PASS_SUMS: return sums_fold(&built->dag, built->value, built->count);
	case PASS_FACTOR: return factor_sums(&built->dag, built->value, built->count);
	case PASS_SHARE: return share_pairs(&built->dag, built->value, built->count);
	case PASS_ANNEAL: return cycles ? anneal(&built->dag, built->value, built->count, cycles) : built->dag;
	case PASS_FUSE: return request->fma ? fuse_products(&built->dag, built->value, built->count) : built->dag;
	default: NEVER(built->dag.arena, "no pass over the DAG");
	}
}

/* What the values are, by the textbook. */
static struct Audit expectation(const struct Package *package, const struct Generated *function, struct Arena *arena)
{
	struct Dag *dag = ARENA_NEW(arena, struct Dag);
	size_t count;
	*dag = fork_dag(package->tree->dag, arena);
	struct Tree *tree = tree_copy(package->tree, dag);
	tree_wrenches(tree);
	const Ref *value = build(function, tree, NULL, &count);
	return audit_begin(tree, value, count);
}

static struct Built build_function(const struct Package *package, const struct Generated *function, struct Arena *arena,
                                   const struct Plan *plan, int cycles, struct Dump *dump)
{
	const struct Request *request = package->request;
	struct Audit audit = { .count = 0 };
	if (AUDITED)
		audit = expectation(package, function, arena);
	struct Built built = { .dag = fork_dag(package->tree->dag, arena) };
	struct Approach approach = { plan, pass_runs(request, PASS_STILL), pass_runs(request, PASS_COLUMN) };
	const struct Tree *tree = shape_tree(package, function, &built.dag, plan, dump);
	built.value = build(function, tree, pass_runs(request, PASS_NEWTON) ? &approach : NULL, &built.count);
	audit_check(&audit, &built.dag, built.value, pass_table[PASS_BUILD].name);
	for (enum Pass pass = PASS_NEWTON; pass <= PASS_BUILD; pass++) /* ways of building */
		dump_dag_after(dump, pass, function, &built.dag);
	for (enum Pass pass = PASS_SUMS; pass <= PASS_FUSE; pass++) {
		if (pass_runs(request, pass))
			built.dag = run_pass(pass, &built, request, cycles);
		audit_check(&audit, &built.dag, built.value, pass_table[pass].name);
		dump_dag_after(dump, pass, function, &built.dag);
	}
	return built;
}

struct Attempting {
	const struct Package *package;
	const struct Generated *function;
	struct Arena *arena;
};

static struct Trial attempt(void *context, const struct Plan *plan, int cycles)
{
	enum { CYCLE = 4 }; /* is as much work as making the nodes so many times */
	struct Attempting *a = context;
	struct Built built = build_function(a->package, a->function, a->arena, plan, cycles, NULL);
	struct Trial trial = { dag_cost(&built.dag, built.value, built.count), built.dag.count + 100 };
	if (pass_runs(a->package->request, PASS_ANNEAL))
		trial.work *= 1 + CYCLE * (uint64_t)cycles;
	arena_empty(a->arena);
	return trial;
}

struct Units {
	double *item;
	size_t count, capacity;
};

/* Not so small or large that digits are lost; each once. */
static void add_unit(struct Arena *arena, struct Units *units, const struct Dag *dag, Ref ref, bool inverse)
{
	const double least = 0.01, most = 100;
	double number = dag_is_const(dag, ref) ? fabs(dag_value(dag, ref)) : 0;
	if (inverse && number > 0)
		number = 1 / number;
	for (size_t i = 0; i < units->count; i++)
		if (units->item[i] == number)
			return;
	if (number >= least && number <= most)
		*ARENA_PUSH(arena, units) = number;
}

/* Units in which some number of the tree is 1: gravity, an offset, or a first moment or mass, which are measured in the
 * inverse. */
static struct Units unit_candidates(const struct Package *package, const struct Generated *function,
                                    const struct Plan *plan, struct Arena *trial)
{
	struct Arena *arena = package->model->arena;
	struct Units units = { 0 };
	struct Dag dag = fork_dag(package->tree->dag, trial);
	const struct Tree *tree = shape_tree(package, function, &dag, plan, NULL);
	const struct Hop *hop = hops_make(&dag, tree, NULL, 1);
	for (int k = 0; k < 3; k++)
		add_unit(arena, &units, &dag, tree->gravity.e[k], false);
	for (int i = 0; i < tree->links; i++) {
		for (int k = 0; k < 3; k++) {
			add_unit(arena, &units, &dag, hop[i].p.e[k], false);
			add_unit(arena, &units, &dag, hop[i].mass.h.e[k], true);
		}
		add_unit(arena, &units, &dag, hop[i].d, false);
		add_unit(arena, &units, &dag, hop[i].mass.m, true);
	}
	arena_empty(trial);
	return units;
}

static enum SearchEffort effort_of(const struct Request *request, enum Purpose purpose)
{
	return request->search_given ? request->search : purpose == FOR_TEXT ? SEARCH_QUICK : SEARCH_NONE;
}

static bool lifts(const struct Generated *function)
{
	bool any = false;
	for (int i = 0; i < function->spec.parts; i++)
		any |= function->spec.part[i]->lifts;
	return any;
}

static void find_plan(const struct Package *package, const struct Generated *function, enum SearchEffort effort,
                      struct Plan *plan)
{
	const struct Request *request = package->request;
	if (effort == SEARCH_NONE || !pass_runs(request, PASS_NEWTON) || !pass_runs(request, PASS_SEARCH))
		return;
	struct Attempting attempting = { package, function, arena_trial(package->model->arena) };
	struct Units units = unit_candidates(package, function, plan, attempting.arena);
	struct Search search = { package->tree, attempt, &attempting, units.item, (int)units.count, lifts(function),
	                         function->spec.name, request };
	search_plan(&search, effort, plan);
}

/* Sines and cosines from outside; the function behind says of which angles. */
static void take_given(const struct Package *package, struct Generated *function, struct Built *built,
                       const struct Lower *how)
{
	struct Generated *angles = function + package->functions / 2;
	struct Given given = given_sincos(&built->dag, built->value, built->count);
	built->dag = given.dag;
	function->inputs |= 1u << INPUT_SC;
	function->input_size[INPUT_SC] = 2 * given.angles;
	angles->outputs = 1;
	angles->output[0] = (struct GeneratedOutput){ &angle_output, angle_output.shape, given.angles };
	angles->program = lower(angles, &built->dag, given.angle, how);
	for (int i = 0; i < INPUT_COUNT; i++)
		if (angles->program.input[i]) {
			angles->inputs |= 1u << i;
			angles->input_size[i] = function->input_size[i];
		}
}

/* One function: plan, tree, DAG, program. */
static void compile(const struct Package *package, struct Generated *function, enum Purpose purpose, struct Dump *dump)
{
	/* how deep values used once are nested: readable statements, or what libtcc runs fastest */
	enum { READABLE = 10, FAST = 60 };
	struct Arena *arena = package->model->arena;
	struct Plan plan = { .link = ARENA_ARRAY(arena, struct Choice, package->tree->links) };
	enum SearchEffort effort = effort_of(package->request, purpose);
	find_plan(package, function, effort, &plan);
	struct Text *out = dump_after(dump, PASS_SEARCH);
	if (out) {
		text_format(out, "function %s\n", function->spec.name);
		plan_dump(&plan, package->tree->links, out);
	}
	struct Built built = build_function(package, function, arena, &plan, search_cycles[effort], dump);
	const struct Lower how = { .nesting = purpose == FOR_TCC ? FAST : READABLE,
	                           .kernel = package->request->sincos == SINCOS_INLINE,
	                           .schedule = pass_runs(package->request, PASS_SCHEDULE) };
	if (package->request->sincos == SINCOS_GIVEN)
		take_given(package, function, &built, &how);
	function->program = lower(function, &built.dag, built.value, &how);
	out = dump_after(dump, PASS_SCHEDULE);
	out = out ? out : dump_after(dump, PASS_LOWER);
	if (out) {
		text_format(out, "function %s\n", function->spec.name);
		program_dump(&function->program, out);
	}
}

struct Package package_prepare(struct Diags *diags, const struct Model *model, const struct Request *request,
                               const char *functions)
{
	struct Package package = { .model = model, .request = request };
	struct FunctionSpecs specs = function_specs(diags, model, functions);
	package.tree = tree_build(diags, model, request);
	bool given = request->sincos == SINCOS_GIVEN; /* then what says which angles comes behind */
	package.function = ARENA_ARRAY(model->arena, struct Generated, 2 * specs.count);
	package.functions = (int)specs.count * (given ? 2 : 1);
	for (size_t i = 0; given && i < specs.count; i++) {
		const char *name = text_print(model->arena, "%s_angles", specs.item[i].name);
		package.function[specs.count + i].spec = (struct FunctionSpec){ .name = name, .angles_of = specs.item[i].name };
	}
	for (size_t i = 0; i < specs.count; i++) {
		package.function[i].spec = specs.item[i];
		declare_inputs(&package.function[i], package.tree);
		declare_outputs(&package.function[i], package.tree, request);
	}
	return package;
}

void package_build(struct Package *package, enum Purpose purpose, struct Dump *dump)
{
	if (dump_after(dump, PASS_CHECK))
		model_dump(package->model, &dump->text);
	if (dump_after(dump, PASS_TREE))
		tree_dump(package->tree, package->model, &dump->text);
	for (int i = 0; i < package->functions && !package->function[i].spec.angles_of; i++)
		compile(package, &package->function[i], purpose, dump);
}
