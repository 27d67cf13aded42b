#include "print_rig.h"

#include <string.h>

#include "tokens.h"
#include "words.h"

/* How tightly a form binds: the rules of parse.y from composed to primary. */
enum Level { LEVEL_ALL, LEVEL_CHOICE, LEVEL_SUM, LEVEL_PRODUCT, LEVEL_SIGN, LEVEL_POWER, LEVEL_POSTFIX, LEVEL_PRIMARY };

/* --- names --- */

/* Is the name among the words? NULL ends them. */
static bool is_among(const char *name, const char *const *word)
{
	while (*word && strcmp(*word, name) != 0)
		word++;
	return *word != NULL;
}

/* `if` and `else` are names where no comparison follows. */
static bool plain_name(const char *name)
{
	static const char *const choice[] = { "if", "else", NULL };
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
	return *name && !(*name >= '0' && *name <= '9') && name[strspn(name, letters)] == '\0' &&
	       !token_is_keyword(name) && !word_is_kept(name) && !unit_is_reserved(name, strlen(name)) &&
	       !is_among(name, choice);
}

static void put_quoted(struct Text *out, const char *name)
{
	size_t length = strlen(name);
	text_char(out, '"');
	for (size_t at = 0; at < length;) {
		uint32_t code = 0;
		size_t step = text_utf8(name + at, length - at, &code);
		bool clean = step && !text_controls(code) && !text_reorders(code) && !strchr("\t\r\n", name[at]);
		step = step ? step : 1;
		if (name[at] == '"' || name[at] == '\\')
			text_char(out, '\\');
		if (clean)
			text_bytes(out, name + at, step);
		for (size_t i = 0; i < step && !clean; i++)
			text_format(out, "\\x%02X", (unsigned char)name[at + i]);
		at += step;
	}
	text_char(out, '"');
}

void print_name(const char *name, struct Text *out)
{
	if (plain_name(name))
		text_put(out, name);
	else
		put_quoted(out, name);
}

static void put_expr(struct Text *out, const struct Expr *expr, enum Level level);

/* A name, or a path such as leg[3].hip, in quotes if the scanner would read it differently. */
static void print_ident(struct Text *out, struct Ident name)
{
	static const char *const another[] = { "world", "root", "origin", NULL }; /* without quotes */
	if (name.path)
		put_expr(out, name.path, LEVEL_POSTFIX);
	else if (name.quoted && is_among(name.text, another))
		put_quoted(out, name.text);
	else
		print_name(name.text, out);
}

/* --- expressions --- */

static enum Level level_of(const struct Expr *expr)
{
	switch (expr->kind) {
	case EXPR_COMPOSE: return LEVEL_ALL;
	case EXPR_CHOICE: return LEVEL_CHOICE;
	case EXPR_ADD:
	case EXPR_SUB: return LEVEL_SUM;
	case EXPR_MUL:
	case EXPR_DIV: return LEVEL_PRODUCT;
	case EXPR_NEGATE: return LEVEL_SIGN;
	case EXPR_POWER: return LEVEL_POWER;
	case EXPR_NAME:
	case EXPR_UNIT:
	case EXPR_COMPONENT:
	case EXPR_ELEMENT: return LEVEL_POSTFIX;
	case EXPR_NUMBER:
	case EXPR_VECTOR:
	case EXPR_MATRIX:
	case EXPR_CALL:
	case EXPR_FUSED:
	case EXPR_POINT:
	case EXPR_AROUND:
	case EXPR_ERROR: break;
	}
	return LEVEL_PRIMARY;
}

static void put_list(struct Text *out, const struct Arguments *list)
{
	for (size_t i = 0; i < list->count; i++) {
		text_put(out, i ? ", " : "");
		if (list->item[i].name.text) {
			print_name(list->item[i].name.text, out);
			text_put(out, " = ");
		}
		put_expr(out, list->item[i].value, LEVEL_CHOICE);
	}
}

