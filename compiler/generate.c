#include "generate.h"

#include <string.h>

#include "frames.h"
#include "regroup.h"
#include "sums.h"

/* A trial copy: the function's own nodes go there and leave the model's as they were. */
static struct Dag fork_dag(const struct Dag *dag)
{
	struct Dag copy = *dag;
	copy.item = ARENA_ARRAY(dag->arena, struct Node, dag->capacity);
	memcpy(copy.item, dag->item, dag->count * sizeof *copy.item);
	copy.slot = ARENA_ARRAY(dag->arena, uint32_t, dag->slots);
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

static void declare_outputs(struct Generated *function, const struct Tree *tree)
{
	for (int p = 0; p < function->spec.parts; p++)
		for (int i = 0; i < FUNCTION_OUTPUTS && function->spec.part[p]->output[i].name; i++) {
			const struct FunctionOutput *output = &function->spec.part[p]->output[i];
			size_t size = shape_size(output->shape, tree->nv);
			function->output[function->outputs++] = (struct GeneratedOutput){ output, size };
		}
}

/* The values of all outputs, one after the other. `shape` is NULL for the textbook's form. */
static Ref *build(const struct Generated *function, const struct Tree *tree, const struct Approach *shape, size_t *count)
{
	struct Dag *dag = tree->dag;
	*count = 0;
	for (int i = 0; i < function->outputs; i++)
		*count += function->output[i].size;
	Ref *value = ARENA_ARRAY(dag->arena, Ref, *count), *next = value;
	for (int p = 0, output = 0; p < function->spec.parts; p++) {
		if (shape)
			function->spec.part[p]->build(dag, tree, shape, next);
		else
			function->spec.part[p]->textbook(dag, tree, next);
		for (int i = 0; i < FUNCTION_OUTPUTS && function->spec.part[p]->output[i].name; i++)
			next += function->output[output++].size;
	}
	return value;
}

static struct Program lower(const struct Generated *function, const struct Dag *dag, const Ref *value, int nesting)
{
	struct Result result[GENERATED_OUTPUTS];
	for (int i = 0; i < function->outputs; i++) {
		result[i] = (struct Result){ value, function->output[i].size };
		value += function->output[i].size;
	}
	return program_lower(dag->arena, dag, result, function->outputs, nesting);
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

/* The tree as a function wants it: its own, in frames and with parameters of its own. */
static struct Tree *shape_tree(const struct Package *package, struct Dag *dag, const struct Plan *plan, struct Dump *dump)
{
	struct Tree *tree = tree_copy(package->tree, dag);
	if (pass_runs(package->request, PASS_FRAMES))
		frames_choose(tree, plan);
	dump_tree_after(dump, PASS_FRAMES, package, tree);
	if (pass_runs(package->request, PASS_REGROUP))
		regroup_moments(tree, plan);
	dump_tree_after(dump, PASS_REGROUP, package, tree);
	tree_wrenches(tree);
	return tree;
}

/* One function: tree, DAG, optimised DAG, program. */
static void compile(const struct Package *package, struct Generated *function, int nesting, struct Dump *dump)
{
	const struct Request *request = package->request;
	size_t count;
	struct Dag dag = fork_dag(package->tree->dag);
	struct Plan plan = { .link = ARENA_ARRAY(dag.arena, struct Choice, package->tree->links) };
	struct Approach shape = { &plan, pass_runs(request, PASS_STILL), pass_runs(request, PASS_COLUMN) };
	const struct Tree *tree = shape_tree(package, &dag, &plan, dump);
	Ref *value = build(function, tree, pass_runs(request, PASS_NEWTON) ? &shape : NULL, &count);
	dump_dag_after(dump, PASS_BUILD, function, &dag);
	if (pass_runs(request, PASS_SUMS))
		dag = sums_fold(&dag, value, count);
	dump_dag_after(dump, PASS_SUMS, function, &dag);
	function->program = lower(function, &dag, value, nesting);
	struct Text *out = dump_after(dump, PASS_LOWER);
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
	package.function = ARENA_ARRAY(model->arena, struct Generated, specs.count);
	package.functions = (int)specs.count;
	for (size_t i = 0; i < specs.count; i++) {
		package.function[i].spec = specs.item[i];
		declare_inputs(&package.function[i], package.tree);
		declare_outputs(&package.function[i], package.tree);
	}
	return package;
}

void package_build(struct Package *package, int nesting, struct Dump *dump)
{
	if (dump_after(dump, PASS_CHECK))
		model_dump(package->model, &dump->text);
	if (dump_after(dump, PASS_TREE))
		tree_dump(package->tree, package->model, &dump->text);
	for (int i = 0; i < package->functions; i++)
		compile(package, &package->function[i], nesting, dump);
}
