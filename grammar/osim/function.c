#include "stages.h"

#include <math.h>
#include <string.h>

#include "grammar/import/made.h"

typedef struct Expr *Reader(struct Osim *o, const struct XmlElement *element, const struct OsimUse *use);

/* --- parts --- */

const char *osim_unit(bool slides)
{
	return slides ? "m" : "rad";
}

/* A sum with another term; `sum` is NULL at first. */
static struct Expr *plus(struct Osim *o, struct Expr *sum, struct Expr *term, bool negative)
{
	if (!sum)
		return negative ? expr_negate(o->diags, term->span, term) : term;
	return expr_binary(o->diags, negative ? EXPR_SUB : EXPR_ADD, sum, term);
}

/* The size of a coefficient, times an operand if there is one. */
static struct Expr *term(struct Osim *o, struct Figure c, const char *unit, struct Expr *operand)
{
	c.negative = false;
	c.value = fabs(c.value);
	if (operand && c.value == 1 && !unit)
		return operand;
	struct Expr *scalar = made_scalar(o->diags, &c, unit);
	return operand ? expr_binary(o->diags, EXPR_MUL, scalar, operand) : scalar;
}

static struct Expr *zero(struct Osim *o, struct Span span)
{
	return made_digits(o->diags, span, "0", false, NULL);
}

/* All numbers of a child. NULL after a diagnostic. */
static struct Figure *all_numbers(struct Osim *o, const struct XmlElement *element, const char *name, int *count)
{
	const struct XmlValue *value = osim_content(element, name);
	if (!value) {
		diag(o->diags, CHECK_OSIM_MISSING, element->span, "this <%s> has no <%s>", element->name, name);
		return NULL;
	}
	const char *at = value->text;
	int words = 0;
	while (osim_word(o->arena, &at))
		words++;
	struct Figure *number = ARENA_ARRAY(o->arena, struct Figure, words);
	*count = figures_read(o->diags, value, words, number);
	return *count == FIGURES_BAD ? NULL : number;
}

/* A function of one coordinate. False after a diagnostic. */
static bool has_one_argument(struct Osim *o, const struct XmlElement *element, const struct OsimUse *use)
{
	if (use->arguments != 1)
		diag(o->diags, CHECK_OSIM_UNSUPPORTED, element->span, "a %s has one coordinate, this has %d",
		     element->name, use->arguments);
	return use->arguments == 1;
}

/* --- functions --- */

static struct Expr *constant(struct Osim *o, const struct XmlElement *element, const struct OsimUse *use)
{
	struct Figure value;
	return osim_constant(o, element, use->arguments, &value) ? made_scalar(o->diags, &value, osim_unit(use->slides))
	                                                         : NULL;
}

/* a1 q1 + ... + an qn + b */
static struct Expr *linear(struct Osim *o, const struct XmlElement *element, const struct OsimUse *use)
{
	static const char *const ratio[2][2] = { { NULL, "rad/m" },
		                                 { "m/rad", NULL } }; /* of the result, the argument */
	int count = 0;
	const struct Figure *c = all_numbers(o, element, "coefficients", &count);
	struct Expr *sum = NULL;
	if (c && count != use->arguments + 1) {
		diag(o->diags, CHECK_OSIM_UNSUPPORTED, element->span,
		     "a line has a coefficient for each coordinate and a constant: %d, not %d", use->arguments + 1,
		     count);
		return NULL;
	}
	for (int i = 0; c && i < count; i++) {
		bool last = i == count - 1;
		const char *unit = last ? osim_unit(use->slides) : ratio[use->slides][use->argument[i].slides];
		if (!c[i].zero)
			sum = plus(o, sum, term(o, c[i], unit, last ? NULL : use->argument[i].value), c[i].negative);
	}
	return sum || !c ? sum : zero(o, element->span);
}

/* An argument as a plain number, to a power; NULL: the power is 0. */
static struct Expr *power_of(struct Osim *o, const struct OsimUse *use, int argument, int power, struct Span span)
{
	struct Expr *u = use->argument[argument].value;
	if (power == 0)
		return NULL;
	if (use->argument[argument].slides)
		u = expr_binary(o->diags, EXPR_DIV, u, made_digits(o->diags, span, "1", false, "m"));
	if (power == 1)
		return u;
	return expr_binary(o->diags, EXPR_POWER, u,
	                   made_digits(o->diags, span, text_print(o->arena, "%d", power), false, NULL));
}

