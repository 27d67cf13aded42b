#include "sincos_rows.h"

#include <ctype.h>
#include <string.h>

/* --- the rows as tables --- */

enum { IN_DOUBLE = 1, IN_FLOAT = 2, IN_BOTH = 3 };

static const struct Constant {
	const char *name;
	double wide;
	float narrow;
	int in;
} constants[] = {
#define CONSTANT(name, wide, narrow) { #name, wide, narrow, IN_BOTH },
#define DOUBLE_CONSTANT(name, wide) { #name, wide, 0, IN_DOUBLE },
#define FLOAT_CONSTANT(name, narrow) { #name, 0, narrow, IN_FLOAT },
#define STEP(name, expression)
#define DOUBLE_STEP(name, expression)
#define FLOAT_STEP(name, expression)
#include "program/sincos_rows.def"
};

static const struct Row {
	const char *name, *expression;
	int in;
} rows[] = {
#define TEXT(expression) #expression
#define CONSTANT(name, wide, narrow)
#define DOUBLE_CONSTANT(name, wide)
#define FLOAT_CONSTANT(name, narrow)
#define STEP(name, expression) { #name, TEXT(expression), IN_BOTH },
#define DOUBLE_STEP(name, expression) { #name, TEXT(expression), IN_DOUBLE },
#define FLOAT_STEP(name, expression) { #name, TEXT(expression), IN_FLOAT },
#define SUM(a, b, c) a*b + c
#define PLUS(c, a, b) c + a*b
#define MINUS(c, a, b) c - a*b
#define IN(expression) (expression)
#include "program/sincos_rows.def"
}, fused_rows[] = {
#define CONSTANT(name, wide, narrow)
#define DOUBLE_CONSTANT(name, wide)
#define FLOAT_CONSTANT(name, narrow)
#define STEP(name, expression) { #name, TEXT(expression), IN_BOTH },
#define DOUBLE_STEP(name, expression) { #name, TEXT(expression), IN_DOUBLE },
#define FLOAT_STEP(name, expression) { #name, TEXT(expression), IN_FLOAT },
#define SUM(a, b, c) fma(a, b, c)
#define PLUS(c, a, b) fma(a, b, c)
#define MINUS(c, a, b) fma(-a, b, c)
#define IN(expression) expression
#include "program/sincos_rows.def"
};
const int sincos_rows = sizeof rows / sizeof *rows;

/* --- lists with line breaks --- */

enum { WIDTH = 100, TAB = 8 };

void sincos_put_item(struct SincosList *list, const char *open, const char *item)
{
	size_t length = strlen(item);
	if (!list->column) {
		const char *before = strrchr(open, '\n'); /* lines of attributes */
		text_put(list->out, open);
		list->column = TAB + strlen(before ? before + 1 : open);
	} else if (list->apart) {
		text_format(list->out, ";\n%s", open);
	} else if (list->column + length + 3 > WIDTH) {
		text_put(list->out, ",\n\t\t");
		list->column = (size_t)2 * TAB;
	} else {
		text_put(list->out, ", ");
		list->column += 2;
	}
	text_put(list->out, item);
	list->column += length;
}

/* --- parentheses --- */

static void put_sum_of_terms(struct Text *out, const char **next);

/* A factor: a name, or a sum in parentheses. */
static void put_factor(struct Text *out, const char **next)
{
	if (**next != '(') {
		size_t letters = strcspn(*next, " *)");
		text_bytes(out, *next, letters);
		*next += letters;
		return;
	}
	text_char(out, *(*next)++);
	put_sum_of_terms(out, next);
	text_char(out, *(*next)++);
}

/* A sum up to the end or the closing parenthesis. Products are in parentheses if there are other terms (rule 12.1 of
 * MISRA C). */
static void put_sum_of_terms(struct Text *out, const char **next)
{
	bool sum = false;
	for (;;) {
		struct Text term;
		bool product = false;
		text_init(&term, out->arena);
		put_factor(&term, next);
		while (**next == '*') {
			product = true;
			text_char(&term, *(*next)++);
			put_factor(&term, next);
		}
		sum |= **next == ' ';
		text_format(out, product && sum ? "(%s)" : "%s", text_string(&term));
		if (**next != ' ')
			return;
		text_bytes(out, *next, strlen(" + "));
		*next += strlen(" + ");
	}
}

