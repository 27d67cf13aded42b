/* SDFormat: a link for each body at its place in the model, joints in the frames of their children. A joint of several
 * coordinates becomes a chain of links; a helical one is a screw. */
#include "export.h"

#include <math.h>
#include <string.h>

#include "base/principal.h"
#include "sdf.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/loop.h"

/* The least mass and moment of a link: SDFormat takes none of 0. */
#define LEAST 2e-15

/* --- names --- */

static void take_names(struct Sdf *s)
{
	const struct Robot *robot = s->robot;
	s->names = names_new(s->arena);
	names_add(&s->names, "world", 0);
	for (int i = 0; i < robot->bodies; i++)
		names_add(&s->names, robot->body[i].name, 0);
	for (int i = 0; i < robot->frames; i++)
		names_add(&s->names, robot->frame[i].name, 0);
	s->joint = ARENA_ARRAY(s->arena, const char *, robot->joints + 1);
	for (int i = 0; i < robot->joints; i++)
		s->joint[i] = sdf_unused(s, robot->joint[i].name);
	for (size_t i = 0; i < robot->model->loops.count; i++) {
		const struct Ident *name = &robot->model->loops.item[i].name;
		export_note_name(s->loss, name->span, name->text,
		                 export_name_of_sdf(s->arena, name->text, EXPORT_NAME_OF_OTHERS));
	}
}

/* --- elements --- */

/* Mass and inertia; a link needs both. NULL: a link of a chain. */
static void put_inertial(struct Sdf *s, const struct RobotBody *body)
{
	static const char *const entry[SYMMETRIC] = { "ixx", "ixy", "iyy", "ixz", "iyz", "izz" };
	struct Pose at = pose_identity;
	const double mass = body ? body->mass : 0;
	memcpy(at.p, body ? body->com : pose_identity.p, sizeof at.p);
	text_put(s->out, "      <inertial>\n");
	sdf_put_pose(s, "        ", &at);
	text_put(s->out, "        ");
	sdf_put_value(s, "mass", fmax(mass, LEAST));
	text_put(s->out, "\n        <inertia>");
	for (int i = 0; i < SYMMETRIC; i++) {
		const int row = symmetric_row[i], column = symmetric_column[i];
		const double number = body ? body->inertia[row][column] : 0;
		sdf_put_value(s, entry[i], row == column ? fmax(number, LEAST) : number);
	}
	text_put(s->out, "</inertia>\n      </inertial>\n");
}

static void put_mesh(struct Sdf *s, const struct Shape *shape)
{
	text_put(s->out, "<uri>");
	xml_put_name(s->out, shape->file);
	text_put(s->out, "</uri><scale>");
	xml_put_numbers(s->out, shape->size, 3);
	text_put(s->out, "</scale>");
}

static void put_geometry(struct Sdf *s, const struct Shape *shape)
{
	const char *name = shape_kind_table[shape->kind].name;
	text_format(s->out, "        <geometry><%s>", name);
	if (shape->kind == SHAPE_MESH) {
		put_mesh(s, shape);
	} else if (shape->kind == SHAPE_BOX || shape->kind == SHAPE_ELLIPSOID) {
		const char *sizes = shape->kind == SHAPE_BOX ? "size" : "radii";
		text_format(s->out, "<%s>", sizes);
		xml_put_numbers(s->out, shape->size, 3);
		text_format(s->out, "</%s>", sizes);
	} else {
		sdf_put_value(s, "radius", shape->size[0]);
		if (shape->kind != SHAPE_SPHERE)
			sdf_put_value(s, "length", shape->size[1]);
	}
	text_format(s->out, "</%s></geometry>\n", name);
}

static void put_material(struct Sdf *s, const struct Shape *shape)
{
	text_put(s->out, "        <material><ambient>");
	xml_put_numbers(s->out, shape->colour, 4);
	text_put(s->out, "</ambient><diffuse>");
	xml_put_numbers(s->out, shape->colour, 4);
	text_put(s->out, "</diffuse></material>\n");
}

