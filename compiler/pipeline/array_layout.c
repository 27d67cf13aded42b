#include "array_layout.h"

/* --- inputs --- */

/* Place of an element of an input. */
static uint32_t place(const struct Model *model, int input, uint32_t i)
{
	if (input_is_coordinates(input))
		return (uint32_t)model->q_place[i];
	return input_is_velocities(input) ? (uint32_t)model->v_place[i] : i;
}

/* Inputs of a program, as callers give them. */
struct Placing {
	const struct Model *model;
	struct Program *program;
	uint32_t *seed[INPUT_SEEDS]; /* by element of a direction or weight: its place */
};

static void place_operand(const struct Placing *placing, struct Operand *operand)
{
	struct Program *program = placing->program;
	if (operand->kind != OPERAND_INPUT)
		return;
	operand->index = input_is_seed(operand->array) ? placing->seed[operand->array - INPUT_SEED][operand->index]
	                                               : place(placing->model, operand->array, operand->index);
	if (program->input[operand->array] <= operand->index)
		program->input[operand->array] = operand->index + 1;
}

/* By element of the computed array, its place in the array of callers. */
static uint32_t *places_of(struct Arena *arena, const struct GeneratedOutput *seed)
{
	size_t entries = output_entries(seed);
	uint32_t *of_value = ARENA_ARRAY(arena, uint32_t, entries), *place = ARENA_ARRAY(arena, uint32_t, entries);
	for (size_t k = 0; k < seed->size; k++)
		of_value[seed->entry[k].value] = (uint32_t)k;
	for (size_t k = 0; k < entries; k++)
		place[k] = seed->kept[k] ? of_value[seed->kept[k] - 1] : 0;
	return place;
}

void layout_inputs(const struct Model *model, struct Program *program, const struct GeneratedOutput *seed, int seeds)
{
	struct Placing placing = { .model = model, .program = program };
	if (!model->ordered && !seeds)
		return;
	for (int i = 0; i < seeds; i++)
		placing.seed[i] = places_of(model->arena, &seed[i]);
	for (int i = 0; i < INPUT_COUNT; i++)
		program->input[i] = 0;
	for (uint32_t i = 0; i < program->steps; i++)
		for (int k = 0; k < op_table[program->step[i].op].arity; k++)
			place_operand(&placing, &program->step[i].operand[k]);
	for (uint32_t i = 0; i < program->stores; i++)
		place_operand(&placing, &program->store[i].value);
}

void layout_limb_inputs(const struct Model *model, struct LimbFold *lanes)
{
	for (size_t i = 0; i < lanes->input.count && model->ordered; i++)
		for (int l = 0; l < lanes->width; l++) {
			struct LimbInput *input = &lanes->input.item[i];
			input->element[l] = place(model, (int)input->array, input->element[l]);
		}
}

/* --- outputs --- */

struct Layout {
	struct GeneratedOutput *output;
	const int *row, *column; /* of callers -> in the order of bodies (model/body/order.h); NULL: the same */
	uint32_t *kept;
	bool half; /* of a pair of mirrored entries, the one below the computed diagonal is read */
};

/* Entry of callers' matrix at the next place of the array. Until all are known, `value` is the entry of the computed
 * matrix. */
static void add(struct Layout *l, int row, int column)
{
	int i = l->row ? l->row[row] : row, j = l->column ? l->column[column] : column;
	uint32_t at = (uint32_t)(l->half && i < j ? j * l->output->columns + i : i * l->output->columns + j);
	l->kept[at] = 1;
	l->output->entry[l->output->size++] = (struct LayoutEntry){ .row = row, .column = column, .value = at };
}

static void fill_columns(struct Layout *l)
{
	bool matrix = l->output->columns != 1;
	l->output->layout = l->output->sparse ? "entries that are not zero by structure, by columns"
	                    : matrix          ? "by columns"
	                                      : NULL;
	for (int j = 0; j < l->output->columns; j++)
		for (int i = 0; i < l->output->rows; i++)
			add(l, i, j);
}

static void fill_rows(struct Layout *l)
{
	l->output->layout = l->output->sparse ? "entries that are not zero by structure" : NULL;
	for (int i = 0; i < l->output->rows; i++)
		for (int j = 0; j < l->output->columns; j++)
			add(l, i, j);
}

