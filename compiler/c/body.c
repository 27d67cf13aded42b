/* Body of a function, for values of any type: numbers, states or limbs in lanes, limbs in loops. */
#include "print_compact.h"

#include "print_rolled.h"

/* --- start of a body --- */

/* True if the function writes any element of an output. An output may consist of zeros that a separate function
 * writes. */
static bool writes_to(const struct Printer *p, int output)
{
	const struct GeneratedOutput *array = &p->function->output[output];
	bool any = false;
	for (size_t k = 0; k < array->size; k++)
		any |= !(p->zeros_apart && array->entry[k].zero);
	return any;
}

static void put_unused(struct Printer *p, bool all)
{
	const struct Generated *f = p->function;
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(f, i) && (all || !f->program.input[i]))
			text_format(p->out, "\t(void)%s;\n", c_array_name(p, c_input_name(p, i)));
	for (int i = 0; i < f->outputs; i++)
		if (all || !writes_to(p, i))
			text_format(p->out, "\t(void)%s;\n", c_array_name(p, f->output[i].name));
}

static void open_body(struct Printer *p)
{
	text_put(p->out, "{\n");
	if (!p->job->request->contract)
		text_put(p->out, p->dialect->open_body);
}

/* --- inputs of limbs in lanes --- */

static void put_value(struct Printer *p, const struct LimbFold *lanes, enum Input array, uint32_t element, int lane)
{
	if (array == INPUT_LIMB_NUMBERS)
		real_put(p->real, p->out, lanes->number.item[element].value[lane]);
	else
		c_put_element(p, input_name[lanes->input.item[element].array],
		              lanes->input.item[element].element[lane]);
}

static void declare_leaf(struct Printer *p, enum Input array, uint32_t element)
{
	const struct LimbFold *lanes = p->limbs;
	text_format(p->out, "\t%s%s = { ", c_declaring(p, &p->type[1]), c_lane_name(p, array, element));
	for (int l = 0; l < lanes->width; l++) {
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
	for (int array = INPUT_LIMB_LANES; array <= INPUT_LIMB_NUMBERS; array++) {
		bool *read = ARENA_ARRAY(p->arena, bool, program->input[array]);
		note_leaves(program, first, end, (enum Input)array, read);
		for (uint32_t e = 0; e < program->input[array]; e++)
			if (read[e])
				declare_leaf(p, (enum Input)array, e);
	}
}

/* --- bodies --- */

void c_put_body(struct Printer *whole)
{
	struct Printer own = *whole, *p = &own;
	c_take_rolled(p);
	c_begin_statements(p);
	open_body(p);
	put_unused(p, false);
	c_put_stamp(p);
	c_put_nothing(p);
	text_put(p->out, p->type[0].lanes == LANES_STATES ? "\t(void)apart;\n" : "");
	if (p->type[1].lanes == LANES_LIMBS)
		c_declare_leaves(p, 0, p->function->program.statements);
	for (uint32_t i = 0; !p->dialect->temporary && i < p->function->program.slots; i++)
		text_format(p->out, "%s a%u;\n", p->real->name, i);
	c_open_compact(p);
	c_put_rolled(p);
	c_close_compact(p);
	text_put(p->out, "}\n");
}

void c_open_piece(struct Printer *p)
{
	open_body(p);
	put_unused(p, true);
	text_put(p->out, "\t(void)" PIECES_ARRAY ";\n");
	text_put(p->out, p->limbs ? "\t(void)" PIECES_LIMBS_ARRAY ";\n" : "");
	c_put_nothing(p);
}

void c_put_piece(struct Printer *p, uint32_t first, uint32_t end)
{
	c_open_piece(p);
	if (p->limbs)
		c_declare_leaves(p, first, end);
	c_put_piece_statements(p, first, end);
	text_put(p->out, "}\n");
}
