#include "loops.h"

#include <string.h>

#include "couple.h"
#include "dag/default_values.h"
#include "model/body.h"
#include "model/body/position.h"
#include "model/expression/arguments.h"
#include "model/expression/mirror.h"
#include "model/joint.h"
#include "model/loop.h"
#include "model/part/naming.h"
#include "model/part/property.h"
#include "model/part/unsure.h"
#include "model/row.h"
#include "point.h"

struct Declaring {
	struct Scope *scope;
	struct Points points;
	struct DeclaredNames *names;
	const struct Env *env;
};

/* --- kinds --- */

/* Reason why a joint kind cannot close a loop. */
static const char *why_not(const struct JointKind *kind)
{
	return strcmp(kind->name, "helical") == 0 ? "they count turns"
	       : kind->form == JOINT_FREE         ? "they hold nothing"
	                                          : "they are defined by motions";
}

static void unknown_kind(const struct Declaring *d, struct Ident name)
{
	struct Diags *diags = d->scope->diags;
	const struct JointKind *joint = kinds_find(&d->points.model->kinds, name.text);
	struct Nearest nearest = diags_nearest(diags, name.text);
	NEAREST_EACH(&nearest, loop_kinds, loop_kind_count, name);
	struct Diag *said = joint ? diag(diags, CHECK_LOOP_KIND, name.span, "%s joints do not close loops: %s",
	                                 name.text, why_not(joint))
	                          : diag(diags, CHECK_LOOP_KIND, name.span, "there is no loop kind '%s'", name.text);
	if (!joint && nearest.found)
		diag_nearest(diags, said, &nearest);
	else
		diag_help(diags, said, "cut a body in two, and join its parts by a `fixed` loop");
}

/* The axis in a part: that of a joint of the kind, turned or shifted by the mirror image. False after a diagnostic. */
static bool find_axis(const struct Declaring *d, const struct LoopKind *kind, const struct Expr *given,
                      struct Vec *axis)
{
	const struct Instance *in = instance_of(d->env);
	struct Dag *dag = d->scope->dag;
	struct Motion motion = { .kind = kind->angular == SPAN_SQUARE ? MOTION_ROTATE : MOTION_TRANSLATE };
	if (!value_axis(dag, d->scope->diags, evaluate(d->scope, given), &motion.axis))
		return false;
	mirror_motions(dag, in ? in->mirror : 0, &motion, 1);
	*axis = motion.axis;
	return true;
}

/* Reads the length of a `distance`. False after a diagnostic. */
static bool find_length(const struct Declaring *d, const struct Expr *given, Ref *length)
{
	struct Diags *diags = d->scope->diags;
	if (!value_scalar(diags, evaluate(d->scope, given), dim_length, length))
		return false;
	bool good = dag_default_value(d->scope->dag, *length) > 0;
	if (!good)
		diag(diags, CHECK_LOOP_RANGE, given->span, "the length of a `distance` is above 0");
	return good;
}

/* Reads the kind with its axis or length, and makes the rows. False after a diagnostic. */
static bool find_kind(const struct Declaring *d, const struct Stmt *stmt, struct Loop *loop)
{
	const struct LoopKind *kind = loop_kind_find(stmt->joint.text);
	const struct Expr *place[1] = { NULL };
	struct Vec axis = vec_unit(d->scope->dag, 2);
	if (!kind) {
		unknown_kind(d, stmt->joint);
		return false;
	}
	const char *const names[] = { kind->length ? "length" : "axis" };
	const size_t count = kind->axis || kind->length;
	const struct Parameters parameters = { kind->name, names, count, count };
	loop->kind = kind;
	if (!arguments_bind(d->scope->diags, &parameters, stmt->joint.span, &stmt->list, place) ||
	    (kind->axis && !find_axis(d, kind, place[0], &axis)) ||
	    (kind->length && !find_length(d, place[0], &loop->length)))
		return false;
	loop->axis = axis;
	loop->rows = loop_rows(d->scope->dag, kind, axis, loop->row);
	return true;
}

