#include "stages.h"

#include <stdarg.h>

void osim_comment(struct Osim *o, struct Stmt *stmt, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	const char *line = text_vprint(o->arena, format, arguments);
	va_end(arguments);
	stmt->comment = stmt->comment ? text_print(o->arena, "%s\n%s", stmt->comment, line) : line;
}

/* --- names and places --- */

void osim_push_turn(struct Osim *o, int axis, const struct Figure *angle, struct Arguments *at)
{
	if (!angle->zero)
		made_push(o->diags, at,
		          made_turn_about(o->diags, angle->span, axis, made_scalar(o->diags, angle, "rad")));
}

void osim_push_shift(struct Osim *o, const struct Figure shift[3], bool back, struct Arguments *at)
{
	made_push_shift(o->diags, shift[0].span, shift, back, at);
}

/* An offset, or its inverse: the turns back, the last first, then the shift back. */
static void push_offset(struct Osim *o, const struct OsimOffset *offset, bool inverse, struct Arguments *at)
{
	if (!inverse)
		osim_push_shift(o, offset->shift, false, at);
	for (int i = 0; i < 3; i++) {
		struct Figure turn = inverse ? figure_negated(offset->turn[2 - i]) : offset->turn[i];
		osim_push_turn(o, inverse ? 2 - i : i, &turn, at);
	}
	if (inverse)
		osim_push_shift(o, offset->shift, true, at);
}

void osim_push_place(struct Osim *o, const struct OsimPlace *place, bool inverse, struct Arguments *at)
{
	for (size_t i = 0; i < place->count; i++)
		push_offset(o, &place->item[inverse ? place->count - 1 - i : i], inverse, at);
}

struct Ident osim_body_name(struct Osim *o, const struct OsimPlace *place, struct Span span)
{
	if (place->body < 0)
		return (struct Ident){ .text = "world", .span = span };
	struct Ident name = o->body.item[place->body].name;
	name.span = span;
	return name;
}

struct MadeEnd osim_end(struct Osim *o, const struct OsimPlace *place, struct Span span)
{
	struct MadeEnd end = { .on = osim_body_name(o, place, span),
		               .body = place->body < 0 ? NULL : o->body.item[place->body].statement };
	osim_push_place(o, place, false, &end.at);
	return end;
}

struct Ident osim_place_name(struct OsimModel *m, const struct OsimPlace *place, const char *wanted, struct Span span)
{
	struct Osim *o = m->o;
	const struct MadeEnd end = osim_end(o, place, span);
	if (!end.at.count)
		return end.on;
	const struct Ident name = { .text = made_free_name(o->diags, &m->names, wanted, "_frame"),
		                    .span = span,
		                    .quoted = true };
	made_frame(o->diags, name, &end, &m->frames);
	return name;
}
