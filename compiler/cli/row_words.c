#include "columns.h"

/* Axis in the axes of its frame: "z", "(0.6, 0, 0.8)". */
static const char *axis_words(const struct Model *model, struct Vec t)
{
	static const char *const letter[] = { "x", "y", "z" };
	double e[3];
	for (int i = 0; i < 3; i++)
		e[i] = dag_value(model->dag, t.e[i]);
	for (int i = 0; i < 3; i++)
		if (e[i] == 1)
			return letter[i];
	return text_print(model->arena, "(%.4g, %.4g, %.4g)", e[0], e[1], e[2]);
}

/* Name of the frame A (0) or B (1). */
static const char *frame_words(const struct Model *model, const struct RowBlock *block, int end)
{
	return block->frame[end] ? text_shown(model->arena, block->frame[end])
	                         : text_print(model->arena, "contact %s", text_shown(model->arena, block->name.text));
}

/* "along z of world", "about (0.6, 0, 0.8) of sole" */
static const char *axis_of_row(const struct Model *model, const struct RowBlock *block, const struct ConstraintRow *row)
{
	struct Arena *arena = model->arena;
	const char *A = frame_words(model, block, 0), *B = frame_words(model, block, 1);
	switch (row->vector) {
	case ROW_ALONG: return text_print(arena, "along the line from %s to %s", A, B);
	case ROW_ACROSS: return text_print(arena, "about x of %s cross y of %s", A, B);
	case ROW_OF_A:
	case ROW_OF_B: break;
	}
	return text_print(arena, "%s %s of %s", row->angular ? "about" : "along", axis_words(model, row->t),
	                  row->vector == ROW_OF_A ? A : B);
}

/* "of the ground on shank"; of a closure: "of tip from lug" */
static const char *ends_words(const struct Model *model, const struct RowBlock *block, bool force)
{
	struct Arena *arena = model->arena;
	if (!force)
		return text_print(arena, "of %s from %s", frame_words(model, block, 1), frame_words(model, block, 0));
	const char *from = row_block_is_of_contact(block) ? "the ground"
	                                                  : text_shown(arena, model_body_name(model, block->body[0]));
	return text_print(arena, "of %s on %s", from, text_shown(arena, model_body_name(model, block->body[1])));
}

const char *row_direction_words(const struct Model *model, const struct RowBlock *block, int row,
                                enum RowQuantity quantity)
{
	if (!block->frame[0])
		return "";
	return text_print(model->arena, "%s, %s", ends_words(model, block, quantity != ROW_CLOSURE),
	                  axis_of_row(model, block, &block->row[row]));
}

const char *row_force_words(const struct Model *model, const struct RowBlock *block, int row, enum RowQuantity quantity)
{
	static const char *const what[][2] = {
		[ROW_FORCE] = { "force", "moment" },
		[ROW_IMPULSE] = { "impulse", "angular impulse" },
		[ROW_CLOSURE] = { "distance", "turn" },
	};
	const struct ConstraintRow *own = &block->row[row];
	const char *direction = row_direction_words(model, block, row, quantity);
	return text_print(model->arena, "%s of row %s of %s %s%s%s", what[quantity][own->angular], own->name,
	                  block->owner, text_shown(model->arena, block->name.text), *direction ? ", " : "", direction);
}
