#include "operator.h"

#include <math.h>

struct Value operator_negate(struct Dag *dag, struct Diags *diags, const struct Expr *expr, struct Value value)
{
	if (value.kind == VALUE_ERROR)
		return value;
	if (value.kind == VALUE_PLACEMENT) {
		diag(diags, CHECK_KIND, expr->span, "a placement has no negative");
		return value_error(expr->span);
	}
	struct Scalar *item = value_array(diags->arena, value.count);
	for (size_t i = 0; i < value.count; i++) {
		item[i] = value.item[i];
		if (!dag_is_zero(dag, item[i].ref))
			item[i].ref = dag_neg(item[i].ref);
		item[i].negative = !item[i].negative;
	}
	return value_items(value.kind, expr->span, item, value.count);
}

/* "a vector of 3" */
static const char *describe(struct Arena *arena, struct Value value)
{
	return value.kind == VALUE_VECTOR ? text_print(arena, "a vector of %zu", value.count)
	                                  : value_kind_name[value.kind];
}

static struct Value sum(struct Dag *dag, struct Diags *diags, const struct Expr *expr, struct Value a, struct Value b)
{
	if (a.kind != b.kind || a.count != b.count || a.kind == VALUE_PLACEMENT) {
		diag(diags, CHECK_KIND, expr->span, "%s and %s cannot be added", describe(diags->arena, a),
		     describe(diags->arena, b));
		return value_error(expr->span);
	}
	struct Scalar *item = value_array(diags->arena, a.count);
	for (size_t i = 0; i < a.count; i++) {
		if (!value_same_dim(dag, diags, expr->span, a.item[i], b.item[i]))
			return value_error(expr->span);
		Ref right = expr->kind == EXPR_SUB ? dag_neg(b.item[i].ref) : b.item[i].ref;
		bool zero = dag_is_zero(dag, a.item[i].ref);
		item[i] = (struct Scalar){
			.ref = dag_add(dag, a.item[i].ref, right),
			.dim = zero && a.item[i].bare ? b.item[i].dim : a.item[i].dim,
			.bare = a.item[i].bare && b.item[i].bare,
		};
	}
	return value_items(a.kind, expr->span, item, a.count);
}

/* Reports operands that cannot be multiplied, or a division by zero. */
static bool refuse_product(const struct Dag *dag, struct Diags *diags, const struct Expr *expr, struct Value a,
                           struct Value b)
{
	if (a.kind == VALUE_PLACEMENT || b.kind != VALUE_SCALAR) {
		struct Diag *d = diag(diags, CHECK_KIND, expr->span, "%s by %s has no meaning here",
		                      value_kind_name[a.kind], value_kind_name[b.kind]);
		diag_help(diags, d, "dot, cross and norm work on vectors; placements compose with commas");
		return true;
	}
	bool by_zero = expr->kind == EXPR_DIV && dag_is_zero(dag, b.item[0].ref);
	if (by_zero)
		diag(diags, CHECK_UNDEFINED, expr->span, "division by zero");
	return by_zero;
}

static struct Value product(struct Dag *dag, struct Diags *diags, const struct Expr *expr, struct Value a,
                            struct Value b)
{
	bool divide = expr->kind == EXPR_DIV;
	if (!divide && a.kind == VALUE_SCALAR) { /* the scalar to the right */
		struct Value swap = a;
		a = b;
		b = swap;
	}
	if (refuse_product(dag, diags, expr, a, b))
		return value_error(expr->span);
	struct Scalar *item = value_array(diags->arena, a.count), right = b.item[0];
	for (size_t i = 0; i < a.count; i++) {
		/* a plain 0 among others still fits everywhere */
		bool zero = a.kind != VALUE_SCALAR && a.item[i].bare && dag_is_zero(dag, a.item[i].ref);
		item[i] = (struct Scalar){
			.ref = divide ? dag_div(dag, a.item[i].ref, right.ref) : dag_mul(dag, a.item[i].ref, right.ref),
			.dim = dim_times(a.item[i].dim, right.dim, divide ? -1 : 1),
			.bare = a.item[i].bare && (right.bare || zero),
		};
		if (divide && expr->b->kind == EXPR_UNIT) {
			item[i].divisor = expr->b->span;
			item[i].divided = right.dim;
		}
	}
	struct Value product = value_items(a.kind, expr->span, item, a.count);
	product.form = a.form; /* a solid of another mass has the same shape */
	return product;
}

