#include "stages.h"

#include <math.h>

#include "base/elementary.h"

enum { NOT_ALONG = -1 };

bool urdf_direction(struct UrdfReader *r, const struct XmlElement *axis, struct XmlValue xyz, struct Span owner,
                    int along, struct UrdfDirection *direction)
{
	struct Figure *number = direction->number;
	direction->span = axis ? axis->span : owner;
	for (int i = 0; i < 3; i++)
		number[i] = (struct Figure){ .digits = i == along ? "1" : "0",
			                     .length = 1,
			                     .zero = i != along,
			                     .value = i == along,
			                     .span = direction->span };
	if (axis && !xyz.text) {
		diag(r->diags, CHECK_MISSING_PART, axis->span, "this axis has no xyz");
		return false;
	}
	if (axis)
		direction->span = xyz.span;
	if (axis && !urdf_numbers(r, xyz, 3, number))
		return false;
	double largest = fmax(fabs(number[0].value), fmax(fabs(number[1].value), fabs(number[2].value)));
	double *scaled = direction->scaled;
	for (int i = 0; i < 3; i++)
		scaled[i] = largest > 0 ? number[i].value / largest : 0;
	direction->length = largest * elementary_hypot(elementary_hypot(scaled[0], scaled[1]), scaled[2]);
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
	const struct Figure *number = direction->number;
	int along = NOT_ALONG, others = 0;
	for (int i = 0; i < 3; i++) {
		if (fabs(number[i].value) == 1)
			along = i;
		others += !number[i].zero;
	}
	if (along == NOT_ALONG || others != 1)
		return made_vector(r->diags, direction->span, number, 3, NULL);
	struct Expr *axis = made_name(r->diags, direction->span, names[along]);
	return number[along].negative ? expr_negate(r->diags, direction->span, axis) : axis;
}
