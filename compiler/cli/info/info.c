/* rigidc info: a model and the costs of its functions, as tables; as JSON in info_json.c. */
#include <string.h>

#include "cost.h"
#include "info_parts.h"
#include "info_column.h"
#include "info_rows.h"
#include "info_json.h"
#include "base/tuning.h"
#include "cli/commands.h"
#include "cli/load.h"
#include "cli/output.h"
#include "cli/snapping.h"
#include "dag/default_values.h"
#include "dynamics/tree/tree_wrench.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/limit.h"
#include "model/loop.h"
#include "model/model_pose.h"
#include "runtime/library.h"

enum { DEEPEST_SHOWN = 32 };

/* Drawing of the tree. `more`: by depth, true while more siblings follow, so that a vertical line is drawn. */
struct Drawing {
	struct Text *out;
	const struct Model *model;
	int *depth;
	bool *last; /* by body: the last of its siblings */
	bool more[DEEPEST_SHOWN];
	int width;
};

static int shown_depth(int depth)
{
	return depth < DEEPEST_SHOWN ? depth : DEEPEST_SHOWN - 1;
}

static void measure(struct Drawing *d)
{
	const struct Model *model = d->model;
	bool *seen = ARENA_ARRAY(model->arena, bool, (size_t)model->bodies + 1); /* by parent + 1 */
	d->depth = ARENA_ARRAY(model->arena, int, (size_t)model->bodies + 1);
	d->last = ARENA_ARRAY(model->arena, bool, (size_t)model->bodies + 1);
	d->width = 8;
	for (int i = 0; i < model->bodies; i++) {
		int parent = model->body[i].parent;
		d->depth[i] = parent < 0 ? 0 : d->depth[parent] + 1;
		int width = 3 * (shown_depth(d->depth[i]) + 1) +
		            text_width(text_shown(model->arena, model->body[i].name.text));
		d->width = width > d->width && width < 72 ? width : d->width;
	}
	for (int i = model->bodies - 1; i >= 0; i--) {
		int parent = model->body[i].parent;
		d->last[i] = !seen[parent + 1];
		seen[parent + 1] = true;
	}
}

static void put_axis(struct Text *out, const struct Model *model, struct Vec axis)
{
	static const char *const names[2][3] = { { "x", "y", "z" }, { "-x", "-y", "-z" } };
	for (int i = 0; i < 3; i++)
		if (dag_is(model->dag, axis.e[i], 1) || dag_is(model->dag, axis.e[i], -1)) {
			text_put(out, names[dag_is(model->dag, axis.e[i], -1)][i]);
			return;
		}
	text_format(out, "(%.4g, %.4g, %.4g)", dag_default_value(model->dag, axis.e[0]),
	            dag_default_value(model->dag, axis.e[1]), dag_default_value(model->dag, axis.e[2]));
}

static void put_range(struct Text *out, const char *array, int first, int count)
{
	text_format(out, count > 1 ? "  %s[%d..%d]" : "  %s[%d]", array, first, first + count - 1);
}

/* Kind of a joint with its arguments: "revolute(y)". */
static void put_kind(struct Text *out, const struct Model *model, const struct Joint *joint)
{
	text_put(out, text_shown(model->arena, joint->kind->name));
	for (int k = 0; k < joint->kind->parameters; k++) {
		text_put(out, k ? ", " : "(");
		/* axis of a mirrored joint: if there is a single motion, the axis of this motion, which is mirrored */
		if (joint->kind->parameter[k].axis)
			put_axis(out, model,
			         joint->mirror && joint->motions == 1 ? joint->motion->axis : joint->argument[k].axis);
		else
			text_format(out, "%.4g", dag_default_value(model->dag, joint->argument[k].number));
	}
	text_put(out, joint->kind->parameters ? ")" : "");
	text_put(out, joint->mirror && joint->motions > 1 ? ", mirrored" : "");
	text_put(out, joint->sensor ? ", sensor" : "");
	text_put(out, joint->idle && joint_nv(joint) ? ", idle" : "");
}

