/* Formulas of forces: numbers without units, in the functions of Lepton, which OpenSim reads them by. */
#include "stages.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grammar/reader.h"

/* Functions of Lepton with the same name here, and their numbers of arguments. */
static const struct {
	const char *name;
	size_t arguments;
} same[] = {
	{ "sqrt", 1 }, { "exp", 1 },  { "log", 1 },  { "sin", 1 }, { "cos", 1 }, { "tan", 1 }, { "asin", 1 },
	{ "acos", 1 }, { "atan", 1 }, { "tanh", 1 }, { "abs", 1 }, { "min", 2 }, { "max", 2 },
};

/* Others, which are functions of laws.rig: lepton_square. */
static const char *const others[] = { "square", "cube", "recip", "sec", "csc", "cot", "sinh", "cosh", "step" };

struct Reading {
	struct OsimModel *m;
	const struct OsimVariable *variable;
	size_t variables;
	struct Span span; /* of the text in the file */
	bool lost;        /* it has a name or a form that the language does not have */
};

/* The expression of a text; NULL if the text has a mistake. */
static struct Expr *parsed(struct Osim *o, const char *source, const char *text)
{
	struct Diags *said = o->diags, own;
	char *line = arena_copy(o->arena, text, strlen(text));
	for (char *at = line; *at; at++)
		*at = (char)(isspace((unsigned char)*at) ? ' ' : *at);
	diags_init(&own, o->arena, said->sources);
	struct Ast ast = read_text(&own, source, line, strlen(line), 0, READ_PLAIN);
	return own.errors ? NULL : ast.value;
}

static struct Expr *translated(struct Reading *r, struct Expr *e);

static struct Expr *lost(struct Reading *r, struct Expr *e)
{
	r->lost = true;
	return e;
}

static struct Expr *translated_call(struct Reading *r, struct Expr *e)
{
	struct Diags *diags = r->m->o->diags;
	struct Arguments list = { 0 };
	const char *name = NULL;
	for (size_t i = 0; i < e->list.count; i++)
		made_push(diags, &list, translated(r, e->list.item[i].value));
	for (size_t i = 0; i < sizeof same / sizeof *same && !name; i++)
		if (strcmp(same[i].name, e->name.text) == 0 && same[i].arguments == list.count)
			name = same[i].name;
	for (size_t i = 0; i < sizeof others / sizeof *others && !name; i++)
		if (strcmp(others[i], e->name.text) == 0 && list.count == 1) {
			name = text_print(diags->arena, "lepton_%s", others[i]);
			r->m->o->laws = true;
		}
	return name ? made_call(diags, e->span, name, list) : lost(r, e);
}

/* a^n for a whole n that the language has; NAN for another. */
static double whole_power(double a, double n)
{
	double product = 1;
	if (fmod(n, 1) != 0 || fabs(n) > EXPR_MOST_POWER)
		return NAN;
	for (int i = 0; i < (int)fabs(n); i++)
		product *= a;
	return n < 0 ? 1 / product : product;
}

/* Value of a formula of numbers alone, with whole exponents; NAN of another. */
static double constant(const struct Expr *e)
{
	switch (e->kind) {
	case EXPR_NUMBER: return strtod(e->digits, NULL);
	case EXPR_NEGATE: return -constant(e->a);
	case EXPR_ADD: return constant(e->a) + constant(e->b);
	case EXPR_SUB: return constant(e->a) - constant(e->b);
	case EXPR_MUL: return constant(e->a) * constant(e->b);
	case EXPR_DIV: return constant(e->a) / constant(e->b);
	case EXPR_POWER: return whole_power(constant(e->a), constant(e->b));
	default: return NAN;
	}
}

/* a^b: a number, a power of the language where b is whole, or exp(b log a), which is not defined for a < 0. */
static struct Expr *translated_power(struct Reading *r, struct Expr *e)
{
	struct Diags *diags = r->m->o->diags;
	const double value = constant(e), exponent = constant(e->b);
	if (!isnan(value))
		return isfinite(value) ? made_number(diags, e->span, value, NULL) : lost(r, e);
	struct Expr *a = translated(r, e->a);
	if (fabs(exponent) > EXPR_MOST_POWER)
		return lost(r, e);
	if (fmod(exponent, 1) == 0)
		return expr_binary(diags, EXPR_POWER, a, made_number(diags, e->span, exponent, NULL));
	struct Expr *log = made_call_with(diags, e->span, "log", a);
	return made_call_with(diags, e->span, "exp", expr_binary(diags, EXPR_MUL, translated(r, e->b), log));
}

static struct Expr *translated_name(struct Reading *r, struct Expr *e)
{
	for (size_t i = 0; i < r->variables; i++)
		if (strcmp(r->variable[i].name, e->name.text) == 0)
			return r->variable[i].value;
	return lost(r, e);
}

/* The formula in functions of the language, with values in the place of variables. */
static struct Expr *translated(struct Reading *r, struct Expr *e)
{
	struct Diags *diags = r->m->o->diags;
	e->span = r->span;
	switch (e->kind) {
	case EXPR_NUMBER: return e;
	case EXPR_NAME: return translated_name(r, e);
	case EXPR_NEGATE: return expr_negate(diags, e->span, translated(r, e->a));
	case EXPR_ADD:
	case EXPR_SUB:
	case EXPR_MUL:
	case EXPR_DIV: return expr_binary(diags, e->kind, translated(r, e->a), translated(r, e->b));
	case EXPR_POWER: return translated_power(r, e);
	case EXPR_CALL: return translated_call(r, e);
	default: return lost(r, e);
	}
}

struct Expr *osim_formula(struct OsimModel *m, const struct XmlElement *element, const char *child,
                          const struct OsimVariable *variable, size_t variables)
{
	const struct XmlValue *text = osim_content(element, child);
	struct Reading r = { m, variable, variables, text ? text->span : element->span, false };
	struct Expr *e = parsed(m->o, child, text ? text->text : xml_child(element, child) ? "" : "0");
	struct Expr *value = e ? translated(&r, e) : NULL;
	return r.lost ? NULL : value;
}
