/* text -> AST -> checked model -> canonical tree -> plan -> tree of the function -> expression DAG -> fewer
 * operations -> straight-line program -> C text (target_print), libtcc and cc (runtime/), or the evaluator
 * (program_run).
 *
 * Each arrow is a line below, and a file or a room of its own. */
#include "compile.h"

#include "c/names.h"
#include "dynamics/plan/search.h"
#include "grammar/reader.h"
#include "grammar/urdf.h"
#include "pipeline/abreast.h"
#include "pipeline/arrange.h"
#include "pipeline/build.h"
#include "pipeline/choose.h"
#include "pipeline/pivots.h"
#include "pipeline/sparse.h"
#include "program/lower.h"
#include "rewrite/sincos_inputs.h"
#include "rewrite/hoist_parameters.h"

struct ReadModel compile_model(struct Diags *diags, const struct ModelText *text, const struct Request *request)
{
	struct ReadModel read = { .model = NULL };
	if (text->urdf)
		read.ast = urdf_read(diags, text->name, text->text, text->length, request, &read.snapped);
	else
		read.ast = include_files(diags, read_text(diags, text->name, text->text, text->length, 0, READ_MODEL), text->includes);
	read.model = check_model(diags, &read.ast, request);
	check_unused_parts(diags, &read.ast, request, read.model);
	if (!diags->errors)
		check_inertia(diags, read.model);
	return read;
}

struct Package compile_package(struct Diags *diags, const struct Model *model, const struct Request *request,
                               const char *functions)
{
	struct Package package = package_prepare(diags, model, request, functions);
	if (!diags->errors)
		c_check_names(diags, &package);
	if (!diags->errors)
		check_pivots(diags, &package);
	return package;
}

static struct Program lower(const struct Package *package, const struct Generated *function, const struct Dag *dag,
                            const Ref *value, const struct Target *target)
{
	struct Result *result = ARENA_ARRAY(dag->arena, struct Result, function->outputs);
	const struct Lower how = { .nesting = target->nesting, .kernel = package->request->sincos == SINCOS_INLINE,
	                           .fused = package->fuses, .first_use = target->dialect && !target->dialect->temporary,
	                           .schedule = pass_runs(package->request, PASS_SCHEDULE) };
	value = arrange_values(dag->arena, package->model, function, value);
	for (int i = 0; i < function->outputs; i++) {
		struct GeneratedOutput *output = &function->output[i];
		bool sparse = generated_sparse(package, output);
		size_t entries = output_entries(output);
		if (sparse && !output->pattern)
			sparse_find(dag, output, value);
		result[i] = sparse ? sparse_output(dag->arena, output, value) : (struct Result){ value, entries };
		value = entries ? value + entries : value; /* NULL where there are no results */
	}
	struct Program program = lower_dag(dag->arena, dag, result, function->outputs, &how);
	arrange_inputs(package->model, &program);
	return program;
}

/* Sines and cosines come from outside; the function's companion says of which angles. */
static void take_given(const struct Package *package, struct Generated *function, struct Form *form,
                       const struct Target *target)
{
	struct Generated *companion = function->angles;
	struct Angles angles = sincos_inputs(form);
	function->inputs |= 1u << INPUT_SC;
	function->input_size[INPUT_SC] = 2 * angles.count;
	companion->outputs = 1;
	companion->output = ARENA_NEW(package->model->arena, struct GeneratedOutput);
	*companion->output = (struct GeneratedOutput){ .info = &angle_output, .name = angle_output.name, .columns = 1,
	                                               .rows = (int)angles.count, .size = angles.count };
	companion->program = lower(package, companion, &form->dag, angles.item, target);
	for (int i = 0; i < INPUT_COUNT; i++)
		if (companion->program.input[i]) {
			companion->inputs |= 1u << i;
			companion->input_size[i] = function->input_size[i];
		}
}

static void dump_program(struct Dump *dump, enum Pass pass, const struct Generated *function)
{
	struct Text *out = dump_after(dump, pass);
	if (!out)
		return;
	text_format(out, "function %s\n", text_shown(out->arena, function->spec.name));
	program_dump(&function->program, out);
}