static void draw_body(struct Drawing *d, int i)
{
	const struct Model *model = d->model;
	struct Text *out = d->out;
	const struct Body *body = &model->body[i];
	const struct Joint *joint = body->joint;
	const char *name = text_shown(model->arena, body->name.text);
	int depth = shown_depth(d->depth[i]), used = 3 * (depth + 1) + text_width(name);
	for (int k = 0; k < depth; k++)
		text_put(out, d->more[k] ? "│  " : "   ");
	text_put(out, d->last[i] ? "└─ " : "├─ ");
	d->more[depth] = !d->last[i];
	text_format(out, "%s%*s  %s : %s", name, used < d->width ? d->width - used : 0, "",
	            text_shown(model->arena, joint->name.text), joint->locked ? "locked " : "");
	put_kind(out, model, joint);
	if (joint_nq(joint)) {
		put_range(out, "q", joint->q, joint_nq(joint));
		put_range(out, "v", joint->v, joint_nv(joint));
	} else if (joint->coupling && !joint->locked) {
		text_put(out, "  coupled");
		if (joint->closed)
			text_format(out, " by loop %s", text_shown(model->arena, joint->closed->loop.name.text));
	}
	if (!dag_is_zero(model->dag, body->mass))
		text_format(out, "  %.6g kg", dag_default_value(model->dag, body->mass) + 0.0); /* no -0 */
	text_char(out, '\n');
}

static void put_frames(struct Text *out, const struct Model *model)
{
	for (int i = 0; i < model->frames; i++)
		text_format(out, "%s%s on %s",
		            i ? ", " : "\nframes: ", text_shown(model->arena, model->frame[i].name.text),
		            text_shown(model->arena, model_body_name(model, model->frame[i].body)));
	text_put(out, model->frames ? "\n" : "");
}

/* "mirrored in y". `mirror`: axes as bits. */
static void put_mirror(struct Text *out, unsigned mirror)
{
	text_put(out, "mirrored in");
	for (int i = 0; i < 3; i++)
		if (mirror >> i & 1)
			text_format(out, " %c", "xyz"[i]);
}

/* Table of the uses of parts, with copies and mirror images of earlier uses. */
static void put_uses(struct Text *out, const struct Model *model)
{
	int width = 12, parts = 0;
	for (size_t i = 0; i < model->uses.count; i++) {
		width = info_widen(width, out->arena, model->uses.item[i].name.text);
		parts = info_widen(parts, out->arena, model->uses.item[i].part);
	}
	if (model->uses.count)
		text_format(out, "\n%-*s part\n", width, "use");
	for (size_t i = 0; i < model->uses.count; i++) {
		const struct Use *use = &model->uses.item[i], *first = &model->uses.item[use->like];
		info_put_name(out, use->name.text, width);
		text_char(out, ' ');
		info_put_name(out, use->part, parts);
		text_format(out, " on %s", text_shown(out->arena, use->on.text ? use->on.text : "nothing"));
		if (use->mirror) {
			text_put(out, ", ");
			put_mirror(out, use->mirror);
		}
		if (first != use)
			text_format(out, ", %s %s", use->mirror == first->mirror ? "a copy of" : "a mirror image of",
			            text_shown(out->arena, first->name.text));
		text_char(out, '\n');
	}
}

static void put_tree(struct Text *out, const struct Model *model)
{
	struct Drawing d = { .out = out, .model = model };
	int moving = 0;
	measure(&d);
	for (int i = 0; i < model->bodies; i++)
		moving += body_moves(&model->body[i]);
	text_format(out, "%s: %d moving %s, nq %d, nv %d, gravity (%.6g, %.6g, %.6g) m/s^2\n\nworld\n",
	            text_shown(model->arena, model->name.text), moving, moving == 1 ? "body" : "bodies", model->nq,
	            model->nv, dag_default_value(model->dag, model->gravity.e[0]),
	            dag_default_value(model->dag, model->gravity.e[1]),
	            dag_default_value(model->dag, model->gravity.e[2]));
	for (int i = 0; i < model->bodies; i++)
		draw_body(&d, i);
	put_frames(out, model);
	put_uses(out, model);
}

/* "shoulder elbow", or "root.x root.y ..." for joints with several coordinates; cut to the width of a line. */
static void put_coordinates(struct Text *out, const struct Model *model)
{
	enum { WIDTH = 60 };
	size_t begin = out->count;
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model_listed(model, i)->joint;
		for (int k = 0; k < joint_nq(joint); k++) {
			if (out->count - begin > WIDTH) {
				text_put(out, " ...");
				return;
			}
			text_format(out, "%s%s", out->count > begin ? " " : "",
			            text_shown(out->arena, joint->name.text));
			if (joint_nq(joint) > 1)
				text_format(out, ".%s", joint->kind->q[k].name);
		}
	}
}

