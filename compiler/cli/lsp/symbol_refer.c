/* The second walk over an AST: what each name refers to. It follows the rules of the checker: a part knows its own
 * names and the values, functions, kinds and parts of the model; couplings know joints before constants. */
#include "symbol.h"

#include <string.h>

#include "model/expression/path.h"

/* What names in an expression mean beside values. */
enum Meaning {
	MEANS_VALUES,
	MEANS_JOINTS, /* joints come before values: couplings */
	MEANS_RATES,  /* so do their rates, with a d at the end: constraints, laws, rates of states */
	MEANS_OWN     /* coordinates of the joint come before values, and its own name: passive forces */
};

struct Referring {
	struct Symbols *symbols;
	const struct JointKinds *kinds;
	const struct Area *area;
	const struct Values *values;
	enum Meaning meaning;
	int joint;                /* MEANS_OWN: the symbol of the joint, or -1 */
	const struct Ident *kind; /* MEANS_OWN: its kind */
	bool law;                 /* in the law of a wrench, whose own names hide others */
	bool force;               /* in a force, a coupling or a rate, which know inputs */
	size_t *areas, *scopes;   /* how many were entered, in the order of the first walk */
};

static void refer_expr(struct Referring *r, const struct Expr *expr);
static void refer_block(struct Referring r, const struct StmtList *list);

static const struct Symbol *symbol_at(const struct Referring *r, int number)
{
	return number < 0 ? NULL : &r->symbols->symbols.item[number];
}

/* Refers to a symbol by a piece of a longer word. */
static void refer_piece(struct Referring *r, struct Span span, int symbol)
{
	size_t before = r->symbols->occurrences.count;
	symbols_occur(r->symbols, (struct Ident){ .span = span }, symbol, false);
	if (r->symbols->occurrences.count > before)
		r->symbols->occurrences.item[before].joined = true;
}

/* --- ways --- */

/* Is the name `world`, or `root` inside a part? */
static bool is_special(const struct Referring *r, struct Ident name, enum Space space)
{
	return space == SPACE_SITE &&
	       (ident_is_world(name) || (r->area->part && !name.quoted && strcmp(name.text, "root") == 0));
}

/* The area of a use. */
static const struct Area *inside_use(const struct Referring *r, const struct Area *in, int use)
{
	const struct Symbol *symbol = symbol_at(r, use);
	int part = symbol ? symbols_find(in, SPACE_PART, symbol->stmt->part.text) : -1;
	return part < 0 ? NULL : symbol_at(r, part)->inside;
}

/* Refers to the last name of a way in a space. *in: the area in which it is. Returns the symbol, or -1. */
static int refer_way(struct Referring *r, const struct Expr *way, enum Space space, const struct Area **in)
{
	*in = r->area;
	if (way->kind == EXPR_ELEMENT) {
		enum Meaning meaning = r->meaning;
		int found = refer_way(r, way->a, space, in);
		const struct Area *area = *in;
		r->meaning = MEANS_VALUES;
		refer_expr(r, way->b);
		r->meaning = meaning;
		*in = area;
		return found;
	}
	if (way->kind == EXPR_COMPONENT) {
		int use = refer_way(r, way->a, SPACE_USE, in);
		*in = *in ? inside_use(r, *in, use) : NULL;
	} else if (way->kind != EXPR_NAME) {
		*in = NULL;
	}
	int found = *in ? symbols_find(*in, space, way->name.text) : -1;
	symbols_occur(r->symbols, (struct Ident){ .span = way->name.span }, found, false);
	return found;
}

/* Refers to a full name in quotes, "FL.hip": the steps before its last point are uses. */
static int refer_full(struct Referring *r, struct Ident name, enum Space space)
{
	const struct Area *in = r->area;
	const char *step = name.text, *point;
	bool verbatim = name.span.end - name.span.begin == strlen(name.text) + 2; /* without escapes */
	while (in && (point = strchr(step, '.'))) {
		const char *use = arena_copy(r->symbols->arena, step, strcspn(step, ".["));
		int found = symbols_find(in, SPACE_USE, use);
		uint32_t begin = name.span.begin + 1 + (uint32_t)(step - name.text);
		struct Span span = { begin, begin + (uint32_t)strlen(use), name.span.source };
		refer_piece(r, span, verbatim ? found : -1);
		in = inside_use(r, in, found);
		step = point + 1;
	}
	const char *last = arena_copy(r->symbols->arena, step, strcspn(step, "["));
	int found = in ? symbols_find(in, space, last) : -1;
	uint32_t begin = name.span.begin + 1 + (uint32_t)(step - name.text);
	struct Span span = { begin, begin + (uint32_t)strlen(last), name.span.source };
	refer_piece(r, span, verbatim ? found : -1);
	return found;
}

