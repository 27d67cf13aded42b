#include "value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/elementary.h"
#include "base/number.h"

const char *const value_kind_name[] = { "nothing", "a number", "a vector", "a matrix", "a placement", "a solid" };

int value_axis_named(const char *name)
{
	return strlen(name) == 1 && *name >= 'x' && *name <= 'z' ? *name - 'x' : -1;
}

/* --- making values --- */

struct Value value_error(struct Span span)
{
	return (struct Value){ .kind = VALUE_ERROR, .span = span };
}

struct Value value_partly(struct Arena *arena, struct Value value)
{
	struct Value *known = ARENA_NEW(arena_scratch(arena), struct Value), result = value_error(value.span);
	*known = value;
	result.partly = known;
	return result;
}

struct Value value_known(struct Value value)
{
	if (value.kind != VALUE_ERROR || !value.partly)
		return value;
	struct Value known = *value.partly;
	known.span = value.span;
	return known;
}

struct Value value_items(enum ValueKind kind, struct Span span, struct Scalar *item, size_t count)
{
	return (struct Value){ .kind = kind, .span = span, .item = item, .count = count };
}

struct Value value_kept(struct Arena *arena, struct Value value)
{
	if (value.partly) {
		struct Value *partly = ARENA_NEW(arena, struct Value);
		*partly = value_kept(arena, *value.partly);
		value.partly = partly;
	}
	struct Scalar *item = ARENA_ARRAY(arena, struct Scalar, value.count);
	for (size_t i = 0; i < value.count; i++)
		item[i] = value.item[i];
	value.item = item;
	return value;
}

struct Scalar *value_array(struct Arena *arena, size_t count)
{
	return ARENA_ARRAY(arena_scratch(arena), struct Scalar, count);
}

struct Value value_number(struct Dag *dag, struct Span span, Ref ref, struct Dim dim, bool bare)
{
	struct Scalar *item = value_array(dag->arena, 1);
	*item = (struct Scalar){ .ref = ref, .dim = dim, .bare = bare };
	return value_items(VALUE_SCALAR, span, item, 1);
}

struct Value value_finite(const struct Dag *dag, struct Diags *diags, struct Value value)
{
	for (size_t i = 0; i < value.count; i++) {
		Ref ref = value.item[i].ref;
		if (dag_is_const(dag, ref) && !isfinite(dag_value(dag, ref))) {
			diag(diags, CHECK_UNDEFINED, value.span, "this has no finite value");
			return value_error(value.span);
		}
	}
	return value;
}

/* --- literals and units --- */

/* The double nearest to a literal times ten to the power `shift`. False if it is out of range. */
static bool literal(struct Diags *diags, struct Span span, const char *digits, size_t length, int shift, double *value)
{
	bool written_zero = true;
	*value = number_read(diags->arena, digits, length, shift);
	for (size_t i = 0; i < length && digits[i] != 'e' && digits[i] != 'E'; i++)
		written_zero &= digits[i] == '0' || digits[i] == '.';
	if (isfinite(*value) && (*value != 0 || written_zero))
		return true;
	diag(diags, CHECK_NUMBER_RANGE, span, "this number is too %s for a double", *value == 0 ? "small" : "large");
	return false;
}

struct Value value_literal(struct Dag *dag, struct Diags *diags, struct Span span, const char *digits, size_t length)
{
	double value;
	if (!literal(diags, span, digits, length, 0, &value))
		return value_error(span);
	struct Value result = value_number(dag, span, dag_const(dag, value), dim_none, true);
	result.item->digits = digits;
	result.item->length = length;
	return result;
}

static double power_of_pi(int turns)
{
	double power = 1;
	for (int i = 0; i < abs(turns); i++)
		power *= M_PI;
	return turns < 0 ? 1 / power : power;
}

/* Product of a number and a unit. A literal is read again with the decimal point moved, so that 93.4 mm is the double
 * nearest to 0.0934. */
