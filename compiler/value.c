#include "value.h"

#include <math.h>
#include <string.h>

#include "number.h"

static const double pi = 3.14159265358979323846;

static const char *const kind_name[] = { "nothing", "a number", "a vector", "a matrix", "a placement" };

void scope_init(struct Scope *scope, struct Arena *arena, struct Diags *diags, struct Dag *dag)
{
	*scope = (struct Scope){ .arena = arena, .diags = diags, .dag = dag };
	names_init(&scope->names, arena);
	names_init(&scope->functions.names, arena);
}

static bool is_axis_name(const char *name)
{
	return strlen(name) == 1 && *name >= 'x' && *name <= 'z';
}

bool scope_reserved(const char *name)
{
	return is_axis_name(name) || strcmp(name, "pi") == 0 || strcmp(name, "world") == 0 ||
	       builtin_exists(name);
}

/* --- making values --- */

struct Value value_error(struct Span span)
{
	return (struct Value){ .kind = VALUE_ERROR, .span = span };
}

struct Value value_items(enum ValueKind kind, struct Span span, struct Scalar *item, size_t count)
{
	return (struct Value){ .kind = kind, .span = span, .item = item, .count = count };
}

struct Value value_number(struct Scope *scope, struct Span span, Ref ref, struct Dim dim, bool bare)
{
	struct Scalar *item = ARENA_NEW(scope->arena, struct Scalar);
	*item = (struct Scalar){ .ref = ref, .dim = dim, .bare = bare };
	return value_items(VALUE_SCALAR, span, item, 1);
}

struct Value value_finite(struct Scope *scope, struct Value value)
{
	for (size_t i = 0; i < value.count; i++) {
		Ref ref = value.item[i].ref;
		if (dag_is_const(scope->dag, ref) && !isfinite(dag_value(scope->dag, ref))) {
			diag(scope->diags, CHECK_UNDEFINED, value.span, "this has no finite value");
			return value_error(value.span);
		}
	}
	return value;
}

/* --- what places ask for --- */

/* "a vector of 3" */
static const char *describe(struct Scope *scope, struct Value value)
{
	return value.kind == VALUE_VECTOR ? text_print(scope->arena, "a vector of %zu", value.count)
	                                  : kind_name[value.kind];
}

bool value_is(struct Scope *scope, struct Value value, enum ValueKind kind)
{
	if (value.kind == kind)
		return true;
	if (value.kind != VALUE_ERROR)
		diag(scope->diags, CHECK_KIND, value.span, "%s belongs here, this is %s", kind_name[kind],
		     kind_name[value.kind]);
	return false;
}

static bool item_dim(struct Scope *scope, struct Span span, const struct Scalar *item, struct Dim dim)
{
	if (item->bare || dim_equal(item->dim, dim))
		return true;
	struct Diag *d = diag(scope->diags, CHECK_DIMENSION, item->span.end ? item->span : span,
	                      "%s belongs here, this is %s", dim_describe(scope->arena, dim), dim_describe(scope->arena, item->dim));
	if (dim_equal(item->dim, dim_none))
		diag_help(scope->diags, d, "write the unit (%s) with the number, or where the constant is declared",
		          dim_symbol(scope->arena, dim));
	return false;
}

static bool items_dim(struct Scope *scope, struct Value value, struct Dim dim)
{
	for (size_t i = 0; i < value.count; i++)
		if (!item_dim(scope, value.span, &value.item[i], dim))
			return false;
	return true;
}

bool value_scalar(struct Scope *scope, struct Value value, struct Dim dim, Ref *out)
{
	if (!value_is(scope, value, VALUE_SCALAR) || !items_dim(scope, value, dim))
		return false;
	*out = value.item[0].ref;
	return true;
}

static bool three(struct Scope *scope, struct Value value)
{
	if (!value_is(scope, value, VALUE_VECTOR))
		return false;
	if (value.count != 3)
		diag(scope->diags, CHECK_KIND, value.span,
		     "a vector of 3 numbers belongs here, this has %zu", value.count);
	return value.count == 3;
}

bool value_vector(struct Scope *scope, struct Value value, struct Dim dim, struct Vec *out)
{
	if (!three(scope, value) || !items_dim(scope, value, dim))
		return false;
	for (int i = 0; i < 3; i++)
		out->e[i] = value.item[i].ref;
	return true;
}