/* Adds a coefficient times a product of powers; NULL: 1. */
static struct Expr *plus_powers(struct Osim *o, const struct OsimUse *use, struct Expr *sum, struct Figure c,
                                struct Expr *powers)
{
	const char *unit = powers && !use->slides ? NULL : osim_unit(use->slides);
	return c.zero ? sum : plus(o, sum, term(o, c, unit, powers), c.negative);
}

/* c_n u^n + ... + c_0, highest power first, of the plain number u */
static struct Expr *polynomial(struct Osim *o, const struct XmlElement *element, const struct OsimUse *use)
{
	int count = 0;
	const struct Figure *c = all_numbers(o, element, "coefficients", &count);
	struct Expr *sum = NULL;
	if (!c || !has_one_argument(o, element, use))
		return NULL;
	for (int i = 0; i < count; i++)
		sum = plus_powers(o, use, sum, c[i], power_of(o, use, 0, count - 1 - i, element->span));
	return sum ? sum : zero(o, element->span);
}

/* Number of terms of a polynomial: products of powers whose exponents add up to at most `order`. */
static double terms_of(int arguments, double order)
{
	double terms = 1;
	for (int i = 1; i <= arguments; i++)
		terms = terms * (order + i) / i;
	return terms;
}

/* Product of powers of the arguments; NULL: 1. */
static struct Expr *powers_of(struct Osim *o, const struct OsimUse *use, const int exponent[], struct Span span)
{
	struct Expr *product = NULL;
	for (int i = 0; i < use->arguments; i++) {
		struct Expr *power = power_of(o, use, i, exponent[i], span);
		product = power && product ? expr_binary(o->diags, EXPR_MUL, product, power) : power ? power : product;
	}
	return product;
}

/* Takes the next exponents, the last one fastest, whose sum is at most `order`. */
static void next_exponents(int exponent[], int arguments, int order)
{
	int sum = 0;
	for (int i = 0; i < arguments; i++)
		sum += exponent[i];
	for (int i = arguments - 1; i >= 0; i--) {
		if (sum < order) {
			exponent[i]++;
			return;
		}
		sum -= exponent[i];
		exponent[i] = 0;
	}
}

/* sum of c_ij... u^i v^j ..., the exponents of the last coordinate rising first */
static struct Expr *multivariate(struct Osim *o, const struct XmlElement *element, const struct OsimUse *use)
{
	struct Figure dimension = figure_of(o->arena, element->span, 0), order = dimension;
	int count = 0, exponent[OSIM_MOTIONS] = { 0 };
	const struct Figure *c = all_numbers(o, element, "coefficients", &count);
	struct Expr *sum = NULL;
	osim_numbers(o, element, "dimension", 1, &dimension);
	osim_numbers(o, element, "order", 1, &order);
	if (c && dimension.value != use->arguments)
		diag(o->diags, CHECK_OSIM_UNSUPPORTED, element->span,
		     "this polynomial has <dimension> %g, and %d coordinate%s", dimension.value, use->arguments,
		     use->arguments == 1 ? "" : "s");
	else if (c && count != terms_of(use->arguments, order.value))
		diag(o->diags, CHECK_OSIM_MISSING, element->span,
		     "a polynomial of these <dimension> and <order> has %g coefficients, this has %d",
		     terms_of(use->arguments, order.value), count);
	else if (c) {
		for (int i = 0; i < count; i++) {
			sum = plus_powers(o, use, sum, c[i], powers_of(o, use, exponent, element->span));
			next_exponents(exponent, use->arguments, (int)order.value);
		}
		return sum ? sum : zero(o, element->span);
	}
	return NULL;
}

static struct Expr *multiple(struct Osim *o, const struct XmlElement *element, const struct OsimUse *use)
{
	struct Figure scale = { .digits = "1", .length = 1, .value = 1, .span = element->span };
	osim_numbers(o, element, "scale", 1, &scale);
	struct Expr *value = osim_function(o, osim_function_in(element, "function"), use, element->span);
	if (!value || scale.zero)
		return value ? zero(o, element->span) : NULL;
	return plus(o, NULL, term(o, scale, NULL, value), scale.negative);
}

