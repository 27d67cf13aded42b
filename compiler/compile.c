/* From source to programs, a function for each part:
 *   compile_model     source -> AST -> checked model
 *   compile_job       checked model -> canonical tree, with the functions asked for
 *   choose_plan       canonical tree -> plan, for each function
 *   compile_form      tree and plan -> tree of the function -> expression DAG -> fewer operations
 *   compile_lanes     the same DAG with like limbs in lanes, where asked for
 *   lower             expression DAG -> straight-line program
 * target_print turns programs into C, JavaScript or Python. program_run evaluates them, and runtime/ compiles their C by
 * libtcc or cc. */
#include "compile.h"

#include <string.h>

#include "c/names.h"
#include "dynamics/plan/search.h"
#include "pipeline/choose_folding.h"
#include "pipeline/compile_checks.h"
#include "pipeline/build.h"
#include "pipeline/choose_plan.h"
#include "pipeline/found_plans.h"
#include "program/lower.h"
#include "rewrite/sincos_inputs.h"
#include "rewrite/hoist_parameters.h"
#include "rewrite/stages.h"

struct ReadModel compile_model(struct Diags *diags, const struct ModelText *text, const struct Request *request)
{
	struct ReadModel read = { .model = NULL };
	read.ast = format_read(diags, text, request, &read.snapped);
	read.ast.format = text->format;
	arena_empty(arena_scratch(diags->arena));
	read.model = check_model(diags, &read.ast, request);
	check_unused_parts(diags, &read.ast, request, read.model);
	if (!diags->errors)
		check_inertia(diags, read.model);
	if (!diags->errors)
		check_rounding(diags, read.model);
	if (!diags->errors)
		check_poses(diags, read.model);
	if (!diags->errors && !read.model->open.count)
		check_rows(diags, read.model);
	for (size_t i = 0; i < read.model->open.count && diags->errors; i++)
		diag_again(diags, &read.model->open.item[i]);
	arena_free(arena_scratch(diags->arena));
	return read;
}

struct Job compile_job(struct Diags *diags, const struct Model *model, const struct Request *request,
                       const char *functions, const struct Dialect *dialect)
{
	struct Job job = job_prepare(diags, model, request, functions);
	job.found = found_plans_new(model->arena);
	if (!diags->errors)
		c_check_names(diags, &job, dialect);
	if (!diags->errors)
		check_singular(diags, &job);
	if (!diags->errors)
		check_balance(diags, &job);
	return job;
}

/* The program is there as long as the model is; all else, as long as the DAG. `kept`: one output more. */
static struct Program lower_kept(const struct Job *job, const struct Generated *function, const struct Dag *dag,
                                 const Ref *value, struct Result kept, const struct Target *target)
{
	struct Result *result = ARENA_ARRAY(dag->arena, struct Result, function->outputs + 1);
	int results = function->outputs + (kept.size > 0);
	/* libtcc keeps what is alive in memory: it gains nothing by another order */
	const bool in_memory = target->dialect && !target->dialect->temporary;
	const struct Lower how = { .nesting = target->nesting,
		                   .kernel = job->request->sincos == SINCOS_INLINE,
		                   .fused = job->fuses,
		                   .counted = target->counted,
		                   .first_use = in_memory,
		                   .schedule = !in_memory && pass_runs(job->request, PASS_SCHEDULE) };
	for (int i = 0; i < function->outputs; i++)
		result[i] = output_result(dag->arena, &function->output[i], value);
	result[function->outputs] = kept;
	struct Program program = lower_dag(job->model->arena, dag, result, results, &how);
	layout_inputs(job->model, &program, function->seed, function->seeds);
	return program;
}

static struct Program lower(const struct Job *job, const struct Generated *function, const struct Dag *dag,
                            const Ref *value, const struct Target *target)
{
	return lower_kept(job, function, dag, value, (struct Result){ NULL, 0 }, target);
}

/* --- stages --- */

/* The program before the stages. */
static struct Program lower_before(const struct Job *job, const struct Generated *function, const struct Form *form,
                                   const struct Target *target)
{
	if (!function->stages)
		return lower(job, function, &form->dag, form->value, target);
	size_t kept = function->stages->kept;
	const struct Result result = { form->value + form->count - kept, kept };
	return lower_kept(job, function, &form->dag, form->value, result, target);
}

/* The output behind the last: what members read. */
static void add_stages_array(struct Arena *arena, struct Generated *function)
{
	size_t outputs = (size_t)function->outputs;
	struct GeneratedOutput *output = ARENA_ARRAY(arena, struct GeneratedOutput, outputs + 1);
	memcpy(output, function->output, outputs * sizeof *output);
	output[outputs].name = STAGES_ARRAY;
	function->output = output;
}

