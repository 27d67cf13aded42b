/* Numbers of a model, found in its AST: entries of vectors, matrices and calls, or a whole value. */
#include "cost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

/* Arguments of placements that are angles, as bits. */
static const struct Turning {
	const char *name;
	unsigned angles;
} turning[] = {
	{ "rx", 1 }, { "ry", 1 }, { "rz", 1 }, { "rpy", 7 }, { "axis_angle", 2 }, { "dh", 9 }, { "mdh", 1 },
};

struct EntrySearch {
	rigidc_model *model;
	struct CostReport *report;
};

static const char *source_text(const struct EntrySearch *f, struct Span span)
{
	const struct Source *source = &f->model->sources.item[span.source];
	return arena_copy(&f->model->call, source->text + span.begin, span.end - span.begin);
}

/* Adds an entry. NULL if the expression is not in the model file: from the command line or an included file. */
static struct CostEntry *add(struct EntrySearch *f, struct Expr *expr, const char *digits)
{
	if (expr->span.source != 0)
		return NULL;
	struct CostEntry *entry = ARENA_PUSH(&f->model->call, &f->report->entries);
	*entry = (struct CostEntry){ .expr = expr, .becomes = digits, .was = source_text(f, expr->span) };
	entry->place = sources_place(&f->model->sources, expr->span);
	entry->without = (struct Expr){ .kind = EXPR_NUMBER,
		                        .span = expr->span,
		                        .depth = 1,
		                        .digits = digits,
		                        .length = (uint32_t)strlen(digits) };
	return entry;
}

/* The literal inside the sign and unit of an angle; NULL if the angle is computed. */
static struct Expr *literal(struct Expr *expr)
{
	while (expr->kind == EXPR_NEGATE || expr->kind == EXPR_UNIT)
		expr = expr->a;
	return expr->kind == EXPR_NUMBER ? expr : NULL;
}

static bool in_degrees(const struct Expr *expr)
{
	while (expr->kind == EXPR_NEGATE)
		expr = expr->a;
	return expr->kind == EXPR_UNIT && strcmp(expr->symbol, "deg") == 0;
}

/* An angle becomes the nearest quarter turn, in its own unit. */
static void add_angle(struct EntrySearch *f, struct Expr *expr)
{
	struct Arena *arena = &f->model->call;
	struct Expr *number = literal(expr);
	bool degrees = in_degrees(expr);
	if (!number)
		return;
	double value = number_read(arena, number->digits, number->length, 0), quarter = degrees ? 90 : acos(0);
	double nearest = round(value / quarter) * quarter;
	if (fabs(value - nearest) < 1e-10)
		return; /* already a quarter turn */
	struct Text digits = text_new(arena);
	number_put(&digits, nearest);
	struct CostEntry *entry = add(f, number, text_string(&digits));
	/* in a URDF the text of a number includes its sign; in the AST the sign is a separate node */
	if (entry && *entry->was == '-' && nearest != 0)
		entry->becomes = text_print(arena, "-%s", entry->becomes);
}

static bool is_zero(const struct Expr *expr)
{
	return expr->kind == EXPR_NUMBER && strspn(expr->digits, "0.") >= expr->length;
}

static bool is_list(const struct Expr *expr)
{
	while (expr->kind == EXPR_NEGATE || expr->kind == EXPR_UNIT)
		expr = expr->a;
	return expr->kind == EXPR_VECTOR || expr->kind == EXPR_MATRIX || (expr->kind == EXPR_CALL && expr->list.count);
}

static void find_in(struct EntrySearch *f, struct Expr *expr);

static void find_in_call(struct EntrySearch *f, struct Expr *expr)
{
	unsigned angles = 0;
	for (size_t i = 0; i < sizeof turning / sizeof *turning; i++)
		if (expr->kind == EXPR_CALL && strcmp(expr->name.text, turning[i].name) == 0)
			angles = turning[i].angles;
	for (size_t i = 0; i < expr->list.count; i++) {
		if (angles >> i & 1)
			add_angle(f, expr->list.item[i].value);
		else
			find_in(f, expr->list.item[i].value);
	}
}

