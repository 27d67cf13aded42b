#include "made.h"

#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "dag/spatial.h"

/* The unit of a symbol: names with powers, joined by blanks or by '/', which divides by the next name. */
static struct Unit unit_of(struct Diags *diags, const char *symbol)
{
	struct Unit unit = unit_one;
	int sign = 1;
	for (const char *at = symbol; *at; at += *at != '\0') {
		size_t length = strcspn(at, " /^");
		const struct Unit *base = unit_find(at, length);
		MUST(diags->arena, base);
		at += length;
		int power = 1;
		if (*at == '^') {
			power = at[1] - '0';
			at += 2;
		}
		unit = unit_times(unit, *base, sign * power);
		sign = *at == '/' ? -1 : 1;
	}
	return unit;
}

struct Expr *made_formal(struct Diags *diags, struct Span span, const char *unit)
{
	return unit ? expr_formal(diags, span, unit_of(diags, unit), unit) : NULL;
}

struct Expr *made_unit(struct Diags *diags, struct Expr *of, const char *unit)
{
	return unit ? expr_unit(diags, of->span, of, unit_of(diags, unit), unit) : of;
}

static struct Expr *literal(struct Diags *diags, struct Span span, const char *digits, size_t length, bool negative,
                            const char *unit)
{
	struct Expr *expr = expr_number(diags, span, digits, length);
	bool zero = length == 1 && *digits == '0';
	if (!zero)
		expr = made_unit(diags, expr, unit);
	return negative ? expr_negate(diags, span, expr) : expr;
}

struct Expr *made_scalar(struct Diags *diags, const struct Figure *number, const char *unit)
{
	return literal(diags, number->span, number->digits, number->length, number->negative, unit);
}

struct Expr *made_digits(struct Diags *diags, struct Span span, const char *digits, bool negative, const char *unit)
{
	return literal(diags, span, digits, strlen(digits), negative, unit);
}

struct Expr *made_name(struct Diags *diags, struct Span span, const char *name)
{
	return expr_name(diags, (struct Ident){ .text = name, .span = span });
}

void made_push(struct Diags *diags, struct Arguments *list, struct Expr *value)
{
	if (!list->capacity)
		*list = arguments_room(diags, 1);
	*list = arguments_add(diags, *list, (struct Ident){ 0 }, value);
}

struct Expr *made_vector(struct Diags *diags, struct Span span, const struct Figure *number, int count,
                         const char *unit)
{
	struct Arguments list = arguments_room(diags, (size_t)count);
	for (int i = 0; i < count; i++)
		made_push(diags, &list, made_scalar(diags, &number[i], NULL));
	return made_unit(diags, expr_vector(diags, span, list), unit);
}

struct Expr *made_number(struct Diags *diags, struct Span span, double value, const char *unit)
{
	struct Figure figure = figure_of(diags->arena, span, value);
	return made_scalar(diags, &figure, unit);
}

struct Expr *made_call(struct Diags *diags, struct Span span, const char *name, struct Arguments list)
{
	return expr_call(diags, span, (struct Ident){ .text = name, .span = span }, list);
}

struct Expr *made_call_of(struct Diags *diags, struct Span span, const char *name, struct Expr *const *argument,
                          size_t count)
{
	struct Arguments list = { 0 };
	for (size_t i = 0; i < count; i++)
		made_push(diags, &list, argument[i]);
	return made_call(diags, span, name, list);
}

struct Stmt *made_property(struct Diags *diags, const char *name, struct Span span, struct Expr *value)
{
	struct Stmt *stmt = stmt_new(diags, STMT_PROPERTY, span);
	stmt->name = (struct Ident){ .text = name, .span = span };
	stmt->value = value;
	return stmt;
}

struct Stmt *made_laws(struct Diags *diags, struct Span span)
{
	struct Stmt *include = stmt_new(diags, STMT_INCLUDE, span);
	include->name = (struct Ident){ .text = "laws.rig", .span = span, .quoted = true };
	return include;
}

struct Stmt *made_gravity(struct Diags *diags, struct Span span, const struct Figure *g, bool inclusion)
{
	struct Stmt *stmt = made_property(diags, "gravity", span, made_vector(diags, span, g, 3, "m/s^2"));
	stmt->of_file = inclusion;
	return stmt;
}

/* `wanted` with a suffix and a number. */
static const char *numbered(struct Diags *diags, const char *wanted, const char *suffix, int number)
{
	return number == 2 && *suffix ? text_print(diags->arena, "%s%s", wanted, suffix)
	                              : text_print(diags->arena, "%s%s_%d", wanted, suffix, number);
}

/* The number is the first that is free, if it is small. Beyond, the steps double until one is free, and are then
 * halved: many equal names take a time for each that hardly grows. */
