/* A row of a standard table follows its joint: `joint q : revolute(z) then dh(theta, d, a, alpha)`. A row of a modified
 * table is the place of its joint: `at mdh(alpha, a, d), rz(theta)`. */
#include "grammar/import/readers.h"

#include <math.h>
#include <string.h>

#include "grammar/import/made.h"
#include "table.h"

struct DhBuilder {
	struct DhTable t;
	struct StmtList statements;
	struct Ident on;
	size_t dampers;
	struct Span damped; /* the first */
};

static void add(struct Stmt *to, struct Stmt *stmt)
{
	to->block = statements_add(to->block, stmt);
}

/* --- values --- */

/* Unit of columns that make one vector or matrix: all those of a table have the same. */
static const char *unit_of_all(struct DhBuilder *b, enum DhColumn first, enum DhColumn last, bool slides)
{
	int column = first;
	while (column < (int)last && !b->t.unit[column])
		column++;
	return dh_unit(&b->t, (enum DhColumn)column, slides);
}

/* An angle or a length of a row. */
static struct Expr *value(struct DhBuilder *b, const struct DhRow *row, enum DhColumn column)
{
	const struct DhNumber *number = &row->cell[column];
	const char *unit = dh_unit(&b->t, column, row->kind == DH_PRISMATIC);
	const bool degrees = strcmp(unit, "deg") == 0;
	if (degrees || strcmp(unit, "rad") == 0)
		return made_angle(b->t.diags, b->t.request, &number->figure, degrees && !number->radians);
	return made_scalar(b->t.diags, &number->figure, unit);
}

/* An angle or a length with the offset of its joint. */
static struct Expr *with_offset(struct DhBuilder *b, const struct DhRow *row, enum DhColumn column, bool own)
{
	const struct DhNumber *number = &row->cell[column], *offset = &row->cell[DH_OFFSET];
	if (!own || offset->figure.zero)
		return value(b, row, column);
	if (number->figure.zero)
		return value(b, row, DH_OFFSET);
	return made_sum(b->t.diags, value(b, row, column), value(b, row, DH_OFFSET));
}

/* --- the row --- */

static struct Expr *row_call(struct DhBuilder *b, const struct DhRow *row)
{
	struct Diags *diags = b->t.diags;
	struct Arguments list = { 0 };
	struct Expr *theta = with_offset(b, row, DH_THETA, row->kind != DH_PRISMATIC);
	struct Expr *d = with_offset(b, row, DH_D, row->kind == DH_PRISMATIC);
	struct Expr *a = value(b, row, DH_A), *alpha = value(b, row, DH_ALPHA);
	struct Expr *const standard[] = { theta, d, a, alpha }, *const modified[] = { alpha, a, d };
	for (int i = 0; i < (b->t.modified ? 3 : 4); i++)
		made_push(diags, &list, b->t.modified ? modified[i] : standard[i]);
	return made_call(diags, row->span, b->t.modified ? "mdh" : "dh", list);
}

/* rz(theta) of a modified row, unless it is 0. */
static void push_theta(struct DhBuilder *b, const struct DhRow *row, struct Arguments *at)
{
	struct Diags *diags = b->t.diags;
	struct Arguments list = { 0 };
	bool own = row->kind != DH_PRISMATIC;
	if (row->cell[DH_THETA].figure.zero && (!own || row->cell[DH_OFFSET].figure.zero))
		return;
	made_push(diags, &list, with_offset(b, row, DH_THETA, own));
	made_push(diags, at, made_call(diags, row->span, "rz", list));
}

/* --- properties --- */

static void add_limits(struct DhBuilder *b, const struct DhRow *row, struct Stmt *joint)
{
	const struct DhNumber *lower = &row->cell[DH_LOWER], *upper = &row->cell[DH_UPPER];
	const struct Figure end[] = { lower->figure, upper->figure };
	const char *unit = unit_of_all(b, DH_LOWER, DH_UPPER, row->kind == DH_PRISMATIC);
	if (!lower->given || !upper->given)
		return;
	if (lower->radians || upper->radians)
		unit = "rad";
	add(joint,
	    made_property(b->t.diags, "limits", end[0].span, made_vector(b->t.diags, end[0].span, end, 2, unit)));
}

/* Has a column of inertias another unit than kg m^2? */
static bool is_scaled(struct DhBuilder *b, enum DhColumn column)
{
	return strcmp(dh_unit(&b->t, column, false), "kg m^2") != 0;
}

/* G^2 Jm, or the armature itself. */
static void add_armature(struct DhBuilder *b, const struct DhRow *row, struct Stmt *joint)
{
	struct Diags *diags = b->t.diags;
	const struct Figure *armature = &row->cell[DH_ARMATURE].figure, *rotor = &row->cell[DH_JM].figure;
	const bool slides = row->kind == DH_PRISMATIC;
	const char *unit = slides ? made_joint_unit(slides, UNIT_ARMATURE) : dh_unit(&b->t, DH_ARMATURE, false);
	const char *rotor_unit = slides ? unit : dh_unit(&b->t, DH_JM, false);
	struct Figure ratio = row->cell[DH_G].figure;
	if (slides && is_scaled(b, armature->zero ? DH_JM : DH_ARMATURE) && !(armature->zero && rotor->zero))
		diag(diags, CHECK_UNKNOWN_WORD, row->span,
		     "the armature of a sliding joint is in kg: it takes no unit of inertia");
	if (!armature->zero)
		made_scalar_property(diags, joint, "armature", armature, unit);
	if (!armature->zero || rotor->zero)
		return;
	struct Expr *value = made_scalar(diags, rotor, rotor_unit);
	if (!ratio.zero) {
		ratio.negative = false;
		struct Expr *square = expr_binary(diags, EXPR_POWER, made_scalar(diags, &ratio, NULL),
		                                  made_digits(diags, rotor->span, "2", false, NULL));
		value = expr_binary(diags, EXPR_MUL, square, value);
		value->span = rotor->span; /* not the cells between both */
	}
	add(joint, made_property(diags, "armature", rotor->span, value));
}

