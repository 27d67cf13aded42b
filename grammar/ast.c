#include "ast.h"

#include <string.h>

#include "base/diag.h"

/* Depth limit: walks over expressions recurse. */
enum { DEEPEST = 500 };

bool ident_is_world(struct Ident name)
{
	return !name.quoted && !name.path && strcmp(name.text, "world") == 0;
}

bool expr_has_list(enum ExprKind kind)
{
	return kind == EXPR_VECTOR || kind == EXPR_MATRIX || kind == EXPR_CALL || kind == EXPR_CHOICE ||
	       kind == EXPR_FUSED || kind == EXPR_POINT || kind == EXPR_AROUND;
}

/* Bytes of an expression. */
static size_t expr_size(enum ExprKind kind)
{
	if (kind == EXPR_NAME || kind == EXPR_CALL || kind == EXPR_COMPONENT || kind == EXPR_POINT ||
	    kind == EXPR_AROUND)
		return sizeof(struct Expr);
	return kind == EXPR_UNIT     ? offsetof(struct Expr, unit) + sizeof(struct Unit)
	       : expr_has_list(kind) ? offsetof(struct Expr, name)
	                             : offsetof(struct Expr, unit);
}

void expr_swap(struct Expr *expr, struct Expr *number)
{
	char held[offsetof(struct Expr, unit)];
	memcpy(held, expr, sizeof held);
	memcpy(expr, number, sizeof held);
	memcpy(number, held, sizeof held);
}

static struct Expr *expr_new(struct Diags *diags, enum ExprKind kind, struct Span span)
{
	struct Expr *expr = arena_alloc(diags->arena, expr_size(kind));
	expr->kind = kind;
	expr->span = span;
	expr->depth = 1;
	return expr;
}

static struct Expr *deepen(struct Diags *diags, struct Expr *expr, const struct Expr *operand)
{
	if (expr->depth <= operand->depth)
		expr->depth = operand->depth + 1;
	if (expr->depth <= DEEPEST)
		return expr;
	if (operand->kind != EXPR_ERROR) /* else already reported */
		diag(diags, CHECK_TOO_DEEP, expr->span, "this expression has more than %d levels", DEEPEST);
	struct Expr *error = expr_new(diags, EXPR_ERROR, expr->span);
	error->depth = DEEPEST;
	return error;
}

struct Expr *expr_number(struct Diags *diags, struct Span span, const char *digits, size_t length)
{
	struct Expr *expr = expr_new(diags, EXPR_NUMBER, span);
	expr->digits = digits;
	expr->length = (uint32_t)length;
	return expr;
}

struct Expr *expr_name(struct Diags *diags, struct Ident name)
{
	struct Expr *expr = expr_new(diags, EXPR_NAME, name.span);
	expr->name = name;
	return expr;
}

static bool is_pi(const struct Expr *expr)
{
	return expr->kind == EXPR_NAME && strcmp(expr->name.text, "pi") == 0;
}

/* Is the expression a product of numbers and pi? */
static bool is_plain(const struct Expr *expr, bool *pi)
{
	*pi = false;
	for (;; expr = expr->a) {
		const bool product = expr->kind == EXPR_MUL || expr->kind == EXPR_DIV;
		const struct Expr *last = product ? expr->b : expr;
		*pi |= is_pi(last);
		if (expr->kind == EXPR_NEGATE)
			continue;
		if (last->kind != EXPR_NUMBER && !is_pi(last))
			return false;
		if (!product)
			return true;
	}
}

/* The source text of a span, unless it is long. */
static const char *written(struct Diags *diags, struct Span span, const char *otherwise)
{
	enum { LONGEST = 20 };
	size_t length = span.end - span.begin;
	const char *text = diags->sources->item[span.source].text + span.begin;
	return length <= LONGEST ? arena_copy(diags->arena, text, length) : otherwise;
}

/* Divisor with a unit: "pi/2 deg" is pi/(2 deg), and an angle has no dimension that would reveal the mistake.
 * Parentheses belong to the span of their content. */
