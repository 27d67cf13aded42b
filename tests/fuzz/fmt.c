/* libFuzzer on fmt: any bytes are read, and laid out if without syntax errors. The output is read again: it must have
 * the same AST, and its layout must not change. */
#include <string.h>

#include "grammar/layout.h"
#include "grammar/reader.h"
#include "harness.h"

struct Bytes {
	const char *text;
	size_t length;
};

/* --- an AST as a text, without positions --- */

static void put_expr(struct Text *out, const struct Expr *expr);

static void put_ident(struct Text *out, struct Ident name)
{
	text_format(out, "%s%d:%s ", name.text ? "" : "-", name.quoted, name.text ? name.text : "");
	put_expr(out, name.path);
}

static void put_list(struct Text *out, const struct Arguments *list)
{
	text_format(out, "[%zu ", list->count);
	for (size_t i = 0; i < list->count; i++) {
		put_ident(out, list->item[i].name);
		put_expr(out, list->item[i].value);
		put_expr(out, list->item[i].default_value);
	}
	text_char(out, ']');
}

static void put_expr(struct Text *out, const struct Expr *expr)
{
	if (!expr)
		return;
	text_format(out, "(%d ", (int)expr->kind);
	if (expr->kind == EXPR_NUMBER)
		text_bytes(out, expr->digits, expr->length);
	if (expr->kind == EXPR_MATRIX)
		text_format(out, "%d ", (int)expr->columns);
	if (expr->kind == EXPR_UNIT)
		text_format(out, "%.17g/%.17g %d %d %s", expr->unit.numerator, expr->unit.denominator, expr->unit.ten,
		            expr->unit.turns, dim_symbol(out->arena, expr->unit.dim));
	if (expr->kind == EXPR_CHOICE)
		text_format(out, "%d ", (int)expr->compare);
	if (expr->kind == EXPR_NAME || expr->kind == EXPR_CALL || expr->kind == EXPR_COMPONENT)
		put_ident(out, expr->name);
	put_expr(out, expr->a);
	put_expr(out, expr->b);
	if (expr_has_list(expr->kind))
		put_list(out, &expr->list);
	text_char(out, ')');
}

static void put_statements(struct Text *out, const struct StmtList *list)
{
	text_put(out, "{\n");
	for (const struct Stmt *s = list->first; s; s = s->next) {
		/* and others in the same places; a property has no memory beyond */
		const struct Ident none = { 0 },
				   name[] = { s->name, s->on, s->kind == STMT_PROPERTY ? none : s->joint };
		const struct Arguments *part[] = { &s->at, &s->list };
		text_format(out, "%d ", (int)s->kind);
		for (size_t i = 0; i < sizeof name / sizeof *name; i++)
			put_ident(out, name[i]);
		if (s->kind == STMT_LOOP || s->kind == STMT_USE)
			put_ident(out, s->to);
		put_expr(out, s->value);
		put_expr(out, s->by);
		for (size_t i = 0; i < sizeof part / sizeof *part; i++)
			put_list(out, part[i]);
		text_format(out, "%s\n", s->doc ? s->doc : "");
		put_statements(out, &s->block);
	}
	text_put(out, "}\n");
}

/* --- requirements on fmt --- */

/* The AST as a text; false after a syntax error. */
static bool read_bytes(struct Arena *arena, struct Bytes bytes, struct Text *printed)
{
	struct Sources sources;
	struct Diags diags;
	sources_init(&sources, arena);
	diags_init(&diags, arena, &sources);
	struct Ast ast = read_text(&diags, "fuzz.rig", bytes.text, bytes.length, 0, READ_MODEL);
	if (diags.syntax_errors || diags.errors)
		return false;
	*printed = text_new(arena);
	put_statements(printed, &ast.statements);
	return true;
}

static struct Bytes laid_out(struct Arena *arena, struct Bytes bytes)
{
	struct Sources sources;
	struct Diags diags;
	sources_init(&sources, arena);
	diags_init(&diags, arena, &sources);
	struct Text text = text_new(arena);
	layout_text(&diags, bytes.text, bytes.length, &text);
	return (struct Bytes){ text_string(&text), text.count };
}

static void expect(bool same, struct Bytes before, struct Bytes after)
{
	if (same)
		return;
	fprintf(stderr, "%s\n--- becomes ---\n%s", before.text, after.text);
	abort();
}

static void format(rigidc_model *model, void *context)
{
	struct Arena *arena = &model->arena;
	const struct Bytes *input = context;
	struct Bytes bytes = { arena_copy(arena, input->text, input->length), input->length };
	struct Text before, after;
	if (!read_bytes(arena, bytes, &before))
		return;
	struct Bytes once = laid_out(arena, bytes);
	expect(read_bytes(arena, once, &after) && strcmp(text_string(&before), text_string(&after)) == 0, bytes, once);
	struct Bytes twice = laid_out(arena, once);
	expect(once.length == twice.length && memcmp(once.text, twice.text, once.length) == 0, once, twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char nothing[] = "model nothing\n";
	struct Bytes input = { (const char *)data, size };
	rigidc_model *model;
	if (rigidc_read(nothing, sizeof nothing - 1, "nothing", NULL, &model) == RIGIDC_OK)
		harness_judge(library_protect(model, format, &input), model);
	rigidc_model_free(model);
	return 0;
}
