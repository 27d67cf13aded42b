#include "column_loops.h"

#include <string.h>

#include "base/tuning.h"
#include "lowering.h"
#include "lower.h"

enum { NO_KEY = 0, MANY_KEYS = UINT32_MAX };

/* Use of a step: by operand `operand` of a step, or by a store. */
struct Use {
	bool store;
	uint32_t user, operand;
};

/* Columns of an output computed together, a column of each limb. */
struct Key {
	struct ColumnMember member;
	uint32_t limbs;
	uint32_t *step, steps; /* steps that no other key reads, in order */
	bool taken;            /* in a loop, or tried */
};

struct Finding {
	const struct Program *program;
	const struct ColumnOutput *output;
	uint32_t outputs;
	struct Arena *arena, *scratch;
	uint32_t *of;    /* by step: its key, + 1; NO_KEY; MANY_KEYS */
	uint32_t *first; /* by step: its first use, of `use` */
	struct Use *use;
	uint32_t *place;    /* by step: its index among the steps of its key */
	uint32_t **storing; /* by output and element: the store */
	struct Key *key;
	uint32_t keys;
	bool *moved; /* by step: computed in a loop */
};

/* --- keys --- */

/* Are all limbs' columns in range, different and free? `key`: by column, 0 if it is free. */
static bool are_free(const struct LimbInput *input, uint32_t width, const uint32_t *key, uint32_t columns)
{
	bool free = true;
	for (uint32_t l = 0; l < width; l++) {
		free &= input->element[l] < columns && !key[input->element[l]];
		for (uint32_t k = 0; k < l; k++)
			free &= input->element[k] != input->element[l];
	}
	return free;
}

/* The columns of a velocity: one, or of all limbs whose velocities are in the lanes of an input. */
static void take_columns(const struct LimbFold *lanes, uint32_t column, const uint32_t *of, uint32_t columns,
                         struct Key *key)
{
	key->limbs = 1;
	key->member.column[0] = column;
	for (size_t i = 0; lanes && i < lanes->input.count; i++) {
		const struct LimbInput *input = &lanes->input.item[i];
		if (input->array != INPUT_QD || input->element[0] != column ||
		    !are_free(input, (uint32_t)lanes->width, of, columns))
			continue;
		key->limbs = (uint32_t)lanes->width;
		memcpy(key->member.column, input->element, sizeof input->element);
		return;
	}
}

/* Makes the keys of a block with a column for each velocity, which begins at column `first`. `key`: of its columns, + 1. */
static void make_block(struct Finding *f, const struct LimbFold *lanes, uint32_t output, uint32_t first, uint32_t *key)
{
	uint32_t columns = f->output[output].velocities;
	for (uint32_t c = 0; c < columns; c++) {
		if (key[c])
			continue;
		struct Key *made = &f->key[f->keys++];
		take_columns(lanes, c, key, columns, made);
		made->member.output = output;
		for (uint32_t l = 0; l < made->limbs; l++) {
			key[made->member.column[l]] = f->keys;
			made->member.column[l] += first;
		}
	}
}

/* By output and column: its key, + 1. */
static uint32_t *make_keys(struct Finding *f, const struct LimbFold *lanes, uint32_t output)
{
	const struct ColumnOutput *of = &f->output[output];
	uint32_t *key = ARENA_ARRAY(f->scratch, uint32_t, of->columns + 1);
	for (uint32_t first = 0; first < of->columns; first += of->velocities)
		make_block(f, lanes, output, first, key + first);
	return key;
}

static void meet(uint32_t *of, uint32_t key)
{
	*of = *of == NO_KEY || *of == key ? key : MANY_KEYS;
}

static void find_keys(struct Finding *f, const struct LimbFold *lanes)
{
	const struct Program *program = f->program;
	uint32_t **key = ARENA_ARRAY(f->scratch, uint32_t *, f->outputs);
	for (uint32_t o = 0; o < f->outputs; o++)
		key[o] = make_keys(f, lanes, o);
	for (uint32_t s = 0; s < program->stores; s++) {
		const struct Store *store = &program->store[s];
		uint32_t columns = f->output[store->array].columns;
		if (store->value.kind == OPERAND_STEP)
			meet(&f->of[store->value.index],
			     columns ? key[store->array][store->element % columns] : MANY_KEYS);
	}
	for (uint32_t i = program->steps; i-- > 0;) {
		const struct Step *step = &program->step[i];
		if (op_table[step->op].cost == COST_SINCOS || step->op == OP_TURN || step->op == OP_SPLICE)
			f->of[i] = MANY_KEYS;
		for (int k = 0; k < op_table[step->op].arity; k++)
			if (step->operand[k].kind == OPERAND_STEP)
				meet(&f->of[step->operand[k].index], f->of[i]);
	}
}

