#include "sincos_rows.h"

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
#define CONSTANT(name, wide, narrow)
#define DOUBLE_CONSTANT(name, wide)
#define FLOAT_CONSTANT(name, narrow)
#define STEP(name, expression) { #name, #expression, IN_BOTH },
#define DOUBLE_STEP(name, expression) { #name, #expression, IN_DOUBLE },
#define FLOAT_STEP(name, expression) { #name, #expression, IN_FLOAT },
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

/* --- expressions --- */

/* The expression of a row for an angle, as sincos_row describes. */
struct RowPrinter {
	const char *next; /* its rest */
	const char *suffix, *before, *fma;
	bool parentheses; /* around products in sums (rule 12.1 of MISRA C) */
};

static void put_terms(struct RowPrinter *row, struct Text *out, bool in_sum);

/* SUM, PLUS, MINUS or IN, after the parenthesis. In fma's arguments sums have no products. */
static void put_operation(struct RowPrinter *row, struct Text *out, char name)
{
	struct Text argument[3];
	const char *a[3];
	for (int k = 0; k < 3; k++) {
		argument[k] = text_new(out->arena);
		if (k == 0 || row->next[-1] != ')') {
			put_terms(row, &argument[k], name != 'I');
			row->next += *row->next == ',' ? 2 : 1;
		}
		a[k] = text_string(&argument[k]);
	}
	const char *open = row->parentheses ? "(" : "", *close = row->parentheses ? ")" : "";
	if (name == 'I')
		text_format(out, row->fma ? "%s" : "(%s)", a[0]);
	else if (row->fma && name == 'S')
		text_format(out, "%s(%s, %s, %s)", row->fma, a[0], a[1], a[2]);
	else if (row->fma)
		text_format(out, "%s(%s%s, %s, %s)", row->fma, name == 'M' ? "-" : "", a[1], a[2], a[0]);
	else if (name == 'S')
		text_format(out, "%s%s*%s%s + %s", open, a[0], a[1], close, a[2]);
	else
		text_format(out, "%s %c %s%s*%s%s", a[0], name == 'M' ? '-' : '+', open, a[1], a[2], close);
}

/* A name, a sum in parentheses, or an operation. */
static void put_factor(struct RowPrinter *row, struct Text *out)
{
	const char *name = row->next;
	size_t letters = strcspn(name, " *(),");
	row->next += letters;
	if (letters && *row->next == '(') {
		row->next++;
		put_operation(row, out, *name);
	} else if (letters) {
		text_put(out, letters > 1 ? row->before : "");
		text_bytes(out, name, letters);
		text_put(out, letters == 1 ? row->suffix : "");
	} else {
		text_char(out, *row->next++);
		put_terms(row, out, false);
		text_char(out, *row->next++);
	}
}

/* A sum up to the end, the closing parenthesis or a comma. */
static void put_terms(struct RowPrinter *row, struct Text *out, bool in_sum)
{
	for (;;) {
		bool product = false;
		struct Text term = text_new(out->arena);
		put_factor(row, &term);
		while (*row->next == '*') {
			product = true;
			text_char(&term, *row->next++);
			put_factor(row, &term);
		}
		in_sum |= *row->next == ' ';
		bool enclosed = product && in_sum && row->parentheses;
		text_put(out, enclosed ? "(" : "");
		text_put(out, text_string(&term));
		text_put(out, enclosed ? ")" : "");
		if (*row->next != ' ')
			return;
		text_bytes(out, row->next, strlen(" + "));
		row->next += strlen(" + ");
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
	while (*next < count && !(constants[*next].in & (p->real->narrow ? IN_FLOAT : IN_DOUBLE)))
		(*next)++;
	if (*next == count)
		return false;
	const struct Constant *found = &constants[(*next)++];
	struct Text number = text_new(p->arena);
	real_put(p->real, &number, p->real->narrow ? (double)found->narrow : found->wide);
	*constant = (struct SincosConstant){ found->name, text_string(&number) };
	return true;
}

void sincos_put_constants(struct Printer *p, const char *open, const char *before, const char *less)
{
	struct SincosList list = { p->out, 0, p->job->request->misra };
	struct SincosConstant constant;
	for (size_t next = 0; sincos_next_constant(p, &next, &constant);)
		sincos_put_item(&list, open,
		                text_print(p->arena, "%s%s = %s%s", before, constant.name, constant.number, less));
	text_put(p->out, ";\n");
}

void sincos_put_numbers(struct Printer *p)
{
	const struct Type number = c_number(p);
	sincos_put_constants(p, text_print(p->arena, "\t%s", c_declaring(p, &number)), "", "");
}

const char *sincos_row(const struct Printer *p, int number, int angle, const char *before, const char *fma)
{
	struct RowPrinter row = { rows[number].expression, angle < 0 ? "" : text_print(p->arena, "%d", angle), before,
		                  fma, p->job->request->misra && !fma };
	struct Text text = text_new(p->arena);
	text_format(&text, "%s%s = ", rows[number].name, row.suffix);
	put_terms(&row, &text, false);
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
