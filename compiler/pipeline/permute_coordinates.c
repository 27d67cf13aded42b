#include "permute_coordinates.h"

/* Positions of the elements of an input array in the model's `order`; NULL: unchanged. */
static const int *places_of(const struct Model *model, int input)
{
	return input == INPUT_Q ? model->q_place : input >= INPUT_QD && input <= INPUT_TAU ? model->v_place : NULL;
}

static int place(const int *places, int i)
{
	return places ? places[i] : i;
}

/* Index of an entry. In a packed triangle an entry moved above the diagonal has the index of its mirror image, which is
 * equal. */
static int place_in(const struct GeneratedOutput *output, int row, int column)
{
	int below = row > column ? row : column, right = row > column ? column : row;
	return output->packed ? below * (below + 1) / 2 + right : row * output->columns + column;
}

static void permute_output(const struct Model *model, const struct GeneratedOutput *output, const Ref *from, Ref *to)
{
	const int *row = output->info->rows == EXTENT_NV ? model->v_place : NULL;
	const int *column = output->info->columns == EXTENT_NV ? model->v_place : NULL;
	for (int i = 0; i < output->rows; i++)
		for (int j = 0; j < (output->packed ? i + 1 : output->columns); j++)
			to[place_in(output, place(row, i), place(column, j))] = *from++;
}

const Ref *permute_outputs(struct Arena *arena, const struct Model *model, const struct Generated *function, const Ref *value)
{
	size_t count = 0;
	for (int i = 0; i < function->outputs; i++)
		count += output_entries(&function->output[i]);
	if (!model->ordered || !count)
		return value;
	Ref *arranged = ARENA_ARRAY(arena, Ref, count), *next = arranged;
	for (int i = 0; i < function->outputs; i++) {
		permute_output(model, &function->output[i], value, next);
		value += output_entries(&function->output[i]);
		next += output_entries(&function->output[i]);
	}
	return arranged;
}

static void permute_operand(const struct Model *model, struct Program *program, struct Operand *operand)
{
	if (operand->kind != OPERAND_INPUT)
		return;
	operand->index = (uint32_t)place(places_of(model, operand->array), (int)operand->index);
	if (program->input[operand->array] <= operand->index)
		program->input[operand->array] = operand->index + 1;
}

void permute_inputs(const struct Model *model, struct Program *program)
{
	if (!model->ordered)
		return;
	for (int i = 0; i < INPUT_COUNT; i++)
		program->input[i] = 0;
	for (uint32_t i = 0; i < program->steps; i++)
		for (int k = 0; k < op_table[program->step[i].op].arity; k++)
			permute_operand(model, program, &program->step[i].operand[k]);
	for (uint32_t i = 0; i < program->stores; i++)
		permute_operand(model, program, &program->store[i].value);
}

void permute_limb_inputs(const struct Model *model, struct LimbFold *lanes)
{
	for (size_t i = 0; i < lanes->input.count && model->ordered; i++)
		for (int l = 0; l < lanes->width; l++) {
			struct LimbInput *input = &lanes->input.item[i];
			input->element[l] = (uint32_t)place(places_of(model, input->array), (int)input->element[l]);
		}
}
