#include "table_loops.h"

#include <string.h>

#include "base/tuning.h"
#include "forms.h"
#include "lowering.h"

enum { CLASSES_MOST = 64 }; /* forms compared at once: bits of a word */

/* Statements of the same form. */
struct Class {
	uint32_t first;  /* a statement */
	uint32_t single; /* statements outside of loops */
	double gain;     /* bytes saved by a statement in a loop */
	double fixed;    /* bytes of a loop, without its table */
	uint32_t rank;   /* among the classes compared, or CLASSES_MOST */
};

struct Finding {
	struct Program *program;
	uint32_t outputs;
	struct Forms forms;
	struct Arena *arena, *scratch;
	uint32_t *row[2];        /* by place of an array of rows, of numbers or of limbs in lanes: its store */
	uint32_t *first, *below; /* by statement: operands that are statements, in `below` */
	uint32_t *class;         /* by statement: its class, + 1; 0: none */
	struct Class *item;
	uint32_t classes;
	uint32_t *loop; /* by statement: number of its loop, from 1; 0: none */
	uint32_t loops;
	struct SumLoops *sums;  /* or NULL */
	uint32_t *sum_loop;     /* by number of a loop: its loop over sums, + 1; 0: it has a table */
	uint32_t *early, *late; /* by statement outside of loops: least and most loops before */
};

/* --- statements --- */

/* The value of a statement. `whole`: its step, not a temporary. */
static struct Operand value_of(const struct Program *program, struct Statement statement, bool *whole)
{
	*whole = !statement.store;
	if (statement.store)
		return program->store[statement.index].value;
	return (struct Operand){ .kind = OPERAND_STEP, .index = statement.index };
}

/* Ranges of loops over sums, after statements have been dropped. `after`: by statement, the count left before. */
static void move_sums(struct SumLoops *sums, const uint32_t *after)
{
	for (uint32_t l = 0; sums && l < sums->loops; l++) {
		sums->loop[l].first = after[sums->loop[l].first];
		sums->loop[l].end = after[sums->loop[l].end];
	}
}

/* Lanes of temporary vectors are read in place. */
static void take_lanes_in_place(struct Finding *f)
{
	struct Program *program = f->program;
	uint32_t *after = ARENA_ARRAY(f->scratch, uint32_t, (size_t)program->statements + 1), kept = 0;
	for (uint32_t s = 0; s < program->statements; s++) {
		struct Statement statement = program->statement[s];
		struct Step *step = &program->step[statement.index];
		bool lane = !statement.store && step->op == OP_PICK && step->operand[0].kind == OPERAND_STEP &&
		            program->step[step->operand[0].index].named && !step->operand[0].negative;
		after[s] = kept;
		if (lane)
			step->named = false;
		else
			program->statement[kept++] = statement;
	}
	after[program->statements] = kept;
	program->statements = kept;
	move_sums(f->sums, after);
}

/* Text of a statement's form, or NULL. */
static const char *form_of(const struct Finding *f, struct Statement statement)
{
	if (!statement.store) {
		const char *text = f->forms.text[statement.index];
		bool lanes = f->program->step[statement.index].lanes;
		return text ? text_print(f->scratch, "%s=%s", lanes ? "l" : "k", text) : NULL;
	}
	const struct Store *store = &f->program->store[statement.index];
	const char *text = form_of_value(&f->forms, store->value);
	return text ? text_print(f->scratch, "%u=%s", store->array, text) : NULL;
}

/* Estimates of bytes by gcc -O2 on x86-64. */
static void weigh(const struct Finding *f, struct Class *class)
{
	bool whole;
	struct Statement statement = f->program->statement[class->first];
	struct Operand value = value_of(f->program, statement, &whole);
	uint32_t leaves = form_leaves(&f->forms, value, whole, NULL);
	bool nested = value.kind == OPERAND_STEP && (whole || !f->program->step[value.index].named);
	uint32_t operations = nested ? f->forms.operations[value.index] : 0;
	class->gain = TABLE_STORE + TABLE_LEAF * leaves + TABLE_OPERATION * operations - 2.0 * (leaves + 1);
	bool result = statement.store && f->program->store[statement.index].array < f->outputs;
	if (!result && leaves < TABLE_LEAVES)
		class->gain = 0;
	class->fixed = TABLE_LOOP + TABLE_LOOP_LEAF * leaves + TABLE_LOOP_OPERATION * operations;
}