static void put_wrenches(struct Text *out, const struct Job *job)
{
	const struct Tree *tree = job->tree;
	for (int i = 0; i < tree->wrenches; i++) {
		const struct TreeWrench *wrench = &tree->wrench[i];
		text_format(out, "%18s  %s of %s, in %s\n", "", wrench->at_point ? "(f, n, p)" : "(f, n)",
		            text_shown(out->arena, wrench->name),
		            text_shown(out->arena, wrench_axes(out->arena, wrench)));
	}
}

static void put_input(struct Text *out, const struct Job *job, const struct FunctionArgument *input, const char *size)
{
	text_format(out, "%-12s %5s  %s; %s", input->name, size, input->meaning,
	            measure_units(job->model, input->measure));
}

/* Directions and weights of all functions, each name once. */
static void put_seeds(struct Text *out, const struct Job *job)
{
	struct NameTable names = names_new(out->arena);
	for (int f = 0; f < job->functions; f++)
		for (int i = 0; i < job->function[f].seeds; i++) {
			const struct FunctionArgument input = generated_input(&job->function[f], INPUT_SEED + i);
			if (names_find(&names, input.name) >= 0)
				continue;
			names_add(&names, input.name, 0);
			put_input(out, job, &input, text_print(out->arena, "%zu", job->function[f].seed[i].size));
			text_char(out, '\n');
		}
}

/* Forces lambda of each phase that is an input of some function. Phases have different numbers of forces. */
static void put_forces(struct Text *out, const struct Job *job)
{
	const struct JobPhases phases = job_phases(out->arena, job);
	for (int i = 0; i < phases.count; i++) {
		bool taken = false;
		for (int f = 0; f < job->functions; f++) {
			const struct FunctionPart *pushed = generated_pushed(&job->function[f]);
			taken |= pushed && pushed->rows == phases.part[i]->rows;
		}
		if (!taken)
			continue;
		const struct FunctionArgument input = generated_input(&job->function[0], INPUT_LAMBDA);
		put_input(out, job, &input, text_print(out->arena, "%d", phases.part[i]->rows->rows));
		text_format(out, ": of %s\n", text_shown(out->arena, phases.part[i]->phase));
	}
}

/* Table of the inputs of all functions, in the order of a line of eval. */
static void put_inputs(struct Text *out, const struct Job *job)
{
	size_t size[INPUT_COUNT] = { 0 };
	for (int f = 0; f < job->functions; f++)
		for (struct FunctionArgument a = { 0 }; generated_next(&job->function[f], &a);)
			if (a.output < 0 && a.size > size[a.input])
				size[a.input] = a.size;
	text_format(out, "\n%-12s %5s  what it is\n", "input", "size");
	for (int i = 0; i < INPUT_ARRAYS; i++) {
		if (i == INPUT_LAMBDA)
			put_forces(out, job);
		if (i == INPUT_SEED)
			put_seeds(out, job);
		if (!size[i] || i == INPUT_LAMBDA || input_is_seed(i))
			continue;
		const struct FunctionArgument input = generated_input(&job->function[0], i);
		put_input(out, job, &input, text_print(out->arena, "%zu", size[i]));
		if (i == INPUT_Q) {
			text_put(out, ": ");
			put_coordinates(out, job->model);
		}
		text_char(out, '\n');
		if (i == INPUT_F_EXT)
			put_wrenches(out, job);
	}
}

/* Table of the parameters, or of the inputs or states of the model, with their default values. */
static void put_params(struct Text *out, const struct ParameterList *all, const double *value)
{
	int width = 12;
	for (size_t i = 0; i < all->count; i++)
		width = info_widen(width, out->arena, all->item[i]->name.text);
	if (all->count)
		text_format(out, "\n%-*s %5s  default\n", width,
		            all->kind == GIVEN_PARAMETERS
		                    ? "parameter"
		                    : text_print(out->arena, "element of %s", input_name[given_table[all->kind].array]),
		            "size");
	for (size_t i = 0; i < all->count; i++) {
		const struct Parameter *parameter = all->item[i];
		info_put_name(out, parameter->name.text, width);
		text_format(out, " %5d ", parameter->count);
		for (int k = 0; k < parameter->count; k++)
			text_format(out, " %.6g", value[parameter->first + k]);
		text_format(out, " %s%s", dim_symbol(out->arena, parameter->dim),
		            parameter->kind == VALUE_MATRIX ? " (xx xy yy xz yz zz)" : "");
		if (parameter->doc)
			text_format(out, "; %s", text_shown(out->arena, text_first_line(out->arena, parameter->doc)));
		text_char(out, '\n');
	}
}

