#include "formula_put.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/product_sum.h"
#include "base/number.h"

/* How terms are written. */
struct Notation {
	const char *times;
	const char *power[2]; /* before a factor with an exponent above 1, and a form for the exponent after it */
	const char *sign[3];  /* minus before the first term, minus, plus */
	const char *digits;   /* a form for the digits of a number; NULL: as they are */
	const char *dot;      /* between digits and a power of ten */
	const char *ten;  /* a form for a power of ten after such digits; NULL: it is among the digits, as in 1e-05 */
	const char *turn; /* a form for a power of a sine: name, exponent, angle; NULL: as other powers */
	const char *pi, *nan, *infinity;
	const char *over[3];  /* around and between numerator and denominator of a fraction */
	const char *group[2]; /* around a sum or product */
	const char *reserved; /* words that are no names */
	const char *number;   /* a form for a fraction alone; NULL: as any other */
	NameForm *name;       /* NULL: identifiers */
	bool tall;            /* fractions have a bar, so that their parts need no parentheses */
	bool decimals;        /* 9.81, not 981/100 */
};

#define LINE_SIGNS \
	{ \
		"-", " - ", " + " \
	}

static const struct Notation text_notation = {
	.times = "*",
	.power = { "", "^%d" },
	.sign = LINE_SIGNS,
	.pi = "pi",
	.nan = "nan",
	.infinity = "inf",
	.over = { "", "/", "" },
	.group = { "(", ")" },
	.reserved = "pi sin cos tan asin acos atan atan2 sqrt exp log tanh abs floor if then else",
	.decimals = true
};
static const struct Notation latex_notation = { .times = " ",
	                                        .power = { "", "^{%d}" },
	                                        .sign = LINE_SIGNS,
	                                        .dot = " \\cdot ",
	                                        .ten = "10^{%d}",
	                                        .turn = "\\%s^{%d}\\left(%s\\right)",
	                                        .pi = "\\pi",
	                                        .nan = "\\mathrm{NaN}",
	                                        .infinity = "\\infty",
	                                        .over = { "\\frac{", "}{", "}" },
	                                        .group = { "\\left(", "\\right)" },
	                                        .reserved = "",
	                                        .name = latex_name,
	                                        .tall = true,
	                                        .decimals = true };
static const struct Notation sympy_notation = {
	.times = "*",
	.power = { "", "**%d" },
	.sign = LINE_SIGNS,
	.pi = "sp.pi",
	.nan = "sp.nan",
	.infinity = "sp.oo",
	.over = { "", "/", "" },
	.group = { "(", ")" },
	.reserved = "sp False None True and as assert async await break class continue def del elif "
		    "else except finally for from global if import in is lambda nonlocal not or "
		    "pass raise return try while with yield",
	.number = "sp.Rational(%d, %d)"
};
static const struct Notation maxima_notation = {
	.times = "*",
	.power = { "", "^%d" },
	.sign = LINE_SIGNS,
	.pi = "%pi",
	.nan = "und",
	.infinity = "inf",
	.over = { "", "/", "" },
	.group = { "(", ")" },
	.reserved = "and do else elseif false for from if in lambda next not or step then thru true "
		    "unless while block sin cos tan asin acos atan atan2 sqrt exp log tanh abs "
		    "floor matrix define diff integrate limit sum product values"
};
static const struct Notation mathml_notation = {
	.times = "<mo>&#8290;</mo>",
	.power = { "<msup>", "<mn>%d</mn></msup>" },
	.sign = { "<mo form=\"prefix\">\u2212</mo>", "<mo>\u2212</mo>", "<mo>+</mo>" },
	.digits = "<mn>%.*s</mn>",
	.dot = "<mo>\u00b7</mo>",
	.ten = "<msup><mn>10</mn><mn>%d</mn></msup>",
	.turn = "<mrow><mspace width=\"0.15em\"/><msup><mi>%s</mi><mn>%d</mn></msup><mo>&#8289;</mo>"
		"<mrow><mo stretchy=\"false\">(</mo>%s<mo stretchy=\"false\">)</mo></mrow></mrow>",
	.pi = "<mi>\u03c0</mi>",
	.nan = "<mi>NaN</mi>",
	.infinity = "<mi>\u221e</mi>",
	.over = { "<mfrac><mrow>", "</mrow><mrow>", "</mrow></mfrac>" },
	.group = { "<mrow><mo>(</mo>", "<mo>)</mo></mrow>" },
	.reserved = "",
	.name = mathml_name,
	.tall = true,
	.decimals = true
};