static void find_classes(struct Finding *f)
{
	struct NameTable names = names_new(f->scratch);
	f->item = ARENA_ARRAY(f->scratch, struct Class, f->program->statements + 1);
	f->class = ARENA_ARRAY(f->scratch, uint32_t, f->program->statements + 1);
	for (uint32_t s = 0; s < f->program->statements; s++) {
		const char *text = form_of(f, f->program->statement[s]);
		if (!text)
			continue;
		uint32_t class = (uint32_t)names_add(&names, text, (int)f->classes);
		if (class == f->classes) {
			f->item[f->classes] = (struct Class){ .first = s };
			weigh(f, &f->item[f->classes++]);
		}
		f->item[class].single++;
		f->class[s] = class + 1;
	}
}

/* --- which statements read which --- */

/* Lists the statements that a value reads into `to`, or only counts them (NULL). */
static uint32_t list_below(const struct Finding *f, struct Operand value, bool whole, const uint32_t *setting,
                           uint32_t *stack, uint32_t *to)
{
	const struct Program *program = f->program;
	uint32_t depth = 0, count = 0;
	if (value.kind == OPERAND_STEP)
		stack[depth++] = value.index;
	for (bool root = whole; depth; root = false) {
		uint32_t index = stack[--depth];
		const struct Step *step = &program->step[index];
		if (step->named && !root) {
			if (to)
				to[count] = setting[index];
			count++;
			continue;
		}
		for (int k = 0; k < op_table[step->op].arity; k++)
			if (step->operand[k].kind == OPERAND_STEP)
				stack[depth++] = step->operand[k].index;
	}
	return count;
}

/* The first sine or cosine of a group reads what all of them read, and the others read it: the group stays together. */
static uint32_t list_group(const struct Finding *f, uint32_t s, const uint32_t *setting, uint32_t *stack, uint32_t *to)
{
	const struct Program *program = f->program;
	uint32_t first = program->statement[s].index, count = 0;
	const struct Step *step = &program->step[first];
	if (first > 0 && step[-1].group == step->group) {
		while (first > 0 && program->step[first - 1].group == step->group)
			first--;
		if (to)
			to[0] = setting[first];
		return 1;
	}
	for (uint32_t i = first; i < program->steps && program->step[i].group == step->group; i++) {
		struct Operand value = { .kind = OPERAND_STEP, .index = i };
		count += list_below(f, value, true, setting, stack, to ? to + count : NULL);
	}
	return count;
}

/* The stores of the rows that a sum of a loop reads. */
static uint32_t list_rows(const struct Finding *f, uint32_t s, uint32_t *to)
{
	uint32_t count = 0;
	for (uint32_t l = 0; f->sums && l < f->sums->loops; l++) {
		const struct SumLoop *loop = &f->sums->loop[l];
		if (s < loop->first || s >= loop->end)
			continue;
		for (int k = 0; k < 2; k++)
			for (uint32_t t = 0; t < loop->terms; t++, count++)
				if (to)
					to[count] = f->row[loop->lanes[k]][loop->row[s - loop->first][k] + t];
	}
	return count;
}

static uint32_t list_read(const struct Finding *f, uint32_t s, const uint32_t *setting, uint32_t *stack, uint32_t *to)
{
	struct Statement statement = f->program->statement[s];
	bool whole;
	if (!statement.store && f->program->step[statement.index].group)
		return list_group(f, s, setting, stack, to);
	struct Operand value = value_of(f->program, statement, &whole);
	uint32_t rows = statement.store ? 0 : list_rows(f, s, to);
	return rows ? rows : list_below(f, value, whole, setting, stack, to);
}

/* Finds stores of rows of sums. */
static void find_rows(struct Finding *f)
{
	const struct Program *program = f->program;
	for (int k = 0; k < 2 && f->sums; k++)
		f->row[k] = ARENA_ARRAY(f->scratch, uint32_t, f->sums->places[k] + 1);
	for (uint32_t s = 0; s < program->statements && f->sums; s++) {
		const struct Store *store = &program->store[program->statement[s].index];
		if (program->statement[s].store && store->array >= f->outputs)
			f->row[store->array - f->outputs][store->element] = s;
	}
}