static void fill_lower(struct Layout *l)
{
	l->half = true;
	l->output->layout = l->output->sparse ? "entries of its lower triangle that are not zero by structure"
	                                      : "its lower triangle, by rows";
	for (int i = 0; i < l->output->rows; i++)
		for (int j = 0; j <= i; j++)
			add(l, i, j);
}

/* Is only a half of a symmetric matrix stored? */
static bool is_packed(const struct Request *request, const struct FunctionOutput *info)
{
	return request->matrix & MATRIX_PACKED && info->symmetric;
}

struct GeneratedOutput output_declare(const struct Request *request, const struct FunctionOutput *info, int rows,
                                      int columns)
{
	struct GeneratedOutput output = { .info = info, .name = info->name, .rows = rows, .columns = columns };
	output.sparse = request->matrix & MATRIX_SPARSE && extent_branches(info->columns);
	output.size = is_packed(request, info) ? (size_t)rows * ((size_t)rows + 1) / 2 : output_entries(&output);
	return output;
}

/* By place of rows or columns in callers' order, the place in the order of bodies; NULL: the same. */
static const int *listed_of(const struct Model *model, enum Extent extent)
{
	if (extent != EXTENT_STATE || !model->v_listed)
		return extent == EXTENT_NV ? model->v_listed : extent == EXTENT_NQ ? model->q_listed : NULL;
	const int state = 2 * model->nv + model->states.numbers;
	int *listed = ARENA_ARRAY(model->arena, int, state);
	for (int i = 0; i < state; i++)
		listed[i] = i;
	for (int v = 0; v < model->nv; v++) {
		listed[v] = model->v_listed[v];
		listed[model->nv + v] = model->nv + model->v_listed[v];
	}
	return listed;
}

void output_lay_out(struct GeneratedOutput *output, const struct Model *model, const struct Request *request,
                    size_t first)
{
	const struct FunctionOutput *info = output->info;
	size_t entries = output_entries(output);
	struct Layout layout = { .output = output, .kept = ARENA_ARRAY(model->arena, uint32_t, entries) };
	layout.row = output->listed[0] ? output->listed[0] : listed_of(model, info->rows);
	layout.column = output->listed[1] ? output->listed[1] : listed_of(model, info->columns);
	output->entry = ARENA_ARRAY(model->arena, struct LayoutEntry, output->size);
	output->size = 0;
	if (is_packed(request, info))
		fill_lower(&layout);
	else if (request->by_columns)
		fill_columns(&layout);
	else
		fill_rows(&layout);
	for (size_t k = 0; k < entries; k++)
		layout.kept[k] = layout.kept[k] ? (uint32_t)++first : 0;
	for (size_t k = 0; k < output->size; k++)
		output->entry[k].value = layout.kept[output->entry[k].value] - 1;
	output->kept = layout.kept;
}

void output_find_zeros(struct GeneratedOutput *output, const struct Dag *dag, const Ref *value)
{
	size_t stored = 0;
	for (size_t k = 0; k < output->size; k++) {
		struct LayoutEntry entry = output->entry[k];
		entry.zero = extent_branches(output->info->columns) && dag_is_zero(dag, value[entry.value]);
		if (!(output->sparse && entry.zero))
			output->entry[stored++] = entry;
	}
	output->size = stored;
}

bool output_has_zeros(const struct GeneratedOutput *output)
{
	bool any = false;
	for (size_t k = 0; k < output->size; k++)
		any |= output->entry[k].zero;
	return any;
}

struct Result output_result(struct Arena *arena, const struct GeneratedOutput *output, const Ref *value)
{
	Ref *stored = ARENA_ARRAY(arena, Ref, output->size);
	for (size_t k = 0; k < output->size; k++)
		stored[k] = value[output->entry[k].value];
	return (struct Result){ stored, output->size };
}

struct Pattern output_pattern(struct Arena *arena, const struct GeneratedOutput *output)
{
	struct Pattern pattern = { ARENA_ARRAY(arena, int, output->rows + 1), ARENA_ARRAY(arena, int, output->size) };
	for (size_t k = 0; k < output->size; k++) {
		pattern.row[output->entry[k].row + 1]++;
		pattern.column[k] = output->entry[k].column;
	}
	for (int i = 0; i < output->rows; i++)
		pattern.row[i + 1] += pattern.row[i];
	return pattern;
}