static void put_choice(struct Text *out, const struct Expr *expr)
{
	static const char *const sign[] = { "<", "<=", ">", ">=" };
	const struct Argument *part = expr->list.item;
	text_put(out, "if ");
	put_expr(out, part[0].value, LEVEL_SUM);
	text_format(out, " %s ", sign[expr->compare]);
	put_expr(out, part[1].value, LEVEL_SUM);
	text_put(out, " then ");
	put_expr(out, part[2].value, LEVEL_CHOICE);
	text_put(out, " else ");
	put_expr(out, part[3].value, LEVEL_CHOICE);
}

static void put_matrix(struct Text *out, const struct Expr *expr)
{
	text_char(out, '[');
	for (size_t i = 0; i < expr->list.count; i++) {
		if (i)
			text_put(out, expr->columns && i % expr->columns == 0 ? "; " : ", ");
		put_expr(out, expr->list.item[i].value, LEVEL_CHOICE);
	}
	text_char(out, ']');
}

/* The column where the current line ends. */
static size_t column(const struct Text *out)
{
	size_t at = out->count;
	while (at && out->item[at - 1] != '\n')
		at--;
	return out->count - at;
}

static const char *printed(const struct Text *out, const struct Expr *expr)
{
	struct Text text = text_new(out->arena);
	put_expr(&text, expr, LEVEL_CHOICE);
	return text_string(&text);
}

/* All six numbers of an inertia: an upper triangle, each column aligned. */
static bool put_tensor(struct Text *out, const struct Expr *call)
{
	static const char *const order[] = { "xx", "xy", "xz", "yy", "yz", "zz" };
	const char *number[6];
	size_t start = column(out) + strlen("tensor("), width = 0;
	if (strcmp(call->name.text, "tensor") != 0 || call->list.count != 6)
		return false;
	for (int i = 0; i < 6; i++) {
		const struct Argument *argument = &call->list.item[i];
		if (!argument->name.text || strcmp(argument->name.text, order[i]) != 0)
			return false;
		number[i] = printed(out, argument->value);
		width = strlen(number[i]) > width ? strlen(number[i]) : width;
	}
	size_t cell = strlen("xx = , ") + width;
	text_put(out, "tensor(");
	for (int i = 0; i < 6; i++) {
		if (i == 3 || i == 5)
			text_format(out, "\n%*s", (int)(start + cell * (i == 3 ? 1 : 2)), "");
		else if (i)
			text_char(out, ' ');
		text_format(out, "%s = %*s%s", order[i], (int)width, number[i], i < 5 ? "," : ")");
	}
	return true;
}

static void put_binary(struct Text *out, const struct Expr *expr, const char *sign, enum Level left, enum Level right)
{
	put_expr(out, expr->a, left);
	text_put(out, sign);
	put_expr(out, expr->b, right);
}

/* v.x, v[1] */
static void put_selection(struct Text *out, const struct Expr *expr)
{
	put_expr(out, expr->a, LEVEL_POSTFIX);
	if (expr->kind == EXPR_COMPONENT) {
		text_char(out, '.');
		print_ident(out, expr->name);
		return;
	}
	text_char(out, '[');
	put_expr(out, expr->b, LEVEL_CHOICE);
	text_char(out, ']');
}

static void put_brackets(struct Text *out, const struct Arguments *list)
{
	text_char(out, '(');
	put_list(out, list);
	text_char(out, ')');
}

static void put_call(struct Text *out, const struct Expr *expr)
{
	if (put_tensor(out, expr))
		return;
	print_name(expr->name.text, out);
	put_brackets(out, &expr->list);
}

/* "shank at (0, 1, 2) cm while knee from -1 rad to 0 rad", "around condyles side -x" */
static void put_point(struct Text *out, const struct Expr *expr)
{
	text_put(out, expr->kind == EXPR_AROUND ? "around " : "");
	print_ident(out, expr->name);
	for (size_t i = 0; i < expr->list.count; i++) {
		text_format(out, " %s ", expr->list.item[i].name.text);
		put_expr(out, expr->list.item[i].value, LEVEL_CHOICE);
	}
}

