#include "columns.h"

#include <string.h>

#include "model/body.h"
#include "model/joint.h"
#include "model/strut.h"

static void add(struct Arena *arena, struct Columns *columns, const char *name)
{
	*ARENA_PUSH(arena, columns) = name;
}

const char *column_of_joint(const struct Model *model, const struct Joint *joint, int k, bool velocities)
{
	int count = velocities ? joint_nv(joint) : joint_nq(joint);
	const char *own = velocities ? joint->kind->v[k].name : joint->kind->q[k].name;
	return count == 1 ? joint->name.text : text_print(model->arena, "%s.%s", joint->name.text, own);
}

static struct Columns names_of_joints(const struct Model *model, bool velocities)
{
	struct Columns names = { 0 };
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model_listed(model, i)->joint;
		int count = velocities ? joint_nv(joint) : joint_nq(joint);
		for (int k = 0; k < count; k++)
			add(model->arena, &names, column_of_joint(model, joint, k, velocities));
	}
	return names;
}

/* Names of inertial parameters: "forearm.m", "forearm.mcx", ..., "forearm.Izz". */
struct Columns columns_of_bodies(const struct Model *model)
{
	static const char *const name[BODY_PARAMETERS] = { "m",   "mcx", "mcy", "mcz", "Ixx",
		                                           "Ixy", "Iyy", "Ixz", "Iyz", "Izz" };
	struct Columns labels = { 0 };
	for (int i = 0; i < model->bodies; i++)
		for (int k = 0; k < BODY_PARAMETERS && body_moves(&model->body[i]); k++)
			add(model->arena, &labels,
			    text_print(model->arena, "%s.%s", model->body[i].name.text, name[k]));
	return labels;
}

/* --- outputs --- */

static struct Columns fixed_labels(struct Arena *arena, const char *const *label, int count)
{
	struct Columns labels = { 0 };
	for (int i = 0; i < count; i++)
		add(arena, &labels, label[i]);
	return labels;
}

static struct Columns joints_with_wrench(const struct Model *model)
{
	struct Columns labels = { 0 };
	for (int i = 0; i < model->bodies; i++)
		if (body_moves(&model->body[i]) || model->body[i].joint->sensor)
			add(model->arena, &labels, model->body[i].joint->name.text);
	return labels;
}

struct Columns columns_of_param(const struct Model *model, const struct Parameter *parameter)
{
	struct Columns columns = { 0 };
	for (int k = 0; k < parameter->count; k++) {
		const char *own = parameter_element(model->arena, parameter, k);
		add(model->arena, &columns,
		    own ? text_print(model->arena, "%s.%s", parameter->name.text, own) : parameter->name.text);
	}
	return columns;
}

struct Columns columns_of_params(const struct Model *model, const struct ParameterList *all)
{
	struct Columns columns = { 0 };
	for (size_t i = 0; i < all->count; i++) {
		struct Columns own = columns_of_param(model, all->item[i]);
		for (size_t k = 0; k < own.count; k++)
			add(model->arena, &columns, own.item[k]);
	}
	return columns;
}

struct Columns columns_of_moving(const struct Model *model)
{
	struct Columns columns = { 0 };
	for (size_t i = 0; i < model->inputs.count; i++) {
		const struct Columns own = columns_of_param(model, model->inputs.item[i]);
		for (size_t k = 0; k < own.count && model->inputs.item[i]->moving; k++)
			add(model->arena, &columns, own.item[k]);
	}
	return columns;
}

/* Numbers as labels, for extents without names. */
static struct Columns numbers(struct Arena *arena, int count)
{
	struct Columns labels = { 0 };
	for (int i = 0; i < count; i++)
		add(arena, &labels, text_print(arena, "%d", i));
	return labels;
}

/* "q.elbow", then "qd.elbow": changes of a state. */
static struct Columns names_of_state(const struct Model *model)
{
	const struct Columns own = names_of_joints(model, true);
	struct Columns labels = { 0 };
	for (int i = 0; i < 2; i++)
		for (size_t k = 0; k < own.count; k++)
			add(model->arena, &labels, text_print(model->arena, i ? "qd.%s" : "q.%s", own.item[k]));
	const struct Columns states = columns_of_params(model, &model->states);
	for (size_t k = 0; k < states.count; k++)
		add(model->arena, &labels, text_print(model->arena, "s.%s", states.item[k]));
	return labels;
}

struct Columns columns_of_rows(struct Arena *arena, const struct RowSet *set)
{
	struct Columns labels = { 0 };
	for (int i = 0; i < set->blocks; i++)
		for (int r = 0; r < set->block[i].rows; r++)
			add(arena, &labels,
			    text_print(arena, "%s.%s", set->block[i].name.text, set->block[i].row[r].name));
	return labels;
}

static struct Columns names_of_struts(struct Arena *arena, const struct StrutSet *struts)
{
	struct Columns labels = { 0 };
	for (int i = 0; i < struts->count; i++)
		add(arena, &labels, struts->item[i]->name.text);
	return labels;
}