/* Refers to a name in a space. Returns the symbol, or -1. */
static int refer(struct Referring *r, struct Ident name, enum Space space)
{
	const struct Area *in;
	if (!name.text || (!name.path && is_special(r, name, space)))
		return -1;
	if (name.path)
		return refer_way(r, name.path, space, &in);
	int found = symbols_find(r->area, space, name.text);
	if (found < 0 && name.quoted && strpbrk(name.text, ".["))
		return refer_full(r, name, space);
	symbols_occur(r->symbols, name, found, false);
	return found;
}

/* --- names in expressions --- */

/* The kind of a joint: that of its statement, or of the one in the block of its body. */
static const struct Ident *kind_of(const struct Symbol *joint)
{
	const struct Stmt *stmt = joint->stmt;
	if (stmt->kind == STMT_JOINT)
		return &stmt->joint;
	for (const struct Stmt *s = stmt->block.first; s; s = s->next)
		if (s->kind == STMT_JOINT)
			return &s->joint;
	return NULL;
}

/* Is it the name of a coordinate, or of a velocity of a quaternion joint? */
static bool is_name_of(const struct JointKind *kind, const char *name)
{
	const bool quaternion = kind_has_quaternion(kind);
	for (int i = 0; i < (quaternion ? kind->nv : kind->nq); i++) {
		const char *own = quaternion ? kind->v[i].name : kind->q[i].name;
		if (own && strcmp(own, name) == 0)
			return true;
	}
	return false;
}

/* Refers to a coordinate of a kind. True: the kind has it, in the language or in the model. */
static bool refer_coordinate(struct Referring *r, const struct Ident *kind, const char *name, struct Span span,
                             bool rate)
{
	int defined = kind && kind->text ? symbols_find(r->area, SPACE_KIND, kind->text) : -1;
	if (defined >= 0) {
		int found = names_find(&symbol_at(r, defined)->formals->names, name);
		if (rate)
			refer_piece(r, span, found);
		else
			symbols_occur(r->symbols, (struct Ident){ .span = span }, found, false);
		return found >= 0;
	}
	const struct JointKind *own = kind && kind->text ? kinds_find(r->kinds, kind->text) : NULL;
	return own && is_name_of(own, name);
}

/* A name in a passive force: `q`, `qd`, `elbow`, `elbowd`. True: it is one of them. */
static bool refer_own(struct Referring *r, struct Ident name)
{
	size_t length = strlen(name.text);
	struct Span span = name.span;
	const struct Symbol *joint = symbol_at(r, r->joint);
	for (int rate = 0; rate < 2; rate++) {
		if (rate && (length < 2 || name.text[length - 1] != 'd' || name.quoted))
			return false;
		const char *text = arena_copy(r->symbols->arena, name.text, length - (size_t)rate);
		span.end -= (uint32_t)rate;
		if (refer_coordinate(r, r->kind, text, span, rate))
			return true;
		if (joint && strcmp(joint->name, text) == 0) {
			if (rate)
				refer_piece(r, span, r->joint);
			else
				symbols_occur(r->symbols, name, r->joint, false);
			return true;
		}
	}
	return false;
}

/* Is it a name that laws have of their own? */
static bool is_of_law(struct Ident name)
{
	static const char *const own[] = { "p", "v", "w", "ex", "ey", "ez" };
	bool any = false;
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		any |= strcmp(own[i], name.text) == 0;
	return any;
}

/* An input of the part or, if there is none, of the model; -1: none. *in: where it is declared. */
static int find_input(const struct Referring *r, const char *name, const struct Area **in)
{
	*in = r->area;
	int found = r->force ? symbols_find(*in, SPACE_INPUT, name) : -1;
	if (found >= 0 || !r->force || !r->area->model)
		return found;
	*in = r->area->model;
	return symbols_find(*in, SPACE_INPUT, name);
}

/* Does the meaning have joints? */
static bool means_joints(enum Meaning meaning)
{
	return meaning == MEANS_JOINTS || meaning == MEANS_RATES;
}

/* The name of which `name` with a d at its end is the rate. False: it is no such name. */
static bool take_rate(const struct Referring *r, struct Ident *name)
{
	size_t length = strlen(name->text);
	if (r->meaning != MEANS_RATES || name->quoted || length < 2 || name->text[length - 1] != 'd')
		return false;
	name->text = arena_copy(r->symbols->arena, name->text, length - 1);
	name->span.end--;
	return true;
}

