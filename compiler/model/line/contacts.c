#include "loops.h"

#include <string.h>

#include "model/body.h"
#include "model/expression/arguments.h"
#include "model/expression/mirror.h"
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
};

/* --- contacts --- */

static void unknown_kind(const struct Declaring *d, struct Ident name)
{
	struct Nearest nearest = diags_nearest(d->scope->diags, name.text);
	for (int i = 0; i < contact_kind_count; i++)
		nearest_try(&nearest, contact_kinds[i].name);
	struct Diags *diags = d->scope->diags;
	struct Diag *said = diag(diags, CHECK_CONTACT_KIND, name.span, "there is no contact kind '%s'", name.text);
	if (nearest.found && !kinds_find(&d->points.model->kinds, name.text))
		diag_nearest(diags, said, &nearest);
	else
		diag_help(diags, said, "a contact is `fixed`, `line(axis)` or `slide`, or a point without a kind");
}

/* Reads the kind with its axis, of which a mirrored part has the axis of a mirrored turn. False after a diagnostic. */
static bool find_kind(const struct Declaring *d, const struct Stmt *stmt, struct Contact *contact, struct Vec *axis)
{
	static const char *const names[] = { "axis" };
	const struct Instance *in = instance_of(d->scope->locals.env);
	const struct Expr *place[1] = { NULL };
	struct Dag *dag = d->scope->dag;
	*axis = vec_unit(dag, 2);
	contact->kind = stmt->joint.text ? contact_kind_find(stmt->joint.text) : contact_kinds;
	if (!contact->kind) {
		unknown_kind(d, stmt->joint);
		return false;
	}
	const size_t count = contact->kind->axis;
	const struct Parameters parameters = { contact->kind->name, names, count, count };
	const struct Span span = stmt->joint.text ? stmt->joint.span : stmt->span;
	if (!arguments_bind(d->scope->diags, &parameters, span, &stmt->list, place))
		return false;
	struct Motion turn = { .kind = MOTION_ROTATE, .axis = *axis };
	if (place[0] && !value_axis(dag, d->scope->diags, evaluate(d->scope, place[0]), &turn.axis))
		return false;
	mirror_motions(dag, in ? in->mirror : 0, &turn, 1);
	*axis = turn.axis;
	return true;
}

/* Is the body at rest in the world? */
static bool is_still(const struct Model *model, int body)
{
	return body < 0 || model->body[body].carrier < 0;
}

static bool find_body(const struct Declaring *d, const struct Stmt *stmt, struct Contact *contact)
{
	struct Ident full;
	if (!stmt->on.text) {
		diag(d->scope->diags, CHECK_MISPLACED, stmt->name.span, "contact '%s' needs `on BODY` or `on FRAME`",
		     contact->name.text);
		return false;
	}
	if (!place_on(d->scope, &d->points, stmt->on, &stmt->at, &contact->body, &contact->at, &full))
		return false;
	contact->frame[1] = stmt->at.count ? NULL : full.text;
	bool still = !d->points.model->unsure && is_still(d->points.model, contact->body);
	if (still)
		diag(d->scope->diags, CHECK_CONTACT_STILL, stmt->on.span,
		     "'%s' does not move, so contact '%s' holds nothing", full.text, contact->name.text);
	return !still;
}

/* Reads `ground FRAME`. False after a diagnostic. */
static bool find_ground(const struct Declaring *d, struct Contact *contact)
{
	const struct Model *model = d->points.model;
	const struct Expr *value = contact->on_ground->value;
	struct Ident full, name = place_of(value);
	int body;
	if (!name.text) {
		diag(d->scope->diags, CHECK_KIND, value->span, "the ground is a frame of the world: `ground FRAME`");
		return false;
	}
	if (!place_named(d->scope, &d->points, name, &body, &contact->ground, &full))
		return false;
	contact->frame[0] = full.text;
	if (!model->unsure && !is_still(model, body)) {
		diag(d->scope->diags, CHECK_CONTACT_GROUND, value->span,
		     "the ground of '%s' moves: '%s' is no frame of the world", contact->name.text, full.text);
		return false;
	}
	if (body >= 0)
		contact->ground = placement_compose(d->scope->dag, model->body[body].seen, contact->ground);
	return true;
}

/* Is the contact of an option, with the name of its frame? */
static bool shares_name(const struct Declaring *d, const struct Contact *contact)
{
	const char *source = d->scope->diags->sources->item[contact->name.span.source].name;
	return contact->frame[1] && strcmp(contact->frame[1], contact->name.text) == 0 &&
	       strcmp(source, "--contact") == 0;
}