static void doubt_divisor(struct Diags *diags, const struct Expr *a, const struct Expr *b)
{
	const struct Unit *unit = &b->unit;
	bool alone = b->kind == EXPR_UNIT && b->a->kind == EXPR_NUMBER && b->span.begin == b->a->span.begin, pi;
	bool scales = alone && (unit->turns || unit->ten || unit->numerator != unit->denominator);
	if (!scales || !dim_equal(unit->dim, dim_none) || !is_plain(a, &pi))
		return;
	const char *first = written(diags, a->span, "a"), *second = written(diags, b->a->span, "b");
	struct Diag *d = diag(diags, CHECK_DIVIDED_ANGLE, b->span,
	                      "this divides by %s %s: a unit goes with its number first", second, b->symbol);
	if (pi)
		diag_help(diags, d,
		          "with pi it is in radians, without a unit: %s/%s; if %s/(%s %s) is meant, parentheses say so",
		          first, second, first, second, b->symbol);
	else
		diag_help(diags, d, "write (%s/%s) %s or %s/(%s %s)", first, second, b->symbol, first, second,
		          b->symbol);
}

struct Expr *expr_binary(struct Diags *diags, enum ExprKind kind, struct Expr *a, struct Expr *b)
{
	if (kind == EXPR_DIV)
		doubt_divisor(diags, a, b);
	struct Expr *expr = expr_new(diags, kind, span_join(a->span, b->span));
	expr->a = a;
	expr->b = b;
	return deepen(diags, deepen(diags, expr, a), b);
}

struct Expr *expr_negate(struct Diags *diags, struct Span span, struct Expr *a)
{
	struct Expr *expr = expr_new(diags, EXPR_NEGATE, span_join(span, a->span));
	expr->a = a;
	return deepen(diags, expr, a);
}

struct Expr *expr_component(struct Diags *diags, struct Expr *a, struct Ident name)
{
	struct Expr *expr = expr_new(diags, EXPR_COMPONENT, span_join(a->span, name.span));
	expr->a = a;
	expr->name = name;
	return deepen(diags, expr, a);
}

struct Expr *expr_element(struct Diags *diags, struct Span span, struct Expr *a, struct Expr *b)
{
	struct Expr *expr = expr_new(diags, EXPR_ELEMENT, span_join(a->span, span));
	expr->a = a;
	expr->b = b;
	return deepen(diags, deepen(diags, expr, a), b);
}

struct Expr *expr_unit(struct Diags *diags, struct Span span, struct Expr *a, struct Unit unit, const char *symbol)
{
	struct Expr *expr = expr_new(diags, EXPR_UNIT, span);
	expr->a = a;
	expr->unit = unit;
	expr->symbol = symbol;
	return deepen(diags, expr, a);
}

struct Expr *expr_formal(struct Diags *diags, struct Span span, struct Unit unit, const char *symbol)
{
	struct Expr *expr = expr_new(diags, EXPR_UNIT, span);
	expr->unit = unit;
	expr->symbol = symbol;
	return expr;
}

static struct Expr *with_list(struct Diags *diags, struct Expr *expr, struct Arguments list)
{
	expr->list = list;
	for (size_t i = 0; i < list.count; i++)
		expr = deepen(diags, expr, list.item[i].value);
	return expr;
}

struct Expr *expr_vector(struct Diags *diags, struct Span span, struct Arguments list)
{
	if (list.count == 1) {
		list.item[0].value->span = span;
		return list.item[0].value;
	}
	return with_list(diags, expr_new(diags, EXPR_VECTOR, span), list);
}

struct Expr *expr_frames(struct Diags *diags, struct Ident frame, struct Expr *from)
{
	struct Expr *expr = expr_name(diags, frame);
	expr->a = from;
	return expr;
}

struct Expr *expr_fused(struct Diags *diags, struct Span span, struct Arguments parts)
{
	struct Expr *expr = expr_new(diags, EXPR_FUSED, span);
	expr->list = parts;
	return expr;
}

static const char *const point_words[] = { "at", "while", "from", "to" };

struct Expr *expr_point(struct Diags *diags, struct Span span, struct Ident place, struct Expr *at,
                        struct Expr *const during[3])
{
	struct Expr *const clause[] = { at, during ? during[0] : NULL, during ? during[1] : NULL,
		                        during ? during[2] : NULL };
	struct Arguments list = { .item = NULL };
	if (!at && !during)
		return expr_name(diags, place);
	for (size_t i = 0; i < sizeof clause / sizeof *clause; i++)
		if (clause[i])
			list = arguments_add(diags, list, (struct Ident){ .text = point_words[i], .span = span },
			                     clause[i]);
	struct Expr *point = expr_new(diags, EXPR_POINT, span);
	point->name = place;
	return with_list(diags, point, list);
}

struct Expr *expr_around(struct Diags *diags, struct Span span, struct Ident wrap, const char *word,
                         struct Expr *direction)
{
	struct Arguments list = { .item = NULL };
	if (word)
		list = arguments_add(diags, list, (struct Ident){ .text = word, .span = span }, direction);
	struct Expr *around = expr_new(diags, EXPR_AROUND, span);
	around->name = wrap;
	return with_list(diags, around, list);
}