/* --- elements of bodies --- */

const char *sincos_prefix(const struct Printer *p)
{
	const char *own = p->dialect->own_sincos;
	return own ? text_print(p->arena, "%s%s%s", own, p->real->suffix, p->job->fuses ? "_fma" : "")
	           : c_prefix(p->arena, p->job);
}

bool sincos_next_constant(const struct Printer *p, size_t *next, struct SincosConstant *constant)
{
	const size_t count = sizeof constants / sizeof *constants;
	struct Text number;
	while (*next < count && !(constants[*next].in & (p->real->narrow ? IN_FLOAT : IN_DOUBLE)))
		(*next)++;
	if (*next == count)
		return false;
	const struct Constant *found = &constants[(*next)++];
	text_init(&number, p->arena);
	real_put(p->real, &number, p->real->narrow ? (double)found->narrow : found->wide);
	*constant = (struct SincosConstant){ found->name, text_string(&number) };
	return true;
}

void sincos_put_constants(struct Printer *p, const char *open, const char *before, const char *less)
{
	struct SincosList list = { p->out, 0, p->job->request->misra };
	struct SincosConstant constant;
	for (size_t next = 0; sincos_next_constant(p, &next, &constant);)
		sincos_put_item(&list, open, text_print(p->arena, "%s%s = %s%s", before, constant.name, constant.number, less));
	text_put(p->out, ";\n");
}

void sincos_put_numbers(struct Printer *p)
{
	sincos_put_constants(p, text_print(p->arena, "\tconst %s ", p->real->name), "", "");
}

/* Expression of a row. Under --misra products in sums get parentheses; with fma sums have no products. */
static const char *expression_of(const struct Printer *p, const struct Row *row, bool fused)
{
	struct Text text;
	text_init(&text, p->arena);
	if (!p->job->request->misra || fused)
		return row->expression;
	const char *next = row->expression;
	put_sum_of_terms(&text, &next);
	return text_string(&text);
}

const char *sincos_row(const struct Printer *p, int number, int angle, const char *before, const char *fma)
{
	const struct Row *row = fma ? &fused_rows[number] : &rows[number];
	const char *suffix = angle < 0 ? "" : text_print(p->arena, "%d", angle);
	struct Text text;
	text_init(&text, p->arena);
	text_format(&text, "%s%s = ", row->name, suffix);
	for (const char *next = expression_of(p, row, fma); *next;) {
		size_t letters = 0;
		while (isalnum((unsigned char)next[letters]) || next[letters] == '_')
			letters++;
		if (letters == 3 && memcmp(next, "fma", letters) == 0) {
			text_put(&text, fma);
		} else {
			text_put(&text, letters > 1 ? before : "");
			text_bytes(&text, next, letters ? letters : 1);
			text_put(&text, letters == 1 ? suffix : "");
		}
		next += letters ? letters : 1;
	}
	return text_string(&text);
}

bool sincos_has_row(const struct Printer *p, int row)
{
	return rows[row].in & (p->real->narrow ? IN_FLOAT : IN_DOUBLE);
}

void sincos_put_rows(struct Printer *p, const char *open, const char *fma)
{
	for (int i = 0; i < sincos_rows; i++)
		if (sincos_has_row(p, i))
			text_format(p->out, "%s%s;\n", open, sincos_row(p, i, -1, "", fma));
}

void sincos_put_signature(struct Printer *p, const char *storage, const char *angles, int size)
{
	struct Arena *arena = p->arena;
	const char *type = p->real->name;
	struct SincosList list = { p->out, 0, false };
	const char *open = text_print(arena, "%svoid %s_sincos%d(", storage, sincos_prefix(p), size);
	for (int angle = 0; angle < size; angle++)
		sincos_put_item(&list, open, text_print(arena, "%s %s%d", type, angles, angle));
	sincos_put_item(&list, open, text_print(arena, "%s *sine", type));
	sincos_put_item(&list, open, text_print(arena, "%s *cosine", type));
	text_char(p->out, ')');
}

void sincos_open_body(struct Printer *p)
{
	text_format(p->out, "{\n%s", p->dialect->open_sines[p->job->request->contract]);
}
