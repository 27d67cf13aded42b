/* Operations as expressions: a value used once is written where it is used, with the parentheses needed there. */
#include "printer.h"

#include <math.h>

#include "rolled_operands.h"
#include "stage_operands.h"

enum Precedence { PRECEDENCE_SELECT, PRECEDENCE_ADD, PRECEDENCE_MUL, PRECEDENCE_ATOM };

static enum Precedence precedence(const struct Step *step)
{
	return step->op == OP_SELECT      ? PRECEDENCE_SELECT
	       : step->op == OP_ADD       ? PRECEDENCE_ADD
	       : op_table[step->op].infix ? PRECEDENCE_MUL
	                                  : PRECEDENCE_ATOM;
}

const char *c_lane_name(const struct Printer *p, enum Input array, uint32_t element)
{
	if (array == INPUT_SHARED || array == INPUT_OWN)
		return c_stage_value(p, array, element);
	if (p->type[1].loop && (p->rolled->per_turn == 1 || array == INPUT_LIMB_NUMBERS))
		return c_rolled_leaf(p, array, element);
	if (array == INPUT_LIMB_NUMBERS)
		return text_print(p->arena, "own%u", element + 1);
	const struct LimbInput *input = &p->limbs->input.item[element];
	struct Text name = text_new(p->arena);
	text_put(&name, input_name[input->array]);
	for (int l = 0; l < p->limbs->width; l++)
		text_format(&name, "_%u", input->element[l]);
	return text_string(&name);
}

static void put_step(struct Printer *p, uint32_t index);

/* A temporary as an operand: its name, its element of an array of loops or pieces, or its assignment if first read
 * here. */
static void put_temporary(struct Printer *p, uint32_t index)
{
	const struct Step *step = &p->function->program.step[index];
	const char *kept = c_rolled_kept(p, index);
	if (kept) {
		text_put(p->out, kept);
		return;
	}
	if (step->inside && !p->set[index]) {
		p->set[index] = true;
		text_format(p->out, "(%s = ", p->name[index]);
		put_step(p, index);
		text_char(p->out, ')');
		return;
	}
	if (p->piece.crosses && step->set < p->piece.first)
		text_put(p->out, c_aside(p, index));
	else
		text_put(p->out, p->name[index]);
}

static void put_number(struct Printer *p, double value)
{
	if (isnan(value))
		text_put(p->out, c_no_number(p));
	else
		real_put(p->real, p->out, value);
}

/* An operand without its sign, in parentheses if its precedence is below `least`. */
static void put_operand(struct Printer *p, struct Operand operand, enum Precedence least)
{
	const struct Program *program = &p->function->program;
	if (operand.kind == OPERAND_CONST) {
		double value = p->turned ? -program->constant[operand.index] : program->constant[operand.index];
		p->turned = false;
		bool wrap = value < 0 && least == PRECEDENCE_ATOM;
		text_put(p->out, wrap ? "(" : "");
		put_number(p, value);
		text_put(p->out, wrap ? ")" : "");
	} else if (operand.kind == OPERAND_INPUT && operand.array >= INPUT_LIMB_LANES) {
		text_put(p->out, c_lane_name(p, (enum Input)operand.array, operand.index));
	} else if (operand.kind == OPERAND_INPUT) {
		c_put_element(p, c_input_name(p, operand.array), operand.index);
	} else if (program->step[operand.index].named) {
		put_temporary(p, operand.index);
	} else {
		bool wrap = precedence(&program->step[operand.index]) < least;
		text_put(p->out, wrap ? "(" : "");
		put_step(p, operand.index);
		text_put(p->out, wrap ? ")" : "");
	}
}

static void put_signed(struct Printer *p, struct Operand operand, enum Precedence least)
{
	text_put(p->out, operand.negative ? "-" : "");
	put_operand(p, operand, operand.negative ? PRECEDENCE_ATOM : least);
}

/* Least precedence of an operand without parentheses. Under --misra a product inside another operator has
 * parentheses (rule 12.1). */
static enum Precedence least_of(const struct Printer *p, struct Operand operand, enum Precedence default_value)
{
	bool product = operand.kind == OPERAND_STEP && !p->function->program.step[operand.index].named &&
	               precedence(&p->function->program.step[operand.index]) == PRECEDENCE_MUL;
	return p->job->request->misra && product ? PRECEDENCE_ATOM : default_value;
}

/* Leading constant of a sum's operand: the operand itself, or a factor of a product written in place. 0: none. */
static double leading_number(const struct Program *program, struct Operand operand)
{
	if (operand.kind == OPERAND_CONST)
		return program->constant[operand.index];
	const struct Step *step = operand.kind == OPERAND_STEP ? &program->step[operand.index] : NULL;
	for (int k = 0; step && step->op == OP_MUL && !step->named && k < 2; k++)
		if (step->operand[k].kind == OPERAND_CONST)
			return program->constant[step->operand[k].index];
	return 0;
}