const char *made_free_name(struct Diags *diags, struct NameTable *table, const char *wanted, const char *suffix)
{
	enum { SMALL = 16 };
	const char *name = wanted;
	int taken = 1, number = taken, step = 1;
	if (names_find(table, name) >= 0) {
		do {
			taken = number;
			step = taken < SMALL ? 1 : 2 * step;
			number += step;
			name = numbered(diags, wanted, suffix, number);
		} while (names_find(table, name) >= 0);
		while (number - taken > 1) {
			int middle = taken + (number - taken) / 2;
			if (names_find(table, numbered(diags, wanted, suffix, middle)) >= 0)
				taken = middle;
			else
				number = middle;
		}
		name = numbered(diags, wanted, suffix, number);
	}
	names_add(table, name, 0);
	return name;
}

struct Expr *made_sum(struct Diags *diags, struct Expr *a, struct Expr *b)
{
	if (!a)
		return b;
	if (b->kind == EXPR_NEGATE)
		return expr_binary(diags, EXPR_SUB, a, b->a);
	return expr_binary(diags, EXPR_ADD, a, b);
}

struct Stmt *made_force_at(struct Diags *diags, struct Ident name, struct Ident body, const double F[3],
                           const struct Figure com[3])
{
	static const char *const axes[] = { "ex", "ey", "ez" };
	struct Expr *force = NULL;
	for (int i = 0; i < 3; i++) {
		if (F[i] == 0)
			continue;
		struct Expr *part = expr_binary(diags, EXPR_MUL, made_number(diags, name.span, F[i], "N"),
		                                made_name(diags, name.span, axes[i]));
		force = made_sum(diags, force, part);
	}
	if (!force)
		return NULL;
	struct Stmt *wrench = stmt_new(diags, STMT_WRENCH, name.span), *item;
	item = made_property(diags, "force", name.span, force);
	if (!com[0].zero || !com[1].zero || !com[2].zero)
		made_push(diags, &item->at, made_vector(diags, name.span, com, 3, "m"));
	wrench->name = name;
	wrench->on = body;
	wrench->law = true;
	wrench->block = statements_add(wrench->block, item);
	return wrench;
}

/* --- turns --- */

struct Expr *made_angle(struct Diags *diags, const struct Request *request, const struct Figure *number, bool degrees)
{
	double within = request->no_snapping ? 0 : ANGLE_QUARTER_WITHIN;
	long turns;
	if (degrees || number->zero)
		return made_scalar(diags, number, "deg");
	if (fabs(number->value) < 1e6 && angle_quarter(number->value, within, &turns))
		return made_number(diags, number->span, 90.0 * (double)turns, "deg");
	return made_scalar(diags, number, "rad");
}

/* A unit vector perpendicular to a direction: the first coordinate axis of its smallest entries, projected. */
static void perpendicular(const double direction[3], double out[3])
{
	int least = 0;
	double square = 0, length = 0;
	for (int i = 0; i < 3; i++) {
		least = fabs(direction[i]) < fabs(direction[least]) ? i : least;
		square += direction[i] * direction[i];
	}
	for (int i = 0; i < 3; i++) {
		out[i] = (i == least) - direction[least] * direction[i] / square;
		length = elementary_hypot(length, out[i]);
	}
	for (int i = 0; i < 3; i++)
		out[i] /= length;
}

/* A rotation about `axis`, by an angle in rad; a quarter or a half turn is written in degrees. */
static struct Expr *turn(struct Diags *diags, struct Span span, const double axis[3], double angle, int degrees)
{
	static const char *const forms[] = { "rx", "ry", "rz" };
	const char *form = "axis_angle";
	struct Arguments list = { 0 }, vector = { 0 };
	double sign = 1;
	for (int i = 0; i < 3; i++) {
		made_push(diags, &vector, made_number(diags, span, axis[i], NULL));
		if (fabs(axis[i]) != 1)
			continue;
		form = forms[i];
		sign = axis[i];
	}
	if (form[0] == 'a')
		made_push(diags, &list, expr_vector(diags, span, vector));
	made_push(diags, &list,
	          degrees ? made_digits(diags, span, degrees == 90 ? "90" : "180", sign * angle < 0, "deg")
	                  : made_number(diags, span, sign * angle, "rad"));
	return made_call(diags, span, form, list);
}

/* From z to -z it is about x. */
struct Expr *made_turn(struct Diags *diags, struct Span span, const double from[3], const double to[3], bool back)
{
	double axis[3], cosine = 0;
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		axis[i] = from[j] * to[k] - from[k] * to[j];
		cosine += from[i] * to[i];
	}
	double sine = elementary_hypot(elementary_hypot(axis[0], axis[1]), axis[2]);
	if (sine == 0 && cosine > 0)
		return NULL;
	for (int i = 0; i < 3 && sine > 0; i++)
		axis[i] /= sine;
	if (sine == 0)
		perpendicular(from, axis);
	double angle = elementary_atan2(sine, cosine);
	return turn(diags, span, axis, back ? -angle : angle, sine == 0 ? 180 : cosine == 0 ? 90 : 0);
}