struct Argument osim_formal(struct Osim *o, struct Span span, const char *name, const char *unit)
{
	return (struct Argument){ .name = { .text = name, .span = span, .quoted = true },
		                  .value = unit ? expr_formal(o->diags, span, *unit_find(unit, strlen(unit)), unit)
		                                : NULL };
}

/* Adds a table of rows of two numbers. */
static void add_table(struct Osim *o, const struct XmlElement *element, const struct OsimUse *use, const char *curve,
                      struct MatrixRows rows)
{
	struct Stmt *stmt = stmt_new(o->diags, STMT_TABLE, element->span);
	struct Argument formal = osim_formal(o, element->span, "q", osim_unit(use->argument[0].slides));
	stmt->name = (struct Ident){ .text = use->table, .span = element->span, .quoted = true };
	stmt->list = arguments_add(o->diags, stmt->list, formal.name, formal.value);
	stmt->by = osim_formal(o, element->span, "", osim_unit(use->slides)).value;
	stmt->curve = (struct Ident){ .text = curve, .span = element->span };
	stmt->value = expr_matrix(o->diags, element->span, rows);
	*use->tables = statements_add(*use->tables, stmt);
}

/* Points of a curve. */
struct Curve {
	const struct Figure *x, *y;
	int count; /* 0 after a diagnostic */
};

static struct Curve curve_points(struct Osim *o, const struct XmlElement *element, const struct OsimUse *use)
{
	int count = 0, values = 0;
	struct Curve points = { all_numbers(o, element, "x", &count), all_numbers(o, element, "y", &values), 0 };
	if (!points.x || !points.y || !has_one_argument(o, element, use))
		return points;
	if (count != values)
		diag(o->diags, CHECK_OSIM_MISSING, element->span, "this curve has %d x and %d y", count, values);
	points.count = count < values ? count : values;
	return points;
}

/* A table of these points; `level`: the values at its ends hold beyond them. */
static struct Expr *curve(struct Osim *o, const struct XmlElement *element, const struct OsimUse *use, const char *kind,
                          bool level)
{
	struct Curve points = curve_points(o, element, use);
	struct Arguments list = { 0 };
	struct MatrixRows rows = { { 0 }, 0 };
	if (!points.count)
		return NULL;
	for (int i = level ? -1 : 0; i < points.count + level; i++) {
		struct Arguments row = { 0 };
		int at = i < 0 ? 0 : i < points.count ? i : points.count - 1;
		struct Figure x = points.x[at];
		if (at != i)
			x = figure_of(o->arena, x.span, x.value + (i - at));
		made_push(o->diags, &row, made_scalar(o->diags, &x, NULL));
		made_push(o->diags, &row, made_scalar(o->diags, &points.y[at], NULL));
		rows = rows.list.count ? rows_add(o->diags, rows, row) : rows_begin(row);
	}
	add_table(o, element, use, kind, rows);
	made_push(o->diags, &list, use->argument[0].value);
	return made_call(o->diags, element->span, use->table, list);
}

static struct Expr *spline(struct Osim *o, const struct XmlElement *element, const struct OsimUse *use)
{
	return curve(o, element, use, "simm", false);
}

static struct Expr *pieces(struct Osim *o, const struct XmlElement *element, const struct OsimUse *use)
{
	return curve(o, element, use, "linear", false);
}

/* H. J. Woltring's spline of degree 2 half_order - 1, natural at both ends. Without smoothing it goes through the
 * points. */
static struct Expr *natural(struct Osim *o, const struct XmlElement *element, const struct OsimUse *use)
{
	static const char *const kind[] = { "linear", "natural", "quintic" }; /* by half order */
	struct Figure order = figure_of(o->arena, element->span, 3), variance = figure_of(o->arena, element->span, 0);
	osim_numbers(o, element, "half_order", 1, &order);
	osim_numbers(o, element, "error_variance", 1, &variance);
	if (!variance.zero)
		diag(o->diags, CHECK_OSIM_UNSUPPORTED, variance.span,
		     "a GCVSpline with smoothing has no form in the language: <error_variance> is not 0");
	else if (order.value != 1 && order.value != 2 && order.value != 3)
		diag(o->diags, CHECK_OSIM_UNSUPPORTED, order.span,
		     "a GCVSpline of half order 1, 2 or 3 has a form in the language, not of %g", order.value);
	else
		return curve(o, element, use, kind[(int)order.value - 1], order.value == 1);
	return NULL;
}