static const struct Notation *const notations[EQUATION_FORMATS] = {
#define EQUATION_FORMAT(id, name, ending, notation, layout) [EQUATION_##id] = &notation,
#include "equation_formats.def"
};

static const char *const functions[OP_COUNT][EQUATION_FORMATS] = {
#define FORMULA_FUNCTION(id, text, latex, sympy, maxima, mathml) [OP_##id] = { text, latex, sympy, maxima, mathml },
#include "formula_functions.def"
};

static const struct Notation *notation_of(const struct Formulary *f)
{
	return notations[f->format];
}

struct Formulary formulary(struct EquationSet *set, enum EquationFormatId format)
{
	return (struct Formulary){ set, format,
		                   equation_names(set, notations[format]->reserved, notations[format]->name) };
}

const char *formula_name(const struct Formulary *f, uint32_t symbol)
{
	return f->names.item[symbol].shown;
}

/* --- numbers --- */

/* The printed coefficient: rounded numbers near a fraction are that fraction, and large fractions are decimal. */
static struct Coefficient shown(struct Coefficient c)
{
	bool small = c.q && c.q <= COEFFICIENT_DENOMINATOR && llabs(c.p) <= COEFFICIENT_NUMERATOR;
	return small || c.q == 1 ? c : coefficient_of(c.value);
}

/* A decimal without the digits of a few roundings: 0.0012 in place of 0.0011999999999999997. */
static double rounded_off(double value)
{
	enum { DIGITS = 12, ROUNDINGS = 4, ROOM = 32 };
	char digits[ROOM];
	snprintf(digits, sizeof digits, "%.*g", DIGITS, value);
	double shorter = strtod(digits, NULL);
	return fabs(shorter - value) <= ROUNDINGS * DBL_EPSILON / 2 * fabs(value) ? shorter : value;
}

/* Is a fraction decimal for readers? 9.81, 0.05 and 6755.2, but 1/2 and 3/16. */
static bool is_decimal(const struct Notation *n, struct Coefficient c)
{
	enum { SMALL = 10, LARGE = 100, THREE_DIGITS = 1000, FOUR_DIGITS = 10000 };
	bool large = c.q > 1 && llabs(c.p) >= LARGE;
	bool ends = (large ? FOUR_DIGITS : THREE_DIGITS) % (c.q ? c.q : 1) == 0;
	return c.q == 0 || (n->decimals && (c.q >= SMALL || large) && ends);
}

static void put_digits(const struct Notation *n, struct Text *out, const char *digits, size_t length)
{
	text_format(out, n->digits ? n->digits : "%.*s", (int)length, digits);
}

/* A number that is finite; 1e-05 is 10^{-5} in LaTeX. */
static void put_finite(const struct Notation *n, struct Text *out, double number)
{
	struct Text digits = text_new(out->arena);
	number_put(&digits, number);
	const char *text = text_string(&digits), *exponent = n->ten ? strchr(text, 'e') : NULL;
	if (!exponent) {
		put_digits(n, out, text, strlen(text));
		return;
	}
	if (strncmp(text, "1e", 2) != 0) {
		put_digits(n, out, text, (size_t)(exponent - text));
		text_put(out, n->dot);
	}
	text_format(out, n->ten, atoi(exponent + 1));
}

static void put_number(const struct Notation *n, struct Text *out, double number)
{
	if (isnan(number))
		text_put(out, n->nan);
	else if (isinf(number))
		text_put(out, n->infinity);
	else
		put_finite(n, out, number);
}

/* --- factors --- */

/* A product as it is being written: nothing, or a factor, is there. */
struct Product {
	const struct Formulary *f;
	struct Text *out;
	int factors;
	bool alone; /* brackets around it end where its only factor does */
};

