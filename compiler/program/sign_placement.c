/* Sign placement. A step may hold its value or its negative. Some signs follow from the operands, others are free:
 *
 *   a b          the product of the values held for a and b
 *   3 a, a + 3   free: the constant takes the sign
 *   a - b        free: b - a
 *   a + b        follows if both operands have the same sign; else a difference, free
 *   sqrt(a) ...  its value; a is negated first if needed
 *
 * A negation is an operation. On x86 without AVX each operation overwrites its first operand: a - b leaves its
 * result in a's register, a + b in either operand's. If a later step reads the lost operand, a copy is made first. A
 * compiler with a single choice of register fails half of the time to use it (measured with gcc 12), and copies too.
 *
 * The placement minimizes negations, then copies. The optimum is hard to find, so each free sign is reversed in turn
 * and kept if this does not cost more, in a few sweeps. */
#include "lowering.h"

#include "base/tuning.h"

struct Users {
	uint32_t *first, *item; /* users of step i: from first[i] to first[i + 1] */
};

/* A step before an update. */
struct SignBefore {
	uint32_t step;
	int cost;
	bool flipped;
};

struct Signs {
	const struct Program *program;
	bool *choice;           /* by step with a free sign: hold the negative? */
	bool *flipped;          /* by step: holds the negative */
	bool (*dies)[OPERANDS]; /* by operand: no later step reads it */
	int *stores;            /* by step: stores of its value, less stores of its negative */
	int *cost;              /* by step: current cost */
	struct Users users;
	uint32_t *waiting; /* steps to update: a heap, each before its children 2k + 1 and 2k + 2 */
	size_t waits;
	bool *waits_already;       /* by step */
	struct SignBefore *before; /* of the steps that the last choice has updated */
	size_t befores;
};

/* --- signs of steps --- */

static bool is_negative(const struct Signs *s, struct Operand operand)
{
	return operand.negative != (operand.kind == OPERAND_STEP && s->flipped[operand.index]);
}

static bool has_constant(const struct Step *step)
{
	return step->operand[0].kind == OPERAND_CONST || step->operand[1].kind == OPERAND_CONST;
}

/* True if an operation cannot absorb the sign of an operand. */
static bool keeps_signs(enum Op op)
{
	return op != OP_ADD && op != OP_MUL && op != OP_DIV && op != OP_SIN && op != OP_COS && op != OP_FMA &&
	       op != OP_PICK && op != OP_TURN;
}

static bool holds_negative(const struct Signs *s, uint32_t i)
{
	const struct Step *step = &s->program->step[i];
	bool a = is_negative(s, step->operand[0]), b = op_table[step->op].arity > 1 && is_negative(s, step->operand[1]);
	switch (step->op) {
	case OP_ADD: return a == b && !has_constant(step) ? a : s->choice[i];
	case OP_MUL:
	case OP_DIV: return has_constant(step) ? s->choice[i] : a != b;
	case OP_SIN:
	case OP_PICK:
	case OP_TURN: return a;
	default: return false;
	}
}

/* --- costs --- */

static int copies_of_sum(const struct Signs *s, uint32_t i)
{
	const struct Step *step = &s->program->step[i];
	const bool *dies = s->dies[i];
	bool minus[2];
	for (int k = 0; k < 2; k++)
		minus[k] = is_negative(s, step->operand[k]) != s->flipped[i];
	for (int k = 0; k < 2; k++)
		if (step->operand[k].kind == OPERAND_CONST)
			return minus[!k] || !dies[!k] ? SIGN_COPY : 0;
	if (minus[0] || minus[1])
		return dies[minus[0]] ? SIGN_HALF_COPY : SIGN_COPY;
	return dies[0] || dies[1] ? 0 : SIGN_COPY;
}

static int cost_of(const struct Signs *s, uint32_t i)
{
	const struct Step *step = &s->program->step[i];
	int cost = s->flipped[i] ? SIGN_NEGATION * s->stores[i] : 0;
	if (step->op == OP_ADD)
		return cost + copies_of_sum(s, i);
	for (int k = 0; k < op_table[step->op].arity && keeps_signs(step->op); k++)
		cost += SIGN_NEGATION * (step->operand[k].kind != OPERAND_CONST && is_negative(s, step->operand[k]));
	return cost;
}

/* --- users --- */

/* Notes the time of each step in the compiler's order: an unnamed operand directly precedes its user, the left
 * operand first. */
static uint32_t note_time(const struct Program *program, uint32_t i, uint32_t now, uint32_t *time)
{
	const struct Step *step = &program->step[i];
	for (int k = 0; k < op_table[step->op].arity; k++)
		if (step->operand[k].kind == OPERAND_STEP && !program->step[step->operand[k].index].named)
			now = note_time(program, step->operand[k].index, now, time);
	time[i] = now;
	return now + 1;
}