static void put_form(struct Text *out, const struct Expr *expr)
{
	switch (expr->kind) {
	case EXPR_FUSED:
	case EXPR_ERROR: break;
	case EXPR_POINT:
	case EXPR_AROUND: put_point(out, expr); break;
	case EXPR_COMPOSE: put_binary(out, expr, ", ", LEVEL_ALL, LEVEL_CHOICE); break;
	case EXPR_NUMBER: text_bytes(out, expr->digits, expr->length); break;
	case EXPR_NAME: print_ident(out, expr->name); break;
	case EXPR_ADD: put_binary(out, expr, " + ", LEVEL_SUM, LEVEL_PRODUCT); break;
	case EXPR_SUB: put_binary(out, expr, " - ", LEVEL_SUM, LEVEL_PRODUCT); break;
	case EXPR_MUL: put_binary(out, expr, " * ", LEVEL_PRODUCT, LEVEL_SIGN); break;
	case EXPR_DIV: put_binary(out, expr, " / ", LEVEL_PRODUCT, LEVEL_SIGN); break;
	case EXPR_POWER: /* in `2 m^2` the power would be the unit's */
		put_binary(out, expr, "^", expr->a->kind == EXPR_UNIT ? LEVEL_PRIMARY : LEVEL_POSTFIX, LEVEL_SIGN);
		break;
	case EXPR_NEGATE:
		text_char(out, '-');
		put_expr(out, expr->a, LEVEL_SIGN);
		break;
	case EXPR_UNIT:
		put_expr(out, expr->a, LEVEL_PRIMARY);
		text_format(out, " %s", expr->symbol);
		break;
	case EXPR_COMPONENT:
	case EXPR_ELEMENT: put_selection(out, expr); break;
	case EXPR_VECTOR: put_brackets(out, &expr->list); break;
	case EXPR_MATRIX: put_matrix(out, expr); break;
	case EXPR_CHOICE: put_choice(out, expr); break;
	case EXPR_CALL: put_call(out, expr); break;
	}
}

/* Puts an expression where only forms of at least `level` may stand. */
static void put_expr(struct Text *out, const struct Expr *expr, enum Level level)
{
	bool brackets = level_of(expr) < level;
	text_put(out, brackets ? "(" : "");
	put_form(out, expr);
	text_put(out, brackets ? ")" : "");
}

void print_expr(const struct Expr *expr, struct Text *out)
{
	put_expr(out, expr, LEVEL_CHOICE);
}

/* --- statements --- */

static void put_clause(struct Text *out, const char *word, const struct Arguments *list)
{
	if (!list->count)
		return;
	text_format(out, " %s ", word);
	put_list(out, list);
}

/* Parameters: names, each with a unit or a name after a colon. */
static void put_formals(struct Text *out, const struct Arguments *list)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct Expr *value = list->item[i].value;
		text_put(out, i ? ", " : "");
		print_name(list->item[i].name.text, out);
		text_put(out, value ? ": " : "");
		if (value)
			text_put(out, value->kind == EXPR_UNIT ? value->symbol : value->name.text);
		if (list->item[i].default_value) {
			text_put(out, " = ");
			put_expr(out, list->item[i].default_value, LEVEL_CHOICE);
		}
	}
}

static void put_block(struct Text *out, const struct Stmt *stmt, int indent);

static void put_doc(struct Text *out, const char *doc)
{
	for (const char *line = doc; line && *line;) {
		size_t length = strcspn(line, "\n");
		text_format(out, "///%s%.*s\n", length ? " " : "", (int)length, line);
		line += length + (line[length] == '\n');
	}
}

