/* Inputs of limbs in lanes: a vector for each that statements read. */
#include "rolled_operands.h"

static void put_value(struct Printer *p, const struct LimbFold *lanes, enum Input array, uint32_t element, int lane)
{
	if (array == INPUT_LIMB_NUMBERS)
		real_put(p->real, p->out, lanes->number.item[element].value[lane]);
	else if (p->type[1].loop)
		text_put(p->out, c_element(p, input_name[lanes->input.item[element].array],
		                           c_rolled_place(p, lanes->input.item[element].element, lane), false));
	else
		c_put_element(p, input_name[lanes->input.item[element].array],
		              lanes->input.item[element].element[lane]);
}

static void declare_leaf(struct Printer *p, enum Input array, uint32_t element)
{
	const struct LimbFold *lanes = p->limbs;
	text_format(p->out, "\t%s%s = { ", c_declaring(p, &p->type[1]), c_lane_name(p, array, element));
	for (int l = 0; l < p->type[1].width; l++) {
		text_put(p->out, l ? ", " : "");
		put_value(p, lanes, array, element, l);
	}
	text_put(p->out, " };\n");
}

static void note_step(const struct Program *program, uint32_t index, enum Input array, bool *read);

/* Marks the elements of an input array of limbs that a value reads where it is written. */
static void note_value(const struct Program *program, struct Operand value, enum Input array, bool *read)
{
	if (value.kind == OPERAND_INPUT && value.array == array)
		read[value.index] = true;
	else if (value.kind == OPERAND_STEP && !program->step[value.index].named)
		note_step(program, value.index, array, read);
}

/* Recursion is bounded: values used once nest a few operations deep. */
static void note_step(const struct Program *program, uint32_t index, enum Input array, bool *read)
{
	const struct Step *step = &program->step[index];
	for (int k = 0; k < op_table[step->op].arity; k++)
		note_value(program, step->operand[k], array, read);
}

static void note_leaves(const struct Program *program, uint32_t first, uint32_t end, enum Input array, bool *read)
{
	for (uint32_t s = first; s < end; s++) {
		struct Statement statement = program->statement[s];
		if (statement.store)
			note_value(program, program->store[statement.index].value, array, read);
		else
			note_step(program, statement.index, array, read);
	}
}

void c_declare_leaves(struct Printer *p, uint32_t first, uint32_t end)
{
	const struct Program *program = &p->function->program;
	int last = p->type[1].loop ? INPUT_LIMB_LANES : INPUT_LIMB_NUMBERS; /* loops have a table of numbers */
	for (int array = INPUT_LIMB_LANES; array <= last; array++) {
		bool *read = ARENA_ARRAY(p->arena, bool, program->input[array]);
		note_leaves(program, first, end, (enum Input)array, read);
		for (uint32_t e = 0; e < program->input[array]; e++)
			if (read[e])
				declare_leaf(p, (enum Input)array, e);
	}
}
