#include "forms.h"

#include <string.h>

/* Is the operand a step written inside its user? */
static bool is_nested(const struct Program *program, struct Operand operand)
{
	return operand.kind == OPERAND_STEP && !program->step[operand.index].named;
}

/* Can the operand be read by a place in an array? */
static bool is_leaf(const struct Program *program, struct Operand operand)
{
	if (operand.kind == OPERAND_INPUT)
		return operand.array < INPUT_LIMB_LANES;
	return operand.kind == OPERAND_STEP && program->step[operand.index].named;
}

/* --- reading --- */

static const char *text_of_number(const struct Forms *forms, struct Operand operand)
{
	uint64_t bits;
	memcpy(&bits, &forms->program->constant[operand.index], sizeof bits);
	return text_print(forms->arena, "n%llx", (unsigned long long)bits);
}

static const char *text_of(const struct Forms *forms, struct Operand operand)
{
	if (is_nested(forms->program, operand))
		return forms->text[operand.index];
	if (operand.kind == OPERAND_CONST)
		return text_of_number(forms, operand);
	if (!is_leaf(forms->program, operand))
		return NULL;
	if (operand.kind == OPERAND_INPUT)
		return text_print(forms->arena, "i%u", operand.array);
	return forms->program->step[operand.index].lanes ? "l" : "k";
}

const char *form_of_value(const struct Forms *forms, struct Operand value)
{
	const char *text = text_of(forms, value);
	return text ? text_print(forms->arena, "%s%s", value.negative ? "-" : "", text) : NULL;
}

/* Does the order of two operands not matter for the result? */
static bool is_commutative(const struct Step *step)
{
	return step->op == OP_MUL || (step->op == OP_ADD && step->operand[0].negative == step->operand[1].negative);
}

static void count_operand(struct Forms *forms, uint32_t step, struct Operand operand)
{
	bool nested = is_nested(forms->program, operand);
	forms->leaves[step] += nested ? forms->leaves[operand.index] : operand.kind != OPERAND_CONST;
	forms->operations[step] += nested ? forms->operations[operand.index] : 0;
}

static void read_step(struct Forms *forms, uint32_t i)
{
	struct Step *step = &forms->program->step[i];
	const char *text[OPERANDS] = { "", "", "" };
	int arity = op_table[step->op].arity;
	bool known = arity && !step->group && op_table[step->op].cost != COST_SINCOS;
	forms->operations[i] = 1;
	for (int k = 0; k < arity && known; k++) {
		text[k] = form_of_value(forms, step->operand[k]);
		known = text[k] != NULL;
		count_operand(forms, i, step->operand[k]);
	}
	if (!known || forms->leaves[i] > FORM_LEAVES)
		return;
	if (is_commutative(step) && strcmp(text[0], text[1]) > 0) {
		const struct Operand swap = step->operand[0];
		step->operand[0] = step->operand[1];
		step->operand[1] = swap;
		const char *other = text[0];
		text[0] = text[1];
		text[1] = other;
	}
	forms->text[i] = text_print(forms->arena, "%d(%s,%s,%s)", (int)step->op, text[0], text[1], text[2]);
}

struct Forms forms_read(struct Program *program, struct Arena *arena)
{
	struct Forms forms = { .program = program,
		               .arena = arena,
		               .text = ARENA_ARRAY(arena, const char *, program->steps),
		               .leaves = ARENA_ARRAY(arena, uint32_t, program->steps),
		               .operations = ARENA_ARRAY(arena, uint32_t, program->steps) };
	for (uint32_t i = 0; i < program->steps; i++)
		read_step(&forms, i);
	return forms;
}

/* --- leaves and operations, in the order of the form --- */

/* A form that is being copied, or whose leaves are listed (`body` NULL). */
struct Copy {
	const struct Program *program;
	struct Operand *leaf;
	uint32_t leaves, read;
	struct Program *body;
};

static struct Operand copy_operand(struct Copy *c, struct Operand operand);

/* Recursion is bounded: values used once nest a few operations deep. */
static struct Operand copy_step(struct Copy *c, struct Operand operand)
{
	struct Step step = c->program->step[operand.index];
	for (int k = 0; k < op_table[step.op].arity; k++)
		step.operand[k] = copy_operand(c, step.operand[k]);
	step.named = false;
	step.label = NULL;
	if (c->body) {
		operand.index = c->body->steps++;
		c->body->step[operand.index] = step;
	}
	return operand;
}

static struct Operand copy_operand(struct Copy *c, struct Operand operand)
{
	if (is_nested(c->program, operand))
		return copy_step(c, operand);
	if (operand.kind == OPERAND_CONST)
		return operand;
	if (c->leaf)
		c->leaf[c->leaves] = operand;
	return (struct Operand){ .kind = OPERAND_STEP, .negative = operand.negative, .index = c->leaves++ };
}

static struct Operand copy_value(struct Copy *c, struct Operand value, bool whole)
{
	return whole ? copy_step(c, value) : copy_operand(c, value);
}

uint32_t form_leaves(const struct Forms *forms, struct Operand value, bool whole, struct Operand *leaf)
{
	struct Copy c = { .program = forms->program, .leaf = leaf };
	(void)copy_value(&c, value, whole);
	return c.leaves;
}

struct Program form_body(const struct Forms *forms, struct Operand value, bool whole, struct Operand *result)
{
	struct Program body = *forms->program;
	struct Operand leaf[FORM_LEAVES];
	struct Copy c = { .program = forms->program, .body = &body };
	body.steps = form_leaves(forms, value, whole, leaf);
	size_t room = body.steps + 1;
	if (value.kind == OPERAND_STEP)
		room += forms->operations[value.index];
	body.step = ARENA_ARRAY(forms->program->arena, struct Step, room);
	for (uint32_t i = 0; i < body.steps; i++)
		body.step[i] = (struct Step){ .op = OP_INPUT, .lanes = program_has_lanes(forms->program, leaf[i]) };
	*result = copy_value(&c, value, whole);
	return body;
}