/* Lines of a comment. Names in them may have any bytes. */
static void put_comment(struct Text *out, const char *comment)
{
	for (const char *line = comment; line && *line;) {
		size_t length = strcspn(line, "\n");
		text_put(out, "// ");
		text_visible(out, line, length);
		text_char(out, '\n');
		line += length + (line[length] == '\n');
	}
}

static void put_heading(struct Text *out, const struct Stmt *stmt)
{
	text_char(out, '(');
	put_formals(out, stmt->kind == STMT_KIND ? &stmt->coordinates : &stmt->list);
	if (stmt->kind == STMT_KIND && stmt->list.count) {
		text_put(out, "; ");
		put_formals(out, &stmt->list);
	}
	text_char(out, ')');
}

static void put_arguments(struct Text *out, const struct Arguments *list)
{
	if (list->count)
		put_brackets(out, list);
}

/* NAME, or NAME : KIND of a contact or loop. */
static void put_declared(struct Text *out, const struct Stmt *stmt)
{
	print_ident(out, stmt->name);
	if (stmt->kind == STMT_USE || !stmt->joint.text)
		return;
	text_put(out, " : ");
	print_name(stmt->joint.text, out);
	put_arguments(out, &stmt->list);
}

/* NAME [on FRAME [in FRAME]] */
static void put_ends(struct Text *out, const struct Stmt *stmt)
{
	put_declared(out, stmt);
	if (stmt->on.text) {
		text_put(out, " on ");
		print_ident(out, stmt->on);
	}
	if ((stmt->kind == STMT_WRENCH || stmt->kind == STMT_CONSTRAINT) && stmt->to.text) {
		text_put(out, " in ");
		print_ident(out, stmt->to);
	}
}

static void put_on(struct Text *out, const struct Stmt *stmt)
{
	put_ends(out, stmt);
	put_clause(out, "at", &stmt->at);
}

static void put_joint(struct Text *out, const struct Stmt *stmt)
{
	if (stmt->name.text) {
		print_ident(out, stmt->name);
		text_char(out, ' ');
	}
	text_put(out, ": ");
	print_name(stmt->joint.text, out);
	put_arguments(out, &stmt->list);
	put_clause(out, "then", &stmt->then);
	if (stmt->value) {
		text_put(out, " = ");
		put_expr(out, stmt->value, LEVEL_CHOICE);
	}
}

static void put_property(struct Text *out, const struct Stmt *stmt)
{
	put_expr(out, stmt->value, LEVEL_CHOICE);
	for (size_t i = 0; stmt->law && i < stmt->list.count; i++) {
		text_put(out, ", ");
		put_expr(out, stmt->list.item[i].value, LEVEL_CHOICE);
	}
	if (stmt->about.text) {
		text_put(out, " about ");
		print_ident(out, stmt->about);
	}
	if (!stmt->law)
		put_clause(out, "in", &stmt->in);
	if (stmt->by) {
		text_put(out, " by ");
		put_expr(out, stmt->by, LEVEL_CHOICE);
	}
	put_clause(out, "at", &stmt->at);
}

/* "rnea", "fk:tip" */
static void put_output(struct Text *out, const struct Argument *output)
{
	print_name(output->name.text, out);
	for (const struct Expr *frame = output->value; frame; frame = frame->a) {
		text_char(out, ':');
		print_ident(out, frame->name);
	}
}

static void put_functions(struct Text *out, const struct Arguments *list)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct Argument *item = &list->item[i];
		text_put(out, i ? ", " : "");
		if (!item->value || item->value->kind != EXPR_FUSED) {
			put_output(out, item);
			continue;
		}
		print_name(item->name.text, out);
		for (size_t k = 0; k < item->value->list.count; k++) {
			text_put(out, k ? " + " : " = ");
			put_output(out, &item->value->list.item[k]);
		}
	}
}

