#include "rolled_stages.h"

#include "lower.h"

/* Stages are assigned from the operands on, each as early as possible. Then steps outside of limbs move as late as
 * their readers allow, so that fewer values are held during loops. */

struct Arranging {
	struct Program *program;
	const struct LimbFold *lanes;
	struct RolledStages *stages;
	uint32_t *stage; /* by named step */
	uint32_t *late;  /* by step: latest stage in time for all readers, + 1; 0: any */
	bool *taken;     /* by store: stored by a stage of limbs, or apart */
};

/* --- choice of stages --- */

static uint32_t later(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static uint32_t step_stage(const struct Arranging *a, uint32_t index, bool lanes);

/* Earliest stage that can read a value, among the stages for limbs (`lanes`) or the others: the value's own stage,
 * or the next if that is of the other kind. */
static uint32_t operand_stage(const struct Arranging *a, struct Operand operand, bool lanes)
{
	uint32_t least = lanes ? 1 : 0;
	if (operand.kind != OPERAND_STEP)
		return least;
	const struct Step *step = &a->program->step[operand.index];
	if (step->op == OP_PICK) {
		struct Operand from = step->operand[0];
		return from.kind == OPERAND_STEP ? a->stage[from.index] + 1 + least : least;
	}
	if (step->op == OP_TURN)
		return a->stage[step->operand[0].index] + 2;
	if (!step->named)
		return step_stage(a, operand.index, lanes);
	return a->stage[operand.index] + (lanes && !step->lanes);
}

static uint32_t step_stage(const struct Arranging *a, uint32_t index, bool lanes)
{
	const struct Step *step = &a->program->step[index];
	uint32_t stage = lanes ? 1 : 0;
	for (int k = 0; k < op_table[step->op].arity; k++)
		stage = later(stage, operand_stage(a, step->operand[k], lanes));
	return stage;
}

/* Lanes that are picked or turned are written where they are read. Values outside of limbs get names if limbs read them. */
static void rename_steps(struct Program *program)
{
	for (uint32_t i = 0; i < program->steps; i++) {
		struct Step *step = &program->step[i];
		for (int k = 0; k < op_table[step->op].arity && step->lanes; k++)
			if (step->operand[k].kind == OPERAND_STEP && !program->step[step->operand[k].index].lanes)
				program->step[step->operand[k].index].named = true;
	}
	for (uint32_t i = 0; i < program->steps; i++)
		program->step[i].named &= program->step[i].op != OP_PICK && program->step[i].op != OP_TURN;
}

/* Lowers the latest stages of the operands of a statement. */
static void note_late(struct Arranging *a, uint32_t index, uint32_t stage, bool lanes)
{
	const struct Step *step = &a->program->step[index];
	for (int k = 0; k < op_table[step->op].arity && step->op != OP_PICK; k++) {
		uint32_t read = step->operand[k].index;
		const struct Step *from = &a->program->step[read];
		if (step->operand[k].kind != OPERAND_STEP)
			continue;
		if (!from->named) {
			note_late(a, read, stage, lanes);
			continue;
		}
		uint32_t last = stage - lanes + 1; /* + 1, since 0 is any */
		if (!from->lanes && (!a->late[read] || last < a->late[read]))
			a->late[read] = last;
	}
}

/* Stages of the sines of a group: a call sets those of limbs, another the others, so each waits for its last angle. */
static void join_group(struct Arranging *a, uint32_t first, uint32_t end)
{
	uint32_t stage[2] = { 0, 0 };
	for (uint32_t i = first; i < end; i++) {
		bool lanes = a->program->step[i].lanes;
		stage[lanes] = later(stage[lanes], a->stage[i]);
	}
	for (uint32_t i = first; i < end; i++)
		a->stage[i] = stage[a->program->step[i].lanes];
}

static void find_stages(struct Arranging *a, bool grouped)
{
	struct Program *program = a->program;
	for (uint32_t first = 0, end; first < program->steps; first = end) {
		end = program_group_end(program, first);
		for (uint32_t i = first; i < end; i++)
			if (program->step[i].named)
				a->stage[i] = step_stage(a, i, program->step[i].lanes);
		if (grouped && program->step[first].group)
			join_group(a, first, end);
	}
	for (uint32_t i = program->steps; i-- > 0;) {
		const struct Step *step = &program->step[i];
		if (!step->named)
			continue;
		if (!step->lanes && !step->group && a->late[i]) /* sines of a group stay together */
			a->stage[i] = a->late[i] - 1;
		note_late(a, i, a->stage[i], step->lanes);
	}
}

/* Divides the stages for limbs into loops of `most` steps. */
static void divide_loops(struct Arranging *a, uint32_t most)
{
	const struct Program *program = a->program;
	uint32_t last = 0;
	for (uint32_t i = 0; i < program->steps; i++)
		last = later(last, a->stage[i]);
	uint32_t *steps = ARENA_ARRAY(program->arena, uint32_t, last + 2);
	uint32_t *part = ARENA_ARRAY(program->arena, uint32_t, program->steps);
	for (uint32_t i = 0; i < program->steps; i++) {
		const struct Step *step = &program->step[i];
		uint32_t stage = a->stage[i];
		if (!step->named || stage % 2 == 0)
			continue;
		bool group = i > 0 && step->group && step[-1].group == step->group && a->stage[i - 1] == stage;
		part[i] = group ? part[i - 1] : steps[stage] / most;
		steps[stage]++;
	}
	for (uint32_t s = 0, before = 0; s <= last + 1; s++) {
		uint32_t more = steps[s] > most ? 2 * ((steps[s] - 1) / most) : 0;
		steps[s] = before;
		before += more;
	}
	for (uint32_t i = 0; i < program->steps; i++)
		a->stage[i] += steps[a->stage[i]] + 2 * part[i];
}

/* --- results --- */

/* Pick of a lane in a store's value; NULL: the value is no such pick. */
static const struct Step *picked(const struct Program *program, const struct Store *store)
{
	const struct Step *step = store->value.kind == OPERAND_STEP ? &program->step[store->value.index] : NULL;
	return step && step->op == OP_PICK && step->operand[0].kind == OPERAND_STEP ? step : NULL;
}

static int lane_of(const struct Program *program, const struct Step *pick)
{
	return (int)program->constant[pick->operand[1].index];
}

/* Matches the stores of a step, which has lists of them by lane. Stores of all lanes into an output make a
 * LimbStore, in order. */
static void match_stores(struct Arranging *a, uint32_t step, uint32_t (*first)[LIMB_LANES_MOST], const uint32_t *next)
{
	const struct Store *all = a->program->store;
	for (uint32_t i = first[step][0]; i; i = next[i - 1]) {
		uint32_t with[LIMB_LANES_MOST] = { i };
		bool found = true;
		for (int l = 1; l < a->lanes->width && found; l++) {
			for (with[l] = first[step][l]; with[l]; with[l] = next[with[l] - 1])
				if (!a->taken[with[l] - 1] && all[with[l] - 1].array == all[i - 1].array &&
				    all[with[l] - 1].value.negative == all[i - 1].value.negative)
					break;
			found = with[l] > 0;
		}
		if (!found)
			continue;
		struct LimbStore store = { .array = all[i - 1].array,
			                   .negative = all[i - 1].value.negative,
			                   .next = a->stages->stores[step] };
		for (int l = 0; l < a->lanes->width; l++) {
			store.element[l] = all[with[l] - 1].element;
			a->taken[with[l] - 1] = true;
		}
		*ARENA_PUSH(a->program->arena, &a->stages->store) = store;
		a->stages->stores[step] = (uint32_t)a->stages->store.count;
	}
}

static void find_limb_stores(struct Arranging *a)
{
	struct Program *program = a->program;
	uint32_t(*first)[LIMB_LANES_MOST] = arena_array(program->arena, program->steps, sizeof *first);
	uint32_t *next = ARENA_ARRAY(program->arena, uint32_t, program->stores);
	for (uint32_t i = program->stores; i-- > 0;) {
		const struct Step *pick = picked(program, &program->store[i]);
		if (!pick || a->taken[i])
			continue;
		uint32_t *head = &first[pick->operand[0].index][lane_of(program, pick)];
		next[i] = *head;
		*head = i + 1;
	}
	for (uint32_t i = 0; i < program->steps; i++)
		match_stores(a, i, first, next);
}

/* --- values kept by limbs --- */

static void keep(struct Arranging *a, uint32_t step)
{
	if (!a->stages->kept[step])
		a->stages->kept[step] = ++a->stages->keeps;
}

static void keep_read(struct Arranging *a, struct Operand operand, uint32_t stage)
{
	const struct Step *step = operand.kind == OPERAND_STEP ? &a->program->step[operand.index] : NULL;
	if (!step)
		return;
	if ((step->op == OP_PICK || step->op == OP_TURN) && step->operand[0].kind == OPERAND_STEP)
		keep(a, step->operand[0].index);
	else if (step->lanes && step->named && a->stage[operand.index] != stage)
		keep(a, operand.index);
	bool reads = step->op != OP_PICK && step->op != OP_TURN;
	for (int k = 0; k < op_table[step->op].arity && !step->named && reads; k++)
		keep_read(a, step->operand[k], stage);
}

static void find_kept(struct Arranging *a)
{
	const struct Program *program = a->program;
	for (uint32_t i = 0; i < program->steps; i++)
		for (int k = 0; k < op_table[program->step[i].op].arity && program->step[i].named; k++)
			keep_read(a, program->step[i].operand[k], a->stage[i]);
	for (uint32_t i = 0; i < program->stores; i++)
		if (!a->taken[i])
			keep_read(a, program->store[i].value, 0);
}

/* --- the order --- */

/* Orders statements by stage, and within a stage as without stages: a store follows its step. */
static void order_statements(struct Arranging *a)
{
	struct Program *program = a->program;
	lower_statements(program, program->arena);
	struct Statement *all = program->statement;
	uint32_t *stage = ARENA_ARRAY(program->arena, uint32_t, program->statements), left = 0, most = 0;
	for (uint32_t i = 0; i < program->statements; i++) {
		struct Statement one = all[i];
		if (one.store && a->taken[one.index])
			continue;
		stage[left] =
			one.store ? operand_stage(a, program->store[one.index].value, false) : a->stage[one.index];
		most = later(most, stage[left]);
		all[left++] = one;
	}
	program->statement = ARENA_ARRAY(program->arena, struct Statement, left);
	program->statements = 0;
	a->stages->count = most + 1;
	a->stages->end = ARENA_ARRAY(program->arena, uint32_t, most + 1);
	for (uint32_t s = 0; s <= most; s++) {
		for (uint32_t i = 0; i < left; i++)
			if (stage[i] == s)
				program->statement[program->statements++] = all[i];
		a->stages->end[s] = program->statements;
	}
}

struct Program roll_stages(const struct Program *program, const struct LimbFold *lanes, const bool *apart,
                           uint32_t most, struct RolledStages *stages)
{
	struct Arena *arena = program->arena;
	struct Program made = *program;
	struct Arranging a = {
		.program = &made,
		.lanes = lanes,
		.stages = stages,
		.stage = ARENA_ARRAY(arena, uint32_t, program->steps),
		.late = ARENA_ARRAY(arena, uint32_t, program->steps),
		.taken = ARENA_ARRAY(arena, bool, program->stores),
	};
	*stages = (struct RolledStages){ .stage = a.stage,
		                         .kept = ARENA_ARRAY(arena, uint32_t, program->steps),
		                         .stores = ARENA_ARRAY(arena, uint32_t, program->steps) };
	made.step = ARENA_ARRAY(arena, struct Step, program->steps);
	for (uint32_t i = 0; i < program->steps; i++)
		made.step[i] = program->step[i];
	for (uint32_t i = 0; i < program->stores; i++)
		a.taken[i] = apart && apart[i];
	rename_steps(&made);
	find_stages(&a, most > 0);
	if (most)
		divide_loops(&a, most);
	find_limb_stores(&a);
	find_kept(&a);
	order_statements(&a);
	return made;
}
