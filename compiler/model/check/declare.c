#include "declare.h"

#include <string.h>

#include "model/body.h"
#include "model/body/about.h"
#include "model/expression/arguments.h"
#include "base/hints.h"
#include "model/expression/mirror.h"
#include "model/expression/solid.h"
#include "model/joint.h"
#include "model/joint_number.h"
#include "model/line/couple.h"
#include "model/part/naming.h"
#include "model/shape.h"

/* Reports "5 mm" for a parameter in m/rad: an angle has no dimension, so the units look equal. */
static void doubt_pitch(struct Declaring *d, const struct Argument *formal, const struct Expr *given)
{
	const struct Expr *parameter = formal->value;
	while (given->kind == EXPR_NEGATE)
		given = given->a;
	if (!parameter || parameter->kind != EXPR_UNIT || !strstr(parameter->symbol, "/rad") ||
	    given->kind != EXPR_UNIT || strchr(given->symbol, '/'))
		return;
	struct Diag *said = diag(d->scope->diags, CHECK_PITCH, given->span, "this %s is the advance per radian, %s/rad",
	                         formal->name.text, given->symbol);
	diag_help(d->scope->diags, said, "write %s/rev if it is the advance per turn", given->symbol);
}

static void joint_arguments(struct Declaring *d, struct Joint *joint, const struct Stmt *stmt)
{
	const struct JointKind *kind = joint->kind;
	const struct Expr *places[JOINT_PARAMETERS] = { 0 };
	const char *names[JOINT_PARAMETERS];
	for (int i = 0; i < kind->parameters; i++)
		names[i] = kind->parameter[i].name;
	const size_t count = (size_t)kind->parameters;
	const struct Parameters parameters = { kind->name, names, count, count };
	const struct Span span = span_join(stmt->joint.span, stmt->span);
	if (!arguments_bind(d->scope->diags, &parameters, span, &stmt->list, places))
		return;
	for (int i = 0; i < kind->parameters; i++) {
		struct Value value = evaluate(d->scope, places[i]);
		if (kind->parameter[i].axis)
			value_axis(d->scope->dag, d->scope->diags, value, &joint->argument[i].axis);
		else if (value_scalar(d->scope->diags, value, kind->parameter[i].dim, &joint->argument[i].number))
			doubt_pitch(d, &kind->definition->list.item[i], places[i]);
	}
}

static void unknown_kind(struct Declaring *d, const struct Stmt *stmt)
{
	const struct JointKinds *kinds = &d->model->kinds;
	struct Nearest nearest = diags_nearest(d->scope->diags, stmt->joint.text);
	NEAREST_EACH(&nearest, kinds->item, kinds->count, name);
	hint_or_nearest(d->scope->diags,
	                diag(d->scope->diags, CHECK_UNKNOWN_KIND, stmt->joint.span, "there is no joint kind '%s'",
	                     stmt->joint.text),
	                HINT_KIND, &nearest);
}

static void declare_joint(struct Declaring *d, struct Body *body, const struct Stmt *stmt)
{
	struct Joint *joint = body->joint;
	if (stmt->name.text)
		joint->name = name_declared(d->scope, d->model, stmt->name);
	joint->env = d->scope->locals.env;
	joint->span = stmt->joint.span;
	joint->coupling = stmt->value;
	joint->kind = kinds_find(&d->model->kinds, stmt->joint.text);
	if (joint->kind)
		joint_arguments(d, joint, stmt);
	else
		unknown_kind(d, stmt);
	evaluate_placement(d->scope, &stmt->then, &body->then);
	if (joint->kind && joint->coupling)
		coupling_possible(d->scope->diags, joint->kind, stmt->value->span);
	if (joint->kind && kind_has_quaternion(joint->kind) && stmt->then.count)
		diag(d->scope->diags, CHECK_THEN_FREE, stmt->then.item[0].value->span, "a %s joint takes no `then`",
		     joint->kind->name);
	if (!stmt->block.count)
		return;
	joint->number = joint_numbers_new(d->scope->arena, dag_const(d->scope->dag, 0));
	properties_set((struct Assignment){ .scope = d->scope, .model = d->model, .body = body }, &stmt->block,
	               WHERE_JOINT);
}