static bool scale(struct Dag *dag, struct Diags *diags, struct Span span, struct Scalar item, const struct Unit *unit,
                  struct Scalar *out)
{
	Ref ref = item.ref;
	double value;
	if (item.digits) {
		if (!literal(diags, span, item.digits, item.length, unit->ten, &value))
			return false;
		ref = dag_const(dag, item.negative ? -value : value);
	} else if (unit->ten > 0) {
		ref = dag_mul(dag, ref, dag_const(dag, elementary_power_of_ten(unit->ten)));
	} else if (unit->ten < 0) {
		ref = dag_div(dag, ref, dag_const(dag, elementary_power_of_ten(-unit->ten)));
	}
	ref = dag_mul(dag, ref, dag_const(dag, unit->numerator));
	ref = dag_div(dag, ref, dag_const(dag, unit->denominator));
	if (unit->turns)
		ref = dag_mul(dag, ref, dag_const(dag, power_of_pi(unit->turns)));
	bool radian =
		dim_equal(unit->dim, dim_none) && unit->numerator == unit->denominator && !unit->ten && !unit->turns;
	*out = (struct Scalar){ .ref = ref, .dim = unit->dim, .in_rad = item.digits && radian };
	return true;
}

struct Value value_with_unit(struct Dag *dag, struct Diags *diags, struct Span span, struct Value value,
                             const struct Unit *unit)
{
	if (value.kind == VALUE_ERROR && value.partly) {
		struct Value known = value_with_unit(dag, diags, span, value_known(value), unit);
		return known.kind == VALUE_ERROR ? known : value_partly(diags->arena, known);
	}
	if (value.kind == VALUE_ERROR)
		return value;
	if (value.kind == VALUE_PLACEMENT) {
		diag(diags, CHECK_KIND, span, "a placement takes no unit");
		return value_error(span);
	}
	struct Scalar *item = value_array(diags->arena, value.count);
	for (size_t i = 0; i < value.count; i++) {
		if (!dim_equal(value.item[i].dim, dim_none)) {
			diag(diags, CHECK_UNIT_TWICE, span, "this is already %s",
			     dim_describe(diags->arena, value.item[i].dim));
			return value_error(span);
		}
		if (!scale(dag, diags, span, value.item[i], unit, &item[i]))
			return value_error(span);
	}
	return value_finite(dag, diags, value_items(value.kind, span, item, value.count));
}

/* --- conversions --- */

/* Example of how to write a value of the expected kind. */
static const char *written(enum ValueKind kind, struct Value value)
{
	if (kind == VALUE_VECTOR && value.kind == VALUE_SCALAR)
		return "a vector is numbers in parentheses, with commas between them";
	if (kind == VALUE_MATRIX && value.kind == VALUE_VECTOR && value.count == 6)
		return "six numbers are named: tensor(xx = ..., yy = ..., zz = ..., xy = ..., xz = ..., yz = ...)";
	if (kind == VALUE_MATRIX && (value.kind == VALUE_VECTOR || value.kind == VALUE_SCALAR))
		return "a diagonal matrix is written diag(xx, yy, zz)";
	if (kind == VALUE_PLACEMENT && value.kind == VALUE_SCALAR)
		return "a place has three numbers, a turn an axis: (0, 0, 10 cm), rz(30 deg)";
	return NULL;
}

/* Is the value x, y or z, by its name? In a part a parameter of that name hides the axis. */
static bool has_name_of_axis(const struct Diags *diags, struct Span span)
{
	const char *text = diags->sources->item[span.source].text + span.begin;
	return span.end - span.begin == 1 && *text >= 'x' && *text <= 'z';
}

static bool known_is(struct Diags *diags, struct Value value, enum ValueKind kind)
{
	if (value.kind == kind)
		return true;
	if (value.kind == VALUE_ERROR)
		return false;
	struct Diag *d = diag(diags, CHECK_KIND, value.span, "%s belongs here, this is %s", value_kind_name[kind],
	                      value_kind_name[value.kind]);
	const char *help = written(kind, value),
		   *text = diags->sources->item[value.span.source].text + value.span.begin;
	if (kind == VALUE_VECTOR && has_name_of_axis(diags, value.span))
		diag_help(diags, d, "a parameter '%c' hides the axis: give it another name", *text);
	else if (help)
		diag_help(diags, d, "%s", help);
	return false;
}

bool value_is(struct Diags *diags, struct Value value, enum ValueKind kind)
{
	return known_is(diags, value_known(value), kind) && value.kind != VALUE_ERROR;
}