/* amplitude sin(omega q + phase) + offset, of the plain number q */
static struct Expr *sine(struct Osim *o, const struct XmlElement *element, const struct OsimUse *use)
{
	static const char *const ratio[] = { "rad", "rad/m" };
	struct Figure amplitude = figure_of(o->arena, element->span, 1), omega = amplitude;
	struct Figure phase = figure_of(o->arena, element->span, 0), offset = phase;
	struct Arguments list = { 0 };
	if (!has_one_argument(o, element, use))
		return NULL;
	osim_numbers(o, element, "amplitude", 1, &amplitude);
	osim_numbers(o, element, "omega", 1, &omega);
	osim_numbers(o, element, "phase", 1, &phase);
	osim_numbers(o, element, "offset", 1, &offset);
	const char *unit = use->argument[0].slides ? ratio[1] : NULL;
	struct Expr *angle = plus(o, NULL, term(o, omega, unit, use->argument[0].value), omega.negative);
	if (!phase.zero)
		angle = plus(o, angle, term(o, phase, ratio[0], NULL), phase.negative);
	made_push(o->diags, &list, angle);
	struct Expr *wave = made_call(o->diags, element->span, "sin", list);
	struct Expr *value = plus(o, NULL, term(o, amplitude, osim_unit(use->slides), wave), amplitude.negative);
	return offset.zero ? value : plus(o, value, term(o, offset, osim_unit(use->slides), NULL), offset.negative);
}

/* Value of a PiecewiseConstantFunction between its points `first` and `last`, and beyond them if they are the ends: y_i
 * from x_i up to x_i+1. */
static struct Expr *stair(struct Osim *o, const struct Curve *points, const struct OsimUse *use, int first, int last)
{
	if (first == last)
		return made_scalar(o->diags, &points->y[first], osim_unit(use->slides));
	int middle = (first + last + 1) / 2;
	return expr_choice(o->diags, points->x[middle].span, COMPARE_LESS,
	                   (struct Expr *[]){
				   use->argument[0].value,
				   made_scalar(o->diags, &points->x[middle], osim_unit(use->argument[0].slides)),
				   stair(o, points, use, first, middle - 1), stair(o, points, use, middle, last) });
}

static struct Expr *stairs(struct Osim *o, const struct XmlElement *element, const struct OsimUse *use)
{
	struct Curve points = curve_points(o, element, use);
	return points.count ? stair(o, &points, use, 0, points.count - 1) : NULL;
}

/* start_value + (end_value - start_value) limit_rise((q - start) / (end - start)), where the transition starts and ends */
static struct Expr *step(struct Osim *o, const struct XmlElement *element, const struct OsimUse *use)
{
	static const char *const name[] = { "transition_start_time", "transition_end_time", "start_value",
		                            "end_value" };
	static const double usual[] = { 0.99, 1.01, 0, 1 };
	enum { STEPS = sizeof name / sizeof *name };
	struct Figure number[STEPS];
	struct Arguments list = { 0 };
	const char *unit = osim_unit(use->argument[0].slides);
	if (!has_one_argument(o, element, use))
		return NULL;
	for (int i = 0; i < STEPS; i++) {
		number[i] = figure_of(o->arena, element->span, usual[i]);
		osim_numbers(o, element, name[i], 1, &number[i]);
	}
	double width = number[1].value - number[0].value;
	if (!(width > 0)) {
		diag(o->diags, CHECK_OSIM_UNSUPPORTED, element->span, "a step ends after its start: from %g to %g",
		     number[0].value, number[1].value);
		return NULL;
	}
	struct Figure over = figure_of(o->arena, element->span, width);
	struct Figure rise = figure_of(o->arena, element->span, number[3].value - number[2].value);
	struct Expr *from = plus(o, use->argument[0].value, term(o, number[0], unit, NULL), !number[0].negative);
	made_push(o->diags, &list, expr_binary(o->diags, EXPR_DIV, from, made_scalar(o->diags, &over, unit)));
	o->laws = true;
	struct Expr *part = made_call(o->diags, element->span, "limit_rise", list);
	return plus(o, plus(o, NULL, term(o, number[2], osim_unit(use->slides), NULL), number[2].negative),
	            term(o, rise, osim_unit(use->slides), part), rise.negative);
}

