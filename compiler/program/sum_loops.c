#include "sum_loops.h"

#include <stdlib.h>
#include <string.h>

#include "base/tuning.h"
#include "lowering.h"

/* Factors that are stored side by side. */
struct Row {
	struct Operand factor[SUM_TERMS_MOST];
	bool lanes;
	uint32_t sums;                 /* sums of this form: possible, then chosen */
	bool settled;                  /* its signs are known */
	bool negative[SUM_TERMS_MOST]; /* by factor */
	uint32_t place;                /* + 1; 0: none yet */
};

struct Sum {
	uint32_t step, terms, level;
	struct Operand factor[SUM_TERMS_MOST][2];
	bool minus[SUM_TERMS_MOST]; /* by product */
	struct Row *row[2];         /* NULL: not in a loop */
	bool settled, negative;     /* its sign is known; it holds the negative of the sum of its rows */
	uint32_t loop;
};

struct Finding {
	const struct Program *program;
	struct SumLoops *made;
	uint32_t outputs;
	struct Arena *arena, *scratch;
	struct Sum *sum;
	uint32_t sums;
	uint32_t *of;    /* by step: its sum, + 1 */
	uint32_t *level; /* by step: count of loops before it */
};

/* --- sums --- */

/* The step that an operand is, if it is the operation and written inside its user, or NULL. */
static const struct Step *inner(const struct Program *program, struct Operand operand, enum Op op)
{
	const struct Step *step = operand.kind == OPERAND_STEP ? &program->step[operand.index] : NULL;
	return step && !step->named && step->op == op ? step : NULL;
}

/* Can a factor be stored: an input, a number, a temporary, or a lane? */
static bool is_factor(const struct Program *program, struct Operand operand)
{
	return operand.kind != OPERAND_STEP || program->step[operand.index].named || inner(program, operand, OP_PICK);
}

/* Adds a product to a sum. */
static bool add_product(const struct Program *program, struct Sum *sum, struct Operand product, bool minus)
{
	const struct Step *step = inner(program, product, OP_MUL);
	if (!step || sum->terms == SUM_TERMS_MOST)
		return false;
	bool known = true;
	sum->minus[sum->terms] = minus != product.negative;
	for (int k = 0; k < 2; k++) {
		known &= is_factor(program, step->operand[k]);
		sum->minus[sum->terms] ^= step->operand[k].negative;
		sum->factor[sum->terms][k] = step->operand[k];
		sum->factor[sum->terms][k].negative = false;
	}
	sum->terms++;
	return known;
}

/* Reads a0*b0 + (a1*b1 + (...)). */
static bool read_sum(const struct Program *program, uint32_t index, struct Sum *sum)
{
	const struct Step *step = &program->step[index];
	bool minus = false;
	*sum = (struct Sum){ .step = index };
	while (step) {
		int k = inner(program, step->operand[0], OP_MUL) ? 0 : 1;
		struct Operand rest = step->operand[1 - k];
		if (!add_product(program, sum, step->operand[k], minus))
			return false;
		step = inner(program, rest, OP_ADD);
		if (!step)
			return add_product(program, sum, rest, minus) && sum->terms >= SUM_TERMS_LEAST;
		minus ^= rest.negative;
	}
	return false;
}

static void list_sums(struct Finding *f)
{
	const struct Program *program = f->program;
	f->sum = ARENA_ARRAY(f->scratch, struct Sum, program->statements + 1);
	for (uint32_t s = 0; s < program->statements; s++) {
		struct Statement statement = program->statement[s];
		if (!statement.store && program->step[statement.index].op == OP_ADD &&
		    read_sum(program, statement.index, &f->sum[f->sums]))
			f->sums++;
	}
}

/* --- levels: sums of one level do not depend on each other --- */

static int by_level(const void *first, const void *second)
{
	const struct Sum *a = first, *b = second;
	if (a->level != b->level)
		return a->level < b->level ? -1 : 1;
	if (a->terms != b->terms)
		return a->terms < b->terms ? -1 : 1;
	return a->step < b->step ? -1 : a->step > b->step;
}