/* --- loops --- */

static int carrier_of(const struct Model *model, int body)
{
	return body < 0 ? -1 : model->body[body].carrier;
}

/* Do the ends move against each other? False after a diagnostic. */
static bool ends_move(const struct Declaring *d, const struct Stmt *stmt, const struct Loop *loop)
{
	const struct Model *model = d->points.model;
	const struct LoopEnd *end = loop->end;
	const char *name = loop->name.text;
	struct Diags *diags = d->scope->diags;
	int carrier = carrier_of(model, end[0].body);
	if (model->unsure || carrier != carrier_of(model, end[1].body))
		return true;
	if (carrier >= 0 && end[0].body == end[1].body)
		diag(diags, CHECK_LOOP_KIND, stmt->span, "both ends of '%s' are on '%s'", name,
		     model_body_name(model, end[0].body));
	else if (carrier >= 0)
		diag(diags, CHECK_LOOP_KIND, stmt->span, "both ends of '%s' move with '%s'", name,
		     model_body_name(model, carrier));
	else
		diag(diags, CHECK_LOOP_KIND, stmt->span, "both ends of '%s' are fixed to the world", name);
	return false;
}

static bool find_ends(const struct Declaring *d, const struct Stmt *stmt, struct Loop *loop)
{
	static const struct Arguments nothing = { NULL, 0, 0 };
	const struct Ident name[2] = { stmt->on, stmt->to };
	bool good = true;
	for (int i = 0; i < 2; i++) {
		struct Ident full;
		good &= place_on(d->scope, &d->points, name[i], &nothing, &loop->end[i].body, &loop->end[i].at, &full);
		loop->end[i].frame = full.text;
	}
	return good;
}

/* --- closed forms --- */

/* Statement `solve` of a loop; NULL: it has none. */
static const struct Stmt *solve_of(const struct Stmt *loop)
{
	const struct Stmt *s = loop->block.first;
	while (s && s->kind != STMT_SOLVE)
		s = s->next;
	return s;
}

static void not_in_closed_form(const struct Declaring *d, const struct Stmt *stmt, const char *text)
{
	diag(d->scope->diags, CHECK_CLOSED_FORM, stmt->span, "%s", text);
}

/* Body of a joint that is to be solved; -1 after a diagnostic, or for an unsure name. */
static int solved_body(const struct Declaring *d, const struct NameTable *joints, struct Ident given)
{
	struct Model *model = d->points.model;
	bool root;
	struct Ident name = name_meant(d->scope, model, given, &root);
	if (!name.text || is_unsure(model, name.text))
		return -1;
	int body = position_joint(model, d->scope->diags, joints, name, CHECK_CLOSED_FORM, "coordinate");
	if (body < 0 || !model->body[body].joint->locked)
		return body;
	diag(d->scope->diags, CHECK_CLOSED_FORM, name.span, "joint '%s' is locked", name.text);
	return -1;
}

/* Finds the bodies of the joints. False after a diagnostic. */
static bool find_solved(const struct Declaring *d, const struct Stmt *solve, struct ClosedForm *form)
{
	const struct NameTable joints = model_joints(d->points.model);
	const size_t most = sizeof form->body / sizeof *form->body;
	bool good = true, twice = false;
	if (solve->list.count > most) {
		not_in_closed_form(d, solve, "a closed form gives the coordinates of three joints at most");
		return false;
	}
	form->bodies = (int)solve->list.count;
	for (int k = 0; k < form->bodies; k++) {
		form->body[k] = solved_body(d, &joints, solve->list.item[k].value->name);
		good &= form->body[k] >= 0;
		for (int j = 0; j < k; j++)
			twice |= good && form->body[j] == form->body[k];
	}
	if (twice)
		not_in_closed_form(d, solve, "a closed form gives several joints, and this is one twice");
	return good && !twice;
}

