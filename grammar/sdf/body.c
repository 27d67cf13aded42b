/* A link stands in its own frame: on the parent `at PARENT^-1 JOINT`, and `then JOINT^-1 LINK`. */
#include "stages.h"

#include <math.h>
#include <string.h>

#include "grammar/import/made.h"

struct Ident sdf_body_name(const struct Sdf *s, int link, struct Span span)
{
	if (link < 0)
		return (struct Ident){ .text = "world", .span = span };
	return (struct Ident){ .text = s->entity.item[s->link.item[link].entity].name.text,
		               .span = span,
		               .quoted = true };
}

/* --- masses --- */

static void add(struct Stmt *to, struct Stmt *stmt)
{
	to->block = statements_add(to->block, stmt);
}

/* A number of an element that SDFormat has as 1. SDFormat takes no mass or moment of 0: what is too small for any body
 * is 0 here. */
static bool number_or_one(struct Sdf *s, const struct XmlElement *element, const char *name, struct Figure *number)
{
	static const double least = 2e-15;
	bool given = element && xml_child(element, name);
	if (!given || !sdf_numbers(s, element, name, 1, number))
		*number = figure_of(s->arena, number->span, 1);
	if (fabs(number->value) <= least)
		*number = figure_of(s->arena, number->span, 0);
	return given;
}

static void add_inertia(struct Sdf *s, const struct SdfEntity *e, const struct XmlElement *inertial,
                        const struct SdfRaw *raw, struct Stmt *body)
{
	static const char *const entry[] = { "ixx", "iyy", "izz", "ixy", "ixz", "iyz" };
	const struct XmlElement *inertia = xml_child(inertial, "inertia");
	struct Figure number[6];
	bool given = true, automatic = inertial && sdf_is_true(xml_attribute(inertial, "auto"));
	for (int i = 0; i < 6; i++) {
		number[i] = figure_of(s->arena, inertia ? inertia->span : e->element->span, 0);
		if (i < 3)
			given &= number_or_one(s, inertia, entry[i], &number[i]);
		else if (inertia)
			sdf_numbers(s, inertia, entry[i], 1, &number[i]);
	}
	if (inertial && !given && !automatic)
		losses_add(&s->losses, LOSS_NO_MOMENT, inertial->span, e->name.text);
	struct Expr *value = made_inertia(s->diags, number);
	if (!value)
		return;
	struct Stmt *stmt = made_property(s->diags, "inertia", number[0].span, value);
	sdf_push_turn(s, raw, &stmt->in);
	add(body, stmt);
}

/* A block of 3 x 3 of the matrix, from this row and column on. */
static struct Expr *fluid_block(struct Sdf *s, struct Span span, struct Figure entry[6][6], int row, int column,
                                const char *unit)
{
	struct Arguments list = arguments_room(s->diags, 9);
	for (int i = 0; i < 9; i++) {
		struct Expr *number = made_scalar(s->diags, &entry[row + i / 3][column + i % 3], NULL);
		list = arguments_add(s->diags, list, (struct Ident){ .text = NULL, .span = span }, number);
	}
	return made_unit(s->diags, expr_matrix(s->diags, span, (struct MatrixRows){ list, 3 }), unit);
}

/* <fluid_added_mass>: entries of the upper triangle, in the frame of the link. Entries that are missing are 0. */
static void add_fluid(struct Sdf *s, const struct XmlElement *inertial, struct Stmt *body)
{
	static const char letters[] = "xyzpqr";
	const struct XmlElement *fluid = xml_child(inertial, "fluid_added_mass");
	struct Figure entry[6][6];
	bool any = false;
	for (int i = 0; i < 6 && fluid; i++)
		for (int j = i; j < 6; j++) {
			const char name[] = { letters[i], letters[j], '\0' };
			entry[i][j] = figure_of(s->arena, fluid->span, 0);
			if (xml_child(fluid, name))
				sdf_numbers(s, fluid, name, 1, &entry[i][j]);
			entry[j][i] = entry[i][j];
			any |= !entry[i][j].zero;
		}
	if (!any)
		return;
	const struct Ident nothing = { .text = NULL, .span = fluid->span };
	struct Stmt *stmt =
		made_property(s->diags, "added", fluid->span, fluid_block(s, fluid->span, entry, 0, 0, "kg"));
	struct Expr *coupled = fluid_block(s, fluid->span, entry, 0, 3, "kg m");
	stmt->law = true;
	stmt->list = arguments_add(s->diags, stmt->list, nothing, coupled);
	struct Expr *turning = fluid_block(s, fluid->span, entry, 3, 3, "kg m^2");
	stmt->list = arguments_add(s->diags, stmt->list, nothing, turning);
	add(body, stmt);
}

