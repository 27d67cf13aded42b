/* DAG to straight-line program: the live nodes, in the order of their creation (body by body, outward and back) or a
 * better one; and the choice of temporaries. */
#include "lower.h"

#include "base/tuning.h"
#include "lowering.h"

struct Lowering {
	const struct Dag *dag;
	const bool *live;
	const struct Result *result;
	int results;
	const bool *flipped; /* node -> its step holds the negative; NULL: none does, operands keep all signs */
	struct Program *program;
	struct Arena *scratch; /* of what is forgotten once the program is there */
	uint32_t *number;      /* node -> step or constant */
};

static bool is_flipped(const struct Lowering *l, uint32_t n)
{
	return l->flipped && l->flipped[n];
}

static uint32_t add_const(struct Program *program, double value)
{
	program->constant[program->constants] = value;
	return program->constants++;
}

static struct Operand operand(struct Lowering *l, Ref ref)
{
	const struct Node *node = &l->dag->item[ref_node(ref)];
	struct Program *program = l->program;
	struct Operand result = { .negative = ref_negative(ref) != is_flipped(l, ref_node(ref)) };
	if (node->op == OP_CONST) {
		result = (struct Operand){ .kind = OPERAND_CONST };
		result.index = add_const(program, dag_value(l->dag, ref));
	} else if (node->op == OP_INPUT) {
		result.kind = OPERAND_INPUT;
		result.array = (uint8_t)node->operand[0];
		result.index = node->operand[1];
		if (program->input[result.array] <= result.index)
			program->input[result.array] = result.index + 1;
	} else {
		result.kind = OPERAND_STEP;
		result.index = l->number[ref_node(ref)];
		program->step[result.index].uses++;
	}
	return result;
}

/* Pairs the sine and cosine of an angle, and counts each pair once. */
static void find_pairs(struct Lowering *l)
{
	const struct Dag *dag = l->dag;
	struct Program *program = l->program;
	/* by angle: its step, and a step with its sine or cosine */
	uint32_t *seen = ARENA_ARRAY(l->scratch, uint32_t, dag->count);
	for (uint32_t n = 0; n < dag->count; n++) {
		const struct Node *node = &dag->item[n];
		if (!l->live[n] || !node_trigonometric(node))
			continue;
		uint32_t *other = &seen[ref_node(node->operand[0])], step = l->number[n];
		if (*other) {
			program->step[step].partner = *other;
			program->step[*other - 1].partner = step + 1;
		} else {
			*other = step + 1;
			program->cost[COST_SINCOS]++;
		}
	}
}

/* A sine or cosine is counted with its pair. */
static void count_operation(struct Program *program, enum Op op)
{
	enum Cost cost = op_table[op].cost;
	program->cost[cost] += cost != COST_SINCOS;
	program->cost[COST_ADD] += op == OP_FMA;
}

static void make_steps(struct Lowering *l, const struct Schedule order)
{
	const struct Dag *dag = l->dag;
	struct Program *program = l->program;
	for (uint32_t i = 0; i < order.count; i++) {
		uint32_t n = order.node[i];
		const struct Node *node = &dag->item[n];
		struct Step *step = &program->step[program->steps];
		step->op = (enum Op)node->op;
		step->group = order.group ? order.group[n] : 0;
		for (int k = 0; k < node_arity(node); k++)
			step->operand[k] = operand(l, node->operand[k]);
		const struct Label *label = dag_label_of(dag, n);
		if (label) {
			step->label = ARENA_NEW(program->arena, struct Label);
			*step->label = *label;
		}
		for (int k = 0; k < node_arity(node) && step->op != OP_PICK; k++)
			step->lanes |= program_has_lanes(program, step->operand[k]);
		if (l->flipped)
			place_signs(program, step, l->flipped[n]);
		l->number[n] = program->steps++;
		count_operation(program, step->op);
	}
}

/* A constant zero is stored as 0, never as -0. */
static struct Operand stored(struct Lowering *l, Ref value)
{
	return operand(l, dag_is_zero(l->dag, value) ? value & ~(Ref)1 : value);
}

