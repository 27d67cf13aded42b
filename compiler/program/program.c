/* The evaluator and the dump of programs. */
#include "program.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "sincos.h"

const char *const sincos_name[SINCOS_COUNT] = { "inline", "libm", "given" };

/* --- the evaluator --- */

/* Sine or cosine, by the kernel or by libm. */
static double trigonometric(const struct Program *program, enum Op op, double angle)
{
	double s, c;
	if (!program->kernel)
		return op_value(op, &angle);
	sincos_kernel(program->fused, angle, &s, &c);
	return op == OP_SIN ? s : c;
}

static float trigonometric_float(const struct Program *program, enum Op op, float angle)
{
	float s, c;
	if (!program->kernel)
		return op_value_float(op, &angle);
	sincos_kernel_float(program->fused, angle, &s, &c);
	return op == OP_SIN ? s : c;
}

#define RUN(name, real, value_of_op, value_of_angle) \
	void name(const struct Program *program, const real *const *input, real *const *output, real *work) \
	{ \
		for (uint32_t i = 0; i < program->steps; i++) { \
			const struct Step *step = &program->step[i]; \
			real value[OPERANDS]; \
			for (int k = 0; k < op_table[step->op].arity; k++) \
				value[k] = FETCH(real, step->operand[k]); \
			work[i] = op_table[step->op].cost == COST_SINCOS ? value_of_angle(program, step->op, value[0]) \
			                                                 : value_of_op(step->op, value); \
		} \
		for (uint32_t i = 0; i < program->stores; i++) { \
			const struct Store *store = &program->store[i]; \
			output[store->array][store->element] = FETCH(real, store->value); \
		} \
	}

#define FETCH(real, operand) \
	(((operand).negative ? -1 : 1) * ((operand).kind == OPERAND_CONST   ? (real)program->constant[(operand).index] \
	                                  : (operand).kind == OPERAND_INPUT ? input[(operand).array][(operand).index] \
	                                                                    : work[(operand).index]))

RUN(program_run, double, op_value, trigonometric)
RUN(program_run_float, float, op_value_float, trigonometric_float)

bool program_has_lanes(const struct Program *program, struct Operand operand)
{
	return operand.kind == OPERAND_STEP ? program->step[operand.index].lanes
	                                    : operand.kind == OPERAND_INPUT && operand.array >= INPUT_LIMB_LANES &&
	                                              operand.array <= INPUT_OWN;
}

uint32_t program_group_end(const struct Program *program, uint32_t first)
{
	uint32_t group = program->step[first].group, end = first + 1;
	while (group && end < program->steps && program->step[end].group == group)
		end++;
	return end;
}

bool program_calls_fma(const struct Program *program, bool lanes)
{
	bool any = false;
	for (uint32_t i = 0; i < program->steps; i++) {
		const struct Step *step = &program->step[i];
		any |= (step->op == OP_FMA || (step->group && program->fused)) && (!lanes || step->lanes);
	}
	return any;
}

bool program_needs_math(const struct Program *program)
{
	bool any = false;
	for (uint32_t i = 0; i < program->steps; i++)
		any |= !op_table[program->step[i].op].infix && (!program->step[i].group || program->fused);
	for (uint32_t i = 0; i < program->constants; i++)
		any |= isnan(program->constant[i]);
	return any;
}

static void *copied(struct Arena *arena, const void *item, size_t count, size_t size)
{
	void *copy = arena_array(arena, count, size);
	if (count)
		memcpy(copy, item, count * size);
	return copy;
}

struct Program program_copy(const struct Program *program, struct Arena *arena)
{
	struct Program copy = *program;
	copy.arena = arena;
	copy.constant = copied(arena, program->constant, program->constants, sizeof *copy.constant);
	copy.step = copied(arena, program->step, program->steps, sizeof *copy.step);
	copy.store = copied(arena, program->store, program->stores, sizeof *copy.store);
	for (uint32_t i = 0; i < copy.steps; i++)
		copy.step[i].label = NULL;
	copy.statement = NULL;
	copy.statements = 0;
	return copy;
}

/* --- the readable form --- */

static void put_operand(const struct Program *program, struct Text *out, struct Operand operand)
{
	text_put(out, operand.negative ? " -" : " ");
	if (operand.kind == OPERAND_CONST)
		number_put(out, program->constant[operand.index]);
	else if (operand.kind == OPERAND_INPUT)
		text_format(out, "%s[%u]", input_name[operand.array], operand.index);
	else
		text_format(out, "%%%u", operand.index);
}

void program_dump(const struct Program *program, struct Text *out)
{
	for (uint32_t i = 0; i < program->steps; i++) {
		const struct Step *step = &program->step[i];
		text_format(out, "%%%u = %s", i, op_table[step->op].name);
		for (int k = 0; k < op_table[step->op].arity; k++)
			put_operand(program, out, step->operand[k]);
		text_format(out, "  ; uses %u%s", step->uses, step->named ? "" : " nested");
		if (step->label)
			text_format(out, " %s%s%u%s", step->label->negative ? "-" : "", step->label->quantity,
			            step->label->link, step->label->component);
		text_char(out, '\n');
	}
	for (uint32_t i = 0; i < program->stores; i++) {
		const struct Store *store = &program->store[i];
		text_format(out, "out%u[%u] =", store->array, store->element);
		put_operand(program, out, store->value);
		text_char(out, '\n');
	}
}
