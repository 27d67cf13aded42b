/* A tree of links and joints to statements: a body for each link, in the order of the tree. */
#include "grammar/import/readers.h"

#include <math.h>
#include <string.h>

#include "grammar/import/made.h"
#include "grammar/import/xml.h"
#include "grammar/sensors.h"
#include "stages.h"

/* Input and output of the construction of statements. */
struct UrdfBuilder {
	struct UrdfReader *r;
	struct Diags *diags;
	const struct Urdf *urdf;
	const struct Inclusion *inclusion; /* NULL: the URDF is the model's own file */
	struct UrdfTree tree;
	struct StmtList statements;
};

/* --- joints --- */

/* The direction of a joint: x where no <axis> is given. */
static bool read_axis(struct UrdfBuilder *b, const struct UrdfJoint *joint, struct UrdfDirection *direction)
{
	const struct XmlElement *axis = xml_child(joint->element, "axis");
	return urdf_direction(b->r, axis, xml_attribute(axis, "xyz"), joint->element->span, 0, direction);
}

/* An axis: x, -z, or the vector as given. */
static struct Expr *axis_value(struct UrdfBuilder *b, const struct UrdfJoint *joint)
{
	struct UrdfDirection direction;
	return read_axis(b, joint, &direction) ? urdf_direction_value(b->r, &direction)
	                                       : made_name(b->r->diags, direction.span, "x");
}

/* The smallest rotation from z to the axis of a planar joint, and its inverse. */
static void planar_turn(struct UrdfBuilder *b, const struct UrdfJoint *joint, struct Arguments *there,
                        struct Arguments *back)
{
	static const double z[3] = { 0, 0, 1 };
	struct UrdfDirection axis;
	if (!read_axis(b, joint, &axis) || !urdf_direction_check(b->r, &axis))
		return;
	for (int i = 0; i < 2; i++) {
		struct Expr *turn = made_turn(b->r->diags, axis.span, z, axis.scaled, i);
		if (turn)
			made_push(b->r->diags, i ? back : there, turn);
	}
}

static void unknown_joint(struct UrdfBuilder *b, struct XmlValue name)
{
	if (urdf_has_macro(b->r, name))
		return;
	struct Diag *d = diag(b->diags, CHECK_UNKNOWN_LOCK, name.span, "there is no joint '%s'", name.text);
	struct Nearest nearest = diags_nearest(b->diags, name.text);
	NEAREST_EACH(&nearest, b->tree.joint, b->tree.joints, name.text);
	diag_nearest(b->diags, d, &nearest);
}

/* Coupling of a <mimic>: multiplier * other + offset, without a factor of 1 and an offset of 0. */
static struct Expr *mimic_value(struct UrdfBuilder *b, const struct UrdfJoint *joint)
{
	struct UrdfReader *r = b->r;
	const struct XmlElement *mimic = xml_child(joint->element, "mimic");
	struct XmlValue name = xml_attribute(mimic, "joint");
	struct Figure factor = { .value = 1 }, offset = { .zero = true };
	if (!name.text) {
		diag(r->diags, CHECK_MISSING_PART, mimic->span, "this <mimic> names no joint: joint=\"...\"");
		return NULL;
	}
	bool given = urdf_numbers(r, xml_attribute(mimic, "multiplier"), 1, &factor);
	bool shifted = urdf_numbers(r, xml_attribute(mimic, "offset"), 1, &offset) && !offset.zero;
	int found = names_find(&b->tree.joint_names, name.text);
	if (found < 0) {
		unknown_joint(b, name);
		return NULL;
	}
	const struct UrdfType *other = b->tree.joint[found].type, *own = joint->type;
	bool same = !other || other->slides == own->slides;
	const char *ratio = same ? NULL : own->slides ? "m/rad" : "rad/m";
	struct Expr *value = made_name(r->diags, name.span, name.text);
	if (given && factor.zero)
		value = NULL;
	else if (given && (fabs(factor.value) != 1 || !same))
		value = expr_binary(r->diags, EXPR_MUL, made_scalar(r->diags, &factor, ratio), value);
	else if (!same)
		value = expr_binary(r->diags, EXPR_MUL, made_digits(r->diags, name.span, "1", false, ratio), value);
	else if (factor.negative)
		value = expr_negate(r->diags, name.span, value);
	if (shifted)
		value = made_sum(r->diags, value, made_scalar(r->diags, &offset, own->slides ? "m" : "rad"));
	return value ? value : made_digits(r->diags, name.span, "0", false, NULL);
}