static bool item_dim(struct Diags *diags, struct Span span, const struct Scalar *item, struct Dim dim)
{
	if (item->bare || dim_equal(item->dim, dim))
		return true;
	struct Diag *d = diag(diags, CHECK_DIMENSION, item->span.end ? item->span : span, "%s belongs here, this is %s",
	                      dim_describe(diags->arena, dim), dim_describe(diags->arena, item->dim));
	if (dim_equal(item->dim, dim_none))
		diag_help(diags, d, "write the unit (%s) with the number, or where the constant is declared",
		          dim_symbol(diags->arena, dim));
	else if (item->divisor.end && dim_equal(dim_times(item->dim, item->divided, 2), dim))
		diag_help(diags, d, "the unit applies to the divisor; for a unit of the quotient write (1/12) %s",
		          dim_symbol(diags->arena, dim));
	return false;
}

bool value_fits(struct Diags *diags, struct Value value, struct Dim dim)
{
	const struct Value known = value_known(value);
	for (size_t i = 0; i < known.count; i++)
		if (!item_dim(diags, known.span, &known.item[i], dim))
			return false;
	return true;
}

bool value_scalar(struct Diags *diags, struct Value value, struct Dim dim, Ref *out)
{
	if (!value_is(diags, value, VALUE_SCALAR) || !value_fits(diags, value, dim))
		return false;
	*out = value.item[0].ref;
	return true;
}

static bool known_is_vector(struct Diags *diags, struct Value value, size_t count)
{
	if (!known_is(diags, value, VALUE_VECTOR))
		return false;
	if (value.count == count)
		return true;
	struct Diag *d = diag(diags, CHECK_KIND, value.span, "a vector of %zu numbers belongs here, this has %zu",
	                      count, value.count);
	if (value.count > count)
		diag_help(diags, d, "a comma stands between two numbers; the decimal point is a point");
	return false;
}

bool value_is_vector(struct Diags *diags, struct Value value, size_t count)
{
	return known_is_vector(diags, value_known(value), count) && value.kind != VALUE_ERROR;
}

bool value_vector(struct Diags *diags, struct Value value, struct Dim dim, struct Vec *out)
{
	if (!known_is_vector(diags, value_known(value), 3) || !value_fits(diags, value, dim) ||
	    value.kind == VALUE_ERROR)
		return false;
	for (int i = 0; i < 3; i++)
		out->e[i] = value.item[i].ref;
	return true;
}

bool value_matrix(struct Diags *diags, struct Value value, struct Dim dim, struct Mat *out)
{
	if (value.kind == VALUE_SOLID) {
		value.kind = VALUE_MATRIX;
		value.item++; /* after the mass */
		value.count--;
	}
	if (!known_is(diags, value_known(value), VALUE_MATRIX) || !value_fits(diags, value, dim) ||
	    value.kind == VALUE_ERROR)
		return false;
	for (int i = 0; i < 9; i++)
		out->e[i / 3][i % 3] = value.item[i].ref;
	return true;
}

bool value_numbers(struct Diags *diags, struct Value value, size_t count, const struct Dim *dim, Ref *out)
{
	const struct Value known = value_known(value);
	if (count == 1 ? !known_is(diags, known, VALUE_SCALAR) : !known_is_vector(diags, known, count))
		return false;
	for (size_t i = 0; i < count; i++) {
		if (!item_dim(diags, known.span, &known.item[i], dim[i]))
			return false;
		out[i] = known.item[i].ref;
	}
	return value.kind != VALUE_ERROR;
}

bool value_normalise(struct Dag *dag, struct Diags *diags, struct Span span, const char *what, Ref *ref, int count)
{
	double largest = 0, sum = 0, length;
	for (int i = 0; i < count; i++)
		largest = fmax(largest, fabs(dag_value(dag, ref[i])));
	if (!(largest > 0)) {
		diag(diags, CHECK_ZERO_AXIS, span, "this %s has no length", what);
		return false;
	}
	for (int i = 0; i < count; i++)
		sum += elementary_square(dag_value(dag, ref[i]) / largest);
	length = largest * sqrt(sum);
	if (length == 1)
		return true;
	if (fabs(length - 1) > 1e-6) /* else the length is 1, written with few digits */
		diag(diags, CHECK_AXIS_LENGTH, span, "this %s of length %.6g was divided by its length", what, length);
	for (int i = 0; i < count; i++)
		ref[i] = dag_const(dag, dag_value(dag, ref[i]) / largest / sqrt(sum));
	return true;
}