/* Couples the joints of a `solve` to the other joints of the loop. */
static void close_loop(const struct Declaring *d, const struct Stmt *stmt)
{
	struct Model *model = d->points.model;
	const struct Stmt *solve = solve_of(stmt);
	struct ClosedForm *form = ARENA_NEW(model->arena, struct ClosedForm);
	*form = (struct ClosedForm){
		.loop.name = name_declared(d->scope, model, stmt->name),
		.pose = solve->on,
		.span = solve->span,
		.within = d->scope->diags->within,
	};
	bool good = find_kind(d, stmt, &form->loop);
	good &= find_ends(d, stmt, &form->loop);
	good &= find_solved(d, solve, form);
	for (int k = 0; k < form->bodies && good && !model->unsure; k++) {
		struct Joint *joint = model->body[form->body[k]].joint;
		joint->closed = form;
		joint->coupling = expr_name(d->scope->diags, form->loop.name);
	}
	if (good)
		*ARENA_PUSH(model->arena, &model->closed_forms) = form;
}

void loops_couple(struct Scope *scope, struct Model *model, const struct Resolver *resolver, const struct Items *items)
{
	struct Declaring d = { .scope = scope, .points = { model, resolver } };
	for (size_t i = 0; i < items->count; i++) {
		const struct Stmt *stmt = items->item[i].stmt;
		if (stmt->kind != STMT_LOOP || !solve_of(stmt))
			continue;
		d.env = items->item[i].env;
		scope_see(scope, (struct Locals){ .env = d.env, .hint = "figures of a loop do not depend on motion" });
		close_loop(&d, stmt);
	}
	scope_see(scope, (struct Locals){ 0 });
}

/* --- blocks --- */

static void read_block(const struct Declaring *d, const struct Stmt *stmt, struct Loop *loop)
{
	const struct Stmt *seen[PROPERTY_MOST] = { 0 };
	for (const struct Stmt *s = stmt->block.first; s; s = s->next) {
		if (!where_allows(d->scope->diags, s, WHERE_CLOSED_LOOP))
			continue;
		if (s->kind == STMT_SOLVE && s != solve_of(stmt))
			not_in_closed_form(d, s, "a loop has one `solve`");
		else if (s->kind == STMT_PROPERTY && solve_of(stmt) && strcmp(s->name.text, "settle") == 0)
			not_in_closed_form(d, s, "a loop in closed form stays closed: nothing settles");
		else if (s->kind == STMT_PROPERTY)
			property_set((struct Assignment){ .scope = d->scope,
			                                  .model = d->points.model,
			                                  .loop = loop,
			                                  .stmt = s },
			             WHERE_CLOSED_LOOP, seen);
	}
}

static void declare_loop(const struct Declaring *d, const struct Stmt *stmt)
{
	struct Model *model = d->points.model;
	Ref zero = dag_const(d->scope->dag, 0);
	struct Loop loop = { .name = name_declared(d->scope, model, stmt->name), .length = zero, .settle = zero };
	bool good = !solve_of(stmt) && find_kind(d, stmt, &loop);
	if (!solve_of(stmt)) /* else loops_couple has read it */
		good &= find_ends(d, stmt, &loop) && ends_move(d, stmt, &loop);
	read_block(d, stmt, &loop);
	good &= declared_add(d->names, d->scope->diags,
	                     &(struct Declared){ loop.name, DECLARED_LOOP, false, DECLARED_BAD });
	if (good)
		*ARENA_PUSH(model->arena, &model->loops) = loop;
}

void loops_declare(struct Scope *scope, struct Model *model, struct DeclaredNames *names, const struct Items *items)
{
	struct Declaring d = { .scope = scope, .points = { model, names->resolver }, .names = names };
	for (size_t i = 0; i < items->count; i++) {
		const struct Stmt *stmt = items->item[i].stmt;
		if (stmt->kind != STMT_LOOP)
			continue;
		d.env = items->item[i].env;
		scope_see(scope, (struct Locals){ .env = d.env, .hint = "figures of a loop do not depend on motion" });
		declare_loop(&d, stmt);
	}
	scope_see(scope, (struct Locals){ 0 });
}