/* What functions read of the parameters is computed by a program of its own. */
static void compile_prepare(struct Package *package, const struct Hoisted *prepared, const struct Target *target)
{
	struct Generated *prepare = &package->prepare;
	prepare->output->size = prepared->count;
	prepare->output->rows = (int)prepared->count;
	prepare->program = lower(package, prepare, &prepared->dag, prepared->item, target);
	for (int i = 0; i < package->functions; i++)
		package->function[i].input_size[INPUT_DERIVED] = prepared->count;
}

/* In lanes where like limbs are, for machines of few and of many lanes; behind the program in numbers, which says which
 * entries are zero. */
static void compile_lanes(const struct Build *b, const struct Abreast *abreast, struct Generated *function,
                          const struct Target *target)
{
	const struct Request *request = b->package->request;
	bool any = request->abreast == LIMB_LANES_AUTO && !request->small;
	for (int width = abreast->lanes.width; width > 1 && (any || width == abreast->lanes.width); width /= 2) {
		struct LimbProgram *limbs = &function->limbs[function->limb_programs];
		struct Form form;
		if ((any && !abreast_pays(abreast, request, width)) || !abreast_lanes(abreast, width, &form, &limbs->lanes))
			continue;
		limbs->program = lower(b->package, function, &form.dag, form.value, target);
		arrange_lanes(b->package->model, &limbs->lanes);
		function->limb_programs++;
	}
}

/* In numbers; with like limbs side by side if they are to be. */
static struct Form compile_form(struct Build *b, struct Abreast *abreast)
{
	if (abreast) {
		struct Build build = *b;
		build.plan = &abreast->plan;
		build_rewrite(&build, &abreast->form);
		return abreast_apart(abreast);
	}
	struct Shaped tree = build_tree(b);
	struct Form form = build_form(b, &tree);
	build_rewrite(b, &form);
	return form;
}

static void compile_function(const struct Package *package, struct Generated *function, const struct Target *target,
                             struct Hoisted *prepared, struct Progress *waiting, struct Dump *dump)
{
	const struct Request *request = package->request;
	enum SearchEffort effort = request->search_given ? request->search : target->search;
	struct Progress *progress = effort == SEARCH_THOROUGH ? waiting : NULL;
	if (progress)
		progress_begin(progress, function->spec.name);
	struct Plan plan = choose_plan(package, function, effort, progress, dump);
	struct Build build = { .package = package, .function = function, .arena = package->model->arena, .plan = &plan,
	                       .cycles = search_cycles[effort], .least = search_cycles[SEARCH_QUICK],
	                       .progress = progress, .dump = dump };
	struct Abreast *abreast = abreast_find(&build);
	struct Form form = compile_form(&build, abreast);
	if (package_prepares(package))
		hoist_parameters(&form, prepared);
	if (function->angles)
		take_given(package, function, &form, target);
	function->program = lower(package, function, &form.dag, form.value, target);
	if (abreast)
		compile_lanes(&build, abreast, function, target);
	if (progress)
		progress_end(progress, function->program.cost[COST_MUL] + function->program.cost[COST_ADD]);
	dump_program(dump, PASS_SCHEDULE, function);
	dump_program(dump, PASS_LOWER, function);
}

struct Package compile_functions(struct Diags *diags, const struct Model *model, const struct Request *request,
                                 const char *functions, const struct Target *target, struct Dump *dump)
{
	struct Package package = compile_package(diags, model, request, functions);
	if (diags->errors)
		return package;
	if (dump_after(dump, PASS_CHECK))
		model_dump(package.model, &dump->text);
	if (dump_after(dump, PASS_TREE))
		tree_dump(package.tree, package.model, &dump->text);
	/* executors do not choose: they have the same bits on every machine */
	package.fuses = request->fma == FMA_ON || (request->fma == FMA_AUTO && target->ending);
	struct Progress progress = { .request = request };
	struct Hoisted prepared;
	hoisted_init(&prepared, model->arena);
	for (int i = 0; i < package.functions; i++)
		progress.functions += !package.function[i].angles_of;
	for (int i = 0; i < package.functions; i++)
		if (!package.function[i].angles_of)
			compile_function(&package, &package.function[i], target, &prepared, &progress, dump);
	if (package_prepares(&package))
		compile_prepare(&package, &prepared, target);
	package.interrupted = progress.stopped;
	if (progress.stopped)
		diag(diags, CHECK_SEARCH_INTERRUPTED, model->name.span,
		     "the search was interrupted: the best form that was found until then is taken");
	c_check_constants(diags, &package);
	return package;
}