static struct ProgramStage lower_stage(const struct Job *job, const struct Stage *stage, const struct Target *target)
{
	struct Arena *arena = job->model->arena;
	struct GeneratedOutput output = { .size = stage->form.count };
	output.entry = ARENA_ARRAY(arena, struct LayoutEntry, output.size);
	for (size_t k = 0; k < output.size; k++)
		output.entry[k].value = (uint32_t)k;
	const struct Generated member = { .output = &output, .outputs = 1 };
	struct ProgramStage made = { .members = stage->members,
		                     .owns = stage->owns,
		                     .own = stage->own,
		                     .results = (uint32_t)stage->form.count,
		                     .result = stage->result };
	made.body = lower(job, &member, &stage->form.dag, stage->form.value, target);
	stage_name_results(&made.body);
	made.place = ARENA_ARRAY(arena, struct StagePlace, STAGE_STORES * made.members * made.results);
	return made;
}

static void compile_stages(const struct Job *job, struct Generated *function, const struct Form *form,
                           const struct Target *target)
{
	const struct Stages *from = form->stages;
	struct ProgramStages *stages = ARENA_NEW(job->model->arena, struct ProgramStages);
	bool wanted = target->dialect && target->dialect->vectors && !target->counted && !job->request->misra;
	if (!from || !wanted)
		return;
	stages->shared = (uint32_t)from->shared.count;
	stages->kept = stages->shared + (uint32_t)from->own.count;
	stages->item = ARENA_ARRAY(job->model->arena, struct ProgramStage, from->count);
	for (size_t s = 0; s < from->count; s++)
		stages->item[stages->count++] = lower_stage(job, &from->item[s], target);
	add_stages_array(job->model->arena, function);
	function->stages = stages;
	stages->before = lower_before(job, function, form, target);
	stages_find_places(stages, &stages->before);
	stages_leave_results(&stages->before);
}

/* Makes sines and cosines inputs; the function's companion gives their angles. */
static void take_given(const struct Job *job, struct Generated *function, struct Form *form,
                       const struct Target *target)
{
	struct Generated *companion = function->angles;
	struct SincosAngles angles = sincos_inputs(form);
	function->inputs |= INPUT_BIT(INPUT_SC);
	function->input_size[INPUT_SC] = 2 * angles.count;
	companion->outputs = 1;
	companion->output = ARENA_NEW(job->model->arena, struct GeneratedOutput);
	*companion->output = output_declare(job->request, &angle_output, (int)angles.count, 1);
	output_lay_out(companion->output, job->model, job->request, 0);
	companion->program = lower(job, companion, &form->dag, angles.item, target);
	for (int i = 0; i < INPUT_COUNT; i++)
		if (companion->program.input[i]) {
			companion->inputs |= INPUT_BIT(i);
			companion->input_size[i] = function->input_size[i];
		}
}

static void dump_program(struct Dump *dump, enum Pass pass, const struct Generated *function)
{
	struct Text *out = dump_after(dump, pass);
	if (!out)
		return;
	text_format(out, "function %s\n", text_shown(out->arena, function->request.name));
	program_dump(&function->program, out);
}

/* Compiles `prepare`: the program that derives values from the parameters. */
static void compile_prepare(struct Job *job, const struct Hoisted *prepared, const struct Target *target)
{
	struct Generated *prepare = &job->prepare;
	*prepare->output = output_declare(job->request, &derived_output, (int)prepared->count, 1);
	output_lay_out(prepare->output, job->model, job->request, 0);
	prepare->program = lower(job, prepare, &prepared->dag, prepared->item, target);
	for (int i = 0; i < job->functions; i++)
		job->function[i].input_size[INPUT_DERIVED] = prepared->count;
}

/* Does the text of a target have limbs in lanes, or in loops? */
static bool reads_lanes(const struct Request *request, const struct Target *target)
{
	return !target->counted && target->dialect && (target->dialect->vectors || request->code_size == CODE_SIZE_ON);
}

/* Compiles programs with limb lanes, for machines with few and with many lanes. They come after the scalar program,
 * which determines the structural zeros. */
static void compile_lanes(const struct Build *b, const struct LimbFolding *folding, struct Generated *function,
                          const struct Target *target)
{
	const struct Request *request = b->job->request;
	bool any = request->limb_lanes == LIMB_LANES_AUTO && request->code_size != CODE_SIZE_ON;
	for (int width = folding->lanes.width; width > 1 && (any || width == folding->lanes.width); width /= 2) {
		struct LimbProgram *limbs = &function->limbs[function->limb_programs];
		struct Form form;
		if ((any && !limb_folding_pays(folding, request, width)) ||
		    !limb_folding_lanes(folding, width, &form, &limbs->lanes))
			continue;
		limbs->program = lower_before(b->job, function, &form, target);
		if (function->stages)
			stages_leave_results(&limbs->program);
		layout_limb_inputs(b->job->model, &limbs->lanes);
		function->limb_programs++;
	}
}