static void begin_factor(struct Product *p, int exponent)
{
	text_put(p->out, p->factors++ ? notation_of(p->f)->times : "");
	text_put(p->out, exponent > 1 ? notation_of(p->f)->power[0] : "");
}

static void put_power(struct Product *p, int exponent)
{
	if (exponent > 1)
		text_format(p->out, notation_of(p->f)->power[1], exponent);
}

/* Fills operands into the form of a function. */
static void put_function(const struct Formulary *f, struct Text *out, enum Op op, const char *const *operand)
{
	const char *form = functions[op][f->format];
	MUST(f->set->arena, form);
	for (; *form; form++) {
		if (*form == '$')
			text_put(out, operand[*++form - '1']);
		else
			text_char(out, *form);
	}
}

static void put_grouped(const struct Formulary *f, struct Text *out, struct Polynomial a)
{
	text_put(out, notation_of(f)->group[0]);
	formula_put(f, out, a);
	text_put(out, notation_of(f)->group[1]);
}

static const char *printed(const struct Formulary *f, struct Polynomial a)
{
	struct Text out = text_new(f->set->arena);
	formula_put(f, &out, a);
	return text_string(&out);
}

/* A function; a sum is in parentheses unless it is `alone` between brackets that there are. */
static void put_symbol_function(const struct Formulary *f, struct Text *out, const struct AlgebraSymbol *symbol,
                                bool alone)
{
	const char *operand[OPERANDS] = { NULL };
	if (symbol->op == OP_ADD || symbol->op == OP_DIV) {
		if (alone)
			formula_put(f, out, symbol->operand[0]);
		else
			put_grouped(f, out, symbol->operand[0]);
		return;
	}
	for (int k = 0; k < op_table[symbol->op].arity; k++)
		operand[k] = printed(f, symbol->operand[k]);
	put_function(f, out, symbol->op, operand);
}

static void put_symbol(struct Product *p, struct Power power)
{
	const struct AlgebraSymbol *symbol = &p->f->set->algebra->symbol.item[power.symbol];
	begin_factor(p, power.exponent);
	if (symbol->kind == SYMBOL_PI)
		text_put(p->out, notation_of(p->f)->pi);
	else if (symbol->kind == SYMBOL_FUNCTION)
		put_symbol_function(p->f, p->out, symbol, p->alone && power.exponent == 1);
	else
		text_put(p->out, formula_name(p->f, power.symbol));
	put_power(p, power.exponent);
}

/* Exponent in the numerator; 1/x is a symbol with the exponent 1. */
static int exponent_of(const struct Formulary *f, struct Power power)
{
	const struct AlgebraSymbol *symbol = &f->set->algebra->symbol.item[power.symbol];
	return symbol->kind == SYMBOL_FUNCTION && symbol->op == OP_DIV ? -power.exponent : power.exponent;
}

/* Symbols with exponents of a sign. */
static void put_symbols(struct Product *p, uint32_t product, int sign)
{
	struct PowerList list = product_powers(&p->f->set->algebra->products, product);
	for (int i = 0; i < list.count; i++) {
		int exponent = sign * exponent_of(p->f, list.item[i]);
		if (exponent > 0)
			put_symbol(p, (struct Power){ list.item[i].symbol, exponent });
	}
}

/* --- sines and cosines --- */

static const char *printed_angle(const struct Formulary *f, uint32_t angle);

static void put_turn(struct Product *p, const struct TurnFactor *turn)
{
	const char *angle = printed_angle(p->f, turn->angle);
	const char *form = turn->power > 1 ? notation_of(p->f)->turn : NULL;
	begin_factor(p, form ? 1 : turn->power);
	if (form) {
		text_format(p->out, form, turn->sine ? "sin" : "cos", turn->power, angle);
		return;
	}
	put_function(p->f, p->out, turn->sine ? OP_SIN : OP_COS, &angle);
	put_power(p, turn->power);
}

/* --- terms --- */