/* Places, which an argument is or has for its value. */
static void put_places(struct Text *out, const struct Arguments *list, const char *between)
{
	for (size_t i = 0; i < list->count; i++) {
		text_put(out, i ? between : "");
		print_ident(out, list->item[i].value ? list->item[i].value->name : list->item[i].name);
	}
}

static void put_pose(struct Text *out, const struct Stmt *stmt)
{
	print_name(stmt->name.text, out);
	text_put(out, " {");
	for (size_t i = 0; i < stmt->list.count; i++) {
		text_put(out, i ? "; " : " ");
		text_put(out, stmt->list.item[i].held ? "hold " : "");
		print_ident(out, stmt->list.item[i].name);
		text_put(out, " = ");
		put_expr(out, stmt->list.item[i].value, LEVEL_CHOICE);
	}
	text_put(out, " }");
}

static void put_use(struct Text *out, const struct Stmt *stmt)
{
	print_name(stmt->part.text, out);
	put_brackets(out, &stmt->list);
	text_put(out, " as ");
	put_on(out, stmt);
	if (stmt->mirror.text)
		text_format(out, " mirror %s", stmt->mirror.text);
}

static void put_for(struct Text *out, const struct Stmt *stmt)
{
	print_name(stmt->name.text, out);
	text_put(out, " in ");
	put_expr(out, stmt->value, LEVEL_CHOICE);
	text_put(out, "..");
	put_expr(out, stmt->by, LEVEL_CHOICE);
}

/* The points of a table: on one line, or a few of many points a line. */
static void put_points(struct Text *out, const struct Expr *points)
{
	enum { ON_A_LINE = 4 };
	const struct Arguments *list = &points->list;
	if (points->kind != EXPR_MATRIX || points->columns != 2 || list->count <= 2 * ON_A_LINE) {
		put_expr(out, points, LEVEL_CHOICE);
		return;
	}
	text_char(out, '[');
	for (size_t i = 0; i < list->count; i++) {
		text_put(out, i % 2 ? ", " : i % (2 * ON_A_LINE) == 0 ? "\n  " : " ");
		put_expr(out, list->item[i].value, LEVEL_CHOICE);
		text_put(out, i % 2 && i + 1 < list->count ? ";" : "");
	}
	text_put(out, "\n]");
}

/* const, param, function, table and the like: a name, what it takes, the unit and the value. */
static void put_definition(struct Text *out, const struct Stmt *stmt)
{
	print_ident(out, stmt->name);
	if (stmt->kind != STMT_CONST && stmt->kind != STMT_PARAM && stmt->kind != STMT_INPUT)
		put_heading(out, stmt);
	if (stmt->by)
		text_format(out, ": %s", stmt->by->symbol);
	if (stmt->curve.text && stmt->kind == STMT_TABLE)
		text_format(out, " %s", stmt->curve.text);
	if (stmt->value && stmt->kind == STMT_TABLE) {
		text_put(out, " = ");
		put_points(out, stmt->value);
	} else if (stmt->value) {
		text_put(out, " = ");
		put_expr(out, stmt->value,
		         stmt->kind == STMT_CONST || stmt->kind == STMT_FUNCTION ? LEVEL_ALL : LEVEL_CHOICE);
	}
	if (stmt->curve.text && stmt->kind == STMT_INPUT)
		text_format(out, " %s", stmt->curve.text);
}

static void put_frame(struct Text *out, const struct Stmt *stmt)
{
	put_on(out, stmt);
	if (!stmt->joint_of)
		return;
	text_put(out, "  // joint ");
	print_name(stmt->joint_of, out);
}

static void put_name(struct Text *out, const struct Stmt *stmt)
{
	print_name(stmt->name.text, out);
}

static void put_generate(struct Text *out, const struct Stmt *stmt)
{
	put_functions(out, &stmt->list);
}

static void put_include(struct Text *out, const struct Stmt *stmt)
{
	put_quoted(out, stmt->name.text);
	if (stmt->joint.text)
		text_format(out, " %s", stmt->joint.text);
	if (stmt->on.text)
		text_format(out, " %s", stmt->on.text);
}

