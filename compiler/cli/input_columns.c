#include "columns.h"

#include "dynamics/measures.h"
#include "model/body.h"
#include "model/joint.h"

/* An input array in the description of a function's columns. */
struct Described {
	const struct Job *job;
	struct InputColumns *columns;
	int input;
};

static void add(const struct Described *d, const char *name, const char *unit, const char *meaning, bool optional)
{
	struct Arena *arena = d->job->model->arena;
	*ARENA_PUSH(arena, d->columns) = (struct InputColumn){
		.name = text_print(arena, "%s.%s", input_name[d->input], name),
		.unit = unit,
		.meaning = meaning,
		.optional = optional,
	};
}

/* "torque of joint elbow", "velocity wx of joint base, axes of trunk" */
static const char *joint_meaning(const struct Model *model, const struct Body *body, int k, int input)
{
	static const char *const what[] = {
		[INPUT_Q] = "coordinate",  [INPUT_QD] = "velocity",   [INPUT_QDD] = "acceleration",
		[INPUT_Q0] = "coordinate", [INPUT_Q1] = "coordinate", [INPUT_V] = "displacement",
	};
	const struct Joint *joint = body->joint;
	const struct JointKind *kind = joint->kind;
	bool coordinates = input_is_coordinates(input), turned = !coordinates && kind_has_quaternion(kind);
	const char *name = text_shown(model->arena, joint->name.text);
	const char *own = input != INPUT_TAU ? what[input] : kind_slides(kind, k) ? "force" : "torque";
	if ((coordinates ? joint_nq(joint) : joint_nv(joint)) == 1)
		return text_print(model->arena, "%s of joint %s", own, name);
	return text_print(model->arena, "%s %s of joint %s%s%s", own, coordinates ? kind->q[k].name : kind->v[k].name,
	                  name, turned ? ", axes of " : "", turned ? text_shown(model->arena, body->name.text) : "");
}

static void add_joints(const struct Described *d)
{
	const struct Model *model = d->job->model;
	bool velocities = !input_is_coordinates(d->input);
	for (int i = 0; i < model->bodies; i++) {
		const struct Body *body = model_listed(model, i);
		const struct Joint *joint = body->joint;
		int count = velocities ? joint_nv(joint) : joint_nq(joint);
		for (int k = 0; k < count; k++)
			add(d, column_of_joint(model, joint, k, velocities),
			    measure_joint_unit(joint->kind, k, function_input[d->input].measure),
			    joint_meaning(model, body, k, d->input), false);
	}
}

/* Axes of a wrench: "the world", "body hand". */
static const char *axes_of(const struct Model *model, const struct TreeWrench *wrench)
{
	const char *own = wrench->frame ? wrench->frame : model->body[wrench->body].name.text;
	if (wrench->in_world)
		return "the world";
	return text_print(model->arena, "%s %s", wrench->frame ? "frame" : "body", text_shown(model->arena, own));
}

static void add_wrenches(const struct Described *d)
{
	static const struct {
		const char *letter, *unit, *meaning;
	} part[] = { { "f", "N", "force" }, { "n", "N m", "moment" }, { "p", "m", "point" } };
	const struct Tree *tree = d->job->tree;
	const struct Model *model = d->job->model;
	for (int i = 0; i < tree->wrenches; i++) {
		const struct TreeWrench *wrench = &tree->wrench[i];
		const char *name = text_shown(model->arena, wrench->name), *axes = axes_of(model, wrench);
		for (int k = 0; k < (wrench->at_point ? 9 : 6); k++)
			add(d, text_print(model->arena, "%s.%s%c", wrench->name, part[k / 3].letter, "xyz"[k % 3]),
			    part[k / 3].unit,
			    text_print(model->arena, "%s of wrench %s along %c of %s; 0 without a column",
			               part[k / 3].meaning, name, "xyz"[k % 3], axes),
			    true);
	}
}

/* The only number of its array, without a name of its own. */
static void add_single(const struct Described *d)
{
	*ARENA_PUSH(d->job->model->arena, d->columns) = (struct InputColumn){
		.name = input_name[d->input],
		.unit = measure_units(d->job->model, function_input[d->input].measure),
		.meaning = function_input[d->input].meaning,
	};
}

/* Sines and cosines of --sincos=given: those of each angle in turn. */
static void add_sines(const struct Described *d, size_t count)
{
	struct Arena *arena = d->job->model->arena;
	for (size_t k = 0; k < count; k++)
		add(d, text_print(arena, "%zu", k), "1",
		    text_print(arena, "%s of angle %zu", k % 2 ? "cosine" : "sine", k / 2), false);
}

static void add_bodies(const struct Described *d)
{
	static const struct {
		const char *unit, *meaning;
	} part[BODY_PARAMETERS] = {
		{ "kg", "mass" },
		{ "kg m", "mass times x of the centre of mass" },
		{ "kg m", "mass times y of the centre of mass" },
		{ "kg m", "mass times z of the centre of mass" },
		{ "kg m^2", "Ixx about the origin" },
		{ "kg m^2", "Ixy about the origin" },
		{ "kg m^2", "Iyy about the origin" },
		{ "kg m^2", "Ixz about the origin" },
		{ "kg m^2", "Iyz about the origin" },
		{ "kg m^2", "Izz about the origin" },
	};
	const struct Model *model = d->job->model;
	const struct Columns names = columns_of_bodies(model);
	size_t next = 0;
	for (int i = 0; i < model->bodies; i++)
		for (int k = 0; k < BODY_PARAMETERS && body_moves(&model->body[i]); k++)
			add(d, names.item[next++], part[k].unit,
			    text_print(model->arena, "%s of body %s", part[k].meaning,
			               text_shown(model->arena, model->body[i].name.text)),
			    false);
}

