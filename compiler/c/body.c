/* Body of a function, for values of any type: numbers, states or limbs in lanes, limbs in loops. */
#include "print_compact.h"

#include "dispatch.h"
#include "print_rolled.h"
#include "print_stages.h"

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
	for (struct FunctionArgument a = { 0 }; generated_next(p->function, &a);) {
		bool used = a.output < 0 ? p->function->program.input[a.input] > 0 : writes_to(p, a.output);
		if (all || !used)
			text_format(p->out, "\t(void)%s;\n", c_array_name(p, a.name));
	}
}

/* --- bodies --- */

void c_put_body(struct Printer *whole)
{
	struct Printer own = *whole, *p = &own;
	c_take_rolled(p);
	c_begin_statements(p);
	c_open_body(p);
	c_put_dispatch(p);
	put_unused(p, false);
	c_put_stamp(p);
	c_put_nothing(p);
	text_put(p->out, p->type[0].lanes == LANES_STATES ? "\t(void)apart;\n" : "");
	if (p->type[1].lanes == LANES_LIMBS && !p->type[1].loop)
		c_declare_leaves(p, 0, p->function->program.statements);
	for (uint32_t i = 0; !p->dialect->temporary && i < p->function->program.slots; i++)
		text_format(p->out, "%s a%u;\n", p->real->name, i);
	c_open_stages(p);
	c_open_compact(p);
	c_put_rolled(p);
	c_put_stage_calls(p, 0);
	c_close_compact(p);
	c_put_dispatch_end(p);
	text_put(p->out, "}\n");
}

void c_put_piece(struct Printer *p, uint32_t first, uint32_t end)
{
	c_open_body(p);
	put_unused(p, true);
	text_put(p->out, "\t(void)" PIECES_ARRAY ";\n");
	text_put(p->out, p->limbs ? "\t(void)" PIECES_LIMBS_ARRAY ";\n" : "");
	text_put(p->out, p->stages ? "\t(void)" STAGES_ARRAY ";\n" : "");
	c_put_nothing(p);
	if (p->limbs)
		c_declare_leaves(p, first, end);
	c_put_piece_statements(p, first, end);
	text_put(p->out, "}\n");
}