/* --- which --- */

static const struct {
	const char *name;
	Reader *read;
} functions[] = {
	{ "Constant", constant },
	{ "LinearFunction", linear },
	{ "PolynomialFunction", polynomial },
	{ "MultivariatePolynomialFunction", multivariate },
	{ "MultiplierFunction", multiple },
	{ "SimmSpline", spline },
	{ "NaturalCubicSpline", spline },
	{ "natCubicSpline", spline },
	{ "PiecewiseLinearFunction", pieces },
	{ "GCVSpline", natural },
	{ "Sine", sine },
	{ "StepFunction", step },
	{ "PiecewiseConstantFunction", stairs },
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* NULL: the element is no function, or one without a form in the language. */
static Reader *reader_of(const struct XmlElement *element)
{
	for (int i = 0; i < FUNCTIONS; i++)
		if (xml_is(element, functions[i].name))
			return functions[i].read;
	return NULL;
}

const struct XmlElement *osim_function_in(const struct XmlElement *element, const char *property)
{
	const struct XmlElement *unnamed = NULL;
	for (const struct XmlElement *child = element->first; child; child = child->next) {
		struct XmlValue name = xml_attribute(child, "name");
		if (xml_is(child, property))
			return child->first;
		if (name.text && strcmp(name.text, property) == 0)
			return child;
		if (!unnamed && reader_of(child) && (!name.text || !*name.text))
			unnamed = child;
	}
	return unnamed;
}

struct Expr *osim_function(struct Osim *o, const struct XmlElement *function, const struct OsimUse *use,
                           struct Span span)
{
	static const char *const ratio[2][2] = { { NULL, "rad/m" }, { "m/rad", NULL } };
	struct Figure one = { .digits = "1", .length = 1, .value = 1, .span = span };
	if (!function && use->arguments == 1)
		return term(o, one, ratio[use->slides][use->argument[0].slides], use->argument[0].value);
	if (!function)
		return use->arguments ? NULL : zero(o, span);
	Reader *read = reader_of(function);
	if (read)
		return read(o, function, use);
	struct Nearest nearest = diags_nearest(o->diags, function->name);
	NEAREST_EACH(&nearest, functions, FUNCTIONS, name);
	struct Diag *d = diag(o->diags, CHECK_OSIM_UNSUPPORTED, function->span,
	                      "the function %s has no form in the language", function->name);
	diag_nearest(o->diags, d, &nearest);
	return NULL;
}

/* Constants, and multiples of constants. */
bool osim_constant(struct Osim *o, const struct XmlElement *function, int coordinates, struct Figure *value)
{
	struct Figure scale = { .value = 1 };
	*value = (struct Figure){ .digits = "0", .length = 1, .zero = true };
	if (!function)
		return coordinates == 0;
	value->span = function->span;
	if (xml_is(function, "Constant")) {
		osim_numbers(o, function, "value", 1, value);
		return true;
	}
	if (!xml_is(function, "MultiplierFunction") || !osim_function_in(function, "function") ||
	    !osim_constant(o, osim_function_in(function, "function"), coordinates, value))
		return false;
	if (osim_numbers(o, function, "scale", 1, &scale))
		*value = figure_of(o->arena, function->span, scale.value * value->value);
	return true;
}

bool osim_is_plain(struct Osim *o, const struct XmlElement *function)
{
	struct Figure c[2];
	const struct XmlValue *value = function ? osim_content(function, "coefficients") : NULL;
	return !function || (xml_is(function, "LinearFunction") && value && figures_read(o->diags, value, 2, c) == 2 &&
	                     fabs(c[0].value) == 1);
}

bool osim_is_identity(struct Osim *o, const struct XmlElement *function, int coordinates)
{
	struct Figure c[2];
	if (!function || coordinates != 1)
		return coordinates == 1;
	const struct XmlValue *value = osim_content(function, "coefficients");
	return xml_is(function, "LinearFunction") && value && figures_read(o->diags, value, 2, c) == 2 &&
	       c[0].value == 1 && c[1].zero;
}