bool value_matrix(struct Scope *scope, struct Value value, struct Dim dim, struct Mat *out)
{
	if (!value_is(scope, value, VALUE_MATRIX) || !items_dim(scope, value, dim))
		return false;
	for (int i = 0; i < 9; i++)
		out->e[i / 3][i % 3] = value.item[i].ref;
	return true;
}

bool value_numbers(struct Scope *scope, struct Value value, size_t count, const struct Dim *dim, Ref *out)
{
	if (!value_is(scope, value, count == 1 ? VALUE_SCALAR : VALUE_VECTOR))
		return false;
	if (value.count != count) {
		diag(scope->diags, CHECK_KIND, value.span, "a vector of %zu numbers belongs here, this has %zu",
		     count, value.count);
		return false;
	}
	for (size_t i = 0; i < count; i++) {
		if (!item_dim(scope, value.span, &value.item[i], dim[i]))
			return false;
		out[i] = value.item[i].ref;
	}
	return true;
}

/* Divides constants by their Euclidean length, without overflow. False if that is zero. */
bool value_normalise(struct Scope *scope, struct Span span, const char *what, Ref *ref, int count)
{
	double largest = 0, sum = 0, length;
	for (int i = 0; i < count; i++)
		largest = fmax(largest, fabs(dag_value(scope->dag, ref[i])));
	if (!(largest > 0)) {
		diag(scope->diags, CHECK_ZERO_AXIS, span, "this %s has no length", what);
		return false;
	}
	for (int i = 0; i < count; i++)
		sum += pow(dag_value(scope->dag, ref[i]) / largest, 2);
	length = largest * sqrt(sum);
	if (length == 1)
		return true;
	if (fabs(length - 1) > 1e-9)
		diag(scope->diags, CHECK_AXIS_LENGTH, span, "this %s of length %.6g was divided by its length",
		     what, length);
	for (int i = 0; i < count; i++)
		ref[i] = dag_const(scope->dag, dag_value(scope->dag, ref[i]) / largest / sqrt(sum));
	return true;
}

bool value_constant(struct Scope *scope, struct Value value, const char *what)
{
	for (size_t i = 0; i < value.count; i++)
		if (!dag_is_const(scope->dag, value.item[i].ref)) {
			diag(scope->diags, CHECK_KIND, value.span, "%s cannot depend on the coordinates", what);
			return false;
		}
	return true;
}

bool value_axis(struct Scope *scope, struct Value value, struct Vec *out)
{
	if (!three(scope, value) || !value_constant(scope, value, "an axis"))
		return false;
	struct Dim dim = value.item[0].dim;
	for (int i = 0; i < 3; i++)
		if (!value.item[i].bare)
			dim = value.item[i].dim;
	return value_vector(scope, value, dim, out) &&
	       value_normalise(scope, value.span, "axis", out->e, 3);
}

bool value_angle(struct Scope *scope, struct Value value, Ref *s, Ref *c)
{
	Ref angle;
	if (!value_scalar(scope, value, dim_none, &angle))
		return false;
	if (dag_is_const(scope->dag, angle)) {
		double a = dag_value(scope->dag, angle);
		long turns;
		if (value.item[0].bare && fabs(a) > 2 * pi) {
			struct Diag *d = diag(scope->diags, CHECK_LARGE_ANGLE, value.span,
			                      "%.6g rad is more than a full turn", a);
			diag_help(scope->diags, d, "write `%.6g deg` if degrees are meant", a);
		}
		if (angle_quarter(a, &turns) && a != (double)turns * (pi / 2))
			diag(scope->diags, CHECK_QUARTER_TURN, value.span, "taken as exactly %ld deg",
			     90 * turns);
	}
	angle_sincos(scope->dag, angle, s, c);
	return true;
}

bool value_placement(struct Scope *scope, const struct Arguments *list, struct Placement *out)
{
	bool good = true;
	*out = placement_identity(scope->dag);
	for (size_t i = 0; i < list->count; i++) {
		struct Value value = value_of(scope, list->item[i].value);
		struct Placement part = placement_identity(scope->dag);
		if (value.kind == VALUE_PLACEMENT)
			part = placement_clean(scope->dag, value.placement);
		else if (value.kind == VALUE_VECTOR)
			good &= value_vector(scope, value, dim_length, &part.p);
		else
			good &= value_is(scope, value, VALUE_PLACEMENT);
		*out = placement_compose(scope->dag, *out, part);
	}
	return good;
}