/* Labels of the `count` rows or columns of an output of a part. */
static struct Columns labels_of(const struct Model *model, const struct FunctionPart *part, enum Extent extent,
                                int count, enum Measure measure)
{
	static const char *const axes[] = { "x", "y", "z" };
	static const char *const twist[] = { "vx", "vy", "vz", "wx", "wy", "wz" };
	static const char *const wrench[] = { "fx", "fy", "fz", "nx", "ny", "nz" };
	static const char *const turned[] = { "x", "y", "z", "rx", "ry", "rz" };
	static const char *const entries[] = { "11", "12", "13", "21", "22", "23", "31", "32", "33" };
	switch (extent) {
	case EXTENT_1: break;
	case EXTENT_3: return fixed_labels(model->arena, axes, 3);
	case EXTENT_6:
		return fixed_labels(model->arena,
		                    measure == MEASURE_WRENCH    ? wrench
		                    : measure == MEASURE_CLOSURE ? turned
		                                                 : twist,
		                    6);
	case EXTENT_9: return fixed_labels(model->arena, entries, 9);
	case EXTENT_ROWS: return columns_of_rows(model->arena, part->rows);
	case EXTENT_NQ: return names_of_joints(model, false);
	case EXTENT_NV: return names_of_joints(model, true);
	case EXTENT_STATE: return names_of_state(model);
	case EXTENT_JOINTS: return joints_with_wrench(model);
	case EXTENT_STRUTS: return names_of_struts(model->arena, part->struts);
	case EXTENT_BASE:
	case EXTENT_OWN: return numbers(model->arena, count);
	case EXTENT_PARAMS: return columns_of_params(model, &model->parameters);
	case EXTENT_INPUTS: return columns_of_params(model, &model->inputs);
	case EXTENT_MOVING: return columns_of_moving(model);
	case EXTENT_STATES: return columns_of_params(model, &model->states);
	case EXTENT_BODIES: return columns_of_bodies(model);
	}
	return (struct Columns){ 0 };
}

struct Naming {
	const struct Model *model;
	const char *base;
	struct Columns rows, columns;
	bool numbered; /* a 3 x 3 matrix whose rows have no names: R.tool.12 */
};

static const char *element_name(const struct Naming *n, int row, int column)
{
	struct Arena *arena = n->model->arena;
	if (n->numbered)
		return text_print(arena, "%s.%d%d", n->base, row + 1, column + 1);
	return text_print(arena, "%s%s%s%s%s", n->base, n->rows.count ? "." : "",
	                  n->rows.count ? n->rows.item[row] : "", n->columns.count ? "." : "",
	                  n->columns.count ? n->columns.item[column] : "");
}

static void add_output(const struct Job *job, const struct FunctionPart *part, const struct GeneratedOutput *output,
                       const char *base, struct Columns *columns)
{
	const struct FunctionOutput *info = output->info;
	struct Arena *arena = job->model->arena;
	struct Naming naming = { .model = job->model,
		                 .base = base,
		                 .numbered = info->rows == EXTENT_3 && info->columns == EXTENT_3 };
	naming.rows = labels_of(job->model, part, info->rows, output->rows, info->measure);
	naming.columns = labels_of(job->model, part, info->columns, output->columns, info->measure);
	for (size_t k = 0; k < output->size; k++)
		add(arena, columns, element_name(&naming, output->entry[k].row, output->entry[k].column));
}

struct Columns columns_of_array(const struct Job *job, const struct GeneratedOutput *array)
{
	struct Columns columns = { 0 };
	add_output(job, array->part, array, array->name, &columns);
	return columns;
}

struct Columns columns_of_outputs(const struct Job *job, const struct Generated *function)
{
	struct Columns columns = { 0 };
	struct Arena *arena = job->model->arena;
	for (int i = 0; i < function->outputs; i++) {
		const struct GeneratedOutput *own = &function->output[i];
		const char *frames = own->part && !own->part->rows ? part_frames(arena, own->part, ".") : NULL;
		const char *base = frames ? text_print(arena, "%s.%s", own->info->name, frames) : own->name;
		add_output(job, own->part, own, base, &columns);
	}
	return columns;
}

size_t columns_place(const struct Columns *columns, const char *name)
{
	size_t i = 0;
	while (i < columns->count && strcmp(columns->item[i], name) != 0)
		i++;
	return i;
}

int columns_find(struct Diags *diags, const struct Columns *columns, struct Ident name, const char *lacks)
{
	for (size_t i = 0; i < columns->count; i++)
		if (strcmp(columns->item[i], name.text) == 0)
			return (int)i;
	struct Nearest nearest = diags_nearest(diags, name.text);
	nearest_each(&nearest, columns->item, columns->count, sizeof *columns->item);
	diag_nearest(diags, diag(diags, CHECK_UNKNOWN_COLUMN, name.span, "%s '%s'", lacks, name.text), &nearest);
	return -1;
}
