/* Limbs one after the other: what is computed for each of several like limbs (rewrite/lanes.h) is the body of a loop over
 * them. Where a state is in each lane limbs have no lanes left; but their text is that of one, and so a humanoid's fits
 * into the caches for instructions. Every limb is computed to the bit as without.
 *
 * Between the loops is what belongs to no limb. Statements have levels, even ones outside of loops and odd ones inside; a
 * statement comes as early as what it reads allows, and what a loop reads of a limb is of the same limb, or picked of an
 * earlier one. */
#include "rolled.h"

#include <string.h>

/* Elements of an input array that are apart by the same step from limb to limb. */
struct Pointer {
	enum Input array;
	int step;
	const char *name;
	bool used; /* in the loop at hand */
};

struct Rolling {
	struct Rolled rolled;
	const struct Program *program;
	struct Pointers { struct Pointer *item; size_t count, capacity; } pointer;
	uint32_t *pointer_of; /* by element of INPUT_LANES */
	uint32_t *place_of;   /* by element of INPUT_LANE_NUMBERS: where its numbers are, + 1; 0: nobody reads it */
	uint32_t numbers;
	bool numbers_used;    /* in the loop at hand */
	bool *across;
	uint32_t *level;      /* of a temporary, by step */
	uint32_t *end;        /* of each level, by statement */
	uint32_t levels;
};

/* --- leaves --- */

/* The step from limb to limb; false: it is not the same for all. */
static bool even_step(const struct LaneInput *input, int width, int *step)
{
	*step = (int)input->element[1] - (int)input->element[0];
	for (int l = 2; l < width; l++)
		if ((int)input->element[l] - (int)input->element[l - 1] != *step)
			return false;
	return true;
}

static uint32_t find_pointer(struct Arena *arena, struct Rolling *r, enum Input array, int step)
{
	for (size_t i = 0; i < r->pointer.count; i++)
		if (r->pointer.item[i].array == array && r->pointer.item[i].step == step)
			return (uint32_t)i;
	const char *name = text_print(arena, "%s_%s%d", input_name[array], step < 0 ? "m" : "", step < 0 ? -step : step);
	*ARENA_PUSH(arena, &r->pointer) = (struct Pointer){ array, step, name, false };
	return (uint32_t)r->pointer.count - 1;
}

static bool find_leaves(struct Arena *arena, struct Rolling *r, const struct Lanes *lanes)
{
	bool even = true;
	r->pointer_of = ARENA_ARRAY(arena, uint32_t, lanes->input.count);
	r->place_of = ARENA_ARRAY(arena, uint32_t, lanes->number.count);
	for (size_t i = 0; i < lanes->input.count && even; i++) {
		int step;
		even = even_step(&lanes->input.item[i], lanes->width, &step);
		r->pointer_of[i] = even ? find_pointer(arena, r, lanes->input.item[i].array, step) : 0;
	}
	for (uint32_t i = 0; i < r->program->steps; i++)
		for (int k = 0; k < op_table[r->program->step[i].op].arity; k++) {
			const struct Operand *operand = &r->program->step[i].operand[k];
			if (operand->kind == OPERAND_INPUT && operand->array == INPUT_LANE_NUMBERS && !r->place_of[operand->index])
				r->place_of[operand->index] = ++r->numbers;
		}
	return even;
}

static const char *leaf_name(const struct Printer *p, enum Input array, uint32_t element)
{
	struct Rolling *r = p->rolled->rolling;
	if (array == INPUT_LANE_NUMBERS) {
		r->numbers_used = true;
		return text_print(p->arena, "own[%u]", r->place_of[element] - 1);
	}
	struct Pointer *pointer = &r->pointer.item[r->pointer_of[element]];
	pointer->used = true;
	return text_print(p->arena, "%s[%u]", pointer->name, p->lanes->input.item[element].element[0]);
}

/* --- order --- */