static void list_steps(struct Finding *f)
{
	const struct Program *program = f->program;
	for (int pass = 0; pass < 2; pass++) {
		for (uint32_t i = 0; i < program->steps; i++) {
			if (f->of[i] == NO_KEY || f->of[i] == MANY_KEYS)
				continue;
			struct Key *key = &f->key[f->of[i] - 1];
			if (pass)
				key->step[key->steps] = i;
			f->place[i] = key->steps++;
		}
		for (uint32_t k = 0; k < f->keys && !pass; k++) {
			f->key[k].step = ARENA_ARRAY(f->scratch, uint32_t, f->key[k].steps + 1);
			f->key[k].steps = 0;
		}
	}
}

/* --- uses --- */

static void add_use(struct Finding *f, struct Operand operand, struct Use use, uint32_t *next)
{
	if (operand.kind == OPERAND_STEP)
		f->use[next[operand.index]++] = use;
}

static void list_uses(struct Finding *f)
{
	const struct Program *program = f->program;
	uint32_t *next = ARENA_ARRAY(f->scratch, uint32_t, program->steps + 1), count = 0;
	f->first = ARENA_ARRAY(f->scratch, uint32_t, program->steps + 1);
	for (uint32_t i = 0; i < program->steps; i++) {
		f->first[i] = next[i] = count;
		count += program->step[i].uses;
	}
	f->first[program->steps] = count;
	f->use = ARENA_ARRAY(f->scratch, struct Use, count + 1);
	for (uint32_t i = 0; i < program->steps; i++)
		for (int k = 0; k < op_table[program->step[i].op].arity; k++)
			add_use(f, program->step[i].operand[k], (struct Use){ false, i, (uint32_t)k }, next);
	for (uint32_t s = 0; s < program->stores; s++)
		add_use(f, program->store[s].value, (struct Use){ true, s, 0 }, next);
}

static void list_stores(struct Finding *f)
{
	const struct Program *program = f->program;
	uint32_t *length = ARENA_ARRAY(f->scratch, uint32_t, f->outputs);
	f->storing = ARENA_ARRAY(f->scratch, uint32_t *, f->outputs);
	for (uint32_t s = 0; s < program->stores; s++)
		length[program->store[s].array]++;
	for (uint32_t o = 0; o < f->outputs; o++)
		f->storing[o] = ARENA_ARRAY(f->scratch, uint32_t, length[o] + 1);
	for (uint32_t s = 0; s < program->stores; s++)
		f->storing[program->store[s].array][program->store[s].element] = s;
}

/* --- members of a loop --- */

/* The operations that a member has in common with the first, by their place among the steps of the first's key. */
struct Match {
	const struct Key *key;
	uint32_t *to;   /* step of the member */
	bool *turned;   /* its operands correspond in the other order */
	bool *opposite; /* it holds the negative */
};

struct Loop {
	const struct Key *key; /* of the first member */
	bool *in;              /* by place: in the body */
	uint32_t size;         /* count of those */
	struct Match *match;
	uint32_t members;
};

static bool same_number(const struct Program *program, struct Operand a, struct Operand b)
{
	return memcmp(&program->constant[a.index], &program->constant[b.index], sizeof(double)) == 0;
}

static bool is_product(const struct Step *step)
{
	return step->op == OP_MUL || step->op == OP_DIV;
}

/* Do signs of operands pass to the result? */
static bool is_signed(const struct Step *step)
{
	return is_product(step) || step->op == OP_ADD || step->op == OP_PICK;
}

/* Operand of a member's step that corresponds to operand k of the first's step at `place`. */
static struct Operand operand_of(const struct Program *program, const struct Match *match, uint32_t place, uint32_t k)
{
	return program->step[match->to[place]].operand[match->turned[place] ? 1 - k : k];
}