static void add_range(struct UrdfBuilder *b, const struct UrdfJoint *joint, const struct XmlElement *limit,
                      struct Stmt *stmt)
{
	static const char *const ends[2] = { "lower", "upper" };
	struct Figure bound[2];
	bool given = false;
	for (int i = 0; i < 2; i++) { /* one end alone: the other is 0 */
		const struct XmlValue end = xml_attribute(limit, ends[i]);
		if (urdf_is_infinite(end))
			return;
		bound[i] = figure_of(b->r->arena, limit->span, 0);
		given |= urdf_numbers(b->r, end, 1, &bound[i]);
	}
	if (!given)
		return;
	if (bound[0].value > bound[1].value)
		diag(b->diags, CHECK_LIMITS_UPSIDE_DOWN, limit->span,
		     "the lower limit is above the upper: none is taken");
	else
		stmt->block =
			statements_add(stmt->block,
		                       made_property(b->diags, "limits", limit->span,
		                                     made_vector(b->r->diags, limit->span, bound, 2,
		                                                 made_joint_unit(joint->type->slides, UNIT_POSITION))));
}

/* Adds `effort` or `speed`. Exporters write 0 where they know none, and tools `inf`. */
static void add_most(struct UrdfBuilder *b, const struct UrdfJoint *joint, struct Stmt *stmt, struct XmlValue most,
                     bool speed)
{
	struct Figure number;
	if (urdf_is_infinite(most) || !urdf_numbers(b->r, most, 1, &number))
		return;
	if (number.negative || number.zero)
		losses_add(&b->r->losses, LOSS_NO_LIMIT, most.span, NULL);
	else
		made_scalar_property(b->diags, stmt, speed ? "speed" : "effort", &number,
		                     made_joint_unit(joint->type->slides, speed ? UNIT_SPEED : UNIT_FORCE));
}

static void add_limits(struct UrdfBuilder *b, const struct UrdfJoint *joint, struct Stmt *stmt)
{
	const struct XmlElement *limit = xml_child(joint->element, "limit");
	if (!limit || !joint->type->axis)
		return;
	if (joint->type->limits)
		add_range(b, joint, limit, stmt);
	add_most(b, joint, stmt, xml_attribute(limit, "effort"), false);
	add_most(b, joint, stmt, xml_attribute(limit, "velocity"), true);
}

/* A figure of <dynamics>: URDF's own, or, where it is 0, the first foreign attribute of that meaning. */
static void read_dynamics(struct UrdfBuilder *b, const struct XmlElement *dynamics, const char *attribute,
                          enum UrdfMeaning meaning, struct Figure *number, bool *own)
{
	*number = (struct Figure){ .zero = true };
	urdf_numbers(b->r, xml_attribute(dynamics, attribute), 1, number);
	*own |= !number->zero;
	if (number->zero && b->r->request->keep_damping && !urdf_attribute_meant(b->r, dynamics, meaning, number))
		*number = (struct Figure){ .zero = true };
}