/* The scalar form. If limbs are folded, the passes run on the folded DAG first. */
static struct Form compile_form(struct Build *b, struct LimbFolding *folding)
{
	if (folding) {
		struct Build build = *b;
		build.plan = &folding->plan;
		build_rewrite(&build, &folding->form);
		return limb_folding_scalar(folding);
	}
	struct Build build = *b;
	build.arena = VALIDATED ? b->arena : arena_part(b->arena); /* freed by the first pass */
	struct Shaped tree = build_tree(&build);
	struct Form form = build_form(&build, &tree);
	Ref *value = ARENA_ARRAY(b->arena, Ref, form.count);
	if (form.count)
		memcpy(value, form.value, form.count * sizeof *value);
	form.value = value;
	b->validation = build.validation;
	build_rewrite(b, &form);
	return form;
}

struct Form compile_values(const struct Job *job, const struct Generated *function, struct Arena *arena)
{
	struct Plan plan = choose_plan(job, function, SEARCH_NONE, NULL, NULL);
	struct Build build = { .job = job, .function = function, .arena = arena, .plan = &plan };
	struct Shaped tree = build_tree(&build);
	struct Form form = build_form(&build, &tree);
	build_rewrite(&build, &form);
	return form;
}

static void compile_function(const struct Job *job, struct Generated *function, const struct Target *target,
                             struct Hoisted *prepared, struct Progress *waiting, struct Dump *dump)
{
	const struct Request *request = job->request;
	enum SearchEffort effort = request->search_given ? request->search : target->search;
	struct Progress *progress = effort == SEARCH_THOROUGH ? waiting : NULL;
	progress_begin(waiting, function->request.name, progress);
	struct Plan plan = choose_plan(job, function, effort, progress, dump);
	struct Arena *work = arena_part(job->model->arena);
	struct Build build = { .job = job,
		               .function = function,
		               .arena = work,
		               .plan = &plan,
		               .cycles = search_cycles[effort],
		               .least = search_cycles[SEARCH_QUICK],
		               .progress = progress,
		               .dump = dump };
	build.pivots = function->pivots = ARENA_ARRAY(job->model->arena, struct PivotLog, function->request.parts);
	for (int i = 0; i < function->request.parts; i++)
		function->pivots[i].arena = job->model->arena;
	struct LimbFolding *folding = limb_folding_find(&build);
	struct Form form = compile_form(&build, folding);
	if (job_prepares(job))
		hoist_parameters(&form, prepared);
	if (function->angles)
		take_given(job, function, &form, target);
	struct Form whole = form.stages ? stages_written_out(&form) : form;
	if (form.stages)
		validate_check(folding ? &folding->validation : &build.validation, &whole.dag, whole.value, "stages");
	for (int i = 0; i < function->outputs; i++)
		output_find_zeros(&function->output[i], &whole.dag, whole.value);
	function->program = lower(job, function, &whole.dag, whole.value, target);
	compile_stages(job, function, &form, target);
	if (folding && reads_lanes(request, target) && (function->stages || !form.stages))
		compile_lanes(&build, folding, function, target);
	else
		arena_free(work); /* what is in lanes is read by printers */
	progress_end(waiting, function->program.cost[COST_MUL] + function->program.cost[COST_ADD]);
	dump_program(dump, PASS_SCHEDULE, function);
	dump_program(dump, PASS_LOWER, function);
}

struct Job compile_functions(struct Diags *diags, const struct Model *model, const struct Request *request,
                             const char *functions, const struct Target *target, struct FoundPlans *found,
                             struct Dump *dump)
{
	struct Job job = compile_job(diags, model, request, functions, target->dialect);
	if (!diags->errors)
		bound_check(diags, &job);
	if (diags->errors)
		return job;
	if (dump_after(dump, PASS_CHECK))
		model_dump(job.model, &dump->text);
	if (dump_after(dump, PASS_TREE))
		tree_dump(job.tree, job.model, &dump->text);
	/* executors have no choice: their results are identical on every machine */
	job.fuses = request->fma == FMA_ON || (request->fma == FMA_AUTO && target->ending);
	if (found)
		job.found = found;
	struct Progress progress = { .request = request };
	struct Hoisted prepared;
	hoisted_init(&prepared, model->arena);
	for (int i = 0; i < job.functions; i++) {
		progress.functions += !job.function[i].angles_of;
		job_lay_out(&job, &job.function[i]);
	}
	for (int i = 0; i < job.functions; i++)
		if (!job.function[i].angles_of)
			compile_function(&job, &job.function[i], target, &prepared, &progress, dump);
	if (job_prepares(&job))
		compile_prepare(&job, &prepared, target);
	job.interrupted = progress.stopped;
	if (progress.stopped)
		diag(diags, CHECK_SEARCH_INTERRUPTED, model->name.span,
		     "the search was interrupted: the best form that was found until then is taken");
	c_check_constants(diags, &job);
	return job;
}