/* Is the operand a step of the body? */
static bool inside(const struct Finding *f, const struct Loop *loop, struct Operand operand)
{
	return operand.kind == OPERAND_STEP && f->of[operand.index] == f->of[loop->key->step[0]] &&
	       loop->in[f->place[operand.index]];
}

/* Does the product of a member have the negative of the first's product, if corresponding operands are equal? */
static bool product_turns(const struct Program *program, const struct Step *a, const struct Match *match,
                          uint32_t place)
{
	bool turns = match->opposite[place];
	for (uint32_t k = 0; k < 2; k++)
		turns ^= a->operand[k].negative ^ operand_of(program, match, place, k).negative;
	return turns;
}

/* What a use requires of the signs: nothing; rather equal or opposite values; equal or opposite values. */
enum Wish { WISH_NONE, WISH_RATHER, WISH_MUST };

/* A use of the first, seen by a member. */
struct Image {
	uint32_t to; /* the corresponding step */
	enum Wish wish;
	bool opposite;
};

static bool image_of_store(const struct Finding *f, const struct Loop *loop, const struct Match *match, uint32_t s,
                           struct Image *image)
{
	const struct Program *program = f->program;
	const struct Key *one = loop->key, *other = match->key;
	const struct Store *store = &program->store[s];
	uint32_t columns = f->output[store->array].columns, row = store->element / columns, l = 0;
	while (one->member.column[l] != store->element % columns)
		l++;
	struct Operand theirs =
		program->store[f->storing[other->member.output][row * columns + other->member.column[l]]].value;
	*image = (struct Image){ theirs.index, WISH_MUST, store->value.negative != theirs.negative };
	return theirs.kind == OPERAND_STEP;
}

/* Sign of a factor: the other factor may take it, if it is not decided yet. */
static void wish_of_factor(const struct Finding *f, const struct Loop *loop, const struct Match *match, uint32_t place,
                           const struct Use *use, struct Image *image)
{
	const struct Program *program = f->program;
	const struct Step *a = &program->step[use->user];
	struct Operand mine = a->operand[1 - use->operand],
		       theirs = operand_of(program, match, place, 1 - use->operand);
	image->opposite = product_turns(program, a, match, place);
	image->wish = WISH_RATHER;
	if (inside(f, loop, mine) && mine.index > a->operand[use->operand].index) {
		image->wish = WISH_MUST;
		image->opposite ^= match->opposite[f->place[mine.index]];
	} else if (mine.kind != theirs.kind || mine.index != theirs.index || inside(f, loop, mine)) {
		image->wish = WISH_NONE;
	}
}

static bool image_of_operand(const struct Finding *f, const struct Loop *loop, const struct Match *match,
                             const struct Use *use, struct Image *image)
{
	const struct Program *program = f->program;
	const struct Step *a = &program->step[use->user];
	uint32_t place = f->place[use->user];
	if (!loop->in[place])
		return false;
	struct Operand mine = a->operand[use->operand], theirs = operand_of(program, match, place, use->operand);
	bool turns = match->opposite[place] ^ mine.negative ^ theirs.negative;
	*image = (struct Image){ theirs.index, WISH_MUST, is_signed(a) ? turns : mine.negative != theirs.negative };
	if (is_product(a))
		wish_of_factor(f, loop, match, place, use, image);
	return theirs.kind == OPERAND_STEP;
}

/* May operands of the two steps correspond, in this order? */
static bool operands_fit(const struct Finding *f, const struct Step *a, const struct Step *b, bool turned)
{
	const struct Program *program = f->program;
	bool fit = true;
	for (int k = 0; k < op_table[a->op].arity && fit; k++) {
		struct Operand mine = a->operand[k], theirs = b->operand[turned ? 1 - k : k];
		fit = program_has_lanes(program, mine) == program_has_lanes(program, theirs);
		if (mine.kind == OPERAND_STEP && theirs.kind == OPERAND_STEP) {
			bool alone[2] = { f->of[mine.index] != MANY_KEYS, f->of[theirs.index] != MANY_KEYS };
			fit &= alone[0] == alone[1];
			fit &= !alone[0] || program->step[mine.index].op == program->step[theirs.index].op;
		} else {
			fit &= mine.kind == theirs.kind;
		}
		fit &= a->op != OP_PICK || k == 0 || same_number(program, mine, theirs);
	}
	return fit;
}