/* The level of a step that is at least `level`. */
static uint32_t level_above(const struct Finding *f, const struct Step *step, uint32_t level)
{
	for (int k = 0; k < op_table[step->op].arity; k++) {
		struct Operand below = step->operand[k];
		uint32_t least = below.kind == OPERAND_STEP ? f->level[below.index] + !!f->of[below.index] : 0;
		level = least > level ? least : level;
	}
	return level;
}

/* A call sets all sines of a group, so all have the level of the last angle. */
static void find_levels(struct Finding *f)
{
	const struct Program *program = f->program;
	memset(f->of, 0, program->steps * sizeof *f->of);
	for (uint32_t s = 0; s < f->sums; s++)
		f->of[f->sum[s].step] = s + 1;
	for (uint32_t i = 0, end; i < program->steps; i = end) {
		end = program_group_end(program, i);
		uint32_t level = 0;
		for (uint32_t k = i; k < end; k++)
			level = level_above(f, &program->step[k], level);
		for (uint32_t k = i; k < end; k++)
			f->level[k] = level;
	}
	for (uint32_t s = 0; s < f->sums; s++)
		f->sum[s].level = f->level[f->sum[s].step];
	qsort(f->sum, f->sums, sizeof *f->sum, by_level);
	for (uint32_t s = 0; s < f->sums; s++)
		f->of[f->sum[s].step] = s + 1;
}

/* --- rows --- */

/* Rows that the sums of a group may have, by open addressing. */
struct Rows {
	struct Row *item;
	uint32_t count, *bucket, buckets;
};

static uint32_t hash_row(const struct Row *row, uint32_t terms)
{
	uint32_t hash = 2166136261U;
	for (uint32_t t = 0; t < terms; t++) {
		hash = (hash ^ (row->factor[t].kind * 256U + row->factor[t].array)) * 16777619U;
		hash = (hash ^ row->factor[t].index) * 16777619U;
	}
	return hash ^ hash >> 15;
}

static bool same_row(const struct Row *a, const struct Row *b, uint32_t terms)
{
	bool same = true;
	for (uint32_t t = 0; t < terms && same; t++)
		same = a->factor[t].kind == b->factor[t].kind && a->factor[t].array == b->factor[t].array &&
		       a->factor[t].index == b->factor[t].index;
	return same;
}

static struct Row *find_row(struct Rows *rows, const struct Row *row, uint32_t terms)
{
	uint32_t at = hash_row(row, terms) % rows->buckets;
	for (; rows->bucket[at]; at = (at + 1) % rows->buckets)
		if (same_row(&rows->item[rows->bucket[at] - 1], row, terms))
			return &rows->item[rows->bucket[at] - 1];
	rows->item[rows->count] = *row;
	rows->bucket[at] = ++rows->count;
	return &rows->item[rows->count - 1];
}

/* Finds the row of a sum on a side: bit t of `sides` says on which side product t has its first factor. False: its factors
 * are both numbers and vectors. */
static bool take_row(const struct Finding *f, struct Rows *rows, const struct Sum *sum, uint32_t sides,
                     struct Row **found)
{
	struct Row row = { .sums = 0 };
	bool uniform = true;
	for (uint32_t t = 0; t < sum->terms; t++) {
		row.factor[t] = sum->factor[t][sides >> t & 1];
		bool lanes = program_has_lanes(f->program, row.factor[t]);
		row.lanes = t ? row.lanes : lanes;
		uniform &= lanes == row.lanes;
	}
	*found = uniform ? find_row(rows, &row, sum->terms) : NULL;
	return uniform;
}

/* The two rows of a sum, by one of the ways to divide its factors. */
static bool take_rows(const struct Finding *f, struct Rows *rows, const struct Sum *sum, uint32_t sides,
                      struct Row **found)
{
	return take_row(f, rows, sum, sides, &found[0]) && take_row(f, rows, sum, ~sides, &found[1]);
}