/* <dynamics>: adds damping and friction if requested; else counts URDF's own as left out. */
static void add_dynamics(struct UrdfBuilder *b, const struct UrdfJoint *joint, struct Stmt *stmt)
{
	const struct XmlElement *dynamics = xml_child(joint->element, "dynamics");
	struct Figure damping, friction;
	bool own = false;
	if (!dynamics || !urdf_moves(joint))
		return;
	read_dynamics(b, dynamics, "damping", MEANS_DAMPING, &damping, &own);
	read_dynamics(b, dynamics, "friction", MEANS_FRICTION, &friction, &own);
	if (!b->r->request->keep_damping || !joint->type->axis) {
		if (own)
			losses_add(&b->r->losses, joint->type->axis ? LOSS_DAMPING : LOSS_DAMPING_OF_MANY,
			           dynamics->span, NULL);
		return;
	}
	if (!damping.zero)
		made_damping(b->diags, stmt, joint->type->slides, &damping);
	if (!friction.zero)
		made_friction(b->diags, stmt, joint->type->slides, &friction);
}

/* Adds the armature of a joint's rotors, if requested. */
static void add_rotors(struct UrdfBuilder *b, const struct UrdfJoint *joint, struct Stmt *stmt)
{
	struct Expr *armature = urdf_rotors_armature(&b->tree, joint);
	if (armature)
		stmt->block =
			statements_add(stmt->block, made_property(b->diags, "armature",
		                                                  b->tree.rotor.item[joint->rotor].span, armature));
}

/* Adds `sensor`, if the request asks for a sensor in this joint. */
static void add_sensor(struct UrdfBuilder *b, const struct UrdfJoint *joint, struct Stmt *stmt)
{
	const struct Request *request = b->r->request;
	for (size_t i = 0; i < request->sensors; i++) {
		if (strcmp(request->sensor[i], joint->name.text) != 0)
			continue;
		struct Stmt *sensor = stmt_new(b->diags, STMT_PROPERTY, joint->name.span);
		sensor->name = (struct Ident){ .text = "sensor", .span = joint->name.span };
		stmt->block = statements_add(stmt->block, sensor);
		return;
	}
}

/* The joint statement of a link; a planar joint adds a rotation to the link's placement. */
static struct Stmt *joint_statement(struct UrdfBuilder *b, const struct UrdfJoint *joint, struct Arguments *at)
{
	const struct XmlElement *element = joint->element, *mimic = xml_child(element, "mimic");
	const struct UrdfType *type = joint->type;
	struct Stmt *stmt = stmt_new(b->diags, STMT_JOINT, element->span);
	stmt->name = joint->name;
	stmt->joint =
		(struct Ident){ .text = type ? type->kind : "fixed", .span = xml_attribute(element, "type").span };
	if (!type)
		return stmt;
	add_sensor(b, joint, stmt);
	if (type->axis)
		made_push(b->r->diags, &stmt->list, axis_value(b, joint));
	else if (strcmp(type->kind, "planar") == 0)
		planar_turn(b, joint, at, &stmt->then);
	if (mimic && urdf_moves(joint))
		stmt->value = mimic_value(b, joint);
	else if (mimic)
		losses_add(&b->r->losses, LOSS_STILL_MIMIC, mimic->span, NULL);
	add_limits(b, joint, stmt);
	add_dynamics(b, joint, stmt);
	add_rotors(b, joint, stmt);
	return stmt;
}

/* The root's joint, named like its link, or with a suffix if another joint has the name. */
static struct Stmt *root_joint(struct UrdfBuilder *b, const struct UrdfLink *link)
{
	struct Stmt *stmt = stmt_new(b->diags, STMT_JOINT, link->element->span);
	stmt->joint = (struct Ident){ .text = "fixed", .span = link->name.span };
	const char *name = link->name.text;
	while (names_find(&b->tree.joint_names, name) >= 0)
		name = text_print(b->r->arena, "%s_%s", name, "root");
	if (name != link->name.text)
		stmt->name = (struct Ident){ .text = name, .span = link->name.span };
	return stmt;
}

/* --- bodies --- */

/* Attributes of an <inertia>: behind the i the name of an argument of `tensor`. */
static const char *const inertia_entry[] = { "ixx", "ixy", "ixz", "iyy", "iyz", "izz" };