struct Expr *point_clause(const struct Expr *point, const char *word)
{
	bool clauses = point->kind == EXPR_POINT || point->kind == EXPR_AROUND;
	for (size_t i = 0; clauses && i < point->list.count; i++)
		if (strcmp(point->list.item[i].name.text, word) == 0)
			return point->list.item[i].value;
	return NULL;
}

struct Expr *expr_matrix(struct Diags *diags, struct Span span, struct MatrixRows rows)
{
	struct Expr *expr = expr_new(diags, EXPR_MATRIX, span);
	expr->columns = rows.columns;
	return with_list(diags, expr, rows.list);
}

struct Expr *expr_call(struct Diags *diags, struct Span span, struct Ident name, struct Arguments list)
{
	struct Expr *expr = expr_new(diags, EXPR_CALL, span);
	expr->name = name;
	return with_list(diags, expr, list);
}

struct Expr *expr_choice(struct Diags *diags, struct Span span, enum Compare compare, struct Expr *const operand[4])
{
	struct Expr *expr = expr_new(diags, EXPR_CHOICE, span);
	struct Arguments list = { 0 };
	for (int i = 0; i < 4; i++)
		list = arguments_add(diags, list, (struct Ident){ .text = NULL }, operand[i]);
	expr->compare = compare;
	return with_list(diags, expr, list);
}

struct MatrixRows rows_begin(struct Arguments row)
{
	return (struct MatrixRows){ row, (uint32_t)row.count };
}

struct MatrixRows rows_add(struct Diags *diags, struct MatrixRows rows, struct Arguments row)
{
	if (row.count != rows.columns)
		rows.columns = 0;
	for (size_t i = 0; i < row.count; i++)
		rows.list = arguments_add(diags, rows.list, row.item[i].name, row.item[i].value);
	return rows;
}

struct Arguments arguments_room(struct Diags *diags, size_t count)
{
	return (struct Arguments){ .item = ARENA_ARRAY(diags->arena, struct Argument, count), .capacity = count };
}

struct Arguments arguments_add(struct Diags *diags, struct Arguments list, struct Ident name, struct Expr *value)
{
	enum { USUAL = 3 }; /* a vector */
	if (!list.capacity)
		list = arguments_room(diags, USUAL);
	*ARENA_PUSH(diags->arena, &list) = (struct Argument){ .name = name, .value = value };
	return list;
}

struct Arguments formals_add(struct Diags *diags, struct Arguments list, struct Argument formal,
                             struct Expr *default_value)
{
	*ARENA_PUSH(diags->arena, &list) =
		(struct Argument){ .name = formal.name, .value = formal.value, .default_value = default_value };
	return list;
}

struct Arguments positions_add(struct Diags *diags, struct Arguments list, struct Argument position)
{
	if (position.name.text)
		*ARENA_PUSH(diags->arena, &list) = position;
	return list;
}

/* The path so far, as an expression. */
static struct Expr *path_of(struct Diags *diags, struct Ident path)
{
	return path.path ? (struct Expr *)path.path : expr_name(diags, path);
}

struct Ident ident_component(struct Diags *diags, struct Ident path, struct Ident name)
{
	path.path = expr_component(diags, path_of(diags, path), name);
	path.span = span_join(path.span, name.span);
	return path;
}

struct Ident ident_element(struct Diags *diags, struct Ident path, struct Span span, struct Expr *which)
{
	path.path = expr_element(diags, span, path_of(diags, path), which);
	path.span = span_join(path.span, span);
	return path;
}

static size_t stmt_size(enum StmtKind kind)
{
	bool whole = kind == STMT_LOOP || kind == STMT_USE || kind == STMT_WRENCH || kind == STMT_CONSTRAINT;
	return whole                   ? sizeof(struct Stmt)
	       : kind == STMT_PROPERTY ? offsetof(struct Stmt, joint)
	                               : offsetof(struct Stmt, to);
}

struct Stmt *stmt_new(struct Diags *diags, enum StmtKind kind, struct Span span)
{
	struct Stmt *stmt = arena_alloc(diags->arena, stmt_size(kind));
	stmt->kind = kind;
	stmt->span = span;
	return stmt;
}

struct StmtList statements_add(struct StmtList list, struct Stmt *stmt)
{
	if (!stmt)
		return list;
	if (list.last)
		list.last->next = stmt;
	else
		list.first = stmt;
	list.last = stmt;
	list.count++;
	return list;
}