/* Are the steps the same operation, as far as can be seen without their operands? */
static bool same_step(const struct Finding *f, const struct Match *match, const struct Step *a, uint32_t to)
{
	const struct Step *b = &f->program->step[to];
	return f->of[to] != MANY_KEYS && &f->key[f->of[to] - 1] == match->key && a->op == b->op && a->uses == b->uses &&
	       a->lanes == b->lanes;
}

/* Finds the step of the member for a step of the first, and its sign. */
static bool find_image(const struct Finding *f, const struct Loop *loop, struct Match *match, uint32_t place)
{
	uint32_t mine = loop->key->step[place];
	const struct Step *a = &f->program->step[mine];
	struct Image found = { 0 };
	for (uint32_t u = f->first[mine]; u < f->first[mine + 1]; u++) {
		const struct Use *use = &f->use[u];
		struct Image next;
		bool there = use->store ? image_of_store(f, loop, match, use->user, &next)
		                        : image_of_operand(f, loop, match, use, &next);
		bool first = u == f->first[mine];
		if (!there || (!first && next.to != found.to) ||
		    (found.wish == WISH_MUST && next.wish == WISH_MUST && next.opposite != found.opposite))
			return false;
		if (first || next.wish > found.wish)
			found = next;
	}
	if (!same_step(f, match, a, found.to))
		return false;
	const struct Step *b = &f->program->step[found.to];
	bool either = a->op == OP_ADD || a->op == OP_MUL;
	match->to[place] = found.to;
	match->opposite[place] = found.wish != WISH_NONE && found.opposite;
	match->turned[place] = either && !operands_fit(f, a, b, false);
	if (match->opposite[place] && !is_signed(a))
		return false;
	return match->turned[place] ? operands_fit(f, a, b, true) : either || operands_fit(f, a, b, false);
}

static struct Match match_new(const struct Finding *f, const struct Loop *loop, const struct Key *key)
{
	size_t steps = (size_t)loop->key->steps + 1;
	return (struct Match){ key, ARENA_ARRAY(f->scratch, uint32_t, steps), ARENA_ARRAY(f->scratch, bool, steps),
		               ARENA_ARRAY(f->scratch, bool, steps) };
}

/* Tries a member. The body shrinks to the common operations, if more operations are then in loops. */
static void try_member(struct Finding *f, struct Loop *loop, struct Key *key)
{
	struct Match match = match_new(f, loop, key);
	bool *before = loop->in;
	loop->in = ARENA_ARRAY(f->scratch, bool, loop->key->steps + 1);
	memcpy(loop->in, before, loop->key->steps * sizeof *before);
	uint32_t size = 0;
	for (uint32_t i = loop->key->steps; i-- > 0;) {
		loop->in[i] = loop->in[i] && find_image(f, loop, &match, i);
		size += loop->in[i];
	}
	if (size * loop->members <= loop->size * (loop->members - 1)) {
		loop->in = before;
		return;
	}
	loop->size = size;
	loop->match[loop->members++] = match;
	key->taken = true;
}

/* Count of operations that a key has in common with the first of a loop. */
static uint32_t common(struct Finding *f, struct Loop *loop, const struct Key *key)
{
	struct Match match = match_new(f, loop, key);
	uint32_t size = 0;
	memset(loop->in, 1, loop->key->steps * sizeof *loop->in);
	for (uint32_t i = loop->key->steps; i-- > 0;)
		size += loop->in[i] = find_image(f, loop, &match, i);
	memset(loop->in, 1, loop->key->steps * sizeof *loop->in);
	return size;
}

/* Has a key as many limbs as the first of a loop, and are its columns as far apart in memory? */
static bool can_join(const struct Finding *f, const struct Key *first, const struct Key *key)
{
	const struct ColumnOutput *one = &f->output[first->member.output], *other = &f->output[key->member.output];
	return key->limbs == first->limbs && other->columns == one->columns && other->rows == one->rows;
}