static void find_below(struct Finding *f)
{
	find_rows(f);
	const struct Program *program = f->program;
	uint32_t *setting = ARENA_ARRAY(f->scratch, uint32_t, program->steps + 1), count = 0;
	uint32_t *stack = ARENA_ARRAY(f->scratch, uint32_t, OPERANDS * (size_t)program->steps + 1);
	for (uint32_t s = 0; s < program->statements; s++)
		if (!program->statement[s].store)
			setting[program->statement[s].index] = s;
	f->first = ARENA_ARRAY(f->scratch, uint32_t, (size_t)program->statements + 1);
	for (uint32_t s = 0; s < program->statements; s++) {
		f->first[s] = count;
		count += list_read(f, s, setting, stack, NULL);
	}
	f->first[program->statements] = count;
	f->below = ARENA_ARRAY(f->scratch, uint32_t, count + 1);
	for (uint32_t s = 0; s < program->statements; s++)
		(void)list_read(f, s, setting, stack, f->below + f->first[s]);
}

/* --- which statements are in a loop --- */

/* Statements before loop l + 1 and after loop l have l loops before them: in all orders between `early` and `late`. */
static void find_ranges(struct Finding *f)
{
	uint32_t statements = f->program->statements;
	for (uint32_t s = 0; s < statements; s++) {
		f->early[s] = 0;
		f->late[s] = f->loops;
		for (uint32_t k = f->first[s]; k < f->first[s + 1]; k++) {
			uint32_t below = f->below[k], loops = f->loop[below] ? f->loop[below] : f->early[below];
			f->early[s] = loops > f->early[s] ? loops : f->early[s];
		}
	}
	for (uint32_t s = statements; s-- > 0;) {
		uint32_t most = f->loop[s] ? f->loop[s] - 1 : f->late[s];
		for (uint32_t k = f->first[s]; k < f->first[s + 1]; k++)
			f->late[f->below[k]] = most < f->late[f->below[k]] ? most : f->late[f->below[k]];
	}
}

/* Ranks the classes by the bytes saved. */
static uint32_t rank_classes(struct Finding *f, uint32_t *ranked)
{
	uint32_t count = 0;
	for (uint32_t c = 0; c < f->classes; c++)
		f->item[c].rank = CLASSES_MOST;
	for (uint32_t best = 0; count < CLASSES_MOST; count++) {
		double most = TABLE_WORTH;
		bool found = false;
		for (uint32_t c = 0; c < f->classes; c++) {
			const struct Class *class = &f->item[c];
			double saved = class->single * class->gain - class->fixed;
			if (class->rank < CLASSES_MOST || saved < most)
				continue;
			most = saved;
			best = c;
			found = true;
		}
		if (!found)
			break;
		f->item[best].rank = count;
		ranked[count] = best;
	}
	return count;
}

/* Statements that a loop after `slot` others may have: for each class those that do not wait for others of the class by
 * way of statements outside of the loop. */
struct Slot {
	uint32_t slot;
	uint64_t *behind; /* by statement: ranks of the classes before each */
	bool *taken;      /* by statement */
	uint32_t count[CLASSES_MOST];
};

static uint32_t rank_of(const struct Finding *f, uint32_t s)
{
	return f->class[s] ? f->item[f->class[s] - 1].rank : CLASSES_MOST;
}

static void fill_slot(const struct Finding *f, struct Slot *slot)
{
	memset(slot->count, 0, sizeof slot->count);
	for (uint32_t s = 0; s < f->program->statements; s++) {
		uint64_t through = 0, behind = 0;
		uint32_t rank = rank_of(f, s);
		slot->taken[s] = false;
		slot->behind[s] = 0;
		if (f->loop[s] || f->early[s] > slot->slot)
			continue;
		for (uint32_t k = f->first[s]; k < f->first[s + 1]; k++) {
			uint32_t below = f->below[k];
			through |= slot->behind[below];
			behind |= slot->taken[below] ? UINT64_C(1) << rank_of(f, below) : 0;
		}
		if (rank < CLASSES_MOST && f->late[s] >= slot->slot && !(through >> rank & 1)) {
			slot->taken[s] = true;
			slot->count[rank]++;
			behind &= ~(UINT64_C(1) << rank);
		}
		slot->behind[s] = through | behind;
	}
}

/* A possible loop: its class, and the count of loops before. */
struct Candidate {
	uint32_t class, slot;
	double saved;
};

