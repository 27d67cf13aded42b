#include "print_rolled.h"

#include <string.h>

#include "base/tuning.h"

/* Number of statements, without stores of constants: a C compiler takes no time for these. */
static uint32_t computed(const struct Program *program)
{
	uint32_t count = 0;
	for (uint32_t s = 0; s < program->statements; s++) {
		struct Statement statement = program->statement[s];
		count += !statement.store || program->store[statement.index].value.kind != OPERAND_CONST;
	}
	return count;
}

static struct Rolled *roll(const struct Printer *p, int per_turn, const bool *apart)
{
	const struct Generated *whole = p->function;
	const struct LimbProgram *limbs = &whole->limbs[0];
	struct Rolled *rolled = ARENA_NEW(p->arena, struct Rolled);
	rolled->function = *whole;
	rolled->lanes = &limbs->lanes;
	rolled->per_turn = per_turn;
	rolled->turned = ARENA_ARRAY(p->arena, uint32_t, limbs->program.steps);
	rolled->column = ARENA_ARRAY(p->arena, uint32_t, limbs->lanes.number.count);
	rolled->function.program =
		roll_stages(&limbs->program, &limbs->lanes, apart, per_turn > 1 ? LOOP_STEPS : 0, &rolled->stages);
	for (int i = 0; i < INPUT_COUNT; i++) /* inputs of limbs count as read */
		if (rolled->function.program.input[i] < whole->program.input[i])
			rolled->function.program.input[i] = whole->program.input[i];
	uint32_t longest = p->dialect->longest[p->compact];
	return longest && computed(&rolled->function.program) > longest ? NULL : rolled;
}

struct Rolled *c_roll_limbs(const struct Printer *p, const bool *apart)
{
	return p->function->limb_programs ? roll(p, 1, apart) : NULL;
}

/* Are the angles of each group in one stage: those of limbs in one loop, the others together? Calls are declared for
 * whole groups. */
static bool groups_hold(const struct Rolled *rolled)
{
	const struct Program *program = &rolled->function.program;
	const uint32_t *stage = rolled->stages.stage;
	bool hold = true;
	for (uint32_t i = 0, end; i < program->steps; i = end) {
		uint32_t last[2] = { i, i };
		end = program_group_end(program, i);
		for (uint32_t k = i; k < end; k++) {
			uint32_t *before = &last[program->step[k].lanes];
			hold &= program->step[*before].lanes != program->step[k].lanes || stage[*before] == stage[k];
			*before = k;
		}
	}
	return hold;
}

/* Do loops make the code shorter? Values that limbs keep pass through memory. */
static bool saves(const struct Program *straight, const struct Rolled *rolled)
{
	uint32_t inside =
		rolled->function.program.steps + 2 * rolled->stages.keeps + COMPACT_STAGE * rolled->stages.count;
	return inside < straight->steps;
}

struct Rolled *c_roll_lanes(const struct Printer *p)
{
	const struct Request *request = p->job->request;
	const struct Program *straight = &p->function->program;
	uint32_t operations = straight->cost[COST_MUL] + straight->cost[COST_ADD];
	const struct LimbFold *all = &p->function->limbs[0].lanes;
	bool wanted = request->code_size == CODE_SIZE_AUTO && !request->misra && !p->zeros_apart &&
	              p->limbs->width < all->width && operations + straight->stores > NARROW_LONG;
	struct Rolled *rolled = wanted ? roll(p, p->limbs->width, NULL) : NULL;
	return rolled && groups_hold(rolled) && saves(straight, rolled) ? rolled : NULL;
}

void c_take_rolled(struct Printer *p)
{
	if (!p->rolled)
		return;
	p->function = &p->rolled->function;
	p->limbs = p->rolled->lanes;
	p->type[1] = p->rolled->per_turn > 1 ? c_limbs(p, p->rolled->per_turn) : p->type[0];
	p->type[1].loop = true;
}

/* --- tables --- */

static void put_row(struct Text *out, bool last, const char *row)
{
	text_format(out, "\t\t{%s }%s\n", row, last ? "" : ",");
}

/* A number of the limbs of a turn: "0.5", or "{ 0.5, 0.75 }". */
static void put_number(struct Printer *p, struct Text *row, const double *value)
{
	int per_turn = p->rolled->per_turn;
	text_put(row, per_turn > 1 ? "{ " : "");
	for (int l = 0; l < per_turn; l++) {
		text_put(row, l ? ", " : "");
		real_put(p->real, row, value[l]);
	}
	text_put(row, per_turn > 1 ? " }" : "");
}