/* Shapes of a link have names, each another. */
static void put_shape(struct Sdf *s, const struct Shape *shape, bool seen, struct NameTable *names)
{
	const char *element = seen ? "visual" : "collision";
	const char *name = shape->name ? shape->name : text_print(s->arena, "%s_%d", element, (int)names->count + 1);
	while (names_find(names, name) >= 0)
		name = text_print(s->arena, "%s_", name);
	names_add(names, name, 0);
	text_format(s->out, "      <%s", element);
	xml_name(s->out, "name", name);
	text_put(s->out, ">\n");
	sdf_put_pose(s, "        ", &shape->at);
	put_geometry(s, shape);
	if (seen && shape->coloured)
		put_material(s, shape);
	text_format(s->out, "      </%s>\n", element);
}

static void put_shapes(struct Sdf *s, const struct RobotBody *body)
{
	const struct Shapes shapes = shapes_of(s->robot, s->loss, body);
	struct NameTable names[2] = { names_new(s->arena), names_new(s->arena) };
	for (int i = 0; i < shapes.count; i++) {
		if (shapes.item[i].seen)
			put_shape(s, &shapes.item[i], true, &names[1]);
		if (shapes.item[i].touches)
			put_shape(s, &shapes.item[i], false, &names[0]);
	}
}

/* Programs refuse links whose moments no solid body has, but for those without moments. */
static void check_inertia(struct Sdf *s, const struct RobotBody *body)
{
	double moment[3];
	struct Pose axes = pose_identity;
	principal_axes(body->inertia, moment, axes.R);
	if (body->mass == 0 && moment[0] == 0 && moment[1] == 0 && moment[2] == 0)
		return;
	for (int i = 0; i < 3; i++)
		moment[i] = fmax(moment[i], LEAST);
	if (!principal_settle(moment))
		export_lost(s->loss, body->body->inertia_span, body->body->within,
		            "inertia that no solid body has: that of '%s'", body->name);
}

static void put_link(struct Sdf *s, const char *name, const struct RobotBody *body, const struct Pose *place)
{
	text_put(s->out, "    <link");
	xml_name(s->out, "name", name);
	text_put(s->out, ">\n");
	sdf_put_pose(s, "      ", place);
	put_inertial(s, body);
	if (body)
		check_inertia(s, body);
	if (body)
		put_shapes(s, body);
	text_put(s->out, "    </link>\n");
	if (!body || body->mass < LEAST)
		export_dropped(s->loss, body ? body->body->name.span : s->robot->model->name.span,
		               "mass and moments of link '%s' are raised to %g, since SDFormat takes none of 0", name,
		               LEAST);
}

/* --- bodies --- */

/* A free body has no joint. */
static void put_free(struct Sdf *s, const struct RobotBody *body)
{
	const struct RobotJoint *joint = &s->robot->joint[body->first];
	if (body->parent >= 0)
		export_lose_joint(s->loss, joint, "free joint on a link");
	export_move_origin(s->loss, joint, &joint->before);
	put_link(s, body->name, body, &s->place[body - s->robot->body]);
}

static void put_body(struct Sdf *s, int number)
{
	const struct RobotBody *body = &s->robot->body[number];
	const double pitch = sdf_pitch(s->robot, body);
	const int joints = pitch != 0 ? 1 : body->joints;
	const char *link = sdf_link(s, body->parent);
	struct Pose place = body->parent < 0 ? pose_identity : s->place[body->parent];
	const bool free = joints && s->robot->joint[body->first].kind == MOTION_FREE;
	export_wrote_body(s->loss, body, !free || body->parent < 0);
	if (free) {
		put_free(s, body);
		return;
	}
	for (int k = 0; k < joints - 1; k++) {
		const char *next = sdf_unused(s, text_print(s->arena, "%s_%s", body->name, s->joint[body->first + k]));
		place = robot_moved(&place, &s->robot->joint[body->first + k]);
		put_link(s, next, NULL, &place);
		sdf_put_joint(s, body->first + k, link, next, &pose_identity, 0);
		link = next;
	}
	put_link(s, body->name, body, &s->place[number]);
	if (joints) {
		sdf_put_joint(s, body->first + joints - 1, link, body->name, &body->then, pitch);
		return;
	}
	sdf_begin_joint(s, sdf_unused(s, body->fixed), "fixed", link, body->name);
	text_put(s->out, "    </joint>\n");
}

