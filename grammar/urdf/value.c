/* Attribute texts to expressions. Numbers keep their digits: their values are the nearest doubles, and an import shows
 * them as written. Quarter turns become whole degrees. */
#include "stages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/elementary.h"
#include "dag/spatial.h"
#include "grammar/import/made.h"

static const double pi = 3.14159265358979323846;

bool urdf_has_macro(struct UrdfReader *r, struct XmlValue attribute)
{
	bool macro = strstr(attribute.text, "${") || strstr(attribute.text, "$(");
	if (macro && !r->xacro) {
		struct Diag *d = diag(r->diags, CHECK_XACRO, attribute.span,
		                      "'%s' belongs to xacro, which has yet to expand this file", attribute.text);
		urdf_xacro_help(r->diags, d);
	}
	r->xacro |= macro;
	return macro;
}

bool urdf_is_infinite(struct XmlValue attribute)
{
	static const char *const words[] = { "inf", "Inf", "INF", "infinity", "Infinity" };
	const char *text = attribute.text ? attribute.text : "";
	text += *text == '+' || *text == '-';
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(text, words[i]) == 0)
			return true;
	return false;
}

bool urdf_numbers(struct UrdfReader *r, struct XmlValue attribute, int count, struct Figure *number)
{
	if (!attribute.text || urdf_has_macro(r, attribute))
		return false;
	int found = figures_read(r->diags, &attribute, count, number);
	if (found != FIGURES_BAD && found != count)
		diag(r->diags, CHECK_KIND, attribute.span, "%s here, this has %d",
		     count == 1 ? "one number belongs" : "three numbers belong", found);
	return found == count;
}

/* --- angles --- */

static void count_angle(struct UrdfAngles *angles, const struct Figure *number, const char *text, double distance)
{
	if (angles->count++ == 0) {
		angles->span = number->span;
		angles->text = text;
	}
	angles->farthest = fmax(angles->farthest, distance);
}

/* Is the number k quarter turns, k not 0, rounded up or down to the written digits (3.1416, 1.57)? Fewer than two
 * decimals prove nothing. */
static bool rounded_quarter(const struct Figure *number, double turns, double distance)
{
	const char *end = number->digits + number->length, *point = memchr(number->digits, '.', number->length);
	size_t decimals = point ? (size_t)(end - point) - 1 : 0;
	bool plain = !memchr(number->digits, 'e', number->length) && !memchr(number->digits, 'E', number->length);
	return plain && turns != 0 && decimals >= 2 && distance < elementary_power_of_ten(-(int)decimals);
}

/* An angle. It is written in degrees if within 1e-10 rad of a quarter turn, or within the tolerance of
 * --snap-angles. */
static struct Expr *read_angle(struct UrdfReader *r, const struct Figure *number, const char *which, const char *what,
                               const char *of)
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
		return made_scalar(r->diags, number, "rad");
	}
	int degrees = 90 * (int)turns;
	if (snapped) {
		r->snapped++;
		diag(r->diags, CHECK_SNAPPED_ANGLE, number->span, "%s of %s '%s', %s, is taken as %d deg", which, what,
		     of, text, degrees);
	} else if (a != turns * quarter) {
		count_angle(&r->rounded, number, text, distance);
	}
	return made_digits(r->diags, number->span, text_print(r->arena, "%d", abs(degrees)), degrees < 0, "deg");
}

struct UrdfOrigin urdf_origin(const struct XmlElement *origin)
{
	return (struct UrdfOrigin){ xml_attribute(origin, "xyz"), xml_attribute(origin, "rpy") };
}

static bool is_zero(const struct Expr *expr)
{
	return expr->kind == EXPR_NUMBER && expr->length == 1 && *expr->digits == '0';
}

void urdf_push_turn(struct UrdfReader *r, struct Span span, struct Expr *const angle[3], struct Arguments *at)
{
	struct Arguments all = { 0 };
	int axis = -1, turns = 0;
	for (int i = 0; i < 3; i++) {
		made_push(r->diags, &all, angle[i]);
		if (is_zero(angle[i]))
			continue;
		turns++;
		axis = i;
	}
	if (!turns)
		return;
	struct Expr *turn = turns == 1 ? made_turn_about(r->diags, span, axis, all.item[axis].value)
	                               : made_call(r->diags, span, "rpy", all);
	made_push(r->diags, at, turn);
}

void urdf_turn(struct UrdfReader *r, struct XmlValue rpy, const char *what, const char *of, struct Arguments *at)
{
	static const char *const which[] = { "roll", "pitch", "yaw" };
	struct Figure number[3];
	struct Expr *angle[3];
	if (!urdf_numbers(r, rpy, 3, number))
		return;
	for (int i = 0; i < 3; i++)
		angle[i] = read_angle(r, &number[i], which[i], what, of);
	urdf_push_turn(r, rpy.span, angle, at);
}

void urdf_place(struct UrdfReader *r, struct UrdfOrigin origin, const char *what, const char *of, struct Arguments *at)
{
	struct Figure number[3];
	if (urdf_numbers(r, origin.xyz, 3, number))
		made_push_shift(r->diags, origin.xyz.span, number, false, at);
	urdf_turn(r, origin.rpy, what, of, at);
}

void urdf_angles_report(struct UrdfReader *r)
{
	const struct UrdfAngles *near = &r->near, *rounded = &r->rounded;
	if (near->count) {
		int digits = 9; /* of the power of ten that covers all of them */
		while (elementary_power_of_ten(-digits) < near->farthest)
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