static void missing_on(struct Declaring *d, const struct Stmt *stmt, const char *what)
{
	diag(d->scope->diags, CHECK_MISPLACED, stmt->name.span, "%s '%s' needs `on BODY` (or `on world`)", what,
	     stmt->name.text);
}

/* Carrier and placement of a declaration. On the carrier of a part, placements start at the part's frame. */
struct Stand {
	struct Ident on;
	bool root;
	struct Placement at;
	unsigned seen_by; /* reflection of the place where the carrier is named */
};

static struct Stand stand_on(struct Declaring *d, const struct Stmt *stmt, struct Ident on)
{
	const struct Instance *in = instance_of(d->scope->locals.env);
	unsigned mirror = in ? in->mirror : 0;
	struct Stand stand = { .at = placement_identity(d->scope->dag), .seen_by = mirror };
	stand.on = name_meant(d->scope, d->model, on, &stand.root);
	if (stand.root) {
		stand.at = in->base;
		stand.seen_by = in->carrier_mirror;
	}
	evaluate_on(d->scope, &stmt->at, mirror, &stand.at);
	return stand;
}

static int add_site(struct Declaring *d, struct Ident name, const struct Stand *stand, struct Body *body)
{
	return resolver_add(d->resolver, &(struct DeclaredSite){ .name = name,
	                                                         .on = stand->on,
	                                                         .at = stand->at,
	                                                         .seen_by = stand->seen_by,
	                                                         .body = body });
}

/* Declares a frame; `inside`: the body of its block, or NULL. */
static void declare_frame(struct Declaring *d, const struct Stmt *stmt, const struct Ident *inside)
{
	struct Ident name = name_declared(d->scope, d->model, stmt->name);
	if (inside && stmt->on.text)
		diag(d->scope->diags, CHECK_MISPLACED, stmt->on.span, "inside a body's block a frame is on that body");
	else if (!inside && !stmt->on.text)
		missing_on(d, stmt, "frame");
	struct Stand stand = stand_on(d, stmt, inside ? (struct Ident){ .text = NULL } : stmt->on);
	if (inside)
		stand.on = *inside;
	add_site(d, name, &stand, NULL);
}

/* Converts an inertia to the centre of mass. Mass and com are known; a frame is known only after all declarations. */
static void finish_inertia(struct Declaring *d, struct Body *body, const struct Stmt *stmt)
{
	bool root;
	if (!stmt || !stmt->about.text)
		return;
	if (about_is_origin(stmt->about)) {
		about_to_com(d->scope->dag, body, body->mass, body->com);
		return;
	}
	body->about = name_meant(d->scope, d->model, stmt->about, &root);
	if (root) {
		diag(d->scope->diags, CHECK_ABOUT, stmt->about.span, "'root' is no frame of this part's bodies");
		body->about.text = NULL;
	}
	body->about.span = stmt->about.span;
	body->about_mass = body->mass;
	body->about_com = body->com;
}

static struct Body *body_new(struct Declaring *d, struct Ident name)
{
	struct Dag *dag = d->scope->dag;
	struct Body *body = resolver_body_new(d->resolver);
	Ref zero = dag_const(dag, 0);
	body->name = name;
	body->at = body->then = body->seen = placement_identity(dag);
	body->mass = zero;
	body->within = d->scope->diags->within;
	body->use = -1;
	body->com = vec_const(dag, 0, 0, 0);
	body->inertia = mat_zero(dag);
	body->mass_span = body->com_span = body->inertia_span = name.span;
	body->joint->name = name;
	struct Joint *joint = body->joint;
	for (int i = 0; i < JOINT_V; i++)
		joint->exerted[i] = zero;
	if (!d->zeros)
		d->zeros = joint_numbers_new(d->scope->arena, zero);
	joint->number = d->zeros;
	for (int i = 0; i < JOINT_PARAMETERS; i++)
		body->joint->argument[i].axis = vec_unit(dag, 2);
	return body;
}