static bool is_free(const struct Sdf *s, const struct SdfLink *link)
{
	bool still = s->scope.item[s->entity.item[link->entity].scope].still;
	return link->carried == NONE && !still && s->request->base != BASE_FIXED && sdf_is_chosen(s, link->entity);
}

/* Does the link move on the world? */
static bool moves(const struct Sdf *s, const struct SdfLink *link)
{
	while (link->carried != NONE) {
		const struct SdfJoint *joint = &s->joint.item[link->carried];
		if (!joint->type || strcmp(joint->type->kind, "fixed") != 0)
			return true;
		if (joint->parent < 0)
			return false;
		link = &s->link.item[joint->parent];
	}
	return is_free(s, link);
}

static bool is_weightless(const struct SdfEntity *e)
{
	struct XmlValue gravity = sdf_content(e->element, "gravity");
	return gravity.text && !sdf_is_true(gravity);
}

/* A law that takes the weight of a link off. */
static void lift(struct Sdf *s, const struct SdfEntity *e, double mass, const struct SdfRaw *raw)
{
	const char *wanted = text_print(s->arena, "%s_without_gravity", e->name.text);
	const struct Ident name = { .text = made_free_name(s->diags, &s->motions, wanted, "_law"),
		                    .span = e->name.span,
		                    .quoted = true };
	struct Figure g[3], com[3];
	double F[3];
	sdf_gravity(s, g);
	for (int i = 0; i < 3; i++) {
		com[i] = raw->count ? raw->number[i] : figure_of(s->arena, e->name.span, 0);
		F[i] = -mass * g[i].value;
	}
	struct Stmt *wrench = made_force_at(s->diags, name, e->name, F, com);
	if (wrench)
		s->statements = statements_add(s->statements, wrench);
}

static void add_mass(struct Sdf *s, const struct SdfEntity *e, const struct SdfLink *link)
{
	struct Stmt *body = link->stmt;
	const struct XmlElement *inertial = xml_child(e->element, "inertial");
	struct SdfRaw raw = sdf_raw(s, inertial);
	struct Figure mass = { .span = inertial ? inertial->span : e->element->span };
	bool given = number_or_one(s, inertial, "mass", &mass), off = false;
	if (inertial && !given && !sdf_is_true(xml_attribute(inertial, "auto")))
		losses_add(&s->losses, LOSS_NO_MASS, inertial->span, e->name.text);
	if (!inertial)
		losses_add(&s->losses, LOSS_NO_INERTIAL, e->name.span, e->name.text);
	if (!mass.zero)
		made_scalar_property(s->diags, body, "mass", &mass, "kg");
	for (int i = 0; i < 3 && raw.count; i++)
		off |= !raw.number[i].zero;
	if (off)
		add(body, made_property(s->diags, "com", raw.number[0].span,
		                        made_vector(s->diags, raw.number[0].span, raw.number, 3, "m")));
	add_inertia(s, e, inertial, &raw, body);
	if (inertial)
		add_fluid(s, inertial, body);
	if (is_weightless(e) && moves(s, link))
		lift(s, e, mass.value, &raw);
}

/* What a link has and a body does not. */
static void check_link(struct Sdf *s, const struct SdfEntity *e)
{
	const struct XmlElement *inertial = xml_child(e->element, "inertial");
	sdf_check(s, e->element);
	sdf_check(s, xml_child(e->element, "pose"));
	sdf_check(s, inertial);
	sdf_check(s, xml_child(inertial, "mass"));
	sdf_check(s, xml_child(inertial, "inertia"));
	if (sdf_is_true(sdf_content(e->element, "kinematic")))
		losses_add(&s->losses, LOSS_KINEMATIC, e->name.span, e->name.text);
	if (!inertial)
		return;
	struct XmlValue automatic = xml_attribute(inertial, "auto");
	if (sdf_is_true(automatic))
		diag(s->diags, CHECK_MESH_MASS, automatic.span,
		     "the inertia of link '%s' follows from its collisions: write <mass> and <inertia>", e->name.text);
	sdf_check(s, xml_child(inertial, "fluid_added_mass"));
}

