/* Attribute texts to expressions. Numbers keep their digits: their values are the nearest doubles, and an import shows
 * them as written. Quarter turns become whole degrees. */
#include "urdf_value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "dag/spatial.h"

static const double pi = 3.14159265358979323846;

/* --- texts to numbers --- */

static bool blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static size_t digits_at(const char *text)
{
	return strspn(text, "0123456789");
}

/* The length of the number at the start of the text, after its sign; 0: no number. */
static size_t decimal(const char *text)
{
	size_t before = digits_at(text), length = before, after = 0;
	if (text[length] == '.') {
		after = digits_at(text + length + 1);
		length += 1 + after;
	}
	if (before + after == 0)
		return 0;
	if (text[length] == 'e' || text[length] == 'E') {
		size_t sign = text[length + 1] == '+' || text[length + 1] == '-';
		size_t power = digits_at(text + length + 1 + sign);
		length = power ? length + 1 + sign + power : 0;
	}
	return length;
}

bool urdf_has_macro(struct UrdfReader *r, const struct UrdfAttribute *attribute)
{
	bool macro = strstr(attribute->text, "${") || strstr(attribute->text, "$(");
	if (macro && !r->xacro) {
		struct Diag *d = diag(r->diags, CHECK_XACRO, attribute->span,
		                      "'%s' belongs to xacro, which has yet to expand this file", attribute->text);
		urdf_xacro_help(r->diags, d);
	}
	r->xacro |= macro;
	return macro;
}

static void not_a_number(struct UrdfReader *r, struct Span span, const char *text, size_t length)
{
	size_t number = decimal(text + (*text == '-' || *text == '+'));
	number += number && (*text == '-' || *text == '+');
	struct Diag *d =
		diag(r->diags, CHECK_BAD_NUMBER, span, "'%.*s' is no number", length > 40 ? 40 : (int)length, text);
	if (number && text[number] == ',')
		diag_help(r->diags, d, "the decimal point is a point, and numbers are separated by blanks");
	else if (number && number < length)
		diag_help(r->diags, d, "numbers of a URDF have no unit: they are in m, kg, s and rad");
}

/* The span of a part of an attribute's value. It is the whole value if character references make the text differ from
 * the source. */
static struct Span part_span(const struct UrdfAttribute *attribute, size_t begin, size_t length)
{
	struct Span span = attribute->span;
	if (span.end - span.begin != strlen(attribute->text))
		return span;
	span.begin += (uint32_t)begin;
	span.end = span.begin + (uint32_t)length;
	return span;
}

static bool is_number(const char *text, size_t length)
{
	size_t sign = *text == '-' || *text == '+';
	return decimal(text + sign) + sign == length && length > sign;
}

static void read_number(struct UrdfReader *r, const char *text, size_t length, struct Span span, struct UrdfNumber *out)
{
	size_t sign = *text == '-' || *text == '+';
	*out = (struct UrdfNumber){
		.digits = text + sign, .length = length - sign, .negative = *text == '-', .span = span
	};
	out->zero = strspn(out->digits, "0.") >= strcspn(out->digits, " \t\r\neE");
	if (out->zero) {
		out->digits = "0";
		out->length = 1;
		out->negative = false;
	}
	out->value = number_read(r->arena, out->digits, out->length, 0) * (out->negative ? -1 : 1);
}

bool urdf_figure(struct UrdfReader *r, const struct UrdfAttribute *attribute, struct UrdfNumber *number)
{
	const char *text = attribute->text ? attribute->text : "";
	size_t begin = strspn(text, " \t\r\n"), length = strcspn(text + begin, " \t\r\n");
	if (!is_number(text + begin, length) || text[begin + length + strspn(text + begin + length, " \t\r\n")])
		return false;
	read_number(r, text + begin, length, attribute->span, number);
	return true;
}

bool urdf_is_infinite(const struct UrdfAttribute *attribute)
{
	static const char *const words[] = { "inf", "Inf", "INF", "infinity", "Infinity" };
	const char *text = attribute->text ? attribute->text : "";
	text += *text == '+';
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(text, words[i]) == 0)
			return true;
	return false;
}

