#include "columns.h"

#include <string.h>

#include "dynamics/measures.h"
#include "model/body.h"
#include "model/joint.h"

struct Describing {
	const struct Model *model;
	const struct GeneratedOutput *output;
	const char *units; /* of the whole output: "N, N m" */
};

/* Row of a phase that an entry of the output belongs to; NULL: none. */
static const struct RowBlock *block_of(const struct Describing *d, const struct LayoutEntry *entry, int *row)
{
	const struct FunctionPart *part = d->output->part;
	return d->output->info->rows == EXTENT_ROWS && part ? row_set_block(part->rows, entry->row, row) : NULL;
}

static const char *unit_of(const struct Describing *d, size_t k)
{
	const struct FunctionOutput *info = d->output->info;
	const struct LayoutEntry *entry = &d->output->entry[k];
	int row;
	if (measure_is_by_element(info->measure) && info->columns == EXTENT_1)
		return measure_element_unit(d->model, info->measure, (int)k);
	if (!strchr(d->units, ','))
		return d->units;
	if (info->rows == EXTENT_JOINTS)
		return measure_row_unit(d->model, info->measure, entry->column >= 3);
	if (info->columns != EXTENT_1)
		return d->units;
	if (info->rows == EXTENT_6)
		return measure_row_unit(d->model, info->measure, entry->row >= 3);
	const struct RowBlock *block = block_of(d, entry, &row);
	return block ? measure_row_unit(d->model, info->measure, block->row[row].angular) : d->units;
}

/* Body whose joint has a wrench, by its place among them. */
static const struct Body *reacting_body(const struct Model *model, int place)
{
	const struct Body *body = model->body;
	for (;; body++)
		if ((body_moves(body) || body->joint->sensor) && place-- == 0)
			return body;
}

/* "force on forearm through joint elbow, along x of forearm" */
static const char *wrench_words(const struct Model *model, const struct LayoutEntry *entry)
{
	struct Arena *arena = model->arena;
	const struct Body *body = reacting_body(model, entry->row);
	const char *name = text_shown(arena, body->name.text), *joint = text_shown(arena, body->joint->name.text);
	char axis = "xyz"[entry->column % 3];
	if (entry->column < 3)
		return text_print(arena, "force on %s through joint %s, along %c of %s", name, joint, axis, name);
	return text_print(arena, "moment on %s through joint %s, about %c of %s at the joint", name, joint, axis, name);
}

static const char *meaning_of(const struct Describing *d, size_t k)
{
	const struct FunctionOutput *info = d->output->info;
	const struct LayoutEntry *entry = &d->output->entry[k];
	enum Measure measure = info->measure;
	int row;
	if (info->rows == EXTENT_JOINTS && measure == MEASURE_WRENCH)
		return wrench_words(d->model, entry);
	const struct RowBlock *block = info->columns == EXTENT_1 ? block_of(d, entry, &row) : NULL;
	if (!block || (measure != MEASURE_WRENCH && measure != MEASURE_IMPULSE && measure != MEASURE_CLOSURE))
		return info->meaning;
	return row_force_words(d->model, block, row,
	                       measure == MEASURE_WRENCH    ? ROW_FORCE
	                       : measure == MEASURE_IMPULSE ? ROW_IMPULSE
	                                                    : ROW_CLOSURE);
}

struct OutputColumns columns_described(const struct Job *job, const struct Generated *function)
{
	struct OutputColumns all = { 0 };
	const struct Columns names = columns_of_outputs(job, function);
	size_t next = 0;
	for (int i = 0; i < function->outputs; i++) {
		const struct GeneratedOutput *output = &function->output[i];
		const struct Describing d = { job->model, output, measure_units(job->model, output->info->measure) };
		for (size_t k = 0; k < output->size; k++)
			*ARENA_PUSH(job->model->arena, &all) =
				(struct OutputColumn){ names.item[next++], unit_of(&d, k), meaning_of(&d, k) };
	}
	return all;
}
