#include "print_stages.h"

#include "print_rolled.h"

void c_take_stages(struct Printer *p)
{
	const struct ProgramStages *stages = p->function->stages;
	if (!stages)
		return;
	p->stages = stages;
	if (p->limbs)
		return; /* the program is without them */
	struct Generated *function = ARENA_NEW(p->arena, struct Generated);
	*function = *p->function;
	function->program = stages->before;
	p->function = function;
}

/* Does the body have vectors of limbs? Stages have as many members in them. */
static bool has_vectors(const struct Printer *p)
{
	return p->type[1].lanes == LANES_LIMBS;
}

static int lanes_of(const struct Printer *p, const struct ProgramStage *stage)
{
	return has_vectors(p) && (uint32_t)p->type[1].width <= stage->members ? p->type[1].width : 1;
}

/* With loops a stage is one function, else each turn is. */
static bool has_loops(const struct Printer *p)
{
	return p->job->request->code_size != CODE_SIZE_OFF;
}

static int turns_of(const struct Printer *p, const struct ProgramStage *stage)
{
	int lanes = lanes_of(p, stage);
	return ((int)stage->members + lanes - 1) / lanes;
}

int c_stage_functions(const struct Printer *p)
{
	int count = 0;
	for (uint32_t s = 0; p->stages && s < p->stages->count; s++)
		count += has_loops(p) ? 1 : turns_of(p, &p->stages->item[s]);
	return count;
}

/* --- arrays --- */

void c_open_stages(struct Printer *p)
{
	if (!p->stages)
		return;
	text_format(p->out, "\t%s " STAGES_ARRAY "[%u];\n", p->real->name, p->stages->kept);
	if (has_vectors(p))
		text_format(p->out, "\t%s " STAGES_SPREAD "[%u];\n", p->type[1].name, p->stages->shared);
}

static void put_spread_one(struct Printer *p, const char *place)
{
	text_format(p->out, "\t\tconst %s all = {", p->type[1].name);
	for (int l = 0; l < p->type[1].width; l++)
		text_format(p->out, "%s " STAGES_ARRAY "[%s]", l ? "," : "", place);
	text_format(p->out, " };\n\t\t" STAGES_SPREAD "[%s] = all;\n\t}\n", place);
}

/* Vectors of the values for all members. */
static void put_spread(struct Printer *p)
{
	if (has_loops(p)) {
		text_format(p->out, "\tfor (int i = 0; i < %u; i++) {\n", p->stages->shared);
		put_spread_one(p, "i");
		return;
	}
	for (uint32_t i = 0; i < p->stages->shared; i++) {
		text_put(p->out, "\t{\n");
		put_spread_one(p, text_print(p->arena, "%u", i));
	}
}

void c_put_stage_calls(struct Printer *p, int pieces)
{
	const struct Generated *f = p->function;
	int functions = c_stage_functions(p);
	if (functions && has_vectors(p))
		put_spread(p);
	for (int i = 0; i < functions; i++) {
		text_format(p->out, "\t%s(", c_piece_name(p, pieces + i + 1));
		for (int k = 0; k < f->outputs; k++)
			text_format(p->out, "%s, ", c_array_name(p, f->output[k].name));
		text_format(p->out, STAGES_ARRAY "%s);\n", has_vectors(p) ? ", " STAGES_SPREAD : "");
	}
}

/* --- places of results --- */

/* Place of a store: `store` counts the stores of all results of a member. */
static const struct StagePlace *place_of(const struct ProgramStage *stage, uint32_t member, uint32_t store)
{
	uint32_t result = member * stage->results + store / stage->stores;
	const struct StagePlace *place = &stage->place[STAGE_STORES * result];
	return place[store % stage->stores].stored ? &place[store % stage->stores] : place;
}

/* Is a store as far from another for all members? */
static bool follows(const struct ProgramStage *stage, uint32_t store, uint32_t other)
{
	bool same = true;
	uint32_t by = place_of(stage, 0, store)->element - place_of(stage, 0, other)->element;
	for (uint32_t m = 1; m < stage->members; m++)
		same &= place_of(stage, m, store)->element - place_of(stage, m, other)->element == by;
	return same && by < INT32_MAX;
}

static void find_columns(struct Printer *p, struct Members *members)
{
	const struct ProgramStage *stage = members->stage;
	uint32_t stores = stage->results * stage->stores;
	members->column = ARENA_ARRAY(p->arena, uint32_t, stores);
	members->beyond = ARENA_ARRAY(p->arena, uint32_t, stores);
	members->first = ARENA_ARRAY(p->arena, uint32_t, stores);
	for (uint32_t s = 0; s < stores; s++) {
		uint32_t c = 0;
		while (c < members->columns && !follows(stage, s, members->first[c]))
			c++;
		if (c == members->columns)
			members->first[members->columns++] = s;
		members->column[s] = c;
		members->beyond[s] = place_of(stage, 0, s)->element - place_of(stage, 0, members->first[c])->element;
	}
}