/* Forces of a phase, an entry for each row. */
static void add_forces(const struct Described *d, const struct Generated *function)
{
	const struct RowSet *set = generated_pushed(function)->rows;
	const struct Model *model = d->job->model;
	const struct Columns names = columns_of_rows(model->arena, set);
	size_t next = 0;
	for (int i = 0; i < set->blocks; i++)
		for (int r = 0; r < set->block[i].rows; r++)
			add(d, names.item[next++], set->block[i].row[r].angular ? "N m" : "N",
			    row_force_words(model, &set->block[i], r, ROW_FORCE), false);
}

/* A direction, or weights. */
static void add_seed(const struct Described *d, const struct GeneratedOutput *seed)
{
	const struct Model *model = d->job->model;
	const struct Columns names = columns_of_array(d->job, seed);
	for (size_t k = 0; k < names.count; k++)
		*ARENA_PUSH(model->arena, d->columns) = (struct InputColumn){
			.name = names.item[k],
			.unit = measure_is_by_element(seed->info->measure)
			                ? measure_element_unit(model, seed->info->measure, (int)k)
			                : measure_units(model, seed->info->measure),
			.meaning = seed->info->meaning,
		};
}

/* The wanted pose of a frame. */
static void add_pose(const struct Described *d)
{
	static const char *const entries[] = { "11", "12", "13", "21", "22", "23", "31", "32", "33" };
	struct Arena *arena = d->job->model->arena;
	for (int k = 0; k < 9 && d->input == INPUT_R; k++)
		add(d, entries[k], "1",
		    text_print(arena, "%c of axis %c of the wanted frame, in the world", "xyz"[k / 3], "xyz"[k % 3]),
		    false);
	for (int k = 0; k < 3 && d->input == INPUT_P; k++)
		add(d, text_print(arena, "%c", "xyz"[k]), "m",
		    text_print(arena, "%c of the wanted origin, in the world", "xyz"[k]), false);
}

/* "parameter payload, mass at the tip; 2 without a column": the first line of its description, and its value. */
static const char *param_meaning(struct Arena *arena, const char *what, const struct Parameter *parameter, double value)
{
	const char *doc = parameter->doc ? text_shown(arena, text_first_line(arena, parameter->doc)) : "";
	return text_print(arena, "%s %s%s%s; %.6g without a column", what, text_shown(arena, parameter->name.text),
	                  *doc ? ", " : "", doc, value);
}

/* Numbers of parameters or of inputs of the model. */
static void add_params(struct InputColumns *columns, const struct Model *model, const struct ParameterList *all,
                       const char *begin, const double *value)
{
	struct Arena *arena = model->arena;
	for (size_t i = 0; i < all->count; i++) {
		const struct Columns own = columns_of_param(model, all->item[i]);
		for (size_t k = 0; k < own.count; k++, value++)
			*ARENA_PUSH(arena, columns) = (struct InputColumn){
				.name = text_print(arena, "%s.%s", begin, own.item[k]),
				.unit = dim_symbol(arena, all->item[i]->dim),
				.meaning = param_meaning(arena, given_table[all->kind].word, all->item[i], *value),
				.optional = true,
				.otherwise = all->kind == GIVEN_PARAMETERS ? 0 : *value,
			};
	}
}

/* Rates or accelerations of the inputs that move. */
static void add_moving(const struct Described *d)
{
	const struct Model *model = d->job->model;
	const struct Columns names = columns_of_moving(model);
	for (size_t k = 0; k < names.count; k++)
		*ARENA_PUSH(model->arena, d->columns) = (struct InputColumn){
			.name = text_print(model->arena, "%s.%s", input_name[d->input], names.item[k]),
			.unit = measure_element_unit(model, function_input[d->input].measure, (int)k),
			.meaning = text_print(model->arena, "%s of input %s; 0 without a column",
			                      d->input == INPUT_UD ? "rate" : "acceleration",
			                      text_shown(model->arena, names.item[k])),
			.optional = true,
		};
}

struct InputColumns columns_of_inputs(const struct Job *job, const struct Generated *function)
{
	struct InputColumns columns = { 0 };
	for (struct FunctionArgument a = { 0 }; generated_next(function, &a);) {
		const int i = a.input;
		const struct Described d = { job, &columns, i };
		if (i >= INPUT_ARRAYS)
			break;
		if (i == INPUT_LAMBDA)
			add_forces(&d, function);
		else if (i == INPUT_F_EXT)
			add_wrenches(&d);
		else if (i == INPUT_U)
			add_params(&columns, job->model, &job->model->inputs, input_name[i], job->model->inputs.value);
		else if (i == INPUT_S)
			add_params(&columns, job->model, &job->model->states, input_name[i], job->model->states.value);
		else if (i == INPUT_UD || i == INPUT_UDD)
			add_moving(&d);
		else if (i == INPUT_R || i == INPUT_P)
			add_pose(&d);
		else if (i == INPUT_SC)
			add_sines(&d, a.size);
		else if (i == INPUT_DT || i == INPUT_DAMPING)
			add_single(&d);
		else if (i == INPUT_PI)
			add_bodies(&d);
		else if (input_is_seed(i))
			add_seed(&d, a.array);
		else
			add_joints(&d);
	}
	return columns;
}

void columns_add_params(struct InputColumns *columns, const struct Model *model, const double *value)
{
	add_params(columns, model, &model->parameters, "param", value);
}

struct Columns columns_named(struct Arena *arena, const struct InputColumns *columns)
{
	struct Columns names = { 0 };
	for (size_t i = 0; i < columns->count; i++)
		*ARENA_PUSH(arena, &names) = columns->item[i].name;
	return names;
}