bool urdf_numbers(struct UrdfReader *r, const struct UrdfAttribute *attribute, int count, struct UrdfNumber *number)
{
	if (!attribute || !attribute->text || urdf_has_macro(r, attribute))
		return false;
	const char *text = attribute->text;
	int found = 0;
	bool good = true;
	for (size_t at = 0; text[at];) {
		size_t length = strcspn(text + at, " \t\r\n");
		struct Span span = part_span(attribute, at, length);
		if (length && found < count && is_number(text + at, length)) {
			read_number(r, text + at, length, span, &number[found]);
		} else if (length && found < count) {
			not_a_number(r, span, text + at, length);
			good = false;
		}
		found += length > 0;
		at += length;
		while (blank(text[at]))
			at++;
	}
	if (good && found != count)
		diag(r->diags, CHECK_KIND, attribute->span, "%s here, this has %d",
		     count == 1 ? "one number belongs" : "three numbers belong", found);
	return good && found == count;
}

/* --- numbers to expressions --- */

/* The unit of a symbol: names with powers, joined by blanks or by '/', which divides by the next name. */
static struct Unit unit_of(struct UrdfReader *r, const char *symbol)
{
	struct Unit unit = unit_one;
	int sign = 1;
	for (const char *at = symbol; *at; at += *at != '\0') {
		size_t length = strcspn(at, " /^");
		const struct Unit *base = unit_find(at, length);
		MUST(r->arena, base);
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

struct Expr *urdf_unit(struct UrdfReader *r, struct Expr *of, const char *unit)
{
	return unit ? expr_unit(r->diags, of->span, of, unit_of(r, unit), unit) : of;
}

static struct Expr *literal(struct UrdfReader *r, struct Span span, const char *digits, size_t length, bool negative,
                            const char *unit)
{
	struct Expr *expr = ARENA_NEW(r->arena, struct Expr);
	*expr = (struct Expr){ .kind = EXPR_NUMBER, .span = span, .depth = 1, .digits = digits, .length = length };
	bool zero = length == 1 && *digits == '0';
	if (!zero)
		expr = urdf_unit(r, expr, unit);
	return negative ? expr_negate(r->diags, span, expr) : expr;
}

struct Expr *urdf_scalar(struct UrdfReader *r, const struct UrdfNumber *number, const char *unit)
{
	return literal(r, number->span, number->digits, number->length, number->negative, unit);
}

struct Expr *urdf_made(struct UrdfReader *r, struct Span span, const char *digits, bool negative, const char *unit)
{
	return literal(r, span, digits, strlen(digits), negative, unit);
}

struct Expr *urdf_name(struct UrdfReader *r, struct Span span, const char *name)
{
	return expr_name(r->diags, (struct Ident){ .text = name, .span = span });
}

void urdf_push(struct UrdfReader *r, struct Arguments *list, struct Expr *value)
{
	*list = arguments_add(r->diags, *list, (struct Ident){ 0 }, value);
}

struct Expr *urdf_vector(struct UrdfReader *r, struct Span span, const struct UrdfNumber *number, int count,
                         const char *unit)
{
	struct Arguments list = { 0 };
	for (int i = 0; i < count; i++)
		urdf_push(r, &list, urdf_scalar(r, &number[i], NULL));
	return urdf_unit(r, expr_vector(r->diags, span, list), unit);
}

/* --- angles --- */

static void count_angle(struct UrdfAngles *angles, const struct UrdfNumber *number, const char *text, double distance)
{
	if (angles->count++ == 0) {
		angles->span = number->span;
		angles->text = text;
	}
	angles->farthest = fmax(angles->farthest, distance);
}

/* Is the number k quarter turns, k not 0, rounded up or down to the written digits (3.1416, 1.57)? Fewer than two
 * decimals prove nothing. */
static bool rounded_quarter(const struct UrdfNumber *number, double turns, double distance)
{
	const char *end = number->digits + number->length, *point = memchr(number->digits, '.', number->length);
	size_t decimals = point ? (size_t)(end - point) - 1 : 0;
	bool plain = !memchr(number->digits, 'e', number->length) && !memchr(number->digits, 'E', number->length);
	return plain && turns != 0 && decimals >= 2 && distance < pow(10, -(double)decimals);
}

/* An angle. It is written in degrees if within 1e-10 rad of a quarter turn, or within the tolerance of
 * --snap-angles. */
static struct Expr *read_angle(struct UrdfReader *r, const struct UrdfNumber *number, const char *which,
                               const char *what, const char *of)
{
	double a = number->value, quarter = pi / 2, turns = round(a / quarter);
	const char *text = text_print(r->arena, "%s%.*s", number->negative ? "-" : "",
	                              number->length > 40 ? 40 : (int)number->length, number->digits);
	double distance = fabs(turns) < 1e6 ? fabs(a - turns * quarter) : quarter;
	long exact;
	bool is_quarter =
		fabs(turns) < 1e6 && angle_quarter(a, r->request->no_snapping ? 0 : ANGLE_QUARTER_WITHIN, &exact);
	bool snapped = !is_quarter && distance <= r->request->snap_angles;
	if (isfinite(a) && fabs(a) > 2 * pi + 1e-9) {
		struct Diag *d =
			diag(r->diags, CHECK_LARGE_ANGLE, number->span, "%s rad is more than a full turn", text);
		diag_help(r->diags, d, "angles of a URDF are in radians");
	}
	if (!is_quarter && !snapped) {
		if (rounded_quarter(number, turns, distance))
			count_angle(&r->near, number, text, distance);
		return urdf_scalar(r, number, "rad");
	}
	int degrees = 90 * (int)turns;
	if (snapped) {
		r->snapped++;
		diag(r->diags, CHECK_SNAPPED_ANGLE, number->span, "%s of %s '%s', %s, is taken as %d deg", which, what,
		     of, text, degrees);
	} else if (a != turns * quarter) {
		count_angle(&r->rounded, number, text, distance);
	}
	return urdf_made(r, number->span, text_print(r->arena, "%d", abs(degrees)), degrees < 0, "deg");
}

static bool is_zero(const struct Expr *expr)
{
	return expr->kind == EXPR_NUMBER && expr->length == 1 && *expr->digits == '0';
}

void urdf_turn(struct UrdfReader *r, const struct UrdfElement *origin, const char *what, const char *of,
               struct Arguments *at)
{
	static const char *const which[] = { "roll", "pitch", "yaw" }, *const about[] = { "rx", "ry", "rz" };
	const struct UrdfAttribute *rpy = origin ? &origin->attribute[ORIGIN_RPY] : NULL;
	struct UrdfNumber number[3];
	struct Arguments all = { 0 }, one = { 0 };
	int axis = -1, turns = 0;
	if (!urdf_numbers(r, rpy, 3, number))
		return;
	for (int i = 0; i < 3; i++) {
		struct Expr *angle = read_angle(r, &number[i], which[i], what, of);
		urdf_push(r, &all, angle);
		if (is_zero(angle))
			continue;
		turns++;
		axis = i;
	}
	if (!turns)
		return;
	if (turns == 1)
		urdf_push(r, &one, all.item[axis].value);
	struct Ident form = { .text = turns == 1 ? about[axis] : "rpy", .span = rpy->span };
	urdf_push(r, at, expr_call(r->diags, rpy->span, form, turns == 1 ? one : all));
}

void urdf_place(struct UrdfReader *r, const struct UrdfElement *origin, const char *what, const char *of,
                struct Arguments *at)
{
	const struct UrdfAttribute *xyz = origin ? &origin->attribute[ORIGIN_XYZ] : NULL;
	struct UrdfNumber number[3];
	if (urdf_numbers(r, xyz, 3, number) && !(number[0].zero && number[1].zero && number[2].zero))
		urdf_push(r, at, urdf_vector(r, xyz->span, number, 3, "m"));
	urdf_turn(r, origin, what, of, at);
}

void urdf_angles_report(struct UrdfReader *r)
{
	const struct UrdfAngles *near = &r->near, *rounded = &r->rounded;
	if (near->count) {
		int digits = 9; /* of the power of ten that covers all of them */
		while (pow(10, -digits) < near->farthest)
			digits--;
		const char *many = text_print(r->arena, "%zu angles are", near->count);
		struct Diag *d = diag(r->diags, CHECK_NEAR_QUARTER, near->span, "%s nearly a quarter turn: %s",
		                      near->count == 1 ? "an angle is" : many, near->text);
		diag_help(r->diags, d, "--snap-angles=1e-%d takes %s as that", digits,
		          near->count == 1 ? "it" : "each");
	}
	if (rounded->count) {
		const char *many = text_print(r->arena, "%zu angles are", rounded->count);
		diag(r->diags, CHECK_QUARTER_TURN, rounded->span,
		     "%s within 1e-10 rad of a quarter turn and taken as that: %s",
		     rounded->count == 1 ? "an angle is" : many, rounded->text);
	}
}