/* The loop with the first member `first`. Others join in the order of their common operations. */
static struct Loop gather(struct Finding *f, struct Key *first)
{
	struct Loop loop = { .key = first, .size = first->steps, .members = 1 };
	uint32_t *size = ARENA_ARRAY(f->scratch, uint32_t, f->keys);
	loop.in = ARENA_ARRAY(f->scratch, bool, first->steps + 1);
	loop.match = ARENA_ARRAY(f->scratch, struct Match, f->keys);
	loop.match[0] = match_new(f, &loop, first);
	memcpy(loop.match[0].to, first->step, first->steps * sizeof *first->step);
	memset(loop.in, 1, first->steps * sizeof *loop.in);
	first->taken = true;
	for (uint32_t k = 0; k < f->keys; k++)
		if (!f->key[k].taken && can_join(f, first, &f->key[k]))
			size[k] = common(f, &loop, &f->key[k]);
	for (;;) {
		uint32_t best = 0;
		for (uint32_t k = 1; k < f->keys; k++)
			best = size[k] > size[best] ? k : best;
		if (!size[best])
			return loop;
		size[best] = 0;
		try_member(f, &loop, &f->key[best]);
	}
}

/* --- values from before a loop --- */

/* Program that is being divided. */
struct Dividing {
	struct Finding *f;
	struct ColumnLoops *made;
	uint32_t *common;       /* by step: its place among the values common to all members, + 1 */
	uint32_t *ready;        /* by step: statements before it is known */
	uint32_t *first, *next; /* stores before a statement; the next store there; each + 1 */
	size_t room;            /* of `next` and of the stores */
};

/* Operand of a member, with the sign that the first member's operand has. */
static struct Operand as_first(const struct Finding *f, const struct Loop *loop, const struct Match *match,
                               uint32_t place, uint32_t k)
{
	const struct Program *program = f->program;
	const struct Step *a = &program->step[loop->key->step[place]];
	struct Operand mine = a->operand[k], theirs = operand_of(program, match, place, k);
	bool opposite = match->opposite[place] ^ mine.negative ^ theirs.negative;
	if (a->op == OP_PICK && k == 1) {
		opposite = false; /* the lane */
	} else if (!is_signed(a)) {
		opposite = mine.negative != theirs.negative;
	} else if (is_product(a)) {
		bool other = inside(f, loop, a->operand[1 - k]);
		opposite = (other || k == 1) && product_turns(program, a, match, place);
		opposite ^= other && match->opposite[f->place[a->operand[1 - k].index]];
	}
	theirs.negative = opposite;
	return theirs;
}

static bool same_operand(const struct Program *program, struct Operand a, struct Operand b)
{
	if (a.kind != b.kind || a.negative != b.negative)
		return false;
	return a.kind == OPERAND_CONST ? same_number(program, a, b) : a.index == b.index && a.array == b.array;
}

/* Do all members read the same value, with the same sign? */
static bool is_common(const struct Program *program, const struct Operand *of, uint32_t members)
{
	bool same = true;
	for (uint32_t m = 0; m < members && same; m++)
		same = !of[m].negative && same_operand(program, of[0], of[m]);
	return same;
}

static uint32_t ready_before(const struct Dividing *d, struct Operand operand)
{
	return operand.kind == OPERAND_STEP ? d->ready[operand.index] : 0;
}

static void find_ready(struct Dividing *d)
{
	const struct Program *program = d->f->program;
	for (uint32_t i = 0; i < program->steps; i++) {
		const struct Step *step = &program->step[i];
		for (int k = 0; k < op_table[step->op].arity; k++) {
			uint32_t below = ready_before(d, step->operand[k]);
			d->ready[i] = below > d->ready[i] ? below : d->ready[i];
		}
		d->ready[i] = step->named ? step->set + 1 : d->ready[i];
	}
}

/* Stores a value for a loop. */
static void set_aside(struct Dividing *d, struct Operand value, bool lanes, uint32_t place)
{
	struct Program *before = &d->made->before;
	uint32_t at = ready_before(d, value), number = before->stores++;
	MUST(d->f->arena, number < d->room);
	if (value.kind == OPERAND_CONST && value.negative) {
		before->constant[before->constants] = -before->constant[value.index];
		value.index = before->constants++;
		value.negative = false;
	}
	before->store[number] = (struct Store){ d->f->outputs + lanes, place, value };
	d->next[number] = d->first[at];
	d->first[at] = number + 1;
}

/* --- bodies --- */

struct Body {
	struct Dividing *d;
	const struct Loop *loop;
	struct ColumnLoop *made;
	struct Operand *value; /* by input and member: value of the input */
	uint32_t *of_common;   /* by step: its input, + 1 */
	uint32_t *number;      /* by member of the body and place: its step there */
};