/* --- bodies --- */

struct SdfChain {
	struct Sdf *s;
	struct SdfLink *link;
	struct Ident on;
	struct Arguments at;
};

/* A body of the chain: the link, or one without mass that carries the next joint. */
static struct Stmt *add_body(struct SdfChain *c, struct Ident name, struct Stmt *joint, bool last)
{
	struct Sdf *s = c->s;
	struct Stmt *body = stmt_new(s->diags, STMT_BODY, name.span);
	body->name = name;
	body->on = c->on;
	body->at = c->at;
	c->at = (struct Arguments){ 0 };
	c->on = name;
	add(body, joint);
	s->statements = statements_add(s->statements, body);
	if (last)
		c->link->stmt = body;
	return body;
}

/* The name of a body between a link and its parent. */
static struct Ident between(struct SdfChain *c, const char *joint, struct Span span)
{
	const struct Sdf *s = c->s;
	const char *own = s->entity.item[c->link->entity].name.text;
	const char *name = strncmp(joint, own, strlen(own)) == 0 ? joint : text_print(s->arena, "%s_%s", own, joint);
	return (struct Ident){ .text = made_free_name(s->diags, &c->s->places, name, "_link"),
		               .span = span,
		               .quoted = true };
}

static struct Stmt *joint_of_kind(struct Sdf *s, const char *kind, const char *name, const struct SdfEntity *link)
{
	struct Stmt *stmt = stmt_new(s->diags, STMT_JOINT, link->name.span);
	if (name && strcmp(name, link->name.text) != 0)
		stmt->name = (struct Ident){ .text = name, .span = link->name.span, .quoted = true };
	stmt->joint = (struct Ident){ .text = kind, .span = link->name.span };
	return stmt;
}

/* The joint from the file: a chain, if it has two axes, or if a ball is not at the origin of its link. */
static void add_carried(struct SdfChain *c)
{
	struct Sdf *s = c->s;
	const struct SdfJoint *joint = &s->joint.item[c->link->carried];
	const struct SdfEntity *e = &s->entity.item[c->link->entity];
	int parent = sdf_link_entity(s, joint->parent);
	struct Arguments then = { 0 };
	sdf_push_relative(s, e->name.span, parent, joint->entity, &c->at);
	sdf_push_relative(s, e->name.span, joint->entity, c->link->entity, &then);
	for (int k = 0; k + 1 < joint->type->axes; k++)
		add_body(c, between(c, joint->axis[k].name.text, e->name.span), sdf_joint(s, joint, k), false);
	struct Stmt *stmt = sdf_joint(s, joint, joint->type->axes == SDF_AXES);
	bool ball = strcmp(joint->type->kind, "spherical") == 0, fixed = strcmp(joint->type->kind, "fixed") == 0;
	if (fixed) { /* one placement is enough */
		c->at = (struct Arguments){ 0 };
		sdf_push_relative(s, e->name.span, parent, c->link->entity, &c->at);
	} else if (ball && then.count) {
		add_body(c, between(c, stmt->name.text, e->name.span), stmt, false);
		c->at = then;
		const char *name = made_free_name(s->diags, &s->motions, e->name.text, "_fixed");
		stmt = joint_of_kind(s, "fixed", name, e);
	} else {
		stmt->then = then;
	}
	add_body(c, e->name, stmt, true);
}

/* A link that no joint carries: free on the world, or fixed if it is static or --base=fixed says so. */
static void add_root(struct SdfChain *c)
{
	struct Sdf *s = c->s;
	const struct SdfEntity *e = &s->entity.item[c->link->entity];
	bool still = s->scope.item[e->scope].still, fixed = !is_free(s, c->link);
	const char *name = made_free_name(s->diags, &s->motions, e->name.text, "_joint");
	struct Stmt *stmt = joint_of_kind(s, fixed ? "fixed" : "free", name, e);
	struct Ident joint = { .text = name, .span = e->name.span, .quoted = true };
	if (still)
		losses_add(&s->losses, LOSS_STILL, e->name.span, e->name.text);
	if (fixed) {
		sdf_push_relative(s, e->name.span, WORLD, c->link->entity, &c->at);
	} else {
		struct Pose pose = sdf_relative(s, WORLD, c->link->entity);
		struct Expr *start = made_free_position(s->diags, e->name.span, &pose);
		if (start)
			s->start = arguments_add(s->diags, s->start, joint, start);
		if (s->frees > 1)
			losses_add(&s->losses, LOSS_FREE, e->name.span, e->name.text);
	}
	add_body(c, e->name, stmt, true);
}