static void put_names(struct Text *out, const struct Stmt *stmt)
{
	put_places(out, &stmt->list, ", ");
}

static void put_listing(struct Text *out, const struct Stmt *stmt)
{
	put_declared(out, stmt);
	text_put(out, " = ");
	put_names(out, stmt);
}

static void put_check(struct Text *out, const struct Stmt *stmt)
{
	text_put(out, stmt->name.text);
}

static void put_assert(struct Text *out, const struct Stmt *stmt)
{
	put_places(out, &stmt->list, " = ");
	put_clause(out, "within", &stmt->at);
}

static void put_loop(struct Text *out, const struct Stmt *stmt)
{
	put_declared(out, stmt);
	text_put(out, " from ");
	print_ident(out, stmt->on);
	text_put(out, " to ");
	print_ident(out, stmt->to);
}

static void put_constraint(struct Text *out, const struct Stmt *stmt)
{
	put_ends(out, stmt);
	text_put(out, " = ");
	put_expr(out, stmt->value, LEVEL_CHOICE);
}

static void put_solve(struct Text *out, const struct Stmt *stmt)
{
	put_names(out, stmt);
	if (stmt->on.text) {
		text_put(out, " at ");
		print_name(stmt->on.text, out);
	}
}

/* KIND(...), or KIND "FILE" [scale FACTORS], with `at` */
static void put_shape(struct Text *out, const struct Stmt *stmt)
{
	print_name(stmt->joint.text, out);
	if (stmt->name.text) {
		text_char(out, ' ');
		put_quoted(out, stmt->name.text);
	} else {
		put_brackets(out, &stmt->list);
	}
	if (stmt->value) {
		text_put(out, " scale ");
		put_expr(out, stmt->value, LEVEL_CHOICE);
	}
	put_clause(out, "at", &stmt->at);
}

static void put_strut(struct Text *out, const struct Stmt *stmt)
{
	print_ident(out, stmt->name);
	text_put(out, " between ");
	put_places(out, &stmt->list, " and ");
}

static void put_tendon(struct Text *out, const struct Stmt *stmt)
{
	print_ident(out, stmt->name);
	text_put(out, " over ");
	put_list(out, &stmt->list);
}

/* Statements: the first word (NULL: the property's name), the text after it up to the block, and whether there is
 * always a block, even an empty one. */
static const struct {
	const char *word;
	void (*put)(struct Text *out, const struct Stmt *stmt);
	bool block;
} forms[] = {
	[STMT_MODEL] = { "model", put_name, false },
	[STMT_CONST] = { "const", put_definition, false },
	[STMT_BODY] = { "body", put_on, false },
	[STMT_FRAME] = { "frame", put_frame, false },
	[STMT_JOINT] = { "joint", put_joint, false },
	[STMT_KIND] = { "joint", put_definition, true },
	[STMT_PROPERTY] = { NULL, put_property, false },
	[STMT_GENERATE] = { "generate", put_generate, false },
	[STMT_WRENCH] = { "wrench", put_frame, false },
	[STMT_FUNCTION] = { "function", put_definition, false },
	[STMT_TABLE] = { "table", put_definition, false },
	[STMT_PARAM] = { "param", put_definition, false },
	[STMT_INPUT] = { "input", put_definition, false },
	[STMT_POSE] = { "pose", put_pose, false },
	[STMT_PART] = { "part", put_definition, true },
	[STMT_USE] = { "use", put_use, false },
	[STMT_FOR] = { "for", put_for, true },
	[STMT_INCLUDE] = { "include", put_include, false },
	[STMT_STRUT] = { "strut", put_strut, false },
	[STMT_TENDON] = { "tendon", put_tendon, false },
	[STMT_WRAP] = { "wrap", put_frame, false },
	[STMT_ORDER] = { "order", put_names, false },
	[STMT_ASSERT] = { "assert", put_assert, false },
	[STMT_ACCEPT] = { "accept", put_check, false },
	[STMT_CONTACT] = { "contact", put_frame, false },
	[STMT_PHASE] = { "phase", put_listing, false },
	[STMT_GROUP] = { "group", put_listing, false },
	[STMT_IDLE] = { "idle", put_names, false },
	[STMT_LOOP] = { "loop", put_loop, false },
	[STMT_CONSTRAINT] = { "constraint", put_constraint, false },
	[STMT_SOLVE] = { "solve", put_solve, false },
	[STMT_VISUAL] = { "visual", put_shape, false },
	[STMT_COLLISION] = { "collision", put_shape, false },
};