static uint32_t add_input(struct Body *b, bool own, bool lanes)
{
	struct ColumnLoop *made = b->made;
	made->input[made->inputs] = (struct ColumnInput){ own, lanes, own ? made->width[lanes]++ : 0 };
	return made->inputs++;
}

/* The input with these values, one of each member. */
static uint32_t own_input(struct Body *b, const struct Operand *of, bool lanes)
{
	uint32_t members = b->loop->members;
	for (uint32_t i = 0; i < b->made->inputs; i++) {
		bool same = b->made->input[i].own;
		for (uint32_t m = 0; m < members && same; m++)
			same = same_operand(b->d->f->program, b->value[i * members + m], of[m]);
		if (same)
			return i;
	}
	uint32_t input = add_input(b, true, lanes);
	memcpy(&b->value[input * members], of, members * sizeof *of);
	return input;
}

static uint32_t common_input(struct Body *b, struct Operand of, bool lanes)
{
	if (!b->of_common[of.index]) {
		uint32_t input = add_input(b, false, lanes);
		b->value[input * b->loop->members] = of;
		b->of_common[of.index] = input + 1;
	}
	return b->of_common[of.index] - 1;
}

/* Finds what operand k of a step of the body reads from outside: the number of an input, or nothing. */
static bool find_input(struct Body *b, uint32_t place, uint32_t k, uint32_t *input)
{
	const struct Finding *f = b->d->f;
	const struct Loop *loop = b->loop;
	struct Operand mine = f->program->step[loop->key->step[place]].operand[k];
	struct Operand *of = ARENA_ARRAY(f->scratch, struct Operand, loop->members);
	if (inside(f, loop, mine))
		return false;
	for (uint32_t m = 0; m < loop->members; m++)
		of[m] = as_first(f, loop, &loop->match[m], place, k);
	bool common = is_common(f->program, of, loop->members), lanes = program_has_lanes(f->program, mine);
	if (common && mine.kind != OPERAND_STEP)
		return false;
	*input = common ? common_input(b, of[0], lanes) : own_input(b, of, lanes);
	return true;
}

static uint32_t *number_of(const struct Body *b, uint32_t member, uint32_t place)
{
	return &b->number[member * b->loop->key->steps + place];
}

/* Operand of a step of the body, once the count of inputs is known. */
static struct Operand body_operand(struct Body *b, uint32_t member, uint32_t place, uint32_t k)
{
	struct Operand mine = b->d->f->program->step[b->loop->key->step[place]].operand[k];
	uint32_t input;
	if (find_input(b, place, k, &input))
		return (struct Operand){ .kind = OPERAND_STEP,
			                 .negative = mine.negative && mine.kind != OPERAND_CONST,
			                 .index = member * b->made->inputs + input };
	if (mine.kind == OPERAND_STEP)
		mine.index = *number_of(b, member, b->d->f->place[mine.index]);
	return mine;
}

static void find_inputs(struct Body *b)
{
	const struct Finding *f = b->d->f;
	const struct Loop *loop = b->loop;
	uint32_t input, count = b->loop->size;
	b->made->input = ARENA_ARRAY(f->arena, struct ColumnInput, OPERANDS * (size_t)count);
	b->value = ARENA_ARRAY(f->scratch, struct Operand, OPERANDS * (size_t)count * loop->members);
	b->of_common = ARENA_ARRAY(f->scratch, uint32_t, f->program->steps);
	b->number = ARENA_ARRAY(f->scratch, uint32_t, b->made->per_turn * (size_t)loop->key->steps);
	for (uint32_t i = 0; i < loop->key->steps; i++)
		for (int k = 0; loop->in[i] && k < op_table[f->program->step[loop->key->step[i]].op].arity; k++)
			find_input(b, i, (uint32_t)k, &input);
}

/* Do loops save more operations than they move values? */
static bool pays(const struct Body *b)
{
	const struct Loop *loop = b->loop;
	uint32_t moves = 0;
	for (uint32_t i = 0; i < b->made->inputs; i++)
		moves += b->made->input[i].own ? loop->members : 1;
	return loop->size * (loop->members - 1) > moves + COLUMNS_WORTH;
}

static void make_step(struct Body *b, uint32_t member, uint32_t place)
{
	struct Program *body = &b->made->body;
	struct Step *step = &body->step[body->steps];
	*step = b->d->f->program->step[b->loop->key->step[place]];
	step->label = NULL;
	for (int k = 0; k < op_table[step->op].arity; k++)
		step->operand[k] = body_operand(b, member, place, (uint32_t)k);
	*number_of(b, member, place) = body->steps++;
}