static void note_times(const struct Program *program, uint32_t *time)
{
	uint32_t now = 0;
	for (uint32_t k = 0; k < program->statements; k++) {
		struct Statement statement = program->statement[k];
		const struct Operand *value = statement.store ? &program->store[statement.index].value : NULL;
		if (!value)
			now = note_time(program, statement.index, now, time);
		else if (value->kind == OPERAND_STEP && !program->step[value->index].named)
			now = note_time(program, value->index, now, time);
	}
}

/* Step read by operand k of step i; -1: none. */
static int64_t step_read(const struct Program *program, uint32_t i, int k)
{
	const struct Step *step = &program->step[i];
	bool reads = k < op_table[step->op].arity && step->operand[k].kind == OPERAND_STEP;
	return reads ? (int64_t)step->operand[k].index : -1;
}

/* An operand dies where its step is read for the last time. */
static void note_deaths(struct Signs *s)
{
	const struct Program *program = s->program;
	uint32_t *time = ARENA_ARRAY(program->arena, uint32_t, program->steps);
	uint32_t *last = ARENA_ARRAY(program->arena, uint32_t, program->steps);
	note_times(program, time);
	for (uint32_t i = 0; i < program->steps; i++)
		for (int k = 0; k < OPERANDS; k++) {
			int64_t read = step_read(program, i, k);
			if (read >= 0 && last[read] < time[i])
				last[read] = time[i];
		}
	for (uint32_t i = 0; i < program->steps; i++)
		for (int k = 0; k < OPERANDS; k++) {
			int64_t read = step_read(program, i, k);
			s->dies[i][k] = read >= 0 && last[read] == time[i];
		}
}

/* Lists the users of each step. First first[i + 2] counts the users of step i. Summed up, first[i + 1] is where its list begins.
 * Filling the list moves this to its end, which is where the list of step i + 1 begins. */
static void find_users(struct Signs *s)
{
	const struct Program *program = s->program;
	uint32_t *first = s->users.first = ARENA_ARRAY(program->arena, uint32_t, (size_t)program->steps + 2);
	s->users.item = ARENA_ARRAY(program->arena, uint32_t, OPERANDS * (size_t)program->steps);
	for (uint32_t i = 0; i < program->steps; i++)
		for (int k = 0; k < OPERANDS; k++)
			if (step_read(program, i, k) >= 0)
				first[step_read(program, i, k) + 2]++;
	for (uint32_t i = 2; i < program->steps + 2; i++)
		first[i] += first[i - 1];
	for (uint32_t i = 0; i < program->steps; i++)
		for (int k = 0; k < OPERANDS; k++)
			if (step_read(program, i, k) >= 0)
				s->users.item[first[step_read(program, i, k) + 1]++] = i;
}

/* Counts the stores of each step. */
static void count_stores(struct Signs *s)
{
	for (uint32_t i = 0; i < s->program->stores; i++) {
		struct Operand value = s->program->store[i].value;
		if (value.kind == OPERAND_STEP)
			s->stores[value.index] += value.negative ? -1 : 1;
	}
}

/* --- search --- */

/* Adds a step to those to update, at most once. */
static void wait(struct Signs *s, uint32_t i)
{
	size_t at = s->waits;
	if (s->waits_already[i])
		return;
	s->waits_already[i] = true;
	for (s->waits++; at > 0 && s->waiting[(at - 1) / 2] > i; at = (at - 1) / 2)
		s->waiting[at] = s->waiting[(at - 1) / 2];
	s->waiting[at] = i;
}

/* Takes the first step of those to update. */
static uint32_t first_waiting(struct Signs *s)
{
	uint32_t *waiting = s->waiting, first = waiting[0], last = waiting[--s->waits];
	size_t at = 0;
	for (size_t child = 1; child < s->waits; child = 2 * at + 1) {
		child += child + 1 < s->waits && waiting[child + 1] < waiting[child];
		if (waiting[child] > last)
			break;
		waiting[at] = waiting[child];
		at = child;
	}
	waiting[at] = last;
	s->waits_already[first] = false;
	return first;
}

/* Updates the sign of a step and of the steps that depend on it. Returns the increase in cost. */
static int settle(struct Signs *s, uint32_t i)
{
	int more = 0;
	s->befores = 0;
	wait(s, i);
	while (s->waits) {
		uint32_t next = first_waiting(s);
		bool flipped = holds_negative(s, next), turns = flipped != s->flipped[next];
		s->before[s->befores++] = (struct SignBefore){ next, s->cost[next], s->flipped[next] };
		s->flipped[next] = flipped;
		more -= s->cost[next];
		s->cost[next] = cost_of(s, next);
		more += s->cost[next];
		for (uint32_t k = s->users.first[next]; turns && k < s->users.first[next + 1]; k++)
			wait(s, s->users.item[k]);
	}
	return more;
}

