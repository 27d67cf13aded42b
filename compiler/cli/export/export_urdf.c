/* URDF: a link for each body and frame, in its own frame. The root is a link `world`: some programs let any other root
 * float. A joint of several coordinates becomes a chain of links without mass. */
#include "export.h"

#include <math.h>
#include <string.h>

#include "model/body.h"
#include "model/joint.h"

struct Urdf {
	const struct Robot *robot;
	const struct ExportLoss *loss;
	struct Text *out;
	struct Arena *arena;
	struct NameTable links, joints; /* names that are taken */
	struct NameTable colours;       /* as text, to their numbers */
	const char *root;               /* the link of the world */
};

static const struct Pose *no_turn = &pose_identity;

/* The name, with underscores at the end until no other link, or joint, has the same. */
static const char *unused(struct Arena *arena, struct NameTable *names, const char *name)
{
	while (names_find(names, name) >= 0)
		name = text_print(arena, "%s_", name);
	names_add(names, name, 0);
	return name;
}

/* Name of a fixed joint, which no link has: programs that look for frames by name find links and fixed joints. */
static const char *fixed_name(struct Urdf *u, const char *name)
{
	if (names_find(&u->links, name) >= 0)
		name = text_print(u->arena, "%s_joint", name);
	while (names_find(&u->links, name) >= 0 || names_find(&u->joints, name) >= 0)
		name = text_print(u->arena, "%s_", name);
	return unused(u->arena, &u->joints, name);
}

/* --- elements --- */

static void put_origin(struct Urdf *u, const char *blanks, const struct Pose *pose)
{
	double rpy[3];
	xml_rpy(pose, rpy);
	text_format(u->out, "%s<origin", blanks);
	xml_numbers(u->out, "xyz", pose->p, 3);
	if (memcmp(pose->R, no_turn->R, sizeof pose->R) != 0)
		xml_numbers(u->out, "rpy", rpy, 3);
	text_put(u->out, "/>\n");
}

static void put_mesh(struct Urdf *u, const struct Shape *shape)
{
	static const double plain[SHAPE_SIZES] = { 1, 1, 1 };
	text_put(u->out, "<mesh");
	xml_name(u->out, "filename", shape->file);
	if (memcmp(shape->size, plain, sizeof plain) != 0)
		xml_numbers(u->out, "scale", shape->size, 3);
}

static void put_geometry(struct Urdf *u, const struct Shape *shape)
{
	text_put(u->out, "      <geometry>");
	if (shape->kind == SHAPE_MESH) {
		put_mesh(u, shape);
	} else if (shape->kind == SHAPE_BOX) {
		text_put(u->out, "<box");
		xml_numbers(u->out, "size", shape->size, 3);
	} else {
		text_put(u->out, shape->kind == SHAPE_SPHERE ? "<sphere" : "<cylinder");
		xml_number(u->out, "radius", shape->size[0]);
	}
	if (shape->kind == SHAPE_CYLINDER)
		xml_number(u->out, "length", shape->size[1]);
	text_put(u->out, "/></geometry>\n");
}

/* A material has a name: equal colours have the same. */
static void put_material(struct Urdf *u, const struct Shape *shape)
{
	struct Text colour = text_new(u->arena);
	xml_put_numbers(&colour, shape->colour, 4);
	const int number = names_add(&u->colours, text_string(&colour), (int)u->colours.count);
	text_format(u->out, "      <material name=\"colour_%d\"><color rgba=\"%s\"/></material>\n", number + 1,
	            text_string(&colour));
}

static void put_shape(struct Urdf *u, const struct Shape *shape, bool seen)
{
	const char *element = seen ? "visual" : "collision";
	text_format(u->out, "    <%s", element);
	if (shape->name)
		xml_name(u->out, "name", shape->name);
	text_put(u->out, ">\n");
	put_origin(u, "      ", &shape->at);
	put_geometry(u, shape);
	if (seen && shape->coloured)
		put_material(u, shape);
	text_format(u->out, "    </%s>\n", element);
}

static void put_shapes(struct Urdf *u, const struct RobotBody *body)
{
	const struct Shapes shapes = shapes_of(u->robot, u->loss, body);
	for (int i = 0; i < shapes.count; i++) {
		const struct Shape shape = shape_simplified(shapes.item[i]);
		if (shape.seen)
			put_shape(u, &shape, true);
		if (shape.touches)
			put_shape(u, &shape, false);
	}
}

static void put_inertial(struct Urdf *u, const struct RobotBody *body)
{
	static const char *const entry[SYMMETRIC] = { "ixx", "ixy", "iyy", "ixz", "iyz", "izz" };
	text_put(u->out, "    <inertial>\n      <origin");
	xml_numbers(u->out, "xyz", body->com, 3);
	text_put(u->out, "/>\n      <mass");
	xml_number(u->out, "value", body->mass);
	text_put(u->out, "/>\n      <inertia");
	for (int i = 0; i < SYMMETRIC; i++)
		xml_number(u->out, entry[i], body->inertia[symmetric_row[i]][symmetric_column[i]]);
	text_put(u->out, "/>\n    </inertial>\n");
}