static bool is_moment(int entry)
{
	return inertia_entry[entry][1] == inertia_entry[entry][2];
}

/* Reports the missing numbers of an inertia, all in one message. */
static bool inertia_complete(struct UrdfBuilder *b, const struct XmlElement *inertia)
{
	struct Text lacks, zeros;
	bool moments = true;
	lacks = text_new(b->r->arena);
	zeros = text_new(b->r->arena);
	for (int i = 0; i < 6; i++) {
		if (xml_attribute(inertia, inertia_entry[i]).text)
			continue;
		moments &= !is_moment(i);
		text_format(&lacks, "%s %s", lacks.count ? "," : "", inertia_entry[i]);
		text_format(&zeros, " %s=\"0\"", inertia_entry[i]);
	}
	if (!lacks.count)
		return true;
	struct Diag *d =
		diag(b->diags, CHECK_MISSING_PART, inertia->span, "this inertia has no%s", text_string(&lacks));
	if (moments)
		diag_help(b->diags, d, "in principal axes that is%s", text_string(&zeros));
	else
		diag_help(b->diags, d, "an inertia has six numbers: ixx ixy ixz iyy iyz izz");
	return false;
}

/* Inertia as diag(...) or tensor(...), in the axes of the inertial frame. */
static void add_inertia(struct UrdfBuilder *b, const struct UrdfLink *link, struct Stmt *body)
{
	struct UrdfReader *r = b->r;
	const struct XmlElement *inertia = xml_child(link->inertial, "inertia");
	struct Figure number[6];
	bool good = inertia && inertia_complete(b, inertia);
	for (int i = 0; i < 6 && inertia; i++)
		good &= urdf_numbers(r, xml_attribute(inertia, inertia_entry[i]), 1, &number[i]);
	/* xx xy xz yy yz zz as xx yy zz xy xz yz */
	const struct Figure moment[6] = { number[0], number[3], number[5], number[1], number[2], number[4] };
	struct Expr *value = good ? made_inertia(r->diags, moment) : NULL;
	if (!value)
		return;
	struct Stmt *stmt = made_property(b->diags, "inertia", inertia->span, value);
	urdf_turn(r, xml_attribute(xml_child(link->inertial, "origin"), "rpy"), "link", link->name.text, &stmt->in);
	body->block = statements_add(body->block, stmt);
}

static void add_inertial(struct UrdfBuilder *b, const struct UrdfLink *link, struct Stmt *body)
{
	struct Figure mass, com[3];
	if (!link->inertial)
		return;
	const struct XmlElement *weight = xml_child(link->inertial, "mass");
	const struct XmlElement *inertia = xml_child(link->inertial, "inertia");
	if (!weight || !inertia) {
		struct Diag *d =
			diag(b->diags, CHECK_MISSING_PART, link->inertial->span, "this <inertial> has no %s%s%s",
		             weight ? "" : "<mass>", weight || inertia ? "" : " and no ", inertia ? "" : "<inertia>");
		diag_help(b->diags, d,
		          "a link without mass has no <inertial>; a point has a <mass> and an <inertia> of zeros");
	}
	struct XmlValue value = xml_attribute(weight, "value");
	if (weight && !value.text)
		diag(b->diags, CHECK_MISSING_PART, weight->span, "this mass has no value");
	if (urdf_numbers(b->r, value, 1, &mass) && !mass.zero)
		made_scalar_property(b->diags, body, "mass", &mass, "kg");
	struct XmlValue xyz = xml_attribute(xml_child(link->inertial, "origin"), "xyz");
	if (urdf_numbers(b->r, xyz, 3, com) && !figures_zero(com, 3))
		body->block =
			statements_add(body->block, made_property(b->diags, "com", xyz.span,
		                                                  made_vector(b->r->diags, xyz.span, com, 3, "m")));
	add_inertia(b, link, body);
}