/* --- evaluation --- */

/* The double nearest to a literal times ten to the power `shift`. False if it is out of range. */
static bool literal(struct Scope *scope, struct Span span, const char *digits, size_t length, int shift,
                    double *value)
{
	bool written_zero = true;
	*value = number_read(scope->arena, digits, length, shift);
	for (size_t i = 0; i < length && digits[i] != 'e' && digits[i] != 'E'; i++)
		written_zero &= digits[i] == '0' || digits[i] == '.';
	if (isfinite(*value) && (*value != 0 || written_zero))
		return true;
	diag(scope->diags, CHECK_NUMBER_RANGE, span, "this number is too %s for a double",
	     *value == 0 ? "small" : "large");
	return false;
}

static struct Value number(struct Scope *scope, const struct Expr *expr)
{
	double value;
	if (!literal(scope, expr->span, expr->digits, expr->length, 0, &value))
		return value_error(expr->span);
	struct Value result = value_number(scope, expr->span, dag_const(scope->dag, value), dim_none, true);
	result.item->digits = expr->digits;
	result.item->length = expr->length;
	return result;
}

static double power_of_ten(int ten)
{
	return pow(10, ten); /* exact up to 1e22 */
}

/* A number times a unit. A literal is read anew with the decimal point moved, so that
 * 93.4 mm is the double nearest to 0.0934. */
static bool scale(struct Scope *scope, struct Span span, struct Scalar item, const struct Unit *unit,
                  struct Scalar *out)
{
	struct Dag *dag = scope->dag;
	Ref ref = item.ref;
	double value;
	if (item.digits) {
		if (!literal(scope, span, item.digits, item.length, unit->ten, &value))
			return false;
		ref = dag_const(dag, item.negative ? -value : value);
	} else if (unit->ten > 0) {
		ref = dag_mul(dag, ref, dag_const(dag, power_of_ten(unit->ten)));
	} else if (unit->ten < 0) {
		ref = dag_div(dag, ref, dag_const(dag, power_of_ten(-unit->ten)));
	}
	ref = dag_mul(dag, ref, dag_const(dag, unit->numerator));
	ref = dag_div(dag, ref, dag_const(dag, unit->denominator));
	if (unit->turns)
		ref = dag_mul(dag, ref, dag_const(dag, pow(pi, unit->turns)));
	*out = (struct Scalar){ .ref = ref, .dim = unit->dim };
	return true;
}

struct Value value_with_unit(struct Scope *scope, struct Span span, struct Value value, const struct Unit *unit)
{
	if (value.kind == VALUE_ERROR)
		return value;
	if (value.kind == VALUE_PLACEMENT) {
		diag(scope->diags, CHECK_KIND, span, "a placement takes no unit");
		return value_error(span);
	}
	struct Scalar *item = ARENA_ARRAY(scope->arena, struct Scalar, value.count);
	for (size_t i = 0; i < value.count; i++) {
		if (!dim_equal(value.item[i].dim, dim_none)) {
			diag(scope->diags, CHECK_UNIT_TWICE, span, "this is already %s",
			     dim_describe(scope->arena, value.item[i].dim));
			return value_error(span);
		}
		if (!scale(scope, span, value.item[i], unit, &item[i]))
			return value_error(span);
	}
	return value_finite(scope, value_items(value.kind, span, item, value.count));
}

static const char *cycle_path(struct Scope *scope, const struct Const *last)
{
	enum { SHOWN = 8 };
	struct Text path;
	int steps = 0;
	text_init(&path, scope->arena);
	/* from the last to the first, each needed by the one that follows here */
	for (const struct Const *c = scope->busy; c; c = c == last ? NULL : c->user)
		if (steps++ < SHOWN)
			text_format(&path, "%s for ", c->name.text);
	text_format(&path, "%s%s", steps > SHOWN ? "... for " : "", last->name.text);
	return steps > 1 ? text_print(scope->arena, ": %s needed by %s", last->name.text, text_string(&path)) : "";
}