static void refer_name(struct Referring *r, struct Ident name)
{
	const struct Area *in;
	struct Ident rate = name;
	if (r->law && is_of_law(name))
		return;
	int input = find_input(r, name.text, &in);
	if (input >= 0) {
		symbols_occur(r->symbols, name, input, false);
		return;
	}
	int joint = means_joints(r->meaning) ? symbols_find(r->area, SPACE_JOINT, name.text) : -1;
	if (r->meaning == MEANS_OWN && refer_own(r, name))
		return;
	int moves = joint < 0 && take_rate(r, &rate) ? symbols_find(r->area, SPACE_JOINT, rate.text) : -1;
	if (moves >= 0) {
		refer_piece(r, rate.span, moves);
		return;
	}
	if (joint < 0 && means_joints(r->meaning) && name.quoted && strpbrk(name.text, ".["))
		refer_full(r, name, SPACE_JOINT);
	symbols_occur(r->symbols, name, joint >= 0 ? joint : symbols_find_value(r->values, name.text), false);
}

/* Does the way begin with a use, or with a joint? */
static bool begins_with(const struct Referring *r, const struct Expr *way, enum Space space)
{
	while (way->kind != EXPR_NAME)
		way = way->a;
	return symbols_find(r->area, space, way->name.text) >= 0;
}

/* `FL.hipd`. True: it is the rate of a joint. */
static bool refer_rate_way(struct Referring *r, const struct Expr *expr)
{
	const struct Area *in;
	struct Expr stem = *expr;
	if (!take_rate(r, &stem.name) || refer_way(r, &stem, SPACE_JOINT, &in) < 0)
		return false;
	r->symbols->occurrences.item[r->symbols->occurrences.count - 1].joined = true;
	return true;
}

/* `FL.hip`, `link[i]`, `shoulder.a`, `FL.shoulder.a` in a coupling. True: it is one. */
static bool refer_joint_way(struct Referring *r, const struct Expr *expr)
{
	const struct Area *in;
	if (!means_joints(r->meaning) || !path_is(expr) ||
	    (!begins_with(r, expr, SPACE_USE) && !begins_with(r, expr, SPACE_JOINT)))
		return false;
	size_t before = r->symbols->occurrences.count;
	if (refer_way(r, expr, SPACE_JOINT, &in) >= 0 || expr->kind != EXPR_COMPONENT)
		return true;
	r->symbols->occurrences.count = before;
	if (refer_rate_way(r, expr))
		return true;
	r->symbols->occurrences.count = before;
	int joint = refer_way(r, expr->a, SPACE_JOINT, &in);
	struct Ident name = expr->name;
	if (joint >= 0 && !refer_coordinate(r, kind_of(symbol_at(r, joint)), name.text, name.span, false) &&
	    take_rate(r, &name))
		refer_coordinate(r, kind_of(symbol_at(r, joint)), name.text, name.span, true);
	return joint >= 0;
}

/* `u[k]`, `FL.u` in a force, a coupling or a rate. True: it is one. */
static bool refer_input_way(struct Referring *r, const struct Expr *expr)
{
	const struct Area *around = r->area, *in;
	const struct Expr *first = expr;
	while (path_is(expr) && first->kind != EXPR_NAME)
		first = first->a;
	if (!r->force || !path_is(expr) || (r->law && is_of_law(first->name)))
		return false;
	size_t before = r->symbols->occurrences.count;
	bool own = expr->kind == EXPR_ELEMENT && find_input(r, first->name.text, &in) >= 0;
	r->area = own ? in : around;
	int found = own || begins_with(r, expr, SPACE_USE) ? refer_way(r, expr, SPACE_INPUT, &in) : -1;
	r->area = around;
	if (found < 0)
		r->symbols->occurrences.count = before;
	return found >= 0;
}

/* `elbow.q` in a passive force. */
static bool refer_own_way(struct Referring *r, const struct Expr *expr)
{
	const struct Symbol *joint = symbol_at(r, r->joint);
	if (r->meaning != MEANS_OWN || expr->kind != EXPR_COMPONENT || expr->a->kind != EXPR_NAME || !joint ||
	    strcmp(expr->a->name.text, joint->name) != 0)
		return false;
	symbols_occur(r->symbols, expr->a->name, r->joint, false);
	refer_own(r, expr->name);
	return true;
}