static void make_steps(struct Body *b)
{
	const struct Finding *f = b->d->f;
	struct Program *body = &b->made->body;
	uint32_t inputs = b->made->inputs, per_turn = b->made->per_turn;
	*body = *f->program;
	body->step = ARENA_ARRAY(f->arena, struct Step, per_turn * ((size_t)inputs + b->loop->size));
	body->steps = per_turn * inputs;
	for (uint32_t i = 0; i < body->steps; i++)
		body->step[i] = (struct Step){ .op = OP_INPUT, .lanes = b->made->input[i % inputs].lanes };
	for (uint32_t i = 0; i < b->loop->key->steps; i++)
		for (uint32_t member = 0; b->loop->in[i] && member < per_turn; member++)
			make_step(b, member, i);
}

static void make_store(struct Body *b, uint32_t member, struct Store store)
{
	const struct Finding *f = b->d->f;
	uint32_t columns = f->output[store.array].columns, column = store.element % columns;
	for (store.array = 0; b->loop->key->member.column[store.array] != column;)
		store.array++;
	store.array += member * b->made->limbs;
	store.element -= column;
	store.value.index = *number_of(b, member, f->place[store.value.index]);
	b->made->body.store[b->made->body.stores++] = store;
}

static void make_stores(struct Body *b)
{
	const struct Finding *f = b->d->f;
	struct Program *body = &b->made->body;
	body->store = ARENA_ARRAY(f->arena, struct Store, b->made->per_turn * (size_t)f->program->stores);
	body->stores = 0;
	for (uint32_t s = 0; s < f->program->stores; s++)
		for (uint32_t member = 0; member < b->made->per_turn; member++)
			if (inside(f, b->loop, f->program->store[s].value))
				make_store(b, member, f->program->store[s]);
}

static void make_body(struct Body *b)
{
	const struct Finding *f = b->d->f;
	struct Program *body = &b->made->body;
	make_steps(b);
	make_stores(b);
	lower_statements(body, f->scratch);
	liveness_ranges(body, f->scratch);
	for (uint32_t i = 0; i < b->made->per_turn * b->made->inputs; i++)
		body->step[i].named = true;
}

/* Places of inputs, and stores into them. */
static void set_inputs_aside(struct Body *b)
{
	struct Dividing *d = b->d;
	struct ColumnLoop *made = b->made;
	for (int lanes = 0; lanes < 2; lanes++) {
		made->first[lanes] = d->made->places[lanes];
		d->made->places[lanes] += made->members * made->width[lanes];
	}
	for (uint32_t i = 0; i < made->inputs; i++) {
		struct ColumnInput *input = &made->input[i];
		const struct Operand *of = &b->value[i * made->members];
		uint32_t *common = input->own ? NULL : &d->common[of[0].index];
		for (uint32_t m = 0; input->own && m < made->members; m++)
			set_aside(d, of[m], input->lanes,
			          made->first[input->lanes] + m * made->width[input->lanes] + input->place);
		if (common && !*common) {
			set_aside(d, of[0], input->lanes, d->made->places[input->lanes]);
			*common = ++d->made->places[input->lanes];
		}
		input->place = common ? *common - 1 : input->place;
	}
}

static void mark_moved(const struct Loop *loop, bool *moved)
{
	for (uint32_t m = 0; m < loop->members; m++)
		for (uint32_t i = 0; i < loop->key->steps; i++)
			if (loop->in[i])
				moved[loop->match[m].to[i]] = true;
}

static uint32_t per_turn_of(uint32_t members)
{
	return members == 3 ? 1 : 2;
}

static void add_loop(struct Dividing *d, const struct Loop *loop)
{
	struct ColumnLoop *made = &d->made->loop[d->made->loops];
	struct Body body = { .d = d, .loop = loop, .made = made };
	*made = (struct ColumnLoop){ .per_turn = per_turn_of(loop->members),
		                     .members = loop->members,
		                     .limbs = loop->key->limbs };
	find_inputs(&body);
	if (!pays(&body))
		return;
	made->member = ARENA_ARRAY(d->f->arena, struct ColumnMember, loop->members);
	for (uint32_t m = 0; m < loop->members; m++)
		made->member[m] = loop->match[m].key->member;
	make_body(&body);
	set_inputs_aside(&body);
	mark_moved(loop, d->f->moved);
	d->made->loops++;
}