/* What -D says, with the dimension that the constant has in the model where it has none. */
static struct Value replacement(struct Scope *scope, const struct Const *constant)
{
	struct Value old = constant->declared, value = value_of(scope, constant->replacement);
	Ref ref;
	if (value.kind == VALUE_ERROR || old.kind == VALUE_ERROR || !value_is(scope, value, old.kind))
		return value_error(value.span);
	if (value.kind != VALUE_SCALAR)
		return value;
	return value_scalar(scope, value, old.item[0].dim, &ref)
	       ? value_number(scope, value.span, ref, old.item[0].dim, false) : value_error(value.span);
}

struct Value scope_const(struct Scope *scope, struct Const *constant)
{
	if (constant->state == CONST_DONE)
		return constant->result;
	bool cycle = constant->state == CONST_BUSY;
	int levels = 1 + (constant->replacement ? constant->replacement : constant->value)->depth;
	bool deep = scope->depth + levels > SCOPE_DEEPEST;
	if (cycle)
		diag(scope->diags, CHECK_CONST_CYCLE, constant->name.span, "'%s' depends on itself%s",
		     constant->name.text, cycle_path(scope, constant));
	else if (deep && !scope->was_too_deep)
		diag(scope->diags, CHECK_TOO_DEEP, constant->name.span,
		     "too many constants in a row depend on each other");
	scope->was_too_deep |= deep;
	if (cycle || deep) {
		constant->state = CONST_DONE;
		return constant->result = value_error(constant->name.span);
	}
	constant->state = CONST_BUSY;
	constant->user = scope->busy;
	scope->busy = constant;
	scope->depth += levels;
	/* a constant does not see the coordinates of who asks for it */
	const struct Scope outside = *scope;
	scope->locals = 0;
	scope->lookup = NULL;
	struct Value result = constant->replacement ? replacement(scope, constant)
	                                            : value_of(scope, constant->value);
	scope->locals = outside.locals;
	scope->lookup = outside.lookup;
	scope->depth -= levels;
	scope->busy = constant->user;
	if (constant->state == CONST_BUSY)
		constant->result = result;
	constant->state = CONST_DONE;
	for (size_t i = 0; i < constant->result.count; i++) {
		/* a constant has a dimension of its own, but for a plain 0, which still fits everywhere */
		struct Scalar *item = &constant->result.item[i];
		item->bare = item->bare && dag_is_zero(scope->dag, item->ref);
		item->digits = NULL;
	}
	return constant->result;
}

static struct Value name(struct Scope *scope, const struct Expr *expr)
{
	const char *text = expr->name.text;
	for (int i = 0; i < scope->locals; i++)
		if (strcmp(scope->local[i].name, text) == 0) {
			struct Value value = scope->local[i].value;
			value.span = expr->span;
			return value;
		}
	struct Value looked_up;
	if (scope->lookup && scope->lookup(scope->context, text, expr->span, &looked_up))
		return looked_up;
	int found = names_find(&scope->names, text);
	if (found >= 0) {
		struct Value value = scope_const(scope, &scope->item[found]);
		value.span = expr->span;
		return value;
	}
	if (strcmp(text, "pi") == 0)
		return value_number(scope, expr->span, dag_const(scope->dag, pi), dim_none, false);
	if (is_axis_name(text)) {
		struct Scalar *item = ARENA_ARRAY(scope->arena, struct Scalar, 3);
		for (int i = 0; i < 3; i++)
			item[i].ref = dag_const(scope->dag, *text == 'x' + i);
		return value_items(VALUE_VECTOR, expr->span, item, 3);
	}
	struct Nearest nearest;
	nearest_init(&nearest, text);
	bool suggest = scope->count <= NEAREST_MOST && diags_may_suggest(scope->diags);
	for (size_t i = 0; i < scope->count && suggest; i++)
		if (&scope->item[i] != scope->busy) /* not the one being declared */
			nearest_try(&nearest, scope->item[i].name.text);
	struct Diag *d = diag(scope->diags, CHECK_UNKNOWN_NAME, expr->span, "there is no constant '%s'", text);
	size_t letters = strcspn(text, "0123456789");
	if (text[letters] && unit_find(text, letters))
		diag_help(scope->diags, d, "did you mean %.*s^%s?", (int)letters, text, text + letters);
	else if (builtin_exists(text) || scope_function(scope, text))
		diag_help(scope->diags, d, "%s is a function: %s(...)", text, text);
	else
		diag_nearest(scope->diags, d, &nearest);
	return value_error(expr->span);
}