static void refer_list(struct Referring *r, const struct Arguments *list)
{
	for (size_t i = 0; i < list->count; i++) {
		refer_expr(r, list->item[i].value);
		refer_expr(r, list->item[i].default_value);
	}
}

/* Names before `=` in arguments, as formals of a function, kind or part. */
static void refer_formals(struct Referring *r, const struct Arguments *list, int called)
{
	const struct Symbol *symbol = symbol_at(r, called);
	for (size_t i = 0; i < list->count && symbol && symbol->formals; i++)
		if (list->item[i].name.text)
			symbols_occur(r->symbols, list->item[i].name,
			              names_find(&symbol->formals->names, list->item[i].name.text), false);
}

/* The name that an expression is, as a body or frame. */
static void refer_place(struct Referring *r, const struct Expr *expr)
{
	const struct Area *in;
	if (expr && expr->kind == EXPR_NAME)
		refer(r, expr->name, SPACE_SITE);
	else if (expr && path_is(expr))
		refer_way(r, expr, SPACE_SITE, &in);
}

static void refer_call(struct Referring *r, const struct Expr *expr)
{
	int called = symbols_find(r->area, SPACE_FUNCTION, expr->name.text);
	symbols_occur(r->symbols, expr->name, called, false);
	refer_formals(r, &expr->list, called);
	bool points = called < 0 && strcmp(expr->name.text, "distance") == 0;
	for (size_t i = 0; i < expr->list.count && points; i++)
		refer_place(r, expr->list.item[i].value);
	if (!points)
		refer_list(r, &expr->list);
}

static void refer_expr(struct Referring *r, const struct Expr *expr)
{
	if (!expr)
		return;
	if (expr->kind == EXPR_NAME) {
		refer_name(r, expr->name);
	} else if (expr->kind == EXPR_CALL) {
		refer_call(r, expr);
	} else if (!refer_input_way(r, expr) && !refer_joint_way(r, expr) && !refer_own_way(r, expr)) {
		refer_expr(r, expr->a);
		refer_expr(r, expr->b);
		if (expr_has_list(expr->kind))
			refer_list(r, &expr->list);
	}
}

/* An expression whose names mean more than values. */
static void refer_meaning(struct Referring *r, const struct Expr *expr, enum Meaning meaning)
{
	r->meaning = meaning;
	refer_expr(r, expr);
	r->meaning = MEANS_VALUES;
}

/* Indices of a declared name. */
static void refer_indices(struct Referring *r, struct Ident name)
{
	for (const struct Expr *at = name.path; at && at->kind != EXPR_NAME; at = at->a)
		refer_expr(r, at->b);
}

/* --- lists of names --- */

/* Names that are expressions: points and wraps of a tendon, contacts of a phase, tendons of a group. */
static void refer_names(struct Referring *r, const struct Arguments *list, enum Space space)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct Expr *name = list->item[i].value;
		if (name)
			refer(r, name->name, name->kind == EXPR_AROUND ? SPACE_WRAP : space);
		bool clauses = name && (name->kind == EXPR_POINT || name->kind == EXPR_AROUND);
		for (size_t k = 0; clauses && k < name->list.count; k++)
			refer_meaning(r, name->list.item[k].value, MEANS_JOINTS);
	}
}

/* Names with or without a value: joints of a pose, of an order. */
static void refer_keys(struct Referring *r, const struct Arguments *list, enum Space space)
{
	for (size_t i = 0; i < list->count; i++) {
		refer(r, list->item[i].name, space);
		refer_expr(r, list->item[i].value);
	}
}

/* What a function is of. */
static void refer_owner(struct Referring *r, struct Ident name)
{
	static const enum Space spaces[] = { SPACE_SITE, SPACE_STRUT, SPACE_GROUP, SPACE_WRENCH };
	enum { SPACES = sizeof spaces / sizeof *spaces };
	int i = 0;
	while (i < SPACES && name.text && symbols_find(r->area, spaces[i], name.text) < 0)
		i++;
	refer(r, name, i < SPACES ? spaces[i] : SPACE_SITE);
}

/* `fk:tip`, `arms:calf`, `vjp:cost`: a function of the model, or a body, frame, contact, phase, tendon, group or law. */
static void refer_output(struct Referring *r, struct Ident name, const struct Expr *of)
{
	symbols_occur(r->symbols, name, name.text ? symbols_find(r->area, SPACE_OUTPUT, name.text) : -1, false);
	for (; of; of = of->a) {
		int output = of->name.text ? symbols_find(r->area, SPACE_OUTPUT, of->name.text) : -1;
		if (output >= 0 && symbols_find(r->area, SPACE_SITE, of->name.text) < 0)
			symbols_occur(r->symbols, of->name, output, false);
		else
			refer_owner(r, of->name);
	}
}