static bool has_limits(const struct Joint *joint)
{
	return joint->limited || joint->effort_limited || joint->speed_limited;
}

/* A limit as text, or "-" without a limit. */
static const char *limit_text(const struct Model *model, const struct Joint *joint, enum Limit limit, int k)
{
	return joint_has_limit(joint, limit)
	               ? text_print(model->arena, "%.6g", joint_limit(model->dag, joint, limit, k))
	               : "-";
}

/* Name of a line of limits: "base.vx" for a joint with several velocities. */
static const char *limited_name(const struct Model *model, const struct Joint *joint, int k)
{
	const char *name = text_shown(model->arena, joint->name.text);
	return joint->kind->nv > 1 ? text_print(model->arena, "%s.%s", name, joint->kind->v[k].name) : name;
}

static void put_limit(struct Text *out, const struct Model *model, const struct Joint *joint, int k, int width)
{
	const char *name = limited_name(model, joint, k);
	text_format(out, "%s%*s", name, width - text_width(name), "");
	for (int limit = 0; limit < LIMITS; limit++)
		text_format(out, " %10s", limit_text(model, joint, (enum Limit)limit, k));
	text_format(out, "  %s; %s; %s\n", kind_slides(joint->kind, k) ? "m" : "rad",
	            measure_joint_unit(joint->kind, k, MEASURE_FORCE), joint->kind->v[k].unit);
}

static void put_limits(struct Text *out, const struct Model *model)
{
	int width = 12;
	bool any = false;
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model_listed(model, i)->joint;
		any |= has_limits(joint);
		for (int k = 0; k < joint->kind->nv && has_limits(joint); k++) {
			int used = text_width(limited_name(model, joint, k));
			width = used > width ? used : width;
		}
	}
	if (any)
		text_format(out, "\n%-*s %10s %10s %10s %10s\n", width, "limits", "lower", "upper", "effort", "speed");
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model_listed(model, i)->joint;
		for (int k = 0; k < joint->kind->nv && has_limits(joint); k++)
			put_limit(out, model, joint, k, width);
	}
}

static void put_poses(struct Text *out, const struct Model *model)
{
	if (model->poses.count)
		text_format(out, "\n%-12s q\n", "pose");
	for (size_t i = 0; i < model->poses.count; i++) {
		const struct ModelPose *pose = &model->poses.item[i];
		info_put_name(out, pose->name.text, 12);
		for (int k = 0; k < model->nq; k++)
			text_format(out, " %.6g", pose->q[k]);
		if (pose->doc)
			text_format(out, "; %s", text_shown(out->arena, text_first_line(out->arena, pose->doc)));
		text_char(out, '\n');
	}
}

/* True if the table shows a column: always, or because some function has such operations. */
static bool shows_cost(const struct Job *job, int column)
{
	bool any = column < COST_ALWAYS;
	for (int i = 0; i < job->functions; i++)
		any |= job->function[i].program.cost[cost_order[column]] > 0;
	return any || job->prepare.program.cost[cost_order[column]] > 0;
}

static void put_cost(struct Text *out, const struct Job *job, const struct Generated *function, int width)
{
	const struct Program *program = &function->program;
	info_put_name(out, function->request.name, width);
	for (int k = 0; k < COST_COUNT; k++)
		if (shows_cost(job, k))
			text_format(out, " %6u", program->cost[cost_order[k]]);
	text_format(out, " %12u %12zu\n", program->temporaries, program_live_bytes(program, job->request->real_float));
}

static void put_costs(struct Text *out, const struct Job *job, bool unsearched)
{
	int width = 12;
	for (int i = 0; i < job->functions; i++)
		width = info_widen(width, out->arena, job->function[i].request.name);
	text_format(out, "\n%-*s", width, "function");
	for (int k = 0; k < COST_COUNT; k++)
		if (shows_cost(job, k))
			text_format(out, " %6s", cost_name[cost_order[k]]);
	text_format(out, " %12s %12s\n", "temporaries", "live bytes");
	for (int i = 0; i < job->functions; i++)
		put_cost(out, job, &job->function[i], width);
	if (job_prepares(job))
		put_cost(out, job, &job->prepare, width);
	if (unsearched)
		text_put(out, "These counts are without a search. With --search=quick they are those of compile.\n");
}

