/* Length of a function's code, in operations: a loop counts once, however many turns it has. */
#include "print_compact.h"
#include "print_lanes.h"
#include "rolled_operands.h"

static bool is_counted(enum Op op)
{
	return op_table[op].cost == COST_MUL || op_table[op].cost == COST_ADD || op_table[op].cost == COST_DIV;
}

/* Operations of a value, without those of its temporaries. */
static uint32_t in_value(const struct Program *program, struct Operand value, uint32_t *stack)
{
	uint32_t depth = 0, count = 0;
	if (value.kind == OPERAND_STEP && !program->step[value.index].named)
		stack[depth++] = value.index;
	while (depth) {
		const struct Step *step = &program->step[stack[--depth]];
		count += is_counted(step->op);
		for (int k = 0; k < op_table[step->op].arity; k++)
			if (step->operand[k].kind == OPERAND_STEP && !program->step[step->operand[k].index].named)
				stack[depth++] = step->operand[k].index;
	}
	return count;
}

/* Operations of a program's statements. */
static uint32_t in_program(struct Arena *arena, const struct Program *program)
{
	uint32_t *stack = ARENA_ARRAY(arena, uint32_t, program->steps + 1), count = 0;
	for (uint32_t s = 0; s < program->statements; s++) {
		struct Statement statement = program->statement[s];
		const struct Step *step = &program->step[statement.index];
		if (statement.store) {
			count += in_value(program, program->store[statement.index].value, stack);
			continue;
		}
		count += is_counted(step->op);
		for (int k = 0; k < op_table[step->op].arity; k++)
			count += in_value(program, step->operand[k], stack);
	}
	return count;
}

static uint32_t in_body(const struct Printer *p)
{
	uint32_t count = in_program(p->arena, p->rolled ? &p->rolled->function.program : &p->function->program);
	for (uint32_t s = 0; p->stages && s < p->stages->count; s++)
		count += in_program(p->arena, &p->stages->item[s].body);
	return count;
}

uint32_t c_code_length(const struct Printer *p, const struct Generated *function)
{
	enum { FEW_LANES = 2 }; /* of any x86-64 and ARMv8 */
	struct Printer own = *p;
	own.function = function;
	own.zeros_apart = p->job->request->zeros_once;
	own.compact = p->job->request->code_size == CODE_SIZE_ON;
	c_begin_compact(&own);
	const struct Bodies bodies = c_bodies(&own);
	int taken = bodies.count - 1;
	for (int i = 0; i < bodies.count; i++)
		if (bodies.item[i].limbs && bodies.item[i].limbs->width <= FEW_LANES)
			taken = i;
	return in_body(&bodies.item[taken]);
}