static void find_places(struct Sdf *s)
{
	s->place = ARENA_ARRAY(s->arena, struct Pose, s->robot->bodies + 1);
	for (int i = 0; i < s->robot->bodies; i++) {
		const struct RobotBody *body = &s->robot->body[i];
		const struct Pose place = robot_place(s->robot, body);
		s->place[i] = body->parent < 0 ? place : pose_compose(&s->place[body->parent], &place);
	}
}

/* A frame without `attached_to` moves with the first link of its model, or stands in the world. */
static void put_frame(struct Sdf *s, int number)
{
	const struct RobotFrame *frame = &s->robot->frame[number];
	export_wrote(s->loss, EXPORT_KIND_FRAME);
	text_put(s->out, "    <frame");
	xml_name(s->out, "name", frame->name);
	if (frame->body >= 0)
		xml_name(s->out, "attached_to", s->robot->body[frame->body].name);
	text_put(s->out, ">\n");
	sdf_put_pose(s, "      ", &frame->at);
	text_put(s->out, "    </frame>\n");
}

/* --- the whole --- */

static bool has_couplings(const struct Robot *robot)
{
	for (int i = 0; i < robot->bodies; i++)
		for (int k = 0; k < robot->body[i].joints && sdf_pitch(robot, &robot->body[i]) == 0; k++)
			if (robot->joint[robot->body[i].first + k].leader >= 0)
				return true;
	return false;
}

/* Does a frame stand in the world, because the first link of the model moves? */
static bool is_of_world(const struct Robot *robot, int number)
{
	return robot->frame[number].body < 0 && robot->bodies && robot->body[0].body->carrier >= 0;
}

static void put_frames(struct Sdf *s, bool of_world)
{
	for (int i = 0; i < s->robot->frames; i++)
		if (is_of_world(s->robot, i) == of_world)
			put_frame(s, i);
}

/* Gravity and frames belong to a world; a model alone has the gravity of the world that it comes into. */
static bool needs_world(const struct Robot *robot)
{
	bool needed = robot->gravity[0] != 0 || robot->gravity[1] != 0 || robot->gravity[2] != -9.81;
	for (int i = 0; i < robot->frames; i++)
		needed |= is_of_world(robot, i);
	return needed;
}

/* Coordinates that are not 0 in the state of the file: SDFormat counts from there. */
static void tell_zeros(const struct Sdf *s)
{
	for (int i = 0; i < s->robot->joints; i++) {
		const struct RobotJoint *joint = &s->robot->joint[i];
		if (joint->leader < 0 && joint->position != 0)
			export_dropped(s->loss, joint->joint->span,
			               "'%s' is %.10g in the model where it is 0 in the file: %s", joint->name,
			               joint->position,
			               "SDFormat counts from the state that it shows, in which loops are closed");
	}
}

void export_sdf(struct Robot *robot, const struct ExportLoss *loss, struct Text *out)
{
	struct Sdf s = { .robot = robot, .loss = loss, .out = out, .arena = robot->model->arena };
	const bool world = needs_world(robot), closed = export_close(robot, loss, true);
	export_join_fixed(robot, loss);
	export_rename(robot, loss, export_name_of_sdf);
	take_names(&s);
	find_places(&s);
	if (!robot->bodies)
		export_lost(loss, robot->model->name.span, NULL, "model without a body: that of '%s'", robot->name);
	text_format(out, "<?xml version=\"1.0\"?>\n<sdf version=\"%s\">\n", has_couplings(robot) ? "1.11" : "1.9");
	if (world) {
		text_put(out, "  <world name=\"world_of_the_model\">\n    <gravity>");
		xml_put_numbers(out, robot->gravity, 3);
		text_put(out, "</gravity>\n");
	}
	text_put(out, "  <model");
	xml_name(out, "name", robot->name);
	text_put(out, ">\n");
	for (int i = 0; i < robot->bodies; i++)
		put_body(&s, i);
	if (closed)
		sdf_loops(&s);
	put_frames(&s, false);
	text_put(out, "  </model>\n");
	put_frames(&s, true);
	text_put(out, world ? "  </world>\n</sdf>\n" : "</sdf>\n");
	tell_zeros(&s);
	export_lose_struts(robot, loss);
	export_lose_elements(robot, loss);
}