/* Would the search for the cheapest form of a function keep the reader of an overview waiting? That of a function with loops has
 * several starts. */
static bool searched_long(const struct Job *job, const struct Generated *function)
{
	const struct Program *program = &function->program;
	double starts = 1;
	for (int i = 0; i < function->request.parts; i++)
		if (function->request.part[i].rows && model_has_loops(job->model))
			starts = LOOP_STARTS;
	return starts * (program->cost[COST_MUL] + program->cost[COST_ADD]) > INFO_SEARCHED;
}

/* The functions of an overview, which names none, are compiled without a search if one of them takes seconds. */
static struct Job info_job(rigidc_model *model, const char *functions, bool *unsearched)
{
	struct Request *request = &model->request;
	const struct Request asked = *request;
	*unsearched = false;
	if (!functions && !request->search_given) {
		request->search_given = true;
		request->search = SEARCH_NONE;
		struct Job job = library_generate(model, functions, TARGET_HEADER, NULL);
		*request = asked;
		for (int i = 0; i < job.functions; i++)
			*unsearched |= searched_long(&job, &job.function[i]);
		if (*unsearched || model->diags.errors)
			return job;
	}
	return library_generate(model, functions, TARGET_HEADER, NULL);
}

/* Limbs in lanes and loops have fewer operations in the code than a call computes. */
static bool is_long(const struct Job *job, const struct Generated *function)
{
	return target_code_length(&target_table[TARGET_HEADER], job, function) > OPERATIONS_LONG;
}

/* Names functions whose machine code exceeds an instruction cache. */
static void put_long(struct Text *out, const struct Job *job)
{
	bool any = false;
	for (int i = 0; i < job->functions; i++) {
		if (!is_long(job, &job->function[i]))
			continue;
		text_format(out, "%s%s", any ? ", " : "\nMore than an instruction cache of 32 KB: ",
		            text_shown(out->arena, job->function[i].request.name));
		any = true;
	}
	if (any)
		text_put(out,
		         ". Time is proportional to bytes of machine code there.\n"
		         "gcc and clang make fewer bytes with -march=native, and fewer still of C by --fma=auto.\n");
}

struct Info {
	const struct Options *options;
	const char *text;
};

static void describe(rigidc_model *model, void *context)
{
	struct Info *info = context;
	bool unsearched;
	struct Job job = info_job(model, info->options->functions, &unsearched);
	struct CostReport cost;
	if (model->diags.errors)
		return;
	if (info->options->cost)
		cost = cost_report(model, info->options->functions, info->options->seed);
	struct Text out = text_new(&model->call);
	if (!info->options->json) {
		struct InfoPivots pivots = info_pivots(job.model);
		put_tree(&out, job.model);
		put_inputs(&out, &job);
		put_params(&out, &job.model->parameters, job.model->dag->default_value->item);
		put_params(&out, &job.model->inputs, job.model->inputs.value);
		put_params(&out, &job.model->states, job.model->states.value);
		put_limits(&out, job.model);
		info_struts(&out, job.model);
		info_groups(&out, job.model);
		info_laws(&out, job.model);
		info_loops(&out, job.model);
		info_contacts(&out, job.model);
		info_mobility_put(&out, job.model);
		put_poses(&out, job.model);
		info_pivots_put(&out, job.model, &pivots);
		info_elimination_put(&out, &job);
		put_long(&out, &job);
		put_costs(&out, &job, unsearched);
		info_base(&out, &job);
		if (info->options->cost)
			cost_put(&cost, &out);
	}
	info->text = info->options->json ? info_json(&job, info->options->cost ? &cost : NULL, unsearched)
	                                 : text_string(&out);
}

int command_info(const struct Options *options)
{
	int code;
	rigidc_model *model = load_for_functions(options, NULL, &code);
	if (!model)
		return code;
	struct Info info = { .options = options };
	rigidc_status status = snapping_report(model, options);
	return load_write(model, status, describe, &info, &info.text, NULL);
}
