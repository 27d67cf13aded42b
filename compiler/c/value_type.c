/* Types of values in C, and vectors as operands of functions. */
#include "printer.h"

#include <stdlib.h>
#include <string.h>

struct Type c_number(const struct Printer *p)
{
	return (struct Type){ LANES_NONE, 1, false, p->real->name, p->job->fuses ? c_fma_function(p) : NULL };
}

/* A vector, with its names in C. */
static struct Type vector(const struct Printer *p, enum Lanes lanes, int width, enum OwnName name, enum OwnName fma)
{
	return (struct Type){ lanes, width, false, c_own_name(p->arena, p->job, name, width),
		              p->job->fuses ? c_own_name(p->arena, p->job, fma, width) : NULL };
}

struct Type c_states(const struct Printer *p)
{
	enum Batch batch = p->job->request->batch;
	if (p->states)
		return vector(p, LANES_STATES, p->states, OWN_LANES_TYPE_OF, OWN_LANES_FMA);
	return vector(p, LANES_STATES, batch == BATCH_AUTO ? 0 : atoi(batch_name[batch]), OWN_LANES_TYPE,
	              OWN_LANES_FMA);
}

struct Type c_limbs(const struct Printer *p, int width)
{
	return vector(p, LANES_LIMBS, width, OWN_LIMBS_TYPE, OWN_LIMBS_FMA);
}

struct Type c_angles(const struct Printer *p, int width)
{
	return vector(p, LANES_ANGLES, width, OWN_SINCOS_ANGLES, OWN_SINCOS_FMA);
}

const struct Type *c_type(const struct Printer *p, const struct Step *step)
{
	return &p->type[step->lanes];
}

const char *c_declaring(const struct Printer *p, const struct Type *type)
{
	const char *qualifier = p->dialect->temporary;
	return text_print(p->arena, "%s%s%s", qualifier ? qualifier : "", p->dialect->untyped ? "" : type->name,
	                  p->dialect->untyped ? "" : " ");
}

bool c_is_vector(const struct Printer *p, struct Operand operand)
{
	if (operand.kind == OPERAND_STEP)
		return c_type(p, &p->function->program.step[operand.index])->lanes;
	if (operand.kind != OPERAND_INPUT || operand.array == INPUT_DERIVED)
		return false;
	if (operand.array == INPUT_LIMB_NUMBERS)
		return p->type[1].lanes == LANES_LIMBS;
	return p->type[operand.array >= INPUT_LIMB_LANES].lanes;
}

void c_put_beside(struct Printer *p, const struct Type *type, struct Operand operand)
{
	text_put(p->out, type->lanes && !c_is_vector(p, operand) ? " - nothing" : "");
}

bool c_is_of_limbs(const struct Printer *p, uint32_t index)
{
	return p->limbs && p->function->program.step[index].lanes;
}

const char *c_aside(const struct Printer *p, uint32_t index)
{
	const char *array = c_is_of_limbs(p, index) ? PIECES_LIMBS_ARRAY : PIECES_ARRAY;
	return text_print(p->arena, "%s[%u]", array, p->piece.place[index]);
}

void c_put_nothing(struct Printer *p)
{
	bool limbs = p->type[1].lanes == LANES_LIMBS && program_calls_fma(&p->function->program, true);
	if (p->type[0].lanes || limbs)
		text_format(p->out, "\t%snothing = { 0 };\n\t(void)nothing;\n", c_declaring(p, &p->type[limbs]));
}

const char *c_lanes_macro(const struct Printer *p, bool result)
{
	if (p->states)
		return c_own_name(p->arena, p->job, result ? OWN_LANES_OUT_OF : OWN_LANES_IN_OF, p->states);
	return c_own(p, result ? OWN_LANES_OUT : OWN_LANES_IN);
}

const char *c_element(const struct Printer *p, const char *array, const char *element, bool result)
{
	bool apart = result && p->dialect->result;
	if (strcmp(array, input_name[INPUT_DERIVED]) == 0 && !apart)
		return text_print(p->arena, p->dialect->load, p->dialect->derived, element);
	const char *name = c_array_name(p, array);
	if (p->type[0].lanes)
		return text_print(p->arena, "%s(%s,%s)", c_lanes_macro(p, result), name, element);
	return text_print(p->arena, apart ? p->dialect->result : p->dialect->load, name, element);
}

const char *c_no_number(const struct Printer *p)
{
	const char *nan = p->dialect->nan[p->real->narrow];
	return nan ? nan : p->real->words.nan;
}
