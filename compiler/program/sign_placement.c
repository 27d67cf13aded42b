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

/* What a step holds, and what this costs. */
struct Sign {
	bool negative; /* what the step holds */
	int8_t cost;   /* of its operation; it may be stored besides */
};

enum {
	SIGN_CHOICE = 1 << OPERANDS, /* the bit of the choice beside those of the operands */
	SIGN_CASES = 2 * SIGN_CHOICE,
	SIGN_KINDS = 1 << (3 + OPERANDS + 2), /* signs_of */
};

/* The signs of a kind of steps, by bits: operand k is negative; the choice. */
struct SignKind {
	bool known;
	struct Sign sign[SIGN_CASES];
};

struct SignedStep {
	const struct Sign *sign; /* of its kind */
	uint32_t read[OPERANDS]; /* steps read; no step: the one behind the last, which holds a value */
	uint8_t negative;        /* bits of operands that are read negated */
	bool choice;             /* of a free sign: hold the negative? */
	bool flipped;            /* holds the negative */
	bool waits;              /* is among those to update */
	int stores;              /* stores of its value, less stores of its negative */
	int cost;                /* current */
};

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
	struct SignedStep *step;
	struct SignKind *kind;
	struct Users users;
	uint32_t *waiting; /* steps to update: a heap, each before its children 2k + 1 and 2k + 2 */
	size_t waits;
	struct SignBefore *before; /* of the steps that the last choice has updated */
	size_t befores;
};

/* --- kinds of steps --- */

/* What the signs of a step follow from. */
struct Signing {
	enum Op op;
	uint8_t constant, dies; /* bits of operands: constants; no later step reads them */
};

/* True if an operation cannot absorb the sign of an operand. */
static bool keeps_signs(enum Op op)
{
	return op != OP_ADD && op != OP_MUL && op != OP_DIV && op != OP_SIN && op != OP_COS && op != OP_FMA &&
	       op != OP_PICK && op != OP_TURN;
}

static bool holds_negative(const struct Signing *g, unsigned negative, bool choice)
{
	bool a = negative & 1, b = negative & 2;
	switch (g->op) {
	case OP_ADD: return a == b && !g->constant ? a : choice;
	case OP_MUL:
	case OP_DIV: return g->constant ? choice : a != b;
	case OP_SIN:
	case OP_PICK:
	case OP_TURN: return a;
	default: return false;
	}
}

static int copies_of_sum(const struct Signing *g, unsigned negative, bool flipped)
{
	bool minus[2], dies[2];
	for (int k = 0; k < 2; k++) {
		minus[k] = (negative >> k & 1) != flipped;
		dies[k] = g->dies >> k & 1;
	}
	for (int k = 0; k < 2; k++)
		if (g->constant >> k & 1)
			return minus[!k] || !dies[!k] ? SIGN_COPY : 0;
	if (minus[0] || minus[1])
		return dies[minus[0]] ? SIGN_HALF_COPY : SIGN_COPY;
	return dies[0] || dies[1] ? 0 : SIGN_COPY;
}

static int cost_of(const struct Signing *g, unsigned negative, bool flipped)
{
	int cost = 0;
	if (g->op == OP_ADD)
		return copies_of_sum(g, negative, flipped);
	for (int k = 0; k < op_table[g->op].arity && keeps_signs(g->op); k++)
		cost += negative >> k & 1 && !(g->constant >> k & 1) ? SIGN_NEGATION : 0;
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

/* Times of the steps, and the last time at which each is read. An operand dies there. */
struct Deaths {
	uint32_t *time, *last;
};

static struct Deaths note_deaths(const struct Program *program)
{
	struct Deaths deaths = { ARENA_ARRAY(program->arena, uint32_t, program->steps),
		                 ARENA_ARRAY(program->arena, uint32_t, program->steps) };
	note_times(program, deaths.time);
	for (uint32_t i = 0; i < program->steps; i++)
		for (int k = 0; k < OPERANDS; k++) {
			int64_t read = step_read(program, i, k);
			if (read >= 0 && deaths.last[read] < deaths.time[i])
				deaths.last[read] = deaths.time[i];
		}
	return deaths;
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
			s->step[value.index].stores += value.negative ? -1 : 1;
	}
}