/* The best loop, if any saves enough. */
static bool find_best(struct Finding *f, struct Slot *slot, struct Candidate *best)
{
	uint32_t ranked[CLASSES_MOST], count = rank_classes(f, ranked);
	*best = (struct Candidate){ .saved = TABLE_WORTH };
	bool found = false;
	for (slot->slot = 0; slot->slot <= f->loops && count; slot->slot++) {
		fill_slot(f, slot);
		for (uint32_t r = 0; r < count; r++) {
			const struct Class *class = &f->item[ranked[r]];
			double saved = slot->count[r] * class->gain - class->fixed;
			if (saved <= best->saved)
				continue;
			*best = (struct Candidate){ ranked[r], slot->slot, saved };
			found = true;
		}
	}
	return found;
}

/* Makes the best loop. False: none saves enough. */
static bool make_loop(struct Finding *f, struct Slot *slot)
{
	struct Candidate best;
	find_ranges(f);
	if (!find_best(f, slot, &best))
		return false;
	slot->slot = best.slot;
	fill_slot(f, slot);
	f->item[best.class].single -= slot->count[f->item[best.class].rank];
	memmove(f->sum_loop + best.slot + 2, f->sum_loop + best.slot + 1, (f->loops - best.slot) * sizeof *f->sum_loop);
	f->sum_loop[best.slot + 1] = 0;
	f->loops++;
	for (uint32_t s = 0; s < f->program->statements; s++) {
		f->loop[s] += f->loop[s] > best.slot;
		if (slot->taken[s] && f->class[s] == best.class + 1)
			f->loop[s] = best.slot + 1;
	}
	return true;
}

/* Loops over sums are there already. */
static void take_sums(struct Finding *f)
{
	uint32_t sums = f->sums ? f->sums->loops : 0;
	f->sum_loop = ARENA_ARRAY(f->scratch, uint32_t, TABLE_LOOPS_MOST + (size_t)sums + 2);
	for (uint32_t l = 0; l < sums; l++) {
		f->sum_loop[++f->loops] = l + 1;
		for (uint32_t s = f->sums->loop[l].first; s < f->sums->loop[l].end; s++)
			f->loop[s] = f->loops;
	}
}

static void choose_loops(struct Finding *f)
{
	uint32_t statements = f->program->statements;
	struct Slot slot = { .behind = ARENA_ARRAY(f->scratch, uint64_t, statements + 1),
		             .taken = ARENA_ARRAY(f->scratch, bool, statements + 1) };
	f->loop = ARENA_ARRAY(f->scratch, uint32_t, statements + 1);
	f->early = ARENA_ARRAY(f->scratch, uint32_t, statements + 1);
	f->late = ARENA_ARRAY(f->scratch, uint32_t, statements + 1);
	take_sums(f);
	uint32_t most = f->loops + TABLE_LOOPS_MOST;
	while (f->loops < most && make_loop(f, &slot))
		continue;
	find_ranges(f);
}

/* --- the program with loops --- */

/* Mean position of the statements of each loop. */
static uint32_t *positions(const struct Finding *f)
{
	size_t loops = (size_t)f->loops + 1;
	uint32_t *position = ARENA_ARRAY(f->scratch, uint32_t, loops),
		 *count = ARENA_ARRAY(f->scratch, uint32_t, loops);
	uint64_t *sum = ARENA_ARRAY(f->scratch, uint64_t, loops);
	for (uint32_t s = 0; s < f->program->statements; s++) {
		sum[f->loop[s]] += s;
		count[f->loop[s]]++;
	}
	for (uint32_t l = 1; l <= f->loops; l++)
		position[l] = (uint32_t)(sum[l] / count[l]);
	return position;
}

/* Count of loops before each statement outside of loops: the former count, if possible. */
static uint32_t *choose_stages(const struct Finding *f)
{
	const uint32_t *position = positions(f);
	uint32_t *stage = ARENA_ARRAY(f->scratch, uint32_t, f->program->statements + 1);
	for (uint32_t s = 0; s < f->program->statements; s++) {
		struct Statement statement = f->program->statement[s];
		bool group = !statement.store && f->program->step[statement.index].group;
		uint32_t least = 0;
		for (uint32_t k = f->first[s]; k < f->first[s + 1]; k++) {
			uint32_t below = f->below[k], loops = f->loop[below] ? f->loop[below] : stage[below];
			least = loops > least ? loops : least;
		}
		while (!group && least < f->late[s] && position[least + 1] < s)
			least++;
		stage[s] = least;
	}
	return stage;
}

/* Adds the statements of a loop, or those outside after so many loops. */
static void put_stage(const struct Finding *f, const uint32_t *stage, uint32_t number, bool loop,
                      struct Statement *statement, uint32_t *count)
{
	for (uint32_t s = 0; s < f->program->statements; s++)
		if (loop ? f->loop[s] == number : !f->loop[s] && stage[s] == number)
			statement[(*count)++] = f->program->statement[s];
}