static uint32_t ways(const struct Sum *sum)
{
	return UINT32_C(1) << (sum->terms - 1);
}

/* Gives each sum the rows that most sums may have. */
static void choose_rows(const struct Finding *f, struct Rows *rows, struct Sum *sum)
{
	struct Row *row[2];
	double least = 0;
	sum->row[0] = sum->row[1] = NULL;
	for (uint32_t sides = 0; sides < ways(sum); sides++) {
		if (!take_rows(f, rows, sum, sides, row))
			continue;
		double share = 1.0 / row[0]->sums + 1.0 / row[1]->sums;
		if (sum->row[0] && share >= least)
			continue;
		least = share;
		memcpy(sum->row, row, sizeof row);
	}
}

static void count_rows(struct Sum *sum, uint32_t count)
{
	for (uint32_t s = 0; s < count; s++)
		for (int k = 0; k < 2 && sum[s].row[0]; k++)
			sum[s].row[k]->sums = 0;
	for (uint32_t s = 0; s < count; s++)
		for (int k = 0; k < 2 && sum[s].row[0]; k++)
			sum[s].row[k]->sums++;
}

static void find_rows(const struct Finding *f, struct Arena *arena, struct Sum *sum, uint32_t count)
{
	struct Rows rows = { .buckets = 4 * count * ways(sum) + 1 };
	struct Row *row[2];
	rows.item = ARENA_ARRAY(arena, struct Row, 2 * (size_t)count * ways(sum));
	rows.bucket = ARENA_ARRAY(arena, uint32_t, rows.buckets);
	for (uint32_t s = 0; s < count; s++)
		for (uint32_t sides = 0; sides < ways(sum); sides++)
			if (take_rows(f, &rows, &sum[s], sides, row)) {
				row[0]->sums++;
				row[1]->sums++;
			}
	for (uint32_t s = 0; s < count; s++)
		choose_rows(f, &rows, &sum[s]);
	count_rows(sum, count);
}

/* --- which sums --- */

/* Moves of values for a sum: its share of the stores of its rows. */
static double moves(const struct Sum *sum)
{
	return sum->terms * (1.0 / sum->row[0]->sums + 1.0 / sum->row[1]->sums);
}

/* Drops the sums of a group that do not pay, or all, if the loop does not. */
static bool drop_poor(struct Sum *sum, uint32_t count)
{
	double saved = 0;
	uint32_t kept = 0;
	for (uint32_t s = 0; s < count; s++) {
		double operations = 2 * sum[s].terms - 1;
		if (sum[s].row[0] && moves(&sum[s]) <= SUMS_SHARE * operations) {
			saved += operations - moves(&sum[s]);
			kept++;
		} else {
			sum[s].row[0] = NULL;
		}
	}
	for (uint32_t s = 0; s < count && (kept < SUMS_LEAST || saved < SUMS_WORTH); s++)
		sum[s].row[0] = NULL;
	return kept < count || !sum->row[0];
}

/* End of the group of equally many products on one level that begins at a sum. */
static uint32_t group_end(const struct Finding *f, uint32_t first)
{
	const struct Sum *sum = f->sum;
	uint32_t end = first + 1;
	while (end < f->sums && sum[end].level == sum[first].level && sum[end].terms == sum[first].terms)
		end++;
	return end;
}

static void remove_dropped(struct Finding *f)
{
	uint32_t kept = 0;
	for (uint32_t s = 0; s < f->sums; s++)
		if (f->sum[s].row[0])
			f->sum[kept++] = f->sum[s];
	f->sums = kept;
}