/* Damping G^2 B and friction |G| Tc, if they are to be kept. */
static void add_losses(struct DhBuilder *b, const struct DhRow *row, struct Stmt *joint)
{
	struct DhTable *t = &b->t;
	struct Figure damping = row->cell[DH_B].figure, friction = row->cell[DH_TC].figure;
	double ratio = fabs(row->cell[DH_G].figure.value);
	bool slides = row->kind == DH_PRISMATIC;
	if (damping.zero && friction.zero)
		return;
	if (!t->request->keep_damping) {
		b->damped = b->dampers++ ? b->damped : damping.zero ? friction.span : damping.span;
		return;
	}
	if (ratio > 0) {
		damping = figure_of(t->arena, damping.span, made_tidy(t->arena, damping.value * ratio * ratio));
		friction = figure_of(t->arena, friction.span, made_tidy(t->arena, friction.value * ratio));
	}
	if (!damping.zero)
		made_damping(t->diags, joint, slides, &damping);
	if (!friction.zero)
		made_friction(t->diags, joint, slides, &friction);
}

static void add_mass(struct DhBuilder *b, const struct DhRow *row, struct Stmt *body)
{
	static const enum DhColumn entry[] = { DH_IXX, DH_IYY, DH_IZZ, DH_IXY, DH_IXZ, DH_IYZ };
	struct Diags *diags = b->t.diags;
	const struct Figure *mass = &row->cell[DH_MASS].figure;
	struct Figure com[3], number[6];
	bool off = false;
	for (int i = 0; i < 3; i++) {
		com[i] = row->cell[DH_CX + i].figure;
		off |= !com[i].zero;
	}
	for (int i = 0; i < 6; i++)
		number[i] = row->cell[entry[i]].figure;
	if (!mass->zero)
		made_scalar_property(diags, body, "mass", mass, dh_unit(&b->t, DH_MASS, false));
	if (off)
		add(body, made_property(diags, "com", com[0].span,
		                        made_vector(diags, com[0].span, com, 3, unit_of_all(b, DH_CX, DH_CZ, false))));
	struct Expr *inertia = made_inertia_in(diags, number, unit_of_all(b, DH_IXX, DH_IYZ, false));
	if (inertia)
		add(body, made_property(diags, "inertia", number[0].span, inertia));
}

/* --- statements --- */

static struct Stmt *joint_statement(struct DhBuilder *b, const struct DhRow *row, size_t number)
{
	static const char *const kind[] = { "revolute", "prismatic", "fixed" };
	struct Diags *diags = b->t.diags;
	struct Stmt *joint = stmt_new(diags, STMT_JOINT, row->span);
	joint->name = row->name;
	if (!joint->name.text)
		joint->name.text = text_print(b->t.arena, "q%zu", number);
	joint->joint = (struct Ident){ .text = kind[row->kind], .span = row->span };
	if (row->kind == DH_FIXED)
		return joint;
	made_push(diags, &joint->list, made_name(diags, row->span, "z"));
	if (!b->t.modified)
		made_push(diags, &joint->then, row_call(b, row));
	add_armature(b, row, joint);
	add_losses(b, row, joint);
	add_limits(b, row, joint);
	return joint;
}

/* The body of a row: link1, link2, ... */
static void add_body(struct DhBuilder *b, const struct DhRow *row, size_t number)
{
	struct Diags *diags = b->t.diags;
	struct Stmt *body = stmt_new(diags, STMT_BODY, row->span);
	body->name =
		(struct Ident){ .text = text_print(b->t.arena, "link%zu", number), .span = row->span, .quoted = true };
	body->on = b->on;
	b->on = body->name;
	if (b->t.modified || row->kind == DH_FIXED)
		made_push(diags, &body->at, row_call(b, row));
	if (b->t.modified)
		push_theta(b, row, &body->at);
	add(body, joint_statement(b, row, number));
	add_mass(b, row, body);
	b->statements = statements_add(b->statements, body);
}

/* The model is called like its file, without folder and ending. */
static void add_model(struct DhBuilder *b, const char *file)
{
	struct Stmt *model =
		stmt_new(b->t.diags, STMT_MODEL, (struct Span){ 0, 0, (uint32_t)b->t.diags->sources->count - 1 });
	const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
	size_t length = strcspn(name, ".");
	model->name = (struct Ident){ .text = length ? arena_copy(b->t.arena, name, length) : "arm",
		                      .span = model->span,
		                      .quoted = true };
	b->statements = statements_add(b->statements, model);
}

struct Ast dh_read(struct Diags *diags, const struct ModelText *text, const struct Request *request, size_t *snapped)
{
	struct DhBuilder *b = ARENA_NEW(diags->arena, struct DhBuilder);
	*b = (struct DhBuilder){ .t = { .diags = diags, .arena = diags->arena, .request = request },
		                 .on = { .text = "world" } };
	*snapped = 0;
	bool good = dh_table_read(&b->t, text);
	if (!text->inclusion)
		add_model(b, text->name);
	for (size_t i = 0; i < b->t.row.count && good; i++)
		add_body(b, &b->t.row.item[i], i + 1);
	if (b->dampers) {
		struct Diag *d =
			diag(diags, CHECK_DAMPING_LEFT_OUT, b->damped, "%zu joint%s with damping or friction: left out",
		             b->dampers, b->dampers == 1 ? "" : "s");
		diag_help(diags, d, "--keep=damping takes them");
	}
	return (struct Ast){ .statements = b->statements };
}
