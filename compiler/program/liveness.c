#include "lowering.h"

static const uint32_t nowhere = UINT32_MAX;

/* Sets the last use of every temporary read by a value to `when`. The walk enters unnamed steps, and temporaries set
 * inside a statement at their first read only, so its total time is linear. */
static void note_uses(struct Program *program, struct Operand value, uint32_t when, uint32_t *stack)
{
	uint32_t depth = 0;
	if (value.kind != OPERAND_STEP)
		return;
	stack[depth++] = value.index;
	while (depth) {
		struct Step *step = &program->step[stack[--depth]];
		if (step->named) {
			bool first = step->inside && step->set == nowhere;
			step->last = when;
			step->set = first ? when : step->set;
			if (!first)
				continue;
		}
		for (int k = 0; k < op_table[step->op].arity; k++)
			if (step->operand[k].kind == OPERAND_STEP)
				stack[depth++] = step->operand[k].index;
	}
}

/* A call sets a whole group of sines and cosines at its first step. So the statements of a group are consecutive, but for
 * stores. `before`: the step that the last statement set. */
static bool group_holds(const struct Program *program, uint32_t index, uint32_t before)
{
	const struct Step *step = &program->step[index];
	bool first = !step->group || index == 0 || step[-1].group != step->group;
	return first || before == index - 1;
}

static void find_ranges(struct Program *program, struct Arena *scratch)
{
	uint32_t before = nowhere;
	uint32_t *stack = ARENA_ARRAY(scratch, uint32_t, OPERANDS * (size_t)program->steps + 1);
	for (uint32_t i = 0; i < program->steps; i++)
		program->step[i].set = nowhere;
	for (uint32_t s = 0; s < program->statements; s++) {
		struct Statement statement = program->statement[s];
		if (statement.store) {
			note_uses(program, program->store[statement.index].value, s, stack);
			continue;
		}
		struct Step *step = &program->step[statement.index];
		for (int k = 0; k < op_table[step->op].arity; k++)
			note_uses(program, step->operand[k], s, stack);
		step->set = step->last = s;
		MUST(scratch, group_holds(program, statement.index, before));
		before = statement.index;
	}
}

/* Count of temporaries set by a statement: the first sine or cosine of a group sets all of its group. */
static uint32_t sets(const struct Program *program, struct Statement statement)
{
	const struct Step *step = &program->step[statement.index];
	uint32_t i = statement.index;
	if (statement.store || !step->group)
		return !statement.store;
	if (i > 0 && step[-1].group == step->group)
		return 0;
	return program_group_end(program, i) - i;
}

static void count_alive(struct Program *program, struct Arena *scratch)
{
	uint32_t *ends = ARENA_ARRAY(scratch, uint32_t, (size_t)program->statements + 1), alive = 0;
	uint32_t *inside = ARENA_ARRAY(scratch, uint32_t, (size_t)program->statements + 1);
	program->alive = 0;
	for (uint32_t i = 0; i < program->steps; i++)
		if (program->step[i].named) {
			ends[program->step[i].last]++;
			inside[program->step[i].set] += program->step[i].inside;
		}
	for (uint32_t s = 0; s < program->statements; s++) {
		alive += sets(program, program->statement[s]) + inside[s];
		if (alive > program->alive)
			program->alive = alive;
		alive -= ends[s];
	}
}

/* Lists of temporaries (+ 1) by statement. */
struct List {
	uint32_t *first, *next;
};

static struct List list_new(const struct Program *program, struct Arena *scratch)
{
	return (struct List){ ARENA_ARRAY(scratch, uint32_t, (size_t)program->statements + 1),
		              ARENA_ARRAY(scratch, uint32_t, program->steps) };
}

static void list_add(struct List *list, uint32_t statement, uint32_t number)
{
	list->next[number] = list->first[statement];
	list->first[statement] = number + 1;
}

/* Free slots, and by statement the temporaries set inside it and the temporaries last used by it. */
struct Places {
	uint32_t *item;
	uint32_t count;
	struct List inside, ends;
	bool *given;
};

static void give_place(struct Program *program, struct Places *places, uint32_t number)
{
	struct Step *step = &program->step[number];
	if (places->given[number] || step->group)
		return;
	places->given[number] = true;
	step->slot = places->count ? places->item[--places->count] : program->slots++;
	list_add(&places->ends, step->last, number);
}

/* Gives temporaries slots. One statement sets the sine and the cosine of an angle, so both get slots there. Sines of a group need no
 * slots. A statement never sets a slot that it reads. */
static void assign_slots(struct Program *program, struct Arena *scratch)
{
	struct Places places = {
		.item = ARENA_ARRAY(scratch, uint32_t, program->steps),
		.inside = list_new(program, scratch),
		.ends = list_new(program, scratch),
		.given = ARENA_ARRAY(scratch, bool, program->steps),
	};
	program->slots = 0;
	for (uint32_t i = 0; i < program->steps; i++)
		if (program->step[i].inside)
			list_add(&places.inside, program->step[i].set, i);
	for (uint32_t s = 0; s < program->statements; s++) {
		struct Statement statement = program->statement[s];
		if (!statement.store) {
			give_place(program, &places, statement.index);
			if (program->step[statement.index].partner)
				give_place(program, &places, program->step[statement.index].partner - 1);
		}
		for (uint32_t i = places.inside.first[s]; i; i = places.inside.next[i - 1])
			give_place(program, &places, i - 1);
		for (uint32_t i = places.ends.first[s]; i; i = places.ends.next[i - 1])
			places.item[places.count++] = program->step[i - 1].slot;
	}
}

void liveness_ranges(struct Program *program, struct Arena *scratch)
{
	find_ranges(program, scratch);
	count_alive(program, scratch);
	assign_slots(program, scratch);
}