/* Chooses the sums. Without those that are dropped, others are of lower levels, and loops are longer. */
static void choose_sums(struct Finding *f)
{
	struct Arena *arena = NULL;
	for (bool dropped = true; dropped;) {
		if (arena)
			arena_free(arena);
		arena = arena_part(f->scratch);
		find_levels(f);
		dropped = false;
		for (uint32_t first = 0, end; first < f->sums; first = end) {
			end = group_end(f, first);
			find_rows(f, arena, f->sum + first, end - first);
			dropped |= drop_poor(f->sum + first, end - first);
		}
		if (dropped)
			remove_dropped(f);
	}
}

/* --- signs --- */

/* Sign of a product less those of its settled factors. */
static bool sign_left(const struct Sum *sum, uint32_t term)
{
	bool minus = sum->minus[term];
	for (int k = 0; k < 2; k++)
		minus ^= sum->row[k]->settled && sum->row[k]->negative[term];
	return minus;
}

static void settle_row(const struct Sum *sum, struct Row *row)
{
	bool left[SUM_TERMS_MOST];
	for (uint32_t t = 0; t < sum->terms; t++)
		left[t] = sign_left(sum, t);
	memcpy(row->negative, left, sizeof left);
	row->settled = true;
}

/* Settles the signs of a sum whose rows are settled, or all but one. False: of none, or its products have other signs. */
static bool settle(struct Sum *sum)
{
	for (int k = 0; k < 2; k++)
		if (!sum->row[k]->settled && sum->row[1 - k]->settled)
			settle_row(sum, sum->row[k]);
	sum->settled = sum->row[0]->settled;
	sum->negative = sum->settled && sign_left(sum, 0);
	bool same = true;
	for (uint32_t t = 1; t < sum->terms && sum->settled; t++)
		same &= sign_left(sum, t) == sum->negative;
	if (!same)
		sum->row[0] = NULL; /* not in a loop */
	return sum->settled;
}

/* Settles the signs of all rows of a group, from row to row. */
static void settle_all(struct Sum *sum, uint32_t count)
{
	for (uint32_t left = count; left;) {
		uint32_t before = left, next = count;
		for (uint32_t s = 0; s < count; s++) {
			bool waits = !sum[s].settled;
			if (waits && settle(&sum[s]))
				left--;
			else if (waits && next == count)
				next = s;
		}
		if (left == before)
			settle_row(&sum[next], sum[next].row[0]);
	}
}

/* --- loops --- */

static bool fits(const struct Sum *sum, bool left, bool right, bool negative)
{
	return sum->row[0] && sum->row[0]->lanes == left && sum->row[1]->lanes == right && sum->negative == negative;
}

/* Makes the loop over sums of a group with rows of these types and this sign. */
static void make_loop(struct Finding *f, struct Sum *sum, uint32_t count, int kind)
{
	struct SumLoop *loop = &f->made->loop[f->made->loops];
	uint32_t size = 0;
	bool left = kind & 4, right = kind & 2, negative = kind & 1;
	for (uint32_t s = 0; s < count; s++)
		size += fits(&sum[s], left, right, negative);
	if (!size)
		return;
	*loop = (struct SumLoop){ .terms = sum->terms, .lanes = { left, right }, .negative = negative };
	loop->row = (uint32_t(*)[2])ARENA_ARRAY(f->arena, uint32_t, 2 * (size_t)size);
	loop->end = size; /* until the statements are in order */
	f->made->loops++;
	for (uint32_t s = 0; s < count; s++)
		if (fits(&sum[s], left, right, negative))
			sum[s].loop = f->made->loops;
}

/* The vectors of a sum are on the left. */
static void turn_rows(struct Sum *sum)
{
	if (!sum->row[0] || sum->row[0]->lanes >= sum->row[1]->lanes)
		return;
	struct Row *left = sum->row[1];
	sum->row[1] = sum->row[0];
	sum->row[0] = left;
}

static void make_loops(struct Finding *f)
{
	enum { KINDS = 8 };
	f->made->loop = ARENA_ARRAY(f->arena, struct SumLoop, KINDS * (size_t)f->sums + 1);
	for (uint32_t first = 0, end; first < f->sums; first = end) {
		end = group_end(f, first);
		settle_all(f->sum + first, end - first);
		for (uint32_t s = first; s < end; s++)
			turn_rows(&f->sum[s]);
		for (int kind = 0; kind < KINDS; kind++)
			make_loop(f, f->sum + first, end - first, kind);
	}
}