/* A sum: a - 2.0*b rather than a + -2.0*b, and b - 2.0 rather than -2.0 + b. */
static void put_sum(struct Printer *p, const struct Step *step)
{
	const struct Program *program = &p->function->program;
	struct Operand a = step->operand[0], b = step->operand[1];
	if (a.kind == OPERAND_CONST && program->constant[a.index] < 0 && !b.negative) {
		struct Operand swap = a;
		a = b;
		b = swap;
	}
	bool turned = leading_number(program, b) < 0;
	put_signed(p, a, least_of(p, a, PRECEDENCE_ADD));
	text_put(p->out, b.negative != turned ? " - " : " + ");
	p->turned = turned;
	put_operand(p, b, least_of(p, b, PRECEDENCE_MUL));
}

/* A choice: u < 0 ? a : b. */
static void put_select(struct Printer *p, const struct Step *step)
{
	const char *const *part = p->dialect->select;
	bool misra = p->job->request->misra;
	enum Precedence least = misra ? PRECEDENCE_ATOM : PRECEDENCE_ADD;
	text_put(p->out, misra ? "(" : part[0]);
	put_signed(p, step->operand[0], least);
	text_put(p->out, part[1]);
	real_put(p->real, p->out, 0);
	text_put(p->out, misra ? ")" : "");
	text_put(p->out, part[2]);
	put_signed(p, step->operand[1], least);
	text_put(p->out, part[3]);
	put_signed(p, step->operand[2], least);
	text_put(p->out, part[4]);
}

/* Function name for an operation without an operator. */
static void put_called(struct Printer *p, const struct Step *step)
{
	enum Op op = step->op;
	if (p->dialect->called) {
		MUST(p->arena, p->dialect->called[op]);
		text_put(p->out, p->dialect->called[op]);
	} else if (op == OP_FMA) {
		text_put(p->out, c_type(p, step)->fma);
	} else {
		text_format(p->out, "%s%s", op_table[op].c, p->dialect->overloaded ? "" : p->real->suffix);
	}
}

/* Initializer of lanes: those of the first operand from a lane on, then those of the last, from 0 on. */
static void put_lanes(struct Printer *p, const struct Step *step)
{
	int last = op_table[step->op].arity - 1;
	int from = (int)p->function->program.constant[step->operand[last].index], width = p->limbs->width;
	for (int l = from; l < from + width; l++) {
		struct Operand of = step->operand[l < width ? 0 : last - 1];
		text_put(p->out, l > from ? ", " : "{ ");
		put_signed(p, of, PRECEDENCE_ATOM);
		if (c_is_vector(p, of))
			text_format(p->out, "[%d]", l % width);
	}
	text_put(p->out, " }");
}

/* Recursion is bounded: values used once nest a few operations deep. */
static void put_step(struct Printer *p, uint32_t index)
{
	const struct Program *program = &p->function->program;
	const struct Step *step = &program->step[index];
	const struct OpInfo *op = &op_table[step->op];
	if (step->op == OP_ADD) {
		put_sum(p, step);
	} else if (step->op == OP_SELECT) {
		put_select(p, step);
	} else if (step->op == OP_PICK && p->type[1].loop) {
		c_put_rolled_pick(p, step);
	} else if (step->op == OP_PICK) {
		put_operand(p, step->operand[0], PRECEDENCE_ATOM);
		text_format(p->out, "[%.0f]", program->constant[step->operand[1].index]);
	} else if (step->op == OP_TURN && p->type[1].loop) {
		c_put_rolled_turn(p, index);
	} else if (step->op == OP_TURN || step->op == OP_SPLICE) {
		put_lanes(p, step);
	} else if (op->infix) {
		struct Operand a = step->operand[0], b = step->operand[1];
		if (step->op == OP_MUL && b.kind == OPERAND_CONST) { /* 0.5*x rather than x*0.5 */
			struct Operand swap = a;
			a = b;
			b = swap;
		}
		put_signed(p, a, PRECEDENCE_MUL);
		text_put(p->out, op->c);
		put_signed(p, b, PRECEDENCE_ATOM);
	} else {
		put_called(p, step);
		for (int k = 0; k < op->arity; k++) {
			text_put(p->out, k ? ", " : "(");
			put_signed(p, step->operand[k], PRECEDENCE_ADD);
			c_put_beside(p, c_type(p, step), step->operand[k]);
		}
		text_char(p->out, ')');
	}
}

void c_put_operation(struct Printer *p, uint32_t index)
{
	put_step(p, index);
}

void c_put_value(struct Printer *p, struct Operand operand)
{
	put_signed(p, operand, PRECEDENCE_ADD);
}