/* Every operation has vectors; and what is picked of a limb is a temporary of it. */
static bool has_form(const struct Program *program)
{
	bool has = true;
	for (uint32_t i = 0; i < program->steps; i++) {
		const struct Step *step = &program->step[i];
		if (step->op == OP_PICK)
			has &= step->operand[0].kind == OPERAND_STEP;
		else
			has &= (op_table[step->op].infix && step->op != OP_SELECT) || step->group;
	}
	return has;
}

typedef void visit_read(struct Rolling *r, uint32_t read, bool limb, uint32_t *level);

/* Visits the temporaries that a value reads, and whether a limb does so. */
static void each_read(struct Rolling *r, struct Operand value, bool limb, visit_read *visit, uint32_t *level)
{
	if (value.kind != OPERAND_STEP)
		return;
	const struct Step *step = &r->program->step[value.index];
	if (step->named) {
		visit(r, value.index, limb, level);
		return;
	}
	for (int k = 0; k < op_table[step->op].arity; k++)
		each_read(r, step->operand[k], step->lanes, visit, level);
}

static void each_read_by(struct Rolling *r, struct Statement statement, visit_read *visit, uint32_t *level)
{
	if (statement.store) {
		each_read(r, r->program->store[statement.index].value, false, visit, level);
		return;
	}
	const struct Step *step = &r->program->step[statement.index];
	for (int k = 0; k < op_table[step->op].arity; k++)
		each_read(r, step->operand[k], step->lanes, visit, level);
}

static void come_after(struct Rolling *r, uint32_t read, bool limb, uint32_t *level)
{
	uint32_t least = r->level[read] + (r->program->step[read].lanes != limb);
	*level = least > *level ? least : *level;
}

static void mark_across(struct Rolling *r, uint32_t read, bool limb, uint32_t *level)
{
	r->across[read] |= r->program->step[read].lanes && (!limb || r->level[read] != *level);
}

/* The statements by level, otherwise as they were. */
static void order_statements(struct Arena *arena, struct Rolling *r, struct Program *program)
{
	uint32_t *level = ARENA_ARRAY(arena, uint32_t, program->statements), count = 0;
	struct Statement *ordered = ARENA_ARRAY(arena, struct Statement, program->statements);
	r->level = ARENA_ARRAY(arena, uint32_t, program->steps);
	r->across = ARENA_ARRAY(arena, bool, program->steps);
	for (uint32_t s = 0; s < program->statements; s++) {
		struct Statement statement = program->statement[s];
		bool limb = !statement.store && program->step[statement.index].lanes;
		each_read_by(r, statement, come_after, &level[s]);
		level[s] += level[s] % 2 != limb;
		if (!statement.store)
			r->level[statement.index] = level[s];
		r->levels = level[s] >= r->levels ? level[s] + 1 : r->levels;
	}
	r->end = ARENA_ARRAY(arena, uint32_t, r->levels);
	for (uint32_t l = 0; l < r->levels; l++) {
		for (uint32_t s = 0; s < program->statements; s++)
			if (level[s] == l) {
				ordered[count++] = program->statement[s];
				each_read_by(r, program->statement[s], mark_across, &level[s]);
			}
		r->end[l] = count;
	}
	program->statement = ordered;
}

/* --- text --- */

/* What limbs hand on: an element a limb. */
static void declare_arrays(struct Printer *p)
{
	const struct Program *program = &p->function->program;
	struct Text line;
	bool any = false;
	text_init(&line, p->arena);
	for (uint32_t i = 0; i < program->steps; i++)
		if (p->rolled->across[i]) {
			text_format(&line, "%s%s[%d]", any ? ", " : text_print(p->arena, "%s ", p->lanes_type), p->name[i], p->lanes->width);
			any = true;
		}
	if (any)
		c_put_line(p, text_print(p->arena, "%s;", text_string(&line)));
}

/* Lines, a step to the right. */
static void put_indented(struct Text *out, const char *lines)
{
	for (size_t length; *lines; lines += length) {
		length = strcspn(lines, "\n") + 1;
		text_char(out, '\t');
		text_bytes(out, lines, length);
	}
}