/* --- the program with loops --- */

/* Program whose statements are being ordered. */
struct Ordering {
	struct Finding *f;
	uint32_t *ready;        /* by step: statements before it is known */
	uint32_t *first, *next; /* stores of rows before a statement; the next store there; each + 1 */
	uint32_t *stage;        /* by store: count of loops before it */
	size_t room;            /* of `next`, `stage` and the stores */
};

static bool in_loop(const struct Finding *f, uint32_t step)
{
	return f->of[step] && f->sum[f->of[step] - 1].loop;
}

/* Count of levels of loops before a value is known. */
static uint32_t stage_of(const struct Finding *f, struct Operand value)
{
	return value.kind == OPERAND_STEP ? f->level[value.index] + in_loop(f, value.index) : 0;
}

static void find_ready(struct Ordering *o)
{
	const struct Program *program = o->f->program;
	for (uint32_t i = 0; i < program->steps; i++) {
		const struct Step *step = &program->step[i];
		for (int k = 0; k < op_table[step->op].arity; k++)
			if (step->operand[k].kind == OPERAND_STEP && o->ready[step->operand[k].index] > o->ready[i])
				o->ready[i] = o->ready[step->operand[k].index];
		o->ready[i] = step->named ? step->set + 1 : o->ready[i];
	}
}

/* Stores a factor of a row. */
static void store_factor(struct Ordering *o, struct Operand value, bool lanes, uint32_t place)
{
	struct Program *made = &o->f->made->program;
	uint32_t at = value.kind == OPERAND_STEP ? o->ready[value.index] : 0, number = made->stores++;
	MUST(o->f->arena, number < o->room);
	if (value.kind == OPERAND_CONST && value.negative) {
		made->constant[made->constants] = -made->constant[value.index];
		value.index = made->constants++;
		value.negative = false;
	}
	made->store[number] = (struct Store){ o->f->outputs + lanes, place, value };
	o->stage[number] = stage_of(o->f, value);
	o->next[number] = o->first[at];
	o->first[at] = number + 1;
}

static uint32_t place_of_row(struct Ordering *o, struct Row *row, uint32_t terms)
{
	uint32_t *places = &o->f->made->places[row->lanes];
	if (!row->place) {
		for (uint32_t t = 0; t < terms; t++) {
			struct Operand value = row->factor[t];
			value.negative = row->negative[t];
			store_factor(o, value, row->lanes, *places + t);
		}
		row->place = *places + 1;
		*places += terms;
	}
	return row->place - 1;
}

static void open_program(struct Ordering *o)
{
	const struct Finding *f = o->f;
	const struct Program *program = f->program;
	struct Program *made = &f->made->program;
	o->room = program->stores + 2 * (size_t)SUM_TERMS_MOST * f->sums;
	*made = *program;
	made->step = ARENA_ARRAY(f->arena, struct Step, program->steps);
	made->store = ARENA_ARRAY(f->arena, struct Store, o->room);
	made->constant = ARENA_ARRAY(f->arena, double, program->constants + o->room);
	memcpy(made->step, program->step, program->steps * sizeof *program->step);
	memcpy(made->store, program->store, program->stores * sizeof *program->store);
	memcpy(made->constant, program->constant, program->constants * sizeof *program->constant);
	o->ready = ARENA_ARRAY(f->scratch, uint32_t, program->steps);
	o->first = ARENA_ARRAY(f->scratch, uint32_t, (size_t)program->statements + 1);
	o->next = ARENA_ARRAY(f->scratch, uint32_t, o->room);
	o->stage = ARENA_ARRAY(f->scratch, uint32_t, o->room);
	find_ready(o);
}