static struct Stmt *add_body(struct UrdfBuilder *b, const struct UrdfLink *link)
{
	struct UrdfReader *r = b->r;
	struct Stmt *body = stmt_new(r->diags, STMT_BODY, link->element->span);
	const struct UrdfJoint *joint = link->joint == NOBODY ? NULL : &b->tree.joint[link->joint];
	body->name = link->name;
	body->name.quoted = !b->tree.on_world; /* a link named world is an ordinary link, unless it is the root */
	body->on = (struct Ident){ .text = "world", .span = link->name.span };
	if (joint) {
		const struct XmlElement *origin = xml_child(joint->element, "origin");
		struct XmlValue parent = xml_attribute(xml_child(joint->element, "parent"), "link");
		body->on = (struct Ident){ .text = parent.text, .span = parent.span, .quoted = !b->tree.on_world };
		urdf_place(r, urdf_origin(origin), "joint", joint->name.text, &body->at);
	}
	body->block = statements_add(body->block, joint ? joint_statement(b, joint, &body->at) : root_joint(b, link));
	add_inertial(b, link, body);
	urdf_shapes_add(r, link->element, body);
	b->statements = statements_add(b->statements, body);
	return body;
}

/* --- the whole --- */

static struct Stmt *model_statement(struct UrdfBuilder *b)
{
	const struct XmlElement *robot = b->urdf->robot;
	struct Stmt *model = stmt_new(b->diags, STMT_MODEL, robot->span);
	struct XmlValue name = xml_attribute(robot, "name");
	if (name.text && *name.text) {
		model->name = urdf_read_name(b->r, robot, "name", "robot");
	} else {
		diag(b->diags, CHECK_UNNAMED_ROBOT, robot->span, "this robot has no name; here it is `robot`");
		model->name = (struct Ident){ .text = "robot", .span = robot->span };
	}
	return model;
}

static void build(struct UrdfBuilder *b)
{
	if (!b->inclusion)
		b->statements = statements_add(b->statements, model_statement(b));
	b->tree = urdf_tree_read(b->r, b->urdf);
	urdf_rotors_read(&b->tree);
	urdf_materials_read(b->r, b->urdf->robot);
	struct Stmt **body = ARENA_ARRAY(arena_scratch(b->r->arena), struct Stmt *, b->tree.links);
	for (int i = b->tree.on_world; i < b->tree.ordered; i++)
		body[b->tree.order[i]] = add_body(b, &b->tree.link[b->tree.order[i]]);
	if (b->tree.ordered && !b->inclusion)
		sensors_check(b->diags, b->r->request, &b->tree.joint_names);
	for (int i = 0; i < b->tree.joints && b->inclusion; i++)
		if (b->tree.joint[i].name.text)
			names_add(b->inclusion->joints, b->tree.joint[i].name.text, i);
	if (b->tree.ordered)
		base_apply(b->diags, b->r->request, b->inclusion != NULL, b->urdf->robot->span, &b->statements);
	if (b->tree.ordered)
		urdf_loops_add(&b->tree, body, &b->statements);
	urdf_report(&b->tree);
}

struct Ast urdf_read(struct Diags *diags, const struct ModelText *text, const struct Request *request, size_t *snapped)
{
	struct UrdfReader *r = ARENA_NEW(diags->arena, struct UrdfReader);
	struct Ast ast = { 0 };
	uint32_t source;
	*r = (struct UrdfReader){ .arena = diags->arena, .diags = diags, .request = request };
	if (!xml_open(diags, text->name, text->text, text->length, NULL, &source))
		return ast;
	urdf_losses_init(r);
	struct Urdf urdf = urdf_document_read(&r->losses, source);
	struct UrdfBuilder b = { .r = r, .diags = diags, .urdf = &urdf, .inclusion = text->inclusion };
	if (urdf.robot && !diags->syntax_errors)
		build(&b);
	*snapped = r->snapped;
	ast.statements = b.statements;
	return ast;
}