/* Recursion is bounded by the depth limit of expressions. */
static void find_in(struct EntrySearch *f, struct Expr *expr)
{
	if (expr->kind == EXPR_COMPOSE) {
		find_in(f, expr->a);
		find_in(f, expr->b);
		return;
	}
	bool operator=
		expr->kind == EXPR_ADD || expr->kind == EXPR_SUB || expr->kind == EXPR_MUL || expr->kind == EXPR_DIV;
	if (expr->kind == EXPR_VECTOR || expr->kind == EXPR_MATRIX || (expr->kind == EXPR_CALL && expr->list.count)) {
		find_in_call(f, expr);
	} else if ((expr->kind == EXPR_NEGATE || expr->kind == EXPR_UNIT) && is_list(expr)) {
		find_in(f, expr->a);
	} else if (operator&&(is_list(expr->a) || is_list(expr->b))) {
		/* products: the operand with the list; sums: both operands */
		bool sum = expr->kind == EXPR_ADD || expr->kind == EXPR_SUB;
		if (sum || is_list(expr->a))
			find_in(f, expr->a);
		if (sum || !is_list(expr->a))
			find_in(f, expr->b);
	} else if (!is_zero(expr)) {
		add(f, expr, "0");
	}
}

static void find_in_list(struct EntrySearch *f, const struct Arguments *list)
{
	for (size_t i = 0; i < list->count; i++)
		find_in(f, list->item[i].value);
}

/* Limits enter no computation. */
static bool is_limit(const char *property)
{
	return strcmp(property, "limits") == 0 || strcmp(property, "effort") == 0 || strcmp(property, "speed") == 0;
}

static void find_in_statement(struct EntrySearch *f, const struct Stmt *stmt)
{
	bool limits = stmt->kind == STMT_PROPERTY && is_limit(stmt->name.text);
	bool places = stmt->kind == STMT_BODY || stmt->kind == STMT_FRAME || stmt->kind == STMT_PROPERTY ||
	              stmt->kind == STMT_USE || stmt->kind == STMT_CONTACT || stmt->kind == STMT_WRAP;
	if ((stmt->kind == STMT_PROPERTY || stmt->kind == STMT_CONST) && !limits && stmt->value)
		find_in(f, stmt->value);
	if (places && !limits)
		find_in_list(f, &stmt->at);
	if (stmt->kind == STMT_JOINT)
		find_in_list(f, &stmt->then);
	if (stmt->kind == STMT_USE || stmt->kind == STMT_WRAP)
		find_in_list(f, &stmt->list);
	for (size_t i = 0; i < stmt->list.count && stmt->kind == STMT_PART; i++)
		if (stmt->list.item[i].default_value)
			find_in(f, stmt->list.item[i].default_value);
}

static void find_in_block(struct EntrySearch *f, const struct StmtList *block)
{
	for (const struct Stmt *stmt = block->first; stmt; stmt = stmt->next) {
		find_in_statement(f, stmt);
		if (stmt->kind == STMT_BODY || stmt->kind == STMT_JOINT || stmt->kind == STMT_PART ||
		    stmt->kind == STMT_FOR)
			find_in_block(f, &stmt->block);
	}
}

static int by_place(const void *a, const void *b)
{
	const struct CostEntry *one = a, *other = b;
	if (one->place.line != other->place.line)
		return one->place.line < other->place.line ? -1 : 1;
	return one->place.column < other->place.column ? -1 : one->place.column > other->place.column;
}

void cost_find(rigidc_model *model, struct CostReport *report)
{
	struct EntrySearch f = { model, report };
	find_in_block(&f, &model->ast.statements);
	if (report->entries.count) /* statements of a URDF are not in the order of the source */
		qsort(report->entries.item, report->entries.count, sizeof *report->entries.item, by_place);
}