static struct Value negated(struct Scope *scope, const struct Expr *expr)
{
	struct Value value = value_of(scope, expr->a);
	if (value.kind == VALUE_ERROR)
		return value;
	if (value.kind == VALUE_PLACEMENT) {
		diag(scope->diags, CHECK_KIND, expr->span, "a placement has no negative");
		return value_error(expr->span);
	}
	struct Scalar *item = ARENA_ARRAY(scope->arena, struct Scalar, value.count);
	for (size_t i = 0; i < value.count; i++) {
		item[i] = value.item[i];
		if (!dag_is_zero(scope->dag, item[i].ref))
			item[i].ref = dag_neg(item[i].ref);
		item[i].negative = !item[i].negative;
	}
	return value_items(value.kind, expr->span, item, value.count);
}

static bool same_dim(struct Scope *scope, struct Span span, struct Scalar a, struct Scalar b)
{
	bool zero = (a.bare && dag_is_zero(scope->dag, a.ref)) || (b.bare && dag_is_zero(scope->dag, b.ref));
	if (zero || dim_equal(a.dim, b.dim))
		return true;
	struct Diag *d = diag(scope->diags, CHECK_DIMENSION, span, "%s and %s do not go together",
	                      dim_describe(scope->arena, a.dim), dim_describe(scope->arena, b.dim));
	if (a.bare || b.bare)
		diag_help(scope->diags, d, "write the unit (%s) behind the number",
		          dim_symbol(scope->arena, a.bare ? b.dim : a.dim));
	return false;
}

bool value_same_dim(struct Scope *scope, struct Value a, struct Value b)
{
	return same_dim(scope, b.span, a.item[0], b.item[0]);
}

static struct Value sum(struct Scope *scope, const struct Expr *expr, struct Value a, struct Value b)
{
	if (a.kind != b.kind || a.count != b.count || a.kind == VALUE_PLACEMENT) {
		diag(scope->diags, CHECK_KIND, expr->span, "%s and %s cannot be added", describe(scope, a),
		     describe(scope, b));
		return value_error(expr->span);
	}
	struct Scalar *item = ARENA_ARRAY(scope->arena, struct Scalar, a.count);
	for (size_t i = 0; i < a.count; i++) {
		if (!same_dim(scope, expr->span, a.item[i], b.item[i]))
			return value_error(expr->span);
		Ref right = expr->kind == EXPR_SUB ? dag_neg(b.item[i].ref) : b.item[i].ref;
		bool zero = dag_is_zero(scope->dag, a.item[i].ref);
		item[i] = (struct Scalar){
			.ref = dag_add(scope->dag, a.item[i].ref, right),
			.dim = zero && a.item[i].bare ? b.item[i].dim : a.item[i].dim,
			.bare = a.item[i].bare && b.item[i].bare,
		};
	}
	return value_items(a.kind, expr->span, item, a.count);
}

static struct Value product(struct Scope *scope, const struct Expr *expr, struct Value a, struct Value b)
{
	bool divide = expr->kind == EXPR_DIV;
	if (!divide && a.kind == VALUE_SCALAR) { /* the scalar to the right */
		struct Value swap = a;
		a = b;
		b = swap;
	}
	if (a.kind == VALUE_PLACEMENT || b.kind != VALUE_SCALAR) {
		struct Diag *d = diag(scope->diags, CHECK_KIND, expr->span, "%s by %s has no meaning here",
		                      kind_name[a.kind], kind_name[b.kind]);
		diag_help(scope->diags, d, "dot, cross and norm work on vectors; placements compose with commas");
		return value_error(expr->span);
	}
	if (divide && dag_is_zero(scope->dag, b.item[0].ref)) {
		diag(scope->diags, CHECK_UNDEFINED, expr->span, "division by zero");
		return value_error(expr->span);
	}
	struct Scalar *item = ARENA_ARRAY(scope->arena, struct Scalar, a.count), right = b.item[0];
	for (size_t i = 0; i < a.count; i++) {
		/* a plain 0 among others still fits everywhere */
		bool zero = a.kind != VALUE_SCALAR && a.item[i].bare && dag_is_zero(scope->dag, a.item[i].ref);
		item[i] = (struct Scalar){
			.ref = divide ? dag_div(scope->dag, a.item[i].ref, right.ref)
			              : dag_mul(scope->dag, a.item[i].ref, right.ref),
			.dim = dim_times(a.item[i].dim, right.dim, divide ? -1 : 1),
			.bare = a.item[i].bare && (right.bare || zero),
		};
	}
	return value_items(a.kind, expr->span, item, a.count);
}