static const char *word_of(const struct Stmt *stmt)
{
	return forms[stmt->kind].word ? forms[stmt->kind].word : stmt->name.text;
}

enum { ON_ONE_LINE = -1 };

/* A statement without its indent and without its end. The word is padded to `width`. A block has the indent of its
 * statement, or is on the same line (ON_ONE_LINE). */
static void put_statement(struct Text *out, const struct Stmt *stmt, int indent, int width)
{
	bool word_alone = stmt->kind == STMT_PROPERTY && !stmt->value;
	text_format(out, "%-*s%s", word_alone ? 0 : width, word_of(stmt), word_alone ? "" : " ");
	if (word_alone)
		return;
	forms[stmt->kind].put(out, stmt);
	const bool empty_block = (stmt->kind == STMT_WRENCH || stmt->kind == STMT_INPUT) && stmt->law;
	if (stmt->block.first || empty_block || forms[stmt->kind].block)
		put_block(out, stmt, indent);
}

/* A line a statement, and blocks in bodies on one line, their words padded to the width that layout.c has for a
 * body. */
static void put_block(struct Text *out, const struct Stmt *stmt, int indent)
{
	const bool members = stmt->kind == STMT_PART || stmt->kind == STMT_FOR; /* bodies and the like */
	const int width = (int)strlen("inertia");
	if (indent == ON_ONE_LINE || !stmt->block.first) {
		text_put(out, " { ");
		for (const struct Stmt *s = stmt->block.first; s; s = s->next) {
			text_put(out, s == stmt->block.first ? "" : "; ");
			put_statement(out, s, ON_ONE_LINE, 0);
		}
		text_put(out, stmt->block.first ? " }" : "}");
		return;
	}
	text_put(out, " {\n");
	for (const struct Stmt *s = stmt->block.first; s; s = s->next) {
		text_format(out, "%*s", indent + 2, "");
		put_statement(out, s, members ? indent + 2 : ON_ONE_LINE, members ? 0 : width);
		text_char(out, '\n');
	}
	text_format(out, "%*s}", indent, "");
}

/* Do blank lines separate the statements? Yes around blocks, before comments, and between statements of different
 * words. */
static bool parted(const struct Stmt *a, const struct Stmt *b)
{
	return a->block.first || b->block.first || b->comment || strcmp(word_of(a), word_of(b)) != 0;
}

/* Is it a statement of laws.rig? */
static bool is_of_laws(const struct Stmt *stmt)
{
	return stmt->of_file && stmt->kind != STMT_PROPERTY;
}

void print_rig(const struct Ast *ast, struct Text *out)
{
	const struct Stmt *last = NULL;
	for (const struct Stmt *s = ast->statements.first; s; last = s, s = s->next) {
		if (is_of_laws(s)) {
			text_put(out, last && is_of_laws(last) ? "" : "\ninclude \"laws.rig\"\n");
			continue;
		}
		text_put(out, last && (is_of_laws(last) || parted(last, s)) ? "\n" : "");
		put_doc(out, s->doc);
		put_comment(out, s->comment);
		put_statement(out, s, 0, 0);
		text_char(out, '\n');
	}
}