static struct Value power(struct Dag *dag, struct Diags *diags, const struct Expr *expr, struct Value a, struct Value b)
{
	Ref exponent;
	if (!value_is(diags, a, VALUE_SCALAR) || !value_scalar(diags, b, dim_none, &exponent))
		return value_error(expr->span);
	double n = dag_is_const(dag, exponent) ? dag_value(dag, exponent) : NAN;
	if (n != floor(n) || fabs(n) > EXPR_MOST_POWER) {
		struct Diag *d = diag(diags, CHECK_KIND, b.span, "an exponent is an integer from %d to %d",
		                      -EXPR_MOST_POWER, EXPR_MOST_POWER);
		diag_help(diags, d, "a root is sqrt(a), another power exp(n * log(a))");
		return value_error(expr->span);
	}
	Ref result = dag_const(dag, 1);
	for (int i = 0; i < (int)fabs(n); i++)
		result = dag_mul(dag, result, a.item[0].ref);
	if (n < 0)
		result = dag_div(dag, dag_const(dag, 1), result);
	struct Dim dim = dim_times(dim_none, a.item[0].dim, (int)n);
	return value_number(dag, expr->span, result, dim, a.item[0].bare);
}

/* Composition; the second placement is relative to the first. */
static struct Value compose(struct Dag *dag, struct Diags *diags, const struct Expr *expr, struct Value a,
                            struct Value b)
{
	struct Placement first, second;
	if (a.kind == VALUE_SCALAR || b.kind == VALUE_SCALAR) {
		struct Diag *d = diag(diags, CHECK_KIND, a.kind == VALUE_SCALAR ? a.span : b.span,
		                      "a placement belongs here, this is a number");
		diag_help(
			diags, d,
			"a comma stands between placements, rz(a), (x, y, z), and between the numbers of a vector, (x, y, z); "
			"the decimal point is a point");
		return value_error(expr->span);
	}
	if (!value_placement(dag, diags, a, &first) || !value_placement(dag, diags, b, &second))
		return value_error(expr->span);
	return (struct Value){ .kind = VALUE_PLACEMENT,
		               .span = expr->span,
		               .placement = placement_compose(dag, first, second) };
}

struct Value operator_binary(struct Dag *dag, struct Diags *diags, const struct Expr *expr, struct Value a,
                             struct Value b)
{
	if (a.kind == VALUE_ERROR || b.kind == VALUE_ERROR)
		return value_error(expr->span);
	struct Value result = expr->kind == EXPR_COMPOSE                         ? compose(dag, diags, expr, a, b)
	                      : expr->kind == EXPR_POWER                         ? power(dag, diags, expr, a, b)
	                      : expr->kind == EXPR_MUL || expr->kind == EXPR_DIV ? product(dag, diags, expr, a, b)
	                                                                         : sum(dag, diags, expr, a, b);
	return value_finite(dag, diags, result);
}

struct Value operator_component(struct Dag *dag, struct Diags *diags, const struct Expr *expr, struct Value value)
{
	int axis = value_axis_named(expr->name.text);
	if (value.kind == VALUE_ERROR || !value_is_vector(diags, value, 3))
		return value_error(expr->span);
	if (axis < 0) {
		diag(diags, CHECK_UNKNOWN_NAME, expr->name.span, "a vector has .x, .y and .z, no .%s", expr->name.text);
		return value_error(expr->span);
	}
	struct Scalar item = value.item[axis];
	return value_number(dag, expr->span, item.ref, item.dim, item.bare);
}