/* The signs of steps like this one. Operations with the same signs are one kind. */
static const struct Sign *signs_of(struct Signs *s, const struct Signing *g)
{
	bool product = g->op == OP_MUL || g->op == OP_DIV,
	     passes = g->op == OP_SIN || g->op == OP_PICK || g->op == OP_TURN;
	unsigned arity = (unsigned)op_table[g->op].arity;
	unsigned way = g->op == OP_ADD ? 0 : product ? 1 : passes ? 2 : keeps_signs(g->op) ? 4 + arity : 3;
	unsigned dies = g->op == OP_ADD ? g->dies & 3 : 0;
	struct SignKind *kind = &s->kind[way | (unsigned)g->constant << 3 | dies << (3 + OPERANDS)];
	for (unsigned k = 0; !kind->known && k < SIGN_CASES; k++) {
		bool flipped = holds_negative(g, k & (SIGN_CHOICE - 1), k & SIGN_CHOICE);
		kind->sign[k] = (struct Sign){ flipped, (int8_t)cost_of(g, k & (SIGN_CHOICE - 1), flipped) };
	}
	kind->known = true;
	return kind->sign;
}

static void find_kinds(struct Signs *s)
{
	const struct Program *program = s->program;
	const struct Deaths deaths = note_deaths(program);
	for (uint32_t i = 0; i < program->steps; i++) {
		const struct Step *from = &program->step[i];
		struct SignedStep *step = &s->step[i];
		struct Signing g = { .op = from->op };
		for (int k = 0; k < OPERANDS; k++) {
			int64_t read = step_read(program, i, k);
			bool any = k < op_table[from->op].arity;
			step->read[k] = read >= 0 ? (uint32_t)read : program->steps;
			step->negative |= (uint8_t)((any && from->operand[k].negative) << k);
			g.constant |= (uint8_t)((any && from->operand[k].kind == OPERAND_CONST) << k);
			g.dies |= (uint8_t)((read >= 0 && deaths.last[read] == deaths.time[i]) << k);
		}
		step->sign = signs_of(s, &g);
	}
}

/* --- search --- */

/* Adds a step to those to update, at most once. */
static void wait(struct Signs *s, uint32_t i)
{
	size_t at = s->waits;
	if (s->step[i].waits)
		return;
	s->step[i].waits = true;
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
	s->step[first].waits = false;
	return first;
}

/* What a step holds and costs by the signs of its operands. */
static inline struct Sign sign_of(const struct Signs *s, const struct SignedStep *step)
{
	unsigned bits = step->negative ^ (s->step[step->read[0]].flipped | s->step[step->read[1]].flipped << 1u |
	                                  s->step[step->read[2]].flipped << 2u);
	return step->sign[bits | (step->choice ? SIGN_CHOICE : 0)];
}

/* Updates the sign of a step. Returns the increase in cost. */
static int update(struct SignedStep *step, struct Sign sign)
{
	int cost = step->cost;
	step->flipped = sign.negative;
	step->cost = sign.cost + (sign.negative ? SIGN_NEGATION * step->stores : 0);
	return step->cost - cost;
}

/* Reverses a choice, and updates the signs of the steps that depend on it. Returns the increase in cost. */
static int reverse(struct Signs *s, uint32_t i)
{
	int more = 0;
	s->befores = 0;
	s->step[i].choice = !s->step[i].choice;
	if (sign_of(s, &s->step[i]).negative == s->step[i].flipped)
		return 0; /* the sign is not free */
	wait(s, i);
	while (s->waits) {
		uint32_t next = first_waiting(s);
		struct SignedStep *step = &s->step[next];
		struct Sign sign = sign_of(s, step);
		bool turns = sign.negative != step->flipped;
		s->before[s->befores++] = (struct SignBefore){ next, step->cost, step->flipped };
		more += update(step, sign);
		for (uint32_t k = s->users.first[next]; turns && k < s->users.first[next + 1]; k++)
			wait(s, s->users.item[k]);
	}
	return more;
}

/* Takes the last choice back. Users come after their operands, so each step was updated once. */
static void take_back(struct Signs *s, uint32_t i)
{
	s->step[i].choice = !s->step[i].choice;
	for (size_t k = 0; k < s->befores; k++) {
		const struct SignBefore *before = &s->before[k];
		s->step[before->step].flipped = before->flipped;
		s->step[before->step].cost = before->cost;
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
		.step = ARENA_ARRAY(arena, struct SignedStep, (size_t)program->steps + 1),
		.kind = ARENA_ARRAY(arena, struct SignKind, SIGN_KINDS),
		.waiting = ARENA_ARRAY(arena, uint32_t, program->steps),
		.before = ARENA_ARRAY(arena, struct SignBefore, program->steps),
	};
	bool *flipped = ARENA_ARRAY(arena, bool, program->steps);
	find_kinds(&s);
	find_users(&s);
	count_stores(&s);
	for (uint32_t i = 0; i < program->steps; i++)
		update(&s.step[i], sign_of(&s, &s.step[i]));
	for (int k = 0; k < SIGN_SWEEPS && program->steps <= SIGN_MOST_STEPS && sweep(&s); k++)
		continue;
	for (uint32_t i = 0; i < program->steps; i++)
		flipped[i] = s.step[i].flipped;
	return flipped;
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