static void declare_contact(struct Declaring *d, const struct Stmt *stmt)
{
	struct Model *model = d->points.model;
	struct Dag *dag = d->scope->dag;
	struct Vec axis;
	struct Placement ground = placement_identity(dag);
	Ref zero = dag_const(dag, 0), one = dag_const(dag, 1);
	struct Contact contact = {
		.name = name_declared(d->scope, model, stmt->name),
		.ground = ground,
		.frame = { "world" },
		.friction = zero,
		.restitution = zero,
		.weight = one,
	};
	bool good = find_kind(d, stmt, &contact, &axis);
	good &= find_body(d, stmt, &contact);
	properties_set((struct Assignment){ .scope = d->scope, .model = model, .contact = &contact }, &stmt->block,
	               WHERE_CONTACT);
	if (contact.on_ground)
		good &= find_ground(d, &contact);
	int index = good ? (int)model->contacts.count : DECLARED_BAD;
	good &= declared_add(d->names, d->scope->diags,
	                     &(struct Declared){ contact.name, DECLARED_CONTACT, shares_name(d, &contact), index });
	if (!good)
		return;
	contact.rows = contact_rows(dag, contact.kind, axis, contact.row);
	*ARENA_PUSH(model->arena, &model->contacts) = contact;
}

/* --- phases --- */

static void unknown_contact(const struct Declaring *d, struct Ident name, const struct Declared *found)
{
	struct Diags *diags = d->scope->diags;
	struct Nearest nearest = diags_nearest(d->scope->diags, name.text);
	for (size_t i = 0; i < d->names->count; i++)
		if (d->names->item[i].kind == DECLARED_CONTACT)
			nearest_try(&nearest, d->names->item[i].name.text);
	struct Diag *said = diag(diags, CHECK_UNKNOWN_CONTACT, name.span, "the model has no contact '%s'", name.text);
	if (found && found->kind == DECLARED_PHASE)
		diag_help(diags, said, "'%s' is a phase; a phase lists contacts", name.text);
	else if (found)
		diag_help(diags, said, "'%s' holds in every phase; a phase lists contacts", name.text);
	else if (names_find(&d->points.resolver->names, name.text) >= 0)
		diag_help(diags, said, "'%s' is a body or frame; `contact NAME on %s` declares a contact", name.text,
		          name.text);
	else
		diag_nearest(diags, said, &nearest);
}

/* Contact by the name in a phase; DECLARED_BAD after a diagnostic. */
static int find_contact(struct Declaring *d, struct Ident written)
{
	bool root;
	struct Ident name = name_meant(d->scope, d->points.model, written, &root);
	if (!name.text)
		return DECLARED_BAD;
	const struct Declared *found = declared_find(d->names, name.text);
	if (found && found->kind == DECLARED_CONTACT)
		return found->index;
	unknown_contact(d, (struct Ident){ .text = name.text, .span = written.span }, found);
	return DECLARED_BAD;
}

static void declare_phase(struct Declaring *d, const struct Stmt *stmt)
{
	struct Model *model = d->points.model;
	struct Phase phase = { .name = stmt->name, .contact = ARENA_ARRAY(model->arena, int, stmt->list.count) };
	bool *named = ARENA_ARRAY(model->arena, bool, model->contacts.count + 1);
	declared_add(d->names, d->scope->diags, &(struct Declared){ phase.name, DECLARED_PHASE, false, DECLARED_BAD });
	for (size_t i = 0; i < stmt->list.count; i++) {
		const struct Ident name = stmt->list.item[i].value->name;
		int contact = find_contact(d, name);
		if (contact < 0)
			continue;
		if (named[contact])
			diag(d->scope->diags, CHECK_DUPLICATE, name.span, "contact '%s' is twice in phase '%s'",
			     model->contacts.item[contact].name.text, phase.name.text);
		named[contact] = true;
		phase.contact[phase.contacts++] = contact;
	}
	*ARENA_PUSH(model->arena, &model->phases) = phase;
}

void contacts_declare(struct Scope *scope, struct Model *model, struct DeclaredNames *names, const struct Items *items)
{
	struct Declaring d = { .scope = scope, .points = { model, names->resolver }, .names = names };
	for (int phases = 0; phases < 2; phases++)
		for (size_t i = 0; i < items->count; i++) {
			const struct Stmt *stmt = items->item[i].stmt;
			if (stmt->kind != (phases ? STMT_PHASE : STMT_CONTACT))
				continue;
			scope_see(scope, (struct Locals){ .env = items->item[i].env,
			                                  .hint = "figures of a contact do not depend on motion" });
			if (phases)
				declare_phase(&d, stmt);
			else
				declare_contact(&d, stmt);
		}
	scope_see(scope, (struct Locals){ 0 });
}