static void make_stores(struct Lowering *l)
{
	struct Program *program = l->program;
	for (int r = 0; r < l->results; r++)
		for (size_t i = 0; i < l->result[r].size; i++) {
			struct Store *store = &program->store[program->stores++];
			*store = (struct Store){ (uint32_t)r, (uint32_t)i, stored(l, l->result[r].value[i]) };
			program->cost[COST_NEG] += store->value.negative;
		}
}

/* --- temporaries --- */

/* Is a step a lane that only stores read? They read it from the vector. */
static bool *find_stored_lanes(const struct Program *program, struct Arena *scratch)
{
	uint32_t *stores = ARENA_ARRAY(scratch, uint32_t, program->steps);
	bool *lane = ARENA_ARRAY(scratch, bool, program->steps);
	for (uint32_t i = 0; i < program->stores; i++)
		if (program->store[i].value.kind == OPERAND_STEP)
			stores[program->store[i].value.index]++;
	for (uint32_t i = 0; i < program->steps; i++)
		lane[i] = program->step[i].op == OP_PICK && stores[i] == program->step[i].uses;
	return lane;
}

/* A value used once is written inside its user while the expression stays small; sin and cos, values
 * with turned lanes, and what a lane is read from, are always set on their own. */
static void choose_temporaries(struct Program *program, int nesting, struct Arena *scratch)
{
	int *size = ARENA_ARRAY(scratch, int, program->steps);
	const bool *lane = find_stored_lanes(program, scratch);
	for (uint32_t i = 0; i < program->steps; i++) {
		struct Step *step = &program->step[i];
		bool turns = step->op == OP_TURN || step->op == OP_SPLICE;
		step->named |= turns;
		for (int k = 0; k < (step->op == OP_SPLICE ? 2 : 1) && (turns || step->op == OP_PICK); k++)
			if (step->operand[k].kind == OPERAND_STEP)
				program->step[step->operand[k].index].named = true;
	}
	for (uint32_t i = 0; i < program->steps; i++) {
		struct Step *step = &program->step[i];
		bool trigonometric = op_table[step->op].cost == COST_SINCOS;
		size[i] = 1;
		for (int k = 0; k < op_table[step->op].arity; k++)
			if (step->operand[k].kind == OPERAND_STEP && !program->step[step->operand[k].index].named)
				size[i] += size[step->operand[k].index];
		step->named |= (step->uses > 1 && !lane[i]) || trigonometric || size[i] >= nesting;
		program->temporaries += step->named;
	}
}

/* The step that sets a stored value: the vector, if the value is a lane of it. Without one, the count of steps. */
static uint32_t set_by(const struct Program *program, struct Operand value)
{
	if (value.kind != OPERAND_STEP)
		return program->steps;
	const struct Step *step = &program->step[value.index];
	bool lane = step->op == OP_PICK && !step->named && step->operand[0].kind == OPERAND_STEP;
	return lane ? step->operand[0].index : value.index;
}

void lower_statements(struct Program *program, struct Arena *scratch)
{
	uint32_t *first = ARENA_ARRAY(scratch, uint32_t, (size_t)program->steps + 1);
	uint32_t *next = ARENA_ARRAY(scratch, uint32_t, (size_t)program->stores + 1);
	program->statement = ARENA_ARRAY(program->arena, struct Statement, (size_t)program->steps + program->stores);
	program->statements = 0;
	for (uint32_t i = program->stores; i-- > 0;) {
		uint32_t at = set_by(program, program->store[i].value);
		next[i] = first[at];
		first[at] = i + 1;
	}
	for (uint32_t i = 0; i <= program->steps; i++) {
		if (i < program->steps && program->step[i].named)
			program->statement[program->statements++] = (struct Statement){ false, i };
		for (uint32_t k = first[i]; k; k = next[k - 1])
			program->statement[program->statements++] = (struct Statement){ true, k - 1 };
	}
}

static const bool *live_nodes(struct Arena *arena, const struct Dag *dag, const struct Result *result, int results)
{
	size_t count = 0;
	for (int r = 0; r < results; r++)
		count += result[r].size;
	Ref *value = ARENA_ARRAY(arena, Ref, count), *next = value;
	for (int r = 0; r < results; r++)
		for (size_t i = 0; i < result[r].size; i++)
			*next++ = result[r].value[i];
	return dag_live(dag->arena, dag, value, count);
}