static bool has_inertia(const struct RobotBody *body)
{
	bool any = body->mass != 0;
	for (int i = 0; i < 9; i++)
		any |= body->inertia[i / 3][i % 3] != 0;
	return any;
}

/* A link; NULL: without mass and shapes. */
static void put_link(struct Urdf *u, const char *name, const struct RobotBody *body)
{
	text_put(u->out, "  <link");
	xml_name(u->out, "name", name);
	if (!body || (!has_inertia(body) && !body->body->shapes)) {
		text_put(u->out, "/>\n");
		return;
	}
	text_put(u->out, ">\n");
	if (has_inertia(body))
		put_inertial(u, body);
	put_shapes(u, body);
	text_put(u->out, "  </link>\n");
}

static void begin_joint(struct Urdf *u, const char *name, const char *type, const char *parent, const char *child,
                        const struct Pose *at)
{
	text_put(u->out, "  <joint");
	xml_name(u->out, "name", name);
	text_format(u->out, " type=\"%s\">\n    <parent", type);
	xml_name(u->out, "link", parent);
	text_put(u->out, "/>\n    <child");
	xml_name(u->out, "link", child);
	text_put(u->out, "/>\n");
	put_origin(u, "    ", at);
}

static void end_joint(struct Urdf *u)
{
	text_put(u->out, "  </joint>\n");
}

static void put_fixed(struct Urdf *u, const char *name, const char *parent, const char *child, const struct Pose *at)
{
	begin_joint(u, name, "fixed", parent, child, at);
	end_joint(u);
}

/* --- joints --- */

static bool turns_freely(const struct RobotJoint *joint)
{
	return joint->kind == MOTION_ROTATE && !joint->limited;
}

static const char *type_of(const struct RobotJoint *joint)
{
	switch (joint->kind) {
	case MOTION_FREE: return "floating";
	case MOTION_TRANSLATE: return "prismatic";
	default: return turns_freely(joint) ? "continuous" : "revolute";
	}
}

/* Limits. URDF demands numbers: 0 is an effort or speed that nobody knows, and a slider without limits has far ones. */
static void put_limit(struct Urdf *u, const struct RobotJoint *joint)
{
	const double far = 1e9; /* m */
	const bool known = isfinite(joint->effort) || isfinite(joint->speed);
	if (turns_freely(joint) && !known)
		return;
	text_put(u->out, "    <limit");
	if (!turns_freely(joint)) {
		xml_number(u->out, "lower", joint->limited ? joint->lower : -far);
		xml_number(u->out, "upper", joint->limited ? joint->upper : far);
	}
	xml_number(u->out, "effort", isfinite(joint->effort) ? joint->effort : 0);
	xml_number(u->out, "velocity", isfinite(joint->speed) ? joint->speed : 0);
	text_put(u->out, "/>\n");
}

static void put_dynamics(struct Urdf *u, const struct RobotJoint *joint)
{
	if (joint->damping == 0 && joint->friction == 0)
		return;
	text_put(u->out, "    <dynamics");
	xml_number(u->out, "damping", joint->damping);
	xml_number(u->out, "friction", joint->friction);
	text_put(u->out, "/>\n");
}

static void put_mimic(struct Urdf *u, const struct RobotJoint *joint)
{
	if (joint->leader < 0 || !export_check_linear(u->loss, joint))
		return;
	text_put(u->out, "    <mimic");
	xml_name(u->out, "joint", u->robot->joint[joint->leader].name);
	xml_number(u->out, "multiplier", joint->power[1]);
	xml_number(u->out, "offset", joint->power[0]);
	text_put(u->out, "/>\n");
}

/* With --lossy a ball is three hinges about x, y and z. */
static void put_ball(struct Urdf *u, const struct RobotJoint *joint, const char *parent, const char *child)
{
	export_lose_joint(u->loss, joint, "joint with a quaternion");
	for (int i = 0; i < 3; i++) {
		const double axis[3] = { i == 0, i == 1, i == 2 };
		const char *name = unused(u->arena, &u->joints, text_print(u->arena, "%s_%c", joint->name, "xyz"[i]));
		const char *next =
			i == 2 ? child : unused(u->arena, &u->links, text_print(u->arena, "%s_%c", child, "xyz"[i]));
		if (i < 2)
			put_link(u, next, NULL);
		begin_joint(u, name, "continuous", parent, next, i ? &pose_identity : &joint->before);
		text_put(u->out, "    <axis");
		xml_numbers(u->out, "xyz", axis, 3);
		text_put(u->out, "/>\n");
		end_joint(u);
		parent = next;
	}
}

/* A joint between two links; the child's frame is at `then` in the moving frame, which is part of the axis if they
 * differ. */