static int reverse(struct Signs *s, uint32_t i)
{
	s->choice[i] = !s->choice[i];
	return settle(s, i);
}

/* Takes the last choice back. Users come after their operands, so each step was updated once. */
static void take_back(struct Signs *s, uint32_t i)
{
	s->choice[i] = !s->choice[i];
	for (size_t k = 0; k < s->befores; k++) {
		const struct SignBefore *before = &s->before[k];
		s->flipped[before->step] = before->flipped;
		s->cost[before->step] = before->cost;
	}
}

static bool sweep(struct Signs *s)
{
	bool better = false;
	for (uint32_t i = s->program->steps; i-- > 0;) {
		enum Op op = s->program->step[i].op;
		if (op != OP_ADD && op != OP_MUL && op != OP_DIV)
			continue;
		int more = reverse(s, i);
		if (more > 0)
			take_back(s, i);
		better |= more < 0;
	}
	return better;
}

bool *choose_signs(const struct Program *program)
{
	struct Arena *arena = program->arena;
	struct Signs s = {
		.program = program,
		.choice = ARENA_ARRAY(arena, bool, program->steps),
		.flipped = ARENA_ARRAY(arena, bool, program->steps),
		.dies = (bool(*)[OPERANDS])ARENA_ARRAY(arena, bool, OPERANDS *(size_t)program->steps),
		.stores = ARENA_ARRAY(arena, int, program->steps),
		.cost = ARENA_ARRAY(arena, int, program->steps),
		.waiting = ARENA_ARRAY(arena, uint32_t, program->steps),
		.waits_already = ARENA_ARRAY(arena, bool, program->steps),
		.before = ARENA_ARRAY(arena, struct SignBefore, program->steps),
	};
	note_deaths(&s);
	find_users(&s);
	count_stores(&s);
	for (uint32_t i = 0; i < program->steps; i++)
		settle(&s, i);
	for (int k = 0; k < SIGN_SWEEPS && program->steps <= SIGN_MOST_STEPS && sweep(&s); k++)
		continue;
	return s.flipped;
}

/* --- application of signs --- */

static void turn(struct Program *program, struct Operand *operand)
{
	if (operand->kind == OPERAND_CONST)
		program->constant[operand->index] = -program->constant[operand->index];
	else
		operand->negative = !operand->negative;
}

/* Count of signs that an operation cannot absorb. */
static uint32_t negations(const struct Step *step)
{
	uint32_t count = 0;
	/* machines have fma with all signs */
	for (int k = 0; k < op_table[step->op].arity && step->op != OP_FMA; k++)
		count += step->operand[k].negative && !(k == 1 && step->op == OP_ADD);
	return count;
}

/* b - a rather than -a + b. */
static void place_in_sum(struct Program *program, struct Operand *a, struct Operand *b, bool flip)
{
	if (flip) {
		turn(program, a);
		turn(program, b);
	}
	if (a->negative) {
		struct Operand swap = *a;
		*a = *b;
		*b = swap;
	}
}

/* A constant takes the sign. Without one the step holds the product of the values held for its operands. */
static void place_in_product(struct Program *program, struct Operand *a, struct Operand *b, bool flip)
{
	bool constant = a->kind == OPERAND_CONST || b->kind == OPERAND_CONST;
	if (constant && (a->negative != b->negative) != flip)
		turn(program, a->kind == OPERAND_CONST ? a : b);
	a->negative = b->negative = false;
}

/* (-a) b + c rather than a (-b) + c. */
static void place_in_fma(struct Program *program, struct Operand *a, struct Operand *b)
{
	if (b->kind == OPERAND_STEP && b->negative) {
		turn(program, a);
		turn(program, b);
	}
}

void place_signs(struct Program *program, struct Step *step, bool flip)
{
	struct Operand *const a = &step->operand[0], *const b = &step->operand[1];
	switch (step->op) {
	case OP_ADD: place_in_sum(program, a, b, flip); break;
	case OP_MUL:
	case OP_DIV: place_in_product(program, a, b, flip); break;
	case OP_SIN:
	case OP_COS:
	case OP_PICK:
	case OP_TURN: a->negative = false; break;
	case OP_FMA: place_in_fma(program, a, b); break;
	default: break; /* other operations negate an operand explicitly */
	}
	if (step->label)
		step->label->negative ^= flip;
	program->cost[COST_NEG] += negations(step);
}