/* --- the program before the loops --- */

static void open_before(struct Dividing *d, const struct Loop *loops, uint32_t count)
{
	const struct Finding *f = d->f;
	const struct Program *program = f->program;
	struct Program *before = &d->made->before;
	d->room = program->stores;
	for (uint32_t l = 0; l < count; l++)
		d->room += OPERANDS * (size_t)loops[l].size * (loops[l].members + 1);
	*before = *program;
	before->step = ARENA_ARRAY(f->arena, struct Step, program->steps);
	before->store = ARENA_ARRAY(f->arena, struct Store, d->room);
	before->constant = ARENA_ARRAY(f->arena, double, program->constants + d->room);
	memcpy(before->step, program->step, program->steps * sizeof *program->step);
	memcpy(before->store, program->store, program->stores * sizeof *program->store);
	memcpy(before->constant, program->constant, program->constants * sizeof *program->constant);
	d->common = ARENA_ARRAY(f->scratch, uint32_t, program->steps);
	d->ready = ARENA_ARRAY(f->scratch, uint32_t, program->steps);
	d->first = ARENA_ARRAY(f->scratch, uint32_t, (size_t)program->statements + 1);
	d->next = ARENA_ARRAY(f->scratch, uint32_t, d->room);
	find_ready(d);
}

static bool is_moved(const struct Finding *f, struct Statement statement)
{
	const struct Operand *value = &f->program->store[statement.index].value;
	return statement.store ? value->kind == OPERAND_STEP && f->moved[value->index] : f->moved[statement.index];
}

/* Statements of what is not moved, with the stores for loops where their values are known. */
static void close_before(struct Dividing *d)
{
	const struct Finding *f = d->f;
	const struct Program *program = f->program;
	struct Program *before = &d->made->before;
	before->statement = ARENA_ARRAY(f->arena, struct Statement, (size_t)program->statements + before->stores);
	before->statements = 0;
	for (uint32_t s = 0; s <= program->statements; s++) {
		for (uint32_t k = d->first[s]; k; k = d->next[k - 1])
			before->statement[before->statements++] = (struct Statement){ true, k - 1 };
		if (s < program->statements && !is_moved(f, program->statement[s]))
			before->statement[before->statements++] = program->statement[s];
	}
	for (uint32_t i = 0; i < program->steps; i++)
		before->step[i].named &= !f->moved[i];
	liveness_ranges(before, f->scratch);
}

static void find_all(struct Finding *f, const struct LimbFold *lanes)
{
	uint32_t keys = 0;
	for (uint32_t o = 0; o < f->outputs; o++)
		keys += f->output[o].columns;
	f->key = ARENA_ARRAY(f->scratch, struct Key, keys + 1);
	f->of = ARENA_ARRAY(f->scratch, uint32_t, f->program->steps);
	f->place = ARENA_ARRAY(f->scratch, uint32_t, f->program->steps);
	f->moved = ARENA_ARRAY(f->scratch, bool, f->program->steps);
	find_keys(f, lanes);
	list_steps(f);
	list_uses(f);
	list_stores(f);
}

struct ColumnLoops column_loops_find(const struct Program *program, const struct ColumnOutput *output, uint32_t outputs,
                                     const struct LimbFold *lanes)
{
	struct Finding f = { .program = program,
		             .output = output,
		             .outputs = outputs,
		             .arena = program->arena,
		             .scratch = arena_part(program->arena) };
	struct ColumnLoops made = { .loops = 0 };
	struct Dividing d = { .f = &f, .made = &made };
	find_all(&f, lanes);
	struct Loop *loop = ARENA_ARRAY(f.scratch, struct Loop, f.keys + 1);
	uint32_t count = 0;
	for (uint32_t k = 0; k < f.keys; k++)
		if (!f.key[k].taken && f.key[k].steps)
			loop[count++] = gather(&f, &f.key[k]);
	made.loop = ARENA_ARRAY(f.arena, struct ColumnLoop, count + 1);
	open_before(&d, loop, count);
	for (uint32_t l = 0; l < count; l++)
		add_loop(&d, &loop[l]);
	if (made.loops)
		close_before(&d);
	arena_free(f.scratch);
	return made;
}