static void put_joint(struct Urdf *u, const struct RobotJoint *joint, const char *parent, const char *child,
                      const struct Pose *then)
{
	struct Pose at = pose_compose(&joint->before, then);
	double axis[3];
	pose_turn_back(then, joint->axis, axis);
	if (joint->kind == MOTION_SPHERICAL) {
		put_ball(u, joint, parent, child);
		return;
	}
	begin_joint(u, joint->name, type_of(joint), parent, child, &at);
	if (joint->kind == MOTION_ROTATE || joint->kind == MOTION_TRANSLATE) {
		text_put(u->out, "    <axis");
		xml_numbers(u->out, "xyz", axis, 3);
		text_put(u->out, "/>\n");
		put_limit(u, joint);
		put_dynamics(u, joint);
		put_mimic(u, joint);
	}
	end_joint(u);
}

/* --- bodies --- */

/* Does the joint leave the origin of a frame at `then` on its axis, so that it is the frame of the link? */
static bool takes_frame(const struct RobotJoint *joint, const struct Pose *then)
{
	double along = 0, off = 0, size = 0;
	if (joint->kind == MOTION_TRANSLATE)
		return true;
	if (joint->kind != MOTION_ROTATE)
		return memcmp(then, &pose_identity, sizeof *then) == 0;
	for (int i = 0; i < 3; i++)
		along += joint->axis[i] * then->p[i];
	for (int i = 0; i < 3; i++) {
		off = fmax(off, fabs(then->p[i] - along * joint->axis[i]));
		size = fmax(size, fabs(then->p[i]));
	}
	return off <= 1e-16 * size;
}

static const char *parent_link(const struct Urdf *u, int parent)
{
	return parent < 0 ? u->root : u->robot->body[parent].name;
}

static void note_chain(struct Urdf *u, const struct RobotBody *body)
{
	if (body->joints > 1)
		export_dropped(u->loss, body->body->joint->span,
		               "joint '%s' becomes %d joints with links without mass between them",
		               body->body->joint->name.text, body->joints);
}

static void put_body(struct Urdf *u, int number)
{
	const struct RobotBody *body = &u->robot->body[number];
	const char *link = parent_link(u, body->parent), *fixed = body->fixed;
	note_chain(u, body);
	export_wrote_body(u->loss, body, u->robot->joint[body->first].kind != MOTION_SPHERICAL);
	for (int k = 0; k < body->joints; k++) {
		const struct RobotJoint *joint = &u->robot->joint[body->first + k];
		bool last = k == body->joints - 1 && takes_frame(joint, &body->then);
		const char *next =
			last ? body->name
			     : unused(u->arena, &u->links, text_print(u->arena, "%s_%s", body->name, joint->name));
		put_link(u, next, last ? body : NULL);
		put_joint(u, joint, link, next, last ? &body->then : &pose_identity);
		link = next;
		if (last)
			return;
	}
	put_link(u, body->name, body);
	if (body->joints)
		fixed = text_print(u->arena, "%s_frame", fixed);
	put_fixed(u, fixed_name(u, fixed), link, body->name, &body->then);
}

static void put_frame(struct Urdf *u, const struct RobotFrame *frame)
{
	export_wrote(u->loss, EXPORT_KIND_FRAME);
	put_link(u, frame->name, NULL);
	put_fixed(u, fixed_name(u, frame->name), parent_link(u, frame->body), frame->name, &frame->at);
}

/* --- the whole --- */

static void take_names(struct Urdf *u)
{
	const struct Robot *robot = u->robot;
	u->links = names_new(u->arena);
	u->colours = names_new(u->arena);
	u->joints = names_new(u->arena);
	for (int i = 0; i < robot->bodies; i++)
		names_add(&u->links, robot->body[i].name, 0);
	for (int i = 0; i < robot->frames; i++)
		names_add(&u->links, robot->frame[i].name, 0);
	for (int i = 0; i < robot->joints; i++)
		names_add(&u->joints, robot->joint[i].name, 0);
	u->root = unused(u->arena, &u->links, "world");
}

static void lose_gravity(const struct Urdf *u)
{
	const double usual[3] = { 0, 0, -9.81 };
	const double *g = u->robot->gravity;
	if (memcmp(g, usual, sizeof usual) != 0 && (g[0] != 0 || g[1] != 0 || g[2] != usual[2]))
		export_lost(u->loss, u->robot->model->gravity_at, NULL, "gravity: that of (%g, %g, %g) m/s^2", g[0],
		            g[1], g[2]);
}

void export_urdf(struct Robot *robot, const struct ExportLoss *loss, struct Text *out)
{
	struct Urdf u = { .robot = robot, .loss = loss, .out = out, .arena = robot->model->arena };
	export_rename(robot, loss, export_name_of_urdf);
	take_names(&u);
	text_put(out, "<?xml version=\"1.0\"?>\n<robot");
	xml_name(out, "name", robot->name);
	text_put(out, ">\n");
	put_link(&u, u.root, NULL);
	for (int i = 0; i < robot->bodies; i++)
		put_body(&u, i);
	for (int i = 0; i < robot->frames; i++)
		put_frame(&u, &robot->frame[i]);
	text_put(out, "</robot>\n");
	lose_gravity(&u);
	export_lose_struts(robot, loss);
	export_lose_loops(robot, loss);
	export_lose_elements(robot, loss);
}
