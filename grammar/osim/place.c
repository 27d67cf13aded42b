#include "place.h"

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

struct Figure osim_negated(struct Figure number)
{
	number.negative = !number.negative && !number.zero;
	number.value = -number.value;
	return number;
}

bool osim_all_zero(const struct Figure number[3])
{
	return number[0].zero && number[1].zero && number[2].zero;
}

void osim_push_turn(struct Osim *o, int axis, const struct Figure *angle, struct Arguments *at)
{
	static const char *const about[] = { "rx", "ry", "rz" };
	struct Arguments list = { 0 };
	if (angle->zero)
		return;
	made_push(o->diags, &list, made_scalar(o->diags, angle, "rad"));
	made_push(o->diags, at, made_call(o->diags, angle->span, about[axis], list));
}

void osim_push_shift(struct Osim *o, const struct Figure shift[3], struct Arguments *at)
{
	if (!osim_all_zero(shift))
		made_push(o->diags, at, made_vector(o->diags, shift[0].span, shift, 3, "m"));
}

/* An offset, or its inverse: the turns back, the last first, then the shift back. */
static void push_offset(struct Osim *o, const struct OsimOffset *offset, bool inverse, struct Arguments *at)
{
	struct Figure back[3];
	for (int i = 0; i < 3; i++)
		back[i] = osim_negated(offset->shift[i]);
	if (!inverse)
		osim_push_shift(o, offset->shift, at);
	for (int i = 0; i < 3; i++) {
		struct Figure turn = inverse ? osim_negated(offset->turn[2 - i]) : offset->turn[i];
		osim_push_turn(o, inverse ? 2 - i : i, &turn, at);
	}
	if (inverse)
		osim_push_shift(o, back, at);
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
