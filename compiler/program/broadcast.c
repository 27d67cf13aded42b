#include "broadcast.h"

#include "base/tuning.h"
#include "lowering.h"

/* A program that gets such vectors. */
struct Broadcast {
	const struct Program *from;
	struct Program *to;
	uint32_t *uses;   /* by step: operations on vectors that read the number */
	uint32_t *number; /* by step: its number in `to` */
	uint32_t *vector; /* by step: its vector in `to`, + 1; 0: none */
	uint32_t zero;    /* the constant 0 */
};

static bool takes_vectors(const struct Step *step)
{
	return step->lanes && step->op != OP_TURN && step->op != OP_SPLICE;
}

/* Is the operand a number that is a temporary? */
static bool is_number(const struct Program *program, struct Operand operand)
{
	const struct Step *step = operand.kind == OPERAND_STEP ? &program->step[operand.index] : NULL;
	return step && step->named && !step->lanes;
}

/* By step: do statements compute it? Loops over columns compute the others. */
static bool *find_computed(const struct Program *program, struct Arena *arena)
{
	bool *computed = ARENA_ARRAY(arena, bool, program->steps);
	for (uint32_t s = 0; s < program->statements; s++) {
		struct Statement statement = program->statement[s];
		const struct Operand *value = &program->store[statement.index].value;
		if (!statement.store)
			computed[statement.index] = true;
		else if (value->kind == OPERAND_STEP && !program->step[value->index].named)
			computed[value->index] = true;
	}
	for (uint32_t i = program->steps; i-- > 0;) {
		const struct Step *step = &program->step[i];
		for (int k = 0; k < op_table[step->op].arity && computed[i]; k++)
			if (step->operand[k].kind == OPERAND_STEP && !program->step[step->operand[k].index].named)
				computed[step->operand[k].index] = true;
	}
	return computed;
}

static void count_uses(struct Broadcast *b, const bool *computed)
{
	for (uint32_t i = 0; i < b->from->steps; i++) {
		const struct Step *step = &b->from->step[i];
		for (int k = 0; k < op_table[step->op].arity && takes_vectors(step) && computed[i]; k++)
			if (is_number(b->from, step->operand[k]))
				b->uses[step->operand[k].index]++;
	}
}

/* Is a step the last of its group of sines and cosines, or in none? */
static bool ends_group(const struct Program *program, uint32_t i)
{
	uint32_t group = program->step[i].group;
	return !group || i + 1 == program->steps || program->step[i + 1].group != group;
}

static struct Operand operand_in(const struct Broadcast *b, struct Operand operand, bool vector)
{
	if (operand.kind != OPERAND_STEP)
		return operand;
	bool has = vector && b->vector[operand.index];
	operand.index = has ? b->vector[operand.index] - 1 : b->number[operand.index];
	return operand;
}

static void copy_step(struct Broadcast *b, uint32_t i)
{
	struct Step step = b->from->step[i];
	for (int k = 0; k < op_table[step.op].arity; k++)
		step.operand[k] = operand_in(b, step.operand[k], takes_vectors(&b->from->step[i]));
	b->number[i] = b->to->steps;
	b->to->step[b->to->steps++] = step;
}

/* The vectors of the steps from `first` up to `end`. */
static void add_vectors(struct Broadcast *b, uint32_t first, uint32_t end)
{
	for (uint32_t i = first; i < end; i++) {
		if (b->uses[i] < BROADCAST_USES)
			continue;
		struct Step *vector = &b->to->step[b->to->steps];
		*vector = (struct Step){ .op = OP_TURN, .uses = b->uses[i], .named = true, .lanes = true };
		vector->operand[0] = (struct Operand){ .kind = OPERAND_STEP, .index = b->number[i] };
		vector->operand[1] = (struct Operand){ .kind = OPERAND_CONST, .index = b->zero };
		b->to->step[b->number[i]].uses -= b->uses[i] - 1;
		b->vector[i] = ++b->to->steps;
	}
}

static void copy_steps(struct Broadcast *b)
{
	for (uint32_t i = 0, first = 0; i < b->from->steps; i++) {
		copy_step(b, i);
		if (!ends_group(b->from, i))
			continue;
		add_vectors(b, first, i + 1);
		first = i + 1;
	}
	for (uint32_t i = 0; i < b->from->steps; i++)
		if (b->from->step[i].partner)
			b->to->step[b->number[i]].partner = b->number[b->from->step[i].partner - 1] + 1;
}

static void add_statement(struct Program *to, bool store, uint32_t index)
{
	to->statement[to->statements++] = (struct Statement){ store, index };
}

/* Statements of the vectors of a step, or of its group. */
static void set_vectors(struct Broadcast *b, uint32_t step)
{
	uint32_t first = step;
	if (!ends_group(b->from, step))
		return;
	while (first > 0 && b->from->step[step].group && b->from->step[first - 1].group == b->from->step[step].group)
		first--;
	for (uint32_t i = first; i <= step; i++)
		if (b->vector[i])
			add_statement(b->to, false, b->vector[i] - 1);
}

static void copy_statements(struct Broadcast *b)
{
	for (uint32_t s = 0; s < b->from->statements; s++) {
		struct Statement statement = b->from->statement[s];
		add_statement(b->to, statement.store, statement.store ? statement.index : b->number[statement.index]);
		if (!statement.store)
			set_vectors(b, statement.index);
	}
}

static void copy_stores(struct Broadcast *b)
{
	for (uint32_t s = 0; s < b->from->stores; s++) {
		b->to->store[s] = b->from->store[s];
		b->to->store[s].value = operand_in(b, b->from->store[s].value, false);
	}
}

static void open_program(struct Broadcast *b)
{
	struct Arena *arena = b->from->arena;
	struct Program *to = b->to;
	*to = *b->from;
	to->step = ARENA_ARRAY(arena, struct Step, 2 * (size_t)to->steps);
	to->store = ARENA_ARRAY(arena, struct Store, to->stores);
	to->statement = ARENA_ARRAY(arena, struct Statement, 2 * (size_t)to->statements);
	to->constant = ARENA_ARRAY(arena, double, (size_t)to->constants + 1);
	for (uint32_t c = 0; c < to->constants; c++)
		to->constant[c] = b->from->constant[c];
	b->zero = to->constants++;
	to->steps = to->statements = 0;
}

struct Program broadcast_numbers(const struct Program *program)
{
	struct Arena *scratch = arena_part(program->arena);
	struct Program made;
	struct Broadcast b = { .from = program,
		               .to = &made,
		               .uses = ARENA_ARRAY(scratch, uint32_t, program->steps),
		               .number = ARENA_ARRAY(scratch, uint32_t, program->steps),
		               .vector = ARENA_ARRAY(scratch, uint32_t, program->steps) };
	open_program(&b);
	count_uses(&b, find_computed(program, scratch));
	copy_steps(&b);
	copy_stores(&b);
	copy_statements(&b);
	liveness_ranges(&made, scratch);
	arena_free(scratch);
	return made;
}