/* Numerator of the fraction of a term, with its number; `alone`: nothing but the number follows. */
static void put_numerator(struct Product *p, struct Coefficient c, const struct ProductTerm *term, bool alone)
{
	struct Text symbols = text_new(p->f->set->arena);
	struct Product inner = { .f = p->f, .out = &symbols };
	put_symbols(&inner, term->product, 1);
	bool decimal = is_decimal(notation_of(p->f), c);
	double number = decimal ? rounded_off(fabs(c.value)) : (double)llabs(c.p);
	if (number != 1 || (!inner.factors && alone)) {
		begin_factor(p, 1);
		put_number(notation_of(p->f), p->out, number);
	}
	if (inner.factors) {
		begin_factor(p, 1);
		text_put(p->out, text_string(&symbols));
	}
}

/* Number of symbols with a negative exponent. */
static int count_below(const struct Formulary *f, uint32_t product)
{
	struct PowerList list = product_powers(&f->set->algebra->products, product);
	int count = 0;
	for (int i = 0; i < list.count; i++)
		count += exponent_of(f, list.item[i]) < 0;
	return count;
}

/* Denominator; returns the count of its factors. */
static int put_denominator(const struct Formulary *f, struct Text *out, struct Coefficient c, uint32_t product)
{
	bool number = c.q > 1 && !is_decimal(notation_of(f), c);
	struct Product p = { f, out, 0, notation_of(f)->tall && !number && count_below(f, product) == 1 };
	if (number) {
		begin_factor(&p, 1);
		put_number(notation_of(f), out, (double)c.q);
	}
	put_symbols(&p, product, -1);
	return p.factors;
}

/* The fraction of a term: number and symbols. */
static void put_fraction(struct Product *p, const struct ProductTerm *term)
{
	const struct Notation *n = notation_of(p->f);
	struct Coefficient c = shown(term->coefficient);
	struct Text below = text_new(p->f->set->arena), above = text_new(p->f->set->arena);
	struct Product numerator = { .f = p->f, .out = &above };
	int factors = put_denominator(p->f, &below, c, term->product);
	bool number = factors == 1 && c.q > 1 && !product_powers(&p->f->set->algebra->products, term->product).count;
	put_numerator(&numerator, c, term, factors || !term->turns);
	if (!numerator.factors)
		return;
	begin_factor(p, 1);
	if (factors && n->number && number) {
		text_format(p->out, n->number, (int)llabs(c.p), (int)c.q);
		return;
	}
	text_put(p->out, factors ? n->over[0] : "");
	text_put(p->out, text_string(&above));
	if (!factors)
		return;
	text_put(p->out, n->over[1]);
	text_put(p->out, factors > 1 && !n->tall ? n->group[0] : "");
	text_put(p->out, text_string(&below));
	text_put(p->out, factors > 1 && !n->tall ? n->group[1] : "");
	text_put(p->out, n->over[2]);
}

static void put_term(const struct Formulary *f, struct Text *out, const struct ProductTerm *term, bool first)
{
	struct Product p = { .f = f, .out = out };
	bool negative = term->coefficient.value < 0;
	const char *const *sign = notation_of(f)->sign;
	text_put(out, first ? negative ? sign[0] : "" : negative ? sign[1] : sign[2]);
	put_fraction(&p, term);
	for (int i = 0; i < term->turns; i++)
		put_turn(&p, &term->turn[i]);
}

static void put_sum(const struct Formulary *f, struct Text *out, const struct ProductSum *sum)
{
	for (size_t i = 0; i < sum->count; i++)
		put_term(f, out, &sum->term[i], i == 0);
	if (!sum->count)
		put_number(notation_of(f), out, 0);
}

void formula_put(const struct Formulary *f, struct Text *out, struct Polynomial a)
{
	struct ProductSum sum = product_sum(f->set->algebra, a, f->set->arena);
	put_sum(f, out, &sum);
}

/* Angles keep the order of their parts. */
static const char *printed_angle(const struct Formulary *f, uint32_t angle)
{
	struct AnglePart part[ANGLE_PARTS];
	struct ProductTerm term[ANGLE_PARTS];
	struct ProductSum sum = { term, 0 };
	struct Text out = text_new(f->set->arena);
	sum.count = (size_t)angle_parts(&f->set->algebra->angles, angle, part);
	for (size_t i = 0; i < sum.count; i++)
		term[i] = (struct ProductTerm){ .coefficient = part[i].coefficient, .product = part[i].product };
	put_sum(f, &out, &sum);
	return text_string(&out);
}
