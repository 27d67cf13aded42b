#include "print_rolled.h"

#include <string.h>

struct Rolled *c_roll_limbs(const struct Printer *p, const bool *apart)
{
	const struct Generated *whole = p->function;
	const struct LimbProgram *limbs = &whole->limbs[0];
	if (!whole->limb_programs)
		return NULL;
	struct Rolled *rolled = ARENA_NEW(p->arena, struct Rolled);
	rolled->function = *whole;
	rolled->lanes = &limbs->lanes;
	rolled->column = ARENA_ARRAY(p->arena, uint32_t, limbs->lanes.number.count);
	rolled->function.program = roll_stages(&limbs->program, &limbs->lanes, apart, &rolled->stages);
	for (int i = 0; i < INPUT_COUNT; i++) /* inputs of limbs count as read */
		if (rolled->function.program.input[i] < whole->program.input[i])
			rolled->function.program.input[i] = whole->program.input[i];
	struct Printer own = *p;
	own.function = &rolled->function;
	return c_is_long(&own) ? NULL : rolled;
}

void c_take_rolled(struct Printer *p)
{
	if (!p->rolled)
		return;
	p->function = &p->rolled->function;
	p->limbs = p->rolled->lanes;
	p->type[1] = p->type[0];
	p->type[1].loop = true;
}

/* --- tables --- */

static void put_row(struct Text *out, bool last, const char *row)
{
	text_format(out, "\t\t{%s }%s\n", row, last ? "" : ",");
}

/* Table of the limbs' numbers, a limb a line. */
static void put_own(struct Printer *p)
{
	const struct Rolled *rolled = p->rolled;
	const int width = rolled->lanes->width;
	enum { A_LINE = 8 };
	if (!rolled->own.count)
		return;
	text_format(p->out, "\t%s%s own[%d][%zu] = {\n", p->dialect->storage.local, p->real->name, width,
	            rolled->own.count);
	for (int l = 0; l < width; l++) {
		struct Text row;
		text_init(&row, p->arena);
		for (size_t k = 0; k < rolled->own.count; k++) {
			text_format(&row, "%s%s", k ? "," : "", k % A_LINE ? " " : k ? "\n\t\t\t" : " ");
			real_put(p->real, &row, rolled->lanes->number.item[rolled->own.item[k]].value[l]);
		}
		put_row(p->out, l + 1 == width, text_string(&row));
	}
	text_put(p->out, "\t};\n");
}

/* Integer type for all offsets on any machine: C guarantees 16 bits for short, and no more for int. */
static const char *type_of_places(const struct Rolled *rolled)
{
	enum { MOST = 32767 };
	bool far = false;
	for (size_t k = 0; k < rolled->offsets.count; k++)
		for (int l = 0; l < rolled->lanes->width; l++)
			far |= rolled->offsets.item[k].of[l] > MOST || rolled->offsets.item[k].of[l] < -MOST;
	return far ? "long" : "short";
}

/* Table of the offsets of the limbs' elements. */
static void put_places(struct Printer *p)
{
	const struct Rolled *rolled = p->rolled;
	const int width = rolled->lanes->width;
	if (!rolled->offsets.count)
		return;
	text_format(p->out, "\t%s%s place[%d][%zu] = {\n", p->dialect->storage.local, type_of_places(rolled), width,
	            rolled->offsets.count);
	for (int l = 0; l < width; l++) {
		struct Text row;
		text_init(&row, p->arena);
		for (size_t k = 0; k < rolled->offsets.count; k++)
			text_format(&row, "%s%d", k ? ", " : " ", rolled->offsets.item[k].of[l]);
		put_row(p->out, l + 1 == width, text_string(&row));
	}
	text_put(p->out, "\t};\n");
}

/* --- statements --- */

/* Lines indented by another tab. */
static void put_lines(struct Text *out, const char *lines)
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
	struct Text text;
	text_init(&text, p->arena);
	inside.width -= 8;
	own.out = &text;
	own.dialect = &inside;
	c_put_run(&own, first, end);
	p->groups = own.groups;
	put_lines(p->out, text_string(&text));
}

static void put_loop(struct Printer *p, uint32_t first, uint32_t end)
{
	text_format(p->out, "\tfor (int l = 0; l < %d; l++) {\n", p->limbs->width);
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
	text_init(&statements, p->arena);
	own.out = &statements;
	put_stages(&own);
	put_own(p);
	put_places(p);
	if (p->rolled->stages.keeps)
		text_format(p->out, "\t%s limb[%d][%u];\n", p->type[1].name, p->limbs->width, p->rolled->stages.keeps);
	text_put(p->out, text_string(&statements));
}