struct Value value_in_dimension(struct Diags *diags, struct Value value, struct Dim dim)
{
	if (value.kind == VALUE_PLACEMENT)
		value_is(diags, value, VALUE_SCALAR);
	if (value.kind == VALUE_PLACEMENT || !value_fits(diags, value, dim))
		return value_error(value.span);
	struct Scalar *item = value_array(diags->arena, value.count);
	for (size_t i = 0; i < value.count; i++) {
		item[i] = value.item[i];
		item[i].dim = dim;
		item[i].bare = false;
		item[i].digits = NULL;
	}
	value.item = item;
	return value;
}

bool value_constant(const struct Dag *dag, struct Diags *diags, struct Value value, const char *what)
{
	for (size_t i = 0; i < value.count; i++) {
		Ref ref = value.item[i].ref;
		if (dag_is_const(dag, ref))
			continue;
		bool parameter = dag_is_known(dag, ref);
		struct Diag *d = diag(diags, CHECK_KIND, value.span, "%s cannot depend on %s", what,
		                      parameter ? "a parameter" : "the coordinates");
		if (parameter)
			diag_help(diags, d, "it must be known when C is generated: use a `const`, which -D can change");
		return false;
	}
	return true;
}

bool value_axis(struct Dag *dag, struct Diags *diags, struct Value value, struct Vec *out)
{
	if (!value_is_vector(diags, value, 3) || !value_constant(dag, diags, value, "an axis"))
		return false;
	struct Dim dim = value.item[0].dim;
	for (int i = 0; i < 3; i++)
		if (!value.item[i].bare)
			dim = value.item[i].dim;
	return value_vector(diags, value, dim, out) && value_normalise(dag, diags, value.span, "axis", out->e, 3);
}

void value_doubt_angle(const struct Dag *dag, struct Diags *diags, struct Span span, struct Scalar angle)
{
	double a = dag_is_const(dag, angle.ref) ? dag_value(dag, angle.ref) : 0;
	if (!angle.bare || fabs(a) <= 2 * M_PI)
		return;
	struct Diag *d = diag(diags, CHECK_LARGE_ANGLE, angle.span.end ? angle.span : span,
	                      "%.6g rad is more than a full turn", a);
	diag_help(diags, d, "write `%.6g deg` if degrees are meant", a);
}

bool value_angle(struct Dag *dag, struct Diags *diags, struct Value value, Ref *s, Ref *c)
{
	Ref angle;
	if (!value_scalar(diags, value, dim_none, &angle))
		return false;
	if (dag_is_known(dag, angle) && !value_constant(dag, diags, value, "the angle of a placement"))
		return false;
	if (dag_is_const(dag, angle)) {
		double a = dag_value(dag, angle);
		long turns;
		value_doubt_angle(dag, diags, value.span, value.item[0]);
		if (angle_quarter(a, dag->quarter, &turns) && a != (double)turns * (M_PI / 2))
			diag(diags, CHECK_QUARTER_TURN, value.span, "taken as exactly %ld deg", 90 * turns);
	}
	angle_sincos(dag, angle, s, c);
	return true;
}

bool value_placement(struct Dag *dag, struct Diags *diags, struct Value value, struct Placement *out)
{
	*out = placement_identity(dag);
	if (value_known(value).kind == VALUE_VECTOR)
		return value_vector(diags, value, dim_length, &out->p);
	if (!value_is(diags, value, VALUE_PLACEMENT))
		return false;
	*out = placement_clean(dag, value.placement);
	return true;
}

bool value_same_dim(const struct Dag *dag, struct Diags *diags, struct Span span, struct Scalar a, struct Scalar b)
{
	bool zero = (a.bare && dag_is_zero(dag, a.ref)) || (b.bare && dag_is_zero(dag, b.ref));
	if (zero || dim_equal(a.dim, b.dim))
		return true;
	struct Diag *d = diag(diags, CHECK_DIMENSION, span, "%s and %s do not go together",
	                      dim_describe(diags->arena, a.dim), dim_describe(diags->arena, b.dim));
	bool plain = dim_equal(a.dim, dim_none), other_plain = dim_equal(b.dim, dim_none);
	if (a.bare || b.bare)
		diag_help(diags, d, "write the unit (%s) after the number",
		          dim_symbol(diags->arena, a.bare ? b.dim : a.dim));
	else if (plain || other_plain)
		diag_help(diags, d, "write the unit (%s) with the number, or where the constant is declared",
		          dim_symbol(diags->arena, plain ? b.dim : a.dim));
	return false;
}