/* Table of the members: the output of their results, and elements of it. C guarantees 16 bits for short. */
static void put_places(struct Printer *p, const struct Members *members)
{
	enum { MOST = 32767 };
	const struct ProgramStage *stage = members->stage;
	bool far = false;
	for (uint32_t i = 0; i < STAGE_STORES * stage->members * stage->results; i++)
		far |= stage->place[i].element > MOST;
	text_format(p->out, "\t%s%s place[%u][%u] = {\n", p->dialect->storage.local, far ? "long" : "short",
	            stage->members, members->columns + 1);
	for (uint32_t m = 0; m < stage->members; m++) {
		text_format(p->out, "\t\t{ %u", place_of(stage, m, 0)->array);
		for (uint32_t c = 0; c < members->columns; c++)
			text_format(p->out, ", %u", place_of(stage, m, members->first[c])->element);
		text_format(p->out, " }%s\n", m + 1 < stage->members ? "," : "");
	}
	text_put(p->out, "\t};\n");
}

/* --- functions --- */

/* Vectors of the members' own values. */
static void declare_own(struct Printer *p)
{
	const struct Members *members = p->members;
	for (uint32_t k = 0; k < members->stage->owns && members->lanes > 1; k++) {
		text_format(p->out, "\t%sown%u = {", c_declaring(p, &p->type[1]), k);
		for (int l = 0; l < members->lanes; l++)
			text_format(p->out, "%s at%d[%u]", l ? "," : "", l, k);
		text_put(p->out, " };\n");
	}
}

/* Pointers to the values of the members, from `member` on, and to their results. */
static void put_pointers(struct Printer *p)
{
	const struct Members *members = p->members;
	uint32_t first = p->stages->shared + members->stage->own, owns = members->stage->owns;
	for (int l = 0; l < members->lanes; l++) {
		text_format(p->out, "\tconst %s *const at%d = ", p->real->name, l);
		text_format(p->out, l ? "at0 + %u;\n" : STAGES_ARRAY " + %u + %u*member;\n",
		            l ? owns * (uint32_t)l : first, owns);
	}
	for (int l = 0; l < members->lanes; l++) {
		const char *row = l ? text_print(p->arena, "member + %d", l) : "member";
		for (uint32_t c = 0; c < members->columns; c++)
			text_format(p->out, "\t%s *const %s = result[place[%s][0]] + place[%s][%u];\n", p->real->name,
			            c_stage_pointer(p, c, l), row, row, c + 1);
	}
}

static void put_outputs(struct Printer *p)
{
	const struct Generated *f = p->function;
	text_format(p->out, "\t%s *const result[%d] = {", p->real->name, f->outputs);
	for (int i = 0; i < f->outputs; i++)
		text_format(p->out, "%s %s", i ? "," : "", c_array_name(p, f->output[i].name));
	text_put(p->out, " };\n");
}

/* Head of a turn: the first of its members. If the last turn has too few members, it computes some again. */
static void put_head(struct Printer *p, int turn)
{
	int lanes = p->members->lanes, members = (int)p->members->stage->members, last = members - lanes;
	if (!has_loops(p))
		text_format(p->out, "\t{\n\t\tconst int member = %d;\n", turn * lanes < last ? turn * lanes : last);
	else if (members % lanes == 0)
		text_format(p->out, "\tfor (int member = 0; member < %d; member += %d) {\n", members, lanes);
	else
		text_format(p->out,
		            "\tfor (int turn = 0; turn < %d; turn++) {\n"
		            "\t\tconst int member = %d*turn < %d ? %d*turn : %d;\n",
		            (members + lanes - 1) / lanes, lanes, last, lanes, last);
}

/* Printer of the operations of a member. */
static struct Printer printer_of(const struct Printer *p, const struct Members *members)
{
	struct Printer own = *p;
	struct Generated *function = ARENA_NEW(p->arena, struct Generated);
	*function = *p->function;
	function->program = members->stage->body;
	own.function = function;
	own.members = members;
	own.type[1] = members->lanes > 1 ? p->type[1] : p->type[0];
	own.rolled = NULL;
	own.output_loops = NULL;
	own.zeros_apart = false;
	c_begin_statements(&own);
	own.link = NULL;
	return own;
}

/* A function for a stage, or for turn `turn` of it. */
static void put_function(struct Printer *p, const struct ProgramStage *stage, int turn)
{
	struct Members members = { .stage = stage, .lanes = lanes_of(p, stage) };
	find_columns(p, &members);
	struct Printer own = printer_of(p, &members);
	struct Text turns = text_new(p->arena);
	c_open_body(p);
	text_put(p->out, has_vectors(p) ? "\t(void)" STAGES_SPREAD ";\n" : "");
	put_outputs(p);
	put_places(p, &members);
	put_head(&own, turn);
	own.out = &turns;
	c_put_nothing(&own);
	put_pointers(&own);
	declare_own(&own);
	c_put_lines(p->out, text_string(&turns));
	own.out = p->out;
	c_put_run_inside(&own, 0, stage->body.statements);
	text_put(p->out, "\t}\n}\n");
}

void c_put_stage(struct Printer *p, int number)
{
	for (uint32_t s = 0; s < p->stages->count; s++) {
		int functions = has_loops(p) ? 1 : turns_of(p, &p->stages->item[s]);
		if (number < functions) {
			put_function(p, &p->stages->item[s], number);
			return;
		}
		number -= functions;
	}
}