/* Places of the rows and results of each loop. Its steps lose their operands. */
static void place_loops(struct Ordering *o)
{
	struct SumLoops *made = o->f->made;
	uint32_t *filled = ARENA_ARRAY(o->f->scratch, uint32_t, (size_t)made->loops + 1);
	for (uint32_t s = 0; s < o->f->sums; s++) {
		struct Sum *sum = &o->f->sum[s];
		struct Step *step = &made->program.step[sum->step];
		if (!sum->loop)
			continue;
		for (int k = 0; k < 2; k++)
			made->loop[sum->loop - 1].row[filled[sum->loop]][k] = place_of_row(o, sum->row[k], sum->terms);
		filled[sum->loop]++;
		*step = (struct Step){
			.op = OP_INPUT, .uses = step->uses, .named = true, .lanes = step->lanes, .label = step->label
		};
	}
	for (uint32_t l = 0; l < made->loops; l++) {
		uint32_t *places = &made->places[made->loop[l].lanes[0]];
		made->loop[l].place = *places;
		*places += made->loop[l].end;
	}
}

static void add_statement(struct Program *made, bool store, uint32_t index)
{
	made->statement[made->statements++] = (struct Statement){ store, index };
}

/* Statements of a stage, outside of loops. */
static void put_stage(struct Ordering *o, uint32_t stage)
{
	const struct Finding *f = o->f;
	const struct Program *program = f->program;
	struct Program *made = &f->made->program;
	for (uint32_t s = 0; s <= program->statements; s++) {
		for (uint32_t k = o->first[s]; k; k = o->next[k - 1])
			if (o->stage[k - 1] == stage)
				add_statement(made, true, k - 1);
		if (s == program->statements)
			continue;
		struct Statement own = program->statement[s];
		uint32_t needs = own.store ? stage_of(f, program->store[own.index].value) : f->level[own.index];
		if (needs == stage && (own.store || !in_loop(f, own.index)))
			add_statement(made, own.store, own.index);
	}
}

/* Statements of the loops after a stage. */
static void put_loops(struct Ordering *o, uint32_t stage)
{
	const struct Finding *f = o->f;
	for (uint32_t l = 0; l < f->made->loops; l++) {
		struct SumLoop *loop = &f->made->loop[l];
		uint32_t first = f->made->program.statements;
		for (uint32_t s = 0; s < f->sums; s++)
			if (f->sum[s].loop == l + 1 && f->sum[s].level == stage)
				add_statement(&f->made->program, false, f->sum[s].step);
		if (f->made->program.statements > first) {
			loop->first = first;
			loop->end = f->made->program.statements;
		}
	}
}

static void put_program(struct Ordering *o)
{
	const struct Finding *f = o->f;
	struct Program *made = &f->made->program;
	uint32_t last = 0;
	made->statement = ARENA_ARRAY(f->arena, struct Statement, (size_t)f->program->statements + made->stores);
	made->statements = 0;
	for (uint32_t i = 0; i < f->program->steps; i++)
		last = f->level[i] > last ? f->level[i] : last;
	for (uint32_t stage = 0; stage <= last + 1; stage++) {
		put_stage(o, stage);
		put_loops(o, stage);
	}
	liveness_ranges(made, f->scratch);
}

struct SumLoops sum_loops_find(const struct Program *program, uint32_t outputs, const uint32_t *places)
{
	struct SumLoops made = { .places = { places[0], places[1] } };
	struct Finding f = { .program = program,
		             .made = &made,
		             .outputs = outputs,
		             .arena = program->arena,
		             .scratch = arena_part(program->arena) };
	struct Ordering order = { .f = &f };
	f.of = ARENA_ARRAY(f.scratch, uint32_t, program->steps);
	f.level = ARENA_ARRAY(f.scratch, uint32_t, program->steps);
	list_sums(&f);
	choose_sums(&f);
	make_loops(&f);
	if (made.loops) {
		open_program(&order);
		place_loops(&order);
		put_program(&order);
	}
	arena_free(f.scratch);
	return made;
}