static void refer_outputs(struct Referring *r, const struct Stmt *stmt)
{
	for (size_t i = 0; i < stmt->list.count; i++) {
		const struct Argument *item = &stmt->list.item[i];
		bool fused = item->value && item->value->kind == EXPR_FUSED;
		if (!fused)
			refer_output(r, item->name, item->value);
		for (size_t k = 0; fused && k < item->value->list.count; k++)
			refer_output(r, item->value->list.item[k].name, item->value->list.item[k].value);
	}
}

/* --- statements with names inside --- */

static void refer_function(struct Referring *r, const struct Stmt *stmt)
{
	struct Referring inside = *r;
	inside.values = r->symbols->scopes.item[(*r->scopes)++];
	refer_expr(&inside, stmt->value);
}

static void refer_kind(struct Referring *r, const struct Stmt *stmt)
{
	struct Referring inside = *r;
	inside.values = r->symbols->scopes.item[(*r->scopes)++];
	refer_block(inside, &stmt->block);
}

static void refer_part(struct Referring *r, const struct Stmt *stmt)
{
	struct Referring inside = *r;
	inside.area = r->symbols->areas.item[(*r->areas)++];
	inside.values = r->symbols->scopes.item[(*r->scopes)++];
	refer_list(&inside, &stmt->list);
	refer_block(inside, &stmt->block);
}

static void refer_loop(struct Referring *r, const struct Stmt *stmt)
{
	struct Referring inside = *r;
	inside.values = r->symbols->scopes.item[(*r->scopes)++];
	refer_expr(r, stmt->value);
	refer_expr(r, stmt->by);
	refer_block(inside, &stmt->block);
}

static void refer_use(struct Referring *r, const struct Stmt *stmt)
{
	refer_formals(r, &stmt->list, refer(r, stmt->part, SPACE_PART));
	refer_list(r, &stmt->list);
}

/* The symbol of a joint: its own, or that of the body around, which has its name. */
static int joint_symbol(const struct Referring *r, const struct Stmt *joint)
{
	if (joint->name.text)
		return symbols_find(r->area, SPACE_JOINT, joint->name.text);
	return r->joint;
}

static void refer_joint(struct Referring *r, const struct Stmt *stmt)
{
	struct Referring inside = *r;
	refer_formals(r, &stmt->list, refer(r, stmt->joint, SPACE_KIND));
	refer_list(r, &stmt->list);
	refer_list(r, &stmt->then);
	r->force = true;
	refer_meaning(r, stmt->value, MEANS_JOINTS);
	r->force = false;
	inside.joint = joint_symbol(r, stmt);
	inside.kind = &stmt->joint;
	refer_block(inside, &stmt->block);
}

static void refer_body(struct Referring *r, const struct Stmt *stmt)
{
	struct Referring inside = *r;
	inside.joint = stmt->name.text ? symbols_find(r->area, SPACE_JOINT, stmt->name.text) : -1;
	refer_block(inside, &stmt->block);
}

static void refer_property(struct Referring *r, const struct Stmt *stmt)
{
	bool ground = stmt->name.text && strcmp(stmt->name.text, "ground") == 0;
	bool passive = stmt->name.text && strcmp(stmt->name.text, "passive") == 0;
	bool rate = stmt->name.text && strcmp(stmt->name.text, "rate") == 0;
	bool force =
		stmt->name.text && (strcmp(stmt->name.text, "force") == 0 || strcmp(stmt->name.text, "moment") == 0);
	r->force = passive || force || rate;
	if (ground)
		refer_place(r, stmt->value);
	else if (!stmt->name.text || strcmp(stmt->name.text, "name") != 0)
		refer_meaning(r, stmt->value, passive ? MEANS_OWN : r->law || rate ? MEANS_RATES : MEANS_VALUES);
	r->force = false;
	refer_expr(r, stmt->by);
}

static void refer_ends(struct Referring *r, const struct Stmt *stmt)
{
	if (stmt->kind == STMT_LOOP)
		refer(r, stmt->to, SPACE_SITE);
	refer_list(r, &stmt->list);
	refer_block(*r, &stmt->block);
}