static struct Value power(struct Scope *scope, const struct Expr *expr, struct Value a, struct Value b)
{
	enum { HIGHEST = 100 };
	Ref exponent;
	if (!value_is(scope, a, VALUE_SCALAR) || !value_scalar(scope, b, dim_none, &exponent))
		return value_error(expr->span);
	double n = dag_is_const(scope->dag, exponent) ? dag_value(scope->dag, exponent) : NAN;
	if (n != floor(n) || fabs(n) > HIGHEST) {
		diag(scope->diags, CHECK_KIND, b.span, "an exponent is an integer from %d to %d", -HIGHEST, HIGHEST);
		return value_error(expr->span);
	}
	Ref result = dag_const(scope->dag, 1);
	for (int i = 0; i < (int)fabs(n); i++)
		result = dag_mul(scope->dag, result, a.item[0].ref);
	if (n < 0)
		result = dag_div(scope->dag, dag_const(scope->dag, 1), result);
	struct Dim dim = dim_times(dim_none, a.item[0].dim, (int)n);
	return value_number(scope, expr->span, result, dim, a.item[0].bare);
}

static struct Value binary(struct Scope *scope, const struct Expr *expr)
{
	struct Value a = value_of(scope, expr->a), b = value_of(scope, expr->b);
	if (a.kind == VALUE_ERROR || b.kind == VALUE_ERROR)
		return value_error(expr->span);
	struct Value result = expr->kind == EXPR_POWER ? power(scope, expr, a, b)
	                      : expr->kind == EXPR_MUL || expr->kind == EXPR_DIV
	                      ? product(scope, expr, a, b) : sum(scope, expr, a, b);
	return value_finite(scope, result);
}

static struct Value component(struct Scope *scope, const struct Expr *expr)
{
	struct Value value = value_of(scope, expr->a);
	if (value.kind == VALUE_ERROR || !three(scope, value))
		return value_error(expr->span);
	if (!is_axis_name(expr->name.text)) {
		diag(scope->diags, CHECK_UNKNOWN_NAME, expr->name.span, "a vector has .x, .y and .z, no .%s",
		     expr->name.text);
		return value_error(expr->span);
	}
	struct Scalar item = value.item[*expr->name.text - 'x'];
	return value_number(scope, expr->span, item.ref, item.dim, item.bare);
}

static struct Value collection(struct Scope *scope, const struct Expr *expr, enum ValueKind kind)
{
	bool good = true;
	struct Scalar *item = ARENA_ARRAY(scope->arena, struct Scalar, expr->list.count);
	if (kind == VALUE_MATRIX && (expr->list.count != 9 || expr->list.columns != 3)) {
		diag(scope->diags, CHECK_KIND, expr->span, "a matrix has 3 rows of 3 numbers: [a, b, c; d, e, f; g, h, i]");
		return value_error(expr->span);
	}
	for (size_t i = 0; i < expr->list.count; i++) {
		struct Value value = value_of(scope, expr->list.item[i].value);
		if (value_is(scope, value, VALUE_SCALAR)) {
			item[i] = value.item[0];
			item[i].span = value.span;
		} else {
			good = false;
		}
	}
	return good ? value_items(kind, expr->span, item, expr->list.count) : value_error(expr->span);
}

struct Value value_of(struct Scope *scope, const struct Expr *expr)
{
	switch (expr->kind) {
	case EXPR_ERROR: return value_error(expr->span);
	case EXPR_NUMBER: return number(scope, expr);
	case EXPR_NAME: return name(scope, expr);
	case EXPR_NEGATE: return negated(scope, expr);
	case EXPR_ADD: case EXPR_SUB: case EXPR_MUL: case EXPR_DIV: case EXPR_POWER:
		return binary(scope, expr);
	case EXPR_VECTOR: return collection(scope, expr, VALUE_VECTOR);
	case EXPR_MATRIX: return collection(scope, expr, VALUE_MATRIX);
	case EXPR_CALL: return builtin_call(scope, expr);
	case EXPR_COMPONENT: return component(scope, expr);
	case EXPR_UNIT: return value_with_unit(scope, expr->span, value_of(scope, expr->a), &expr->unit);
	}
	NEVER(scope->arena, "an expression of unknown kind");
}