static void put_loop(struct Printer *p, uint32_t first, uint32_t end)
{
	struct Rolling *r = p->rolled->rolling;
	struct Text *out = p->out, body;
	r->numbers_used = false;
	for (size_t i = 0; i < r->pointer.count; i++)
		r->pointer.item[i].used = false;
	text_init(&body, p->arena);
	p->out = &body;
	c_put_run(p, first, end);
	p->out = out;
	text_format(out, "\tfor (int limb = 0; limb < %d; limb++) {\n", p->lanes->width);
	if (r->numbers_used)
		text_format(out, "\t\tconst %s *const own = %s_own[limb];\n", r->rolled.real,
		            c_function_name(p->arena, p->package, p->function));
	for (size_t i = 0; i < r->pointer.count; i++) {
		const struct Pointer *pointer = &r->pointer.item[i];
		if (pointer->used)
			text_format(out, "\t\tconst %s *const %s = %s %s %d*limb;\n", p->lanes_type, pointer->name, input_name[pointer->array],
			            pointer->step < 0 ? "-" : "+", pointer->step < 0 ? -pointer->step : pointer->step);
	}
	put_indented(out, text_string(&body));
	text_put(out, "\t}\n");
}

static void put_rolled_statements(struct Printer *p)
{
	const struct Rolling *r = p->rolled->rolling;
	for (uint32_t level = 0, first = 0; level < r->levels; first = r->end[level++]) {
		if (first == r->end[level])
			continue;
		if (level % 2)
			put_loop(p, first, r->end[level]);
		else
			c_put_run(p, first, r->end[level]);
	}
}

void c_put_rolled_numbers(struct Printer *p, const struct Real *real)
{
	const struct Rolling *r = p->rolled->rolling;
	const uint32_t numbers = r->numbers;
	if (!numbers)
		return;
	text_format(p->out, "/* The numbers in which like limbs differ. */\nstatic const %s %s_own[%d][%u] = {\n", real->name,
	            c_function_name(p->arena, p->package, p->function), p->lanes->width, numbers);
	const double **value = ARENA_ARRAY(p->arena, const double *, numbers);
	for (size_t i = 0; i < p->lanes->number.count; i++)
		if (r->place_of[i])
			value[r->place_of[i] - 1] = p->lanes->number.item[i].value;
	for (int l = 0; l < p->lanes->width; l++) {
		struct Text line;
		text_init(&line, p->arena);
		for (uint32_t i = 0; i < numbers; i++) {
			text_put(&line, i ? ", " : "{ ");
			real_put(real, &line, value[i][l]);
		}
		text_put(&line, " },");
		c_put_line(p, text_string(&line));
	}
	text_put(p->out, "};\n");
}

/* Limbs hand on in memory what they would in registers, which takes a tenth of the time, measured; where the text without a
 * loop is some 28 KB, 11 bytes an operation, it takes more to fetch it. */
static bool pays(const struct Printer *p)
{
	enum { MOST = 2500 };
	const uint32_t *cost = p->function->program.cost;
	return p->package->request->abreast != ABREAST_AUTO || cost[COST_MUL] + cost[COST_ADD] > MOST;
}

bool c_roll(const struct Printer *p, struct Printer *rolled)
{
	*rolled = *p;
	if (!p->function->limb_programs || !pays(p))
		return false;
	struct Generated *function = ARENA_NEW(p->arena, struct Generated);
	struct Rolling *r = ARENA_NEW(p->arena, struct Rolling);
	const struct LimbProgram *limbs = &p->function->limbs[0];
	*function = *p->function;
	function->program = limbs->program;
	r->program = &function->program;
	if (!has_form(r->program) || !find_leaves(p->arena, r, &limbs->lanes))
		return false;
	order_statements(p->arena, r, &function->program);
	r->rolled = (struct Rolled){ .rolling = r, .across = r->across, .leaf = leaf_name, .put = put_rolled_statements,
	                             .real = real_of(p->real->narrow)->name };
	rolled->function = function;
	rolled->lanes = &limbs->lanes;
	rolled->lanes_type = p->dialect->lanes;
	rolled->rolled = &r->rolled;
	rolled->declare = declare_arrays;
	return true;
}