static void refer_wrench(struct Referring *r, const struct Stmt *stmt)
{
	struct Referring inside = *r;
	inside.law = true;
	refer(r, stmt->to, SPACE_SITE);
	refer_block(inside, &stmt->block);
}

static void refer_points(struct Referring *r, const struct Stmt *stmt)
{
	refer_names(r, &stmt->list, SPACE_SITE);
	refer_block(*r, &stmt->block);
}

static void refer_members(struct Referring *r, const struct Stmt *stmt)
{
	refer_names(r, &stmt->list, SPACE_STRUT);
}

static void refer_constraint(struct Referring *r, const struct Stmt *stmt)
{
	struct Referring inside = *r;
	inside.law = stmt->on.text;
	refer(r, stmt->to, SPACE_SITE);
	refer_meaning(&inside, stmt->value, MEANS_RATES);
	refer_block(*r, &stmt->block);
}

static void refer_solve(struct Referring *r, const struct Stmt *stmt)
{
	refer_names(r, &stmt->list, SPACE_JOINT);
}

static void refer_shape(struct Referring *r, const struct Stmt *stmt)
{
	refer_list(r, &stmt->list);
	refer_expr(r, stmt->value);
}

static void refer_joints(struct Referring *r, const struct Stmt *stmt)
{
	refer_keys(r, &stmt->list, SPACE_JOINT);
}

static void refer_frames(struct Referring *r, const struct Stmt *stmt)
{
	refer_keys(r, &stmt->list, SPACE_SITE);
}

static void refer_value(struct Referring *r, const struct Stmt *stmt)
{
	refer_expr(r, stmt->value);
}

static void refer_input(struct Referring *r, const struct Stmt *stmt)
{
	refer_expr(r, stmt->value);
	refer_block(*r, &stmt->block);
}

/* --- all statements --- */

/* Beside `on`, `at`, `in` and `about`, which mean the same in all statements that have them. */
static void (*const rest[])(struct Referring *r, const struct Stmt *stmt) = {
	[STMT_CONST] = refer_value,       [STMT_PARAM] = refer_value,    [STMT_INPUT] = refer_input,
	[STMT_FUNCTION] = refer_function, [STMT_TABLE] = refer_function, [STMT_KIND] = refer_kind,
	[STMT_PART] = refer_part,         [STMT_FOR] = refer_loop,       [STMT_USE] = refer_use,
	[STMT_BODY] = refer_body,         [STMT_JOINT] = refer_joint,    [STMT_PROPERTY] = refer_property,
	[STMT_GENERATE] = refer_outputs,  [STMT_POSE] = refer_joints,    [STMT_ORDER] = refer_joints,
	[STMT_IDLE] = refer_joints,       [STMT_STRUT] = refer_points,   [STMT_TENDON] = refer_points,
	[STMT_WRAP] = refer_ends,         [STMT_PHASE] = refer_points,   [STMT_ASSERT] = refer_frames,
	[STMT_CONTACT] = refer_ends,      [STMT_LOOP] = refer_ends,      [STMT_CONSTRAINT] = refer_constraint,
	[STMT_GROUP] = refer_members,     [STMT_SOLVE] = refer_solve,    [STMT_WRENCH] = refer_wrench,
	[STMT_VISUAL] = refer_shape,      [STMT_COLLISION] = refer_shape
};

static void refer_block(struct Referring r, const struct StmtList *list)
{
	for (const struct Stmt *stmt = list->first; stmt; stmt = stmt->next) {
		refer_indices(&r, stmt->name);
		bool property = stmt->kind == STMT_PROPERTY;
		if (!property)
			refer(&r, stmt->on, stmt->kind == STMT_SOLVE ? SPACE_POSE : SPACE_SITE);
		else if (stmt->about.text && (stmt->about.quoted || strcmp(stmt->about.text, "origin") != 0))
			refer(&r, stmt->about, SPACE_SITE);
		if (stmt->kind != STMT_JOINT && stmt->kind != STMT_KIND)
			refer_list(&r, &stmt->at);
		if (property)
			refer_list(&r, &stmt->in);
		if (rest[stmt->kind])
			rest[stmt->kind](&r, stmt);
	}
}

void symbols_refer(struct Symbols *symbols, const struct Ast *ast, const struct JointKinds *kinds)
{
	size_t areas = 1, scopes = 1;
	struct Referring r = { .symbols = symbols,
		               .kinds = kinds,
		               .area = symbols->areas.item[0],
		               .values = symbols->values,
		               .joint = -1,
		               .areas = &areas,
		               .scopes = &scopes };
	refer_block(r, &ast->statements);
}
