#include "urdf_direction.h"

#include <math.h>

#include "base/number.h"

enum { NOT_ALONG = -1 };

bool urdf_direction(struct UrdfReader *r, const struct UrdfElement *axis, struct Span owner, int along,
                    struct UrdfDirection *direction)
{
	struct UrdfNumber *number = direction->number;
	direction->span = axis ? axis->span : owner;
	for (int i = 0; i < 3; i++)
		number[i] = (struct UrdfNumber){ .digits = i == along ? "1" : "0",
			                         .length = 1,
			                         .zero = i != along,
			                         .value = i == along,
			                         .span = direction->span };
	if (axis && !axis->attribute[AXIS_XYZ].text) {
		diag(r->diags, CHECK_MISSING_PART, axis->span, "this axis has no xyz");
		return false;
	}
	if (axis)
		direction->span = axis->attribute[AXIS_XYZ].span;
	if (axis && !urdf_numbers(r, &axis->attribute[AXIS_XYZ], 3, number))
		return false;
	double largest = fmax(fabs(number[0].value), fmax(fabs(number[1].value), fabs(number[2].value)));
	double *scaled = direction->scaled;
	for (int i = 0; i < 3; i++)
		scaled[i] = largest > 0 ? number[i].value / largest : 0;
	direction->length = largest * hypot(hypot(scaled[0], scaled[1]), scaled[2]);
	return true;
}

bool urdf_direction_check(struct UrdfReader *r, const struct UrdfDirection *direction)
{
	if (!(direction->length > 0)) {
		diag(r->diags, CHECK_ZERO_AXIS, direction->span, "this axis has no length");
		return false;
	}
	if (fabs(direction->length - 1) > 1e-6)
		diag(r->diags, CHECK_AXIS_LENGTH, direction->span, "this axis of length %.6g was divided by its length",
		     direction->length);
	return true;
}

struct Expr *urdf_direction_value(struct UrdfReader *r, const struct UrdfDirection *direction)
{
	static const char *const names[] = { "x", "y", "z" };
	const struct UrdfNumber *number = direction->number;
	int along = NOT_ALONG, others = 0;
	for (int i = 0; i < 3; i++) {
		if (fabs(number[i].value) == 1)
			along = i;
		others += !number[i].zero;
	}
	if (along == NOT_ALONG || others != 1)
		return urdf_vector(r, direction->span, number, 3, NULL);
	struct Expr *axis = urdf_name(r, direction->span, names[along]);
	return number[along].negative ? expr_negate(r->diags, direction->span, axis) : axis;
}

/* --- turns --- */

static struct Expr *made_number(struct UrdfReader *r, struct Span span, double value, const char *unit)
{
	struct Text digits;
	text_init(&digits, r->arena);
	number_put(&digits, fabs(value));
	return urdf_made(r, span, text_string(&digits), value < 0, unit);
}

struct Expr *urdf_call(struct UrdfReader *r, struct Span span, const char *name, struct Arguments list)
{
	return expr_call(r->diags, span, (struct Ident){ .text = name, .span = span }, list);
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
		length = hypot(length, out[i]);
	}
	for (int i = 0; i < 3; i++)
		out[i] /= length;
}

/* A rotation about `axis`, by an angle in rad; a quarter or a half turn is written in degrees. */
static struct Expr *turn(struct UrdfReader *r, struct Span span, const double axis[3], double angle, int degrees)
{
	static const char *const forms[] = { "rx", "ry", "rz" };
	const char *form = "axis_angle";
	struct Arguments list = { 0 }, vector = { 0 };
	double sign = 1;
	for (int i = 0; i < 3; i++) {
		urdf_push(r, &vector, made_number(r, span, axis[i], NULL));
		if (fabs(axis[i]) != 1)
			continue;
		form = forms[i];
		sign = axis[i];
	}
	if (form[0] == 'a')
		urdf_push(r, &list, expr_vector(r->diags, span, vector));
	urdf_push(r, &list,
	          degrees ? urdf_made(r, span, degrees == 90 ? "90" : "180", sign * angle < 0, "deg")
	                  : made_number(r, span, sign * angle, "rad"));
	return urdf_call(r, span, form, list);
}

struct Expr *urdf_direction_turn(struct UrdfReader *r, struct Span span, const double from[3], const double to[3],
                                 bool back)
{
	double axis[3], cosine = 0;
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		axis[i] = from[j] * to[k] - from[k] * to[j];
		cosine += from[i] * to[i];
	}
	double sine = hypot(hypot(axis[0], axis[1]), axis[2]);
	if (sine == 0 && cosine > 0)
		return NULL;
	for (int i = 0; i < 3 && sine > 0; i++)
		axis[i] /= sine;
	if (sine == 0)
		perpendicular(from, axis);
	double angle = atan2(sine, cosine);
	return turn(r, span, axis, back ? -angle : angle, sine == 0 ? 180 : cosine == 0 ? 90 : 0);
}