/* Table of the limbs' numbers, a turn of the loops a line. */
static void put_own(struct Printer *p)
{
	const struct Rolled *rolled = p->rolled;
	const int turns = rolled_turns(rolled);
	enum { A_LINE = 8 };
	if (!rolled->own.count)
		return;
	text_format(p->out, "\t%s%s own[%d][%zu] = {\n", p->dialect->storage.local,
	            rolled->per_turn > 1 ? p->type[1].name : p->real->name, turns, rolled->own.count);
	for (int l = 0; l < turns; l++) {
		struct Text row = text_new(p->arena);
		for (size_t k = 0; k < rolled->own.count; k++) {
			text_format(&row, "%s%s", k ? "," : "", k % A_LINE ? " " : k ? "\n\t\t\t" : " ");
			put_number(p, &row,
			           &rolled->lanes->number.item[rolled->own.item[k]].value[l * rolled->per_turn]);
		}
		put_row(p->out, l + 1 == turns, text_string(&row));
	}
	text_put(p->out, "\t};\n");
}

/* Integer type for all offsets on any machine: C guarantees 16 bits for short, and no more for int. */
static const char *type_of_places(const struct Rolled *rolled)
{
	enum { MOST = 32767 };
	bool far = false;
	for (size_t k = 0; k < rolled->offsets.count; k++)
		for (int l = 0; l < rolled_turns(rolled); l++)
			far |= rolled->offsets.item[k].of[l] > MOST || rolled->offsets.item[k].of[l] < -MOST;
	return far ? "long" : "short";
}

/* Table of the offsets of the limbs' elements. */
static void put_places(struct Printer *p)
{
	const struct Rolled *rolled = p->rolled;
	const int turns = rolled_turns(rolled);
	if (!rolled->offsets.count)
		return;
	text_format(p->out, "\t%s%s place[%d][%zu] = {\n", p->dialect->storage.local, type_of_places(rolled), turns,
	            rolled->offsets.count);
	for (int l = 0; l < turns; l++) {
		struct Text row = text_new(p->arena);
		for (size_t k = 0; k < rolled->offsets.count; k++)
			text_format(&row, "%s%d", k ? ", " : " ", rolled->offsets.item[k].of[l]);
		put_row(p->out, l + 1 == turns, text_string(&row));
	}
	text_put(p->out, "\t};\n");
}

/* --- statements --- */

void c_put_lines(struct Text *out, const char *lines)
{
	for (const char *line = lines; *line;) {
		size_t length = strcspn(line, "\n") + 1;
		text_char(out, '\t');
		text_bytes(out, line, length);
		line += length;
	}
}

void c_put_run_inside(struct Printer *p, uint32_t first, uint32_t end)
{
	struct Printer own = *p;
	struct Dialect inside = *p->dialect;
	struct Text text = text_new(p->arena);
	inside.width -= 8;
	own.out = &text;
	own.dialect = &inside;
	c_put_run(&own, first, end);
	p->groups = own.groups;
	c_put_lines(p->out, text_string(&text));
}

static void put_loop(struct Printer *p, uint32_t first, uint32_t end)
{
	struct Printer own = *p;
	struct Text leaves = text_new(p->arena);
	text_format(p->out, "\tfor (int l = 0; l < %d; l++) {\n", rolled_turns(p->rolled));
	own.out = &leaves;
	if (p->rolled->per_turn > 1)
		c_declare_leaves(&own, first, end);
	c_put_lines(p->out, text_string(&leaves));
	c_put_run_inside(p, first, end);
	text_put(p->out, "\t}\n");
}

static void put_stages(struct Printer *p)
{
	struct Rolled *rolled = p->rolled;
	uint32_t first = 0;
	for (rolled->now = 0; rolled->now < rolled->stages.count; rolled->now++) {
		uint32_t end = rolled->stages.end[rolled->now];
		if (rolled->now % 2 && end > first)
			put_loop(p, first, end);
		else
			c_put_run(p, first, end);
		first = end;
	}
}

/* Statements are printed into a buffer first: they determine the columns of the tables. */
void c_put_rolled(struct Printer *p)
{
	struct Printer own = *p;
	struct Text statements;
	if (!p->rolled) {
		c_put_run(p, 0, p->function->program.statements);
		return;
	}
	statements = text_new(p->arena);
	own.out = &statements;
	put_stages(&own);
	put_own(p);
	put_places(p);
	if (p->rolled->stages.keeps)
		text_format(p->out, "\t%s limb[%d][%u];\n", p->type[1].name, rolled_turns(p->rolled),
		            p->rolled->stages.keeps);
	text_put(p->out, text_string(&statements));
}