/* The statement of the body, if there are operations: a temporary. */
static void name_result(const struct Finding *f, struct TableLoop *loop)
{
	struct Program *body = &loop->body;
	body->statement = ARENA_ARRAY(f->arena, struct Statement, 1);
	body->statements = body->steps > loop->leaves;
	if (body->statements) {
		body->statement[0] = (struct Statement){ false, loop->value.index };
		body->step[loop->value.index].named = true;
	}
	liveness_ranges(body, f->scratch);
	for (uint32_t k = 0; k < loop->leaves; k++)
		body->step[k].named = true;
}

static void fill_loop(const struct Finding *f, const struct Statement *statement, struct TableLoop *loop)
{
	bool whole;
	struct Operand value = value_of(f->program, statement[loop->first], &whole);
	loop->body = form_body(&f->forms, value, whole, &loop->value);
	loop->leaves = form_leaves(&f->forms, value, whole, NULL);
	name_result(f, loop);
	loop->leaf = ARENA_ARRAY(f->arena, struct Operand *, loop->end - loop->first);
	for (uint32_t s = loop->first; s < loop->end; s++) {
		struct Operand *leaf = ARENA_ARRAY(f->arena, struct Operand, loop->leaves + 1);
		value = value_of(f->program, statement[s], &whole);
		(void)form_leaves(&f->forms, value, whole, leaf);
		loop->leaf[s - loop->first] = leaf;
	}
}

static void put_program(const struct Finding *f, struct TableLoops *made)
{
	const uint32_t *stage = choose_stages(f);
	struct Statement *statement = ARENA_ARRAY(f->arena, struct Statement, f->program->statements + 1);
	uint32_t count = 0;
	made->loop = ARENA_ARRAY(f->arena, struct TableLoop, f->loops + 1);
	put_stage(f, stage, 0, false, statement, &count);
	for (uint32_t l = 1; l <= f->loops; l++) {
		uint32_t first = count;
		put_stage(f, stage, l, true, statement, &count);
		if (f->sum_loop[l]) {
			f->sums->loop[f->sum_loop[l] - 1].first = first;
			f->sums->loop[f->sum_loop[l] - 1].end = count;
		} else {
			made->loop[made->loops] = (struct TableLoop){ .first = first, .end = count };
			fill_loop(f, statement, &made->loop[made->loops++]);
		}
		put_stage(f, stage, l, false, statement, &count);
	}
	f->program->statement = statement;
	f->program->statements = count;
	liveness_ranges(f->program, f->scratch);
}

static struct Program *open_program(const struct Program *program, struct Arena *arena)
{
	struct Program *made = ARENA_NEW(arena, struct Program);
	*made = *program;
	made->step = ARENA_ARRAY(program->arena, struct Step, program->steps);
	made->statement = ARENA_ARRAY(program->arena, struct Statement, program->statements);
	memcpy(made->step, program->step, program->steps * sizeof *program->step);
	memcpy(made->statement, program->statement, program->statements * sizeof *program->statement);
	return made;
}

struct TableLoops table_loops_find(const struct Program *program, uint32_t outputs, struct SumLoops *sums)
{
	struct Arena *scratch = arena_part(program->arena);
	struct Finding f = { .arena = program->arena,
		             .scratch = scratch,
		             .sums = sums,
		             .outputs = outputs,
		             .program = open_program(program, scratch) };
	struct TableLoops made = { .loops = 0 };
	take_lanes_in_place(&f);
	f.forms = forms_read(f.program, scratch);
	find_classes(&f);
	find_below(&f);
	choose_loops(&f);
	if (f.loops) {
		put_program(&f, &made);
		made.program = *f.program;
	}
	arena_free(scratch);
	return made;
}

/* --- loops by statement --- */

const struct TableLoop *table_loop_at(const struct TableLoops *loops, uint32_t statement)
{
	for (uint32_t l = 0; loops && l < loops->loops; l++)
		if (statement >= loops->loop[l].first && statement < loops->loop[l].end)
			return &loops->loop[l];
	return NULL;
}

uint32_t table_loop_after(const struct TableLoops *loops, uint32_t statement, uint32_t end)
{
	for (uint32_t l = 0; loops && l < loops->loops; l++)
		if (loops->loop[l].first >= statement && loops->loop[l].first < end)
			end = loops->loop[l].first;
	return end;
}