/* --- the whole lowering --- */

static struct Program lower(struct Arena *arena, struct Lowering *l, const struct Lower *how, enum ScheduleKind kind)
{
	struct Program program = { .arena = arena, .kernel = how->kernel, .fused = how->fused };
	size_t stores = 0, steps = 0;
	for (uint32_t n = 0; n < l->dag->count; n++)
		steps += l->live[n] && node_arity(&l->dag->item[n]);
	for (int r = 0; r < l->results; r++)
		stores += l->result[r].size;
	program.step = ARENA_ARRAY(arena, struct Step, steps);
	program.store = ARENA_ARRAY(arena, struct Store, stores);
	program.constant = ARENA_ARRAY(arena, double, (OPERANDS * steps + stores));

	l->program = &program;
	l->number = ARENA_ARRAY(l->scratch, uint32_t, l->dag->count);
	make_steps(l, schedule_nodes(l->scratch, l->dag, l->live, l->result, l->results, kind, how->kernel));
	make_stores(l);
	find_pairs(l);
	choose_temporaries(&program, how->nesting, l->scratch);
	lower_statements(&program, l->scratch);
	liveness_ranges(&program, l->scratch);
	l->program = NULL;
	return program;
}

/* Nodes whose steps hold the negative. The signs of zeros follow from this choice, so the choice is the same for all executors:
 * nesting and order do not differ here. */
static const bool *choose_flips(struct Lowering l)
{
	static const struct Lower how = { .nesting = 10 };
	bool *flipped = ARENA_ARRAY(l.scratch, bool, l.dag->count);
	l.scratch = arena_part(l.scratch);
	const struct Program program = lower(l.scratch, &l, &how, SCHEDULE_AS_MADE);
	const bool *chosen = choose_signs(&program);
	for (uint32_t n = 0; n < l.dag->count; n++)
		flipped[n] = l.live[n] && node_arity(&l.dag->item[n]) && chosen[l.number[n]];
	arena_free(l.scratch);
	return flipped;
}

/* The operations and constants of the program, except signs and sines. */
static struct Program count_operations(struct Arena *arena, const struct Lowering *l)
{
	struct Program program = { .arena = arena, .constant = ARENA_ARRAY(arena, double, l->dag->count) };
	for (uint32_t n = 0; n < l->dag->count; n++) {
		const struct Node *node = &l->dag->item[n];
		if (l->live[n] && node->op == OP_CONST)
			(void)add_const(&program, operands_number(node->operand));
		else if (l->live[n] && node_arity(node))
			count_operation(&program, (enum Op)node->op);
	}
	return program;
}

/* The order of the algorithm gives the processor the most parallel work. Another order pays only if far fewer
 * temporaries are alive: measured 8 to 12 % faster on a humanoid, 2 to 8 % slower on an arm. */
struct Program lower_dag(struct Arena *arena, const struct Dag *dag, const struct Result *result, int results,
                         const struct Lower *how)
{
	struct Arena *scratch = arena_part(arena);
	struct Lowering l = { .dag = dag,
		              .live = live_nodes(scratch, dag, result, results),
		              .result = result,
		              .results = results,
		              .scratch = scratch };
	if (how->counted) {
		struct Program counted = count_operations(arena, &l);
		arena_free(scratch);
		return counted;
	}
	l.flipped = choose_flips(l);
	struct Program made = lower(arena, &l, how, SCHEDULE_AS_MADE), best = made;
	for (enum ScheduleKind kind = SCHEDULE_AS_MADE + 1;
	     kind < SCHEDULE_COUNT && how->schedule && made.steps <= SCHEDULE_MOST; kind++) {
		struct Program other = lower(arena, &l, how, kind);
		if (other.alive < best.alive)
			best = other;
	}
	best = best.alive < SCHEDULE_FAR_FEWER * made.alive ? best : made;
	if (how->first_use) {
		forward_substitute(&best, scratch);
		liveness_ranges(&best, scratch);
	}
	arena_free(scratch);
	return best;
}