/* Replaces a body by its mirror image, in a reflected part. */
static void reflect(struct Declaring *d, struct Body *body, unsigned mirror)
{
	const struct Joint *joint = body->joint;
	if (mirror_has_image(joint->kind, mirror)) {
		mirror_body(d->scope->dag, mirror, body);
		return;
	}
	struct Diag *said = diag(d->scope->diags, CHECK_NO_MIRROR, joint->span, "a %s joint has no mirror image",
	                         joint->kind->name);
	diag_help(d->scope->diags, said,
	          "the same coordinates are the mirrored posture in no frame: put the body outside of the part");
}

/* Adds a shape to the list of its body, whose last one is at *last. Its expressions are read after all others. */
static void declare_shape(struct Declaring *d, const struct Stmt *stmt, struct BodyShape ***last)
{
	struct BodyShape *shape = ARENA_NEW(d->scope->arena, struct BodyShape);
	shape->stmt = stmt;
	shape->env = d->scope->locals.env;
	**last = shape;
	*last = &shape->next;
}

static void set_block(struct Declaring *d, struct Body *body, const struct Stmt *stmt)
{
	const struct Stmt *seen[PROPERTY_MOST] = { 0 }, *joint = NULL, *inertia = NULL;
	struct BodyShape **shapes = &body->shapes;
	bool unclear = !stmt->on.text; /* a mistake is reported, and the joint may be behind it */
	for (const struct Stmt *s = stmt->block.first; s; s = s->next) {
		scope_forget(d->scope);
		if (!where_allows(d->scope->diags, s, WHERE_BODY))
			continue;
		if (s->kind == STMT_ACCEPT)
			continue;
		if (s->kind == STMT_FRAME) {
			declare_frame(d, s, &body->name);
		} else if (s->kind == STMT_VISUAL || s->kind == STMT_COLLISION) {
			declare_shape(d, s, &shapes);
		} else if (s->kind == STMT_JOINT) {
			if (joint)
				diag_duplicate(d->scope->diags, s->span, joint->span, "joint");
			else
				declare_joint(d, body, s);
			joint = joint ? joint : s;
		} else {
			const struct Assignment own = { .scope = d->scope, .model = d->model, .body = body, .stmt = s };
			const struct Property *property = property_set(own, WHERE_BODY, seen);
			unclear |= !property;
			if (property && property->form == FORM_MATRIX)
				inertia = s;
		}
	}
	finish_inertia(d, body, inertia);
	solids_join(d->scope->dag, d->scope->diags, body);
	if (joint || unclear)
		return;
	struct Diag *said =
		diag(d->scope->diags, CHECK_MISSING_JOINT, stmt->name.span, "body '%s' has no joint", body->name.text);
	diag_help(d->scope->diags, said, "write `joint : fixed` if it does not move");
}

static void declare_body(struct Declaring *d, const struct Item *item)
{
	const struct Stmt *stmt = item->stmt;
	const struct Instance *in = instance_of(item->env);
	struct Body *body = body_new(d, name_declared(d->scope, d->model, stmt->name));
	unsigned mirror = in ? in->mirror : 0;
	if (!stmt->on.text)
		missing_on(d, stmt, "body");
	struct Stand stand = stand_on(d, stmt, stmt->on);
	int site = add_site(d, body->name, &stand, body);
	set_block(d, body, stmt);
	if (!body->joint->kind)
		body->joint->kind = kinds_find(&d->model->kinds, "fixed");
	body->at = mirror_placement(d->scope->dag, mirror, stand.at); /* as written */
	body->like = item->env ? copies_find(&d->copies, body, item, stand.root, site) : site;
	body->use = in ? in->number : -1;
	body->at = stand.at;
	if (mirror)
		reflect(d, body, mirror);
	d->resolver->item[site].at = body->at;
}

void declare_item(struct Declaring *d, const struct Item *item)
{
	scope_forget(d->scope);
	scope_see(d->scope, (struct Locals){ .env = item->env });
	if (item->stmt->kind == STMT_BODY)
		declare_body(d, item);
	else if (item->stmt->kind == STMT_FRAME)
		declare_frame(d, item->stmt, NULL);
	else if (item->stmt->kind == STMT_PROPERTY && !item->stmt->of_file)
		property_set((struct Assignment){ .scope = d->scope, .model = d->model, .stmt = item->stmt }, WHERE_TOP,
		             d->seen);
	scope_see(d->scope, (struct Locals){ 0 });
}