static void add_link(struct Sdf *s, int link)
{
	struct SdfLink *l = &s->link.item[link];
	const struct SdfEntity *e = &s->entity.item[l->entity];
	int parent = l->carried == NONE ? WORLD : s->joint.item[l->carried].parent;
	struct SdfChain c = { .s = s, .link = l, .on = sdf_body_name(s, parent, e->name.span) };
	check_link(s, e);
	if (l->carried == NONE)
		add_root(&c);
	else
		add_carried(&c);
	add_mass(s, e, l);
	sdf_shapes_add(s, l->entity, l->stmt);
	l->emitted = true;
}

/* Adds a link and its subtree, depth first. */
static void add_tree(struct Sdf *s, int root)
{
	int link = root;
	while (link >= 0) {
		struct SdfLink *l = &s->link.item[link];
		if (!l->emitted)
			add_link(s, link);
		int next = l->first; /* the joint that leads on */
		l->first = NONE;
		while (next == NONE && link >= 0) {
			int carried = link == root ? NONE : s->link.item[link].carried;
			link = carried == NONE ? NONE : s->joint.item[carried].parent;
			next = carried == NONE ? NONE : s->joint.item[carried].next;
			if (link == NONE)
				return;
		}
		link = s->joint.item[next].child;
	}
}

/* --- frames --- */

static void add_frame(struct Sdf *s, const struct SdfEntity *e, int number)
{
	struct Stmt *stmt = stmt_new(s->diags, STMT_FRAME, e->name.span);
	sdf_check(s, e->element);
	sdf_check(s, xml_child(e->element, "pose"));
	stmt->name = e->name;
	stmt->name.text = made_free_name(s->diags, &s->places, e->name.text, "_frame");
	sdf_push_relative(s, e->name.span, sdf_link_entity(s, e->link), number, &stmt->at);
	if (e->link >= 0) {
		add(s->link.item[e->link].stmt, stmt);
	} else {
		stmt->on = sdf_body_name(s, WORLD, e->name.span);
		s->statements = statements_add(s->statements, stmt);
	}
}

/* Reserves all written names, so that generated names differ. */
static void take_names(struct Sdf *s)
{
	s->places = names_new(s->arena);
	s->motions = names_new(s->arena);
	for (size_t i = 0; i < s->entity.count; i++) {
		const struct SdfEntity *e = &s->entity.item[i];
		if (e->kind == SDF_LINK && sdf_is_chosen(s, (int)i))
			names_add(&s->places, e->name.text, 0);
		if (e->kind == SDF_JOINT && sdf_is_chosen(s, (int)i))
			names_add(&s->motions, e->name.text, 0);
	}
}

/* Shapes of static models of the world, such as its floor. */
static void count_surroundings(struct Sdf *s)
{
	for (size_t i = 0; i < s->link.count; i++) {
		const struct SdfEntity *link = &s->entity.item[s->link.item[i].entity];
		if (s->scope.item[link->scope].still && !sdf_is_chosen(s, s->link.item[i].entity))
			losses_add_within(&s->losses, LOSS_SURROUNDINGS, link->element, "visual collision");
	}
}

void sdf_bodies_add(struct Sdf *s)
{
	take_names(s);
	for (size_t i = 0; i < s->link.count; i++)
		s->frees += is_free(s, &s->link.item[i]);
	for (size_t i = 0; i < s->link.count; i++) {
		const struct SdfLink *l = &s->link.item[i];
		bool root = l->carried == NONE || s->joint.item[l->carried].parent < 0;
		if (root && sdf_is_chosen(s, l->entity))
			add_tree(s, (int)i);
	}
	for (size_t i = 0; i < s->entity.count; i++) {
		const struct SdfEntity *e = &s->entity.item[i];
		bool own = sdf_is_chosen(s, (int)i) || (e->scope == 0 && e->link == WORLD);
		if (e->kind == SDF_FRAME && e->element && own && e->link != NONE)
			add_frame(s, e, (int)i);
	}
	count_surroundings(s);
}
