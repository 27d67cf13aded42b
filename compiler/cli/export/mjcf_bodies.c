/* Bodies of an MJCF file, each in its parent, with masses, joints, frames and points of tendons. */
#include "mjcf.h"

#include <math.h>
#include <string.h>

#include "export.h"
#include "base/principal.h"
#include "dag/default_values.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/loop.h"
#include "model/strut.h"

/* --- masses --- */

/* The least mass and moment of a body that moves: twice mjMINVAL, which is far below the numbers of robots. */
#define LEAST 2e-15

static bool is_tiny(const struct RobotBody *body)
{
	double moment[3];
	struct Pose axes = pose_identity;
	principal_axes(body->inertia, moment, axes.R);
	return body->mass < LEAST || moment[0] < LEAST || moment[1] < LEAST || moment[2] < LEAST;
}

/* Does MuJoCo refuse a moving body, because the body and its fixed children lack mass or inertia? */
static bool is_refused(const struct Mjcf *m, int number)
{
	bool refused = m->robot->body[number].joints > 0 && is_tiny(&m->robot->body[number]);
	for (int i = m->child[number]; i >= 0 && refused; i = m->sibling[i])
		refused = m->robot->body[i].joints > 0 || is_tiny(&m->robot->body[i]);
	return refused;
}

static void put_inertial(struct Mjcf *m, int number, int depth)
{
	static const double no_inertia[3][3];
	const struct RobotBody *body = &m->robot->body[number];
	double moment[3], q[4];
	struct Pose axes = pose_identity;
	principal_axes(body->inertia, moment, axes.R);
	bool refused = is_refused(m, number);
	if (body->mass == 0 && !refused && memcmp(body->inertia, no_inertia, sizeof no_inertia) == 0)
		return;
	if (refused)
		export_dropped(
			m->loss, body->body->name.span,
			"mass or moments of inertia of '%s' are raised to %g, since MuJoCo takes no smaller ones",
			body->name, LEAST);
	for (int i = 0; i < 3 && refused; i++)
		moment[i] = fmax(moment[i], LEAST);
	if (!principal_settle(moment)) {
		export_lost(m->loss, body->body->inertia_span, body->body->within,
		            "inertia that no solid body has: that of '%s'", body->name);
		m->balance = true;
	}
	xml_quaternion(&axes, q);
	mjcf_indent(m, depth);
	text_put(m->out, "<inertial");
	xml_numbers(m->out, "pos", body->com, 3);
	xml_number(m->out, "mass", refused ? fmax(body->mass, LEAST) : body->mass);
	if (memcmp(axes.R, pose_identity.R, sizeof axes.R) != 0)
		xml_numbers(m->out, "quat", q, 4);
	xml_numbers(m->out, "diaginertia", moment, 3);
	text_put(m->out, "/>\n");
}

/* The name of the asset of a mesh, one for each file and scale. */
static const char *mesh_name(struct Mjcf *m, const struct Shape *shape)
{
	struct Text key = text_new(m->arena);
	text_format(&key, "%s ", shape->file);
	xml_put_numbers(&key, shape->size, 3);
	int number = names_find(&m->mesh_keys, text_string(&key));
	if (number >= 0)
		return m->mesh.item[number].name;
	const char *slash = strrchr(shape->file, '/'), *base = slash ? slash + 1 : shape->file;
	const char *point = strrchr(base, '.'), *name;
	name = point ? arena_copy(m->arena, base, (size_t)(point - base)) : base;
	while (names_find(&m->mesh_names, name) >= 0)
		name = text_print(m->arena, "%s_", name);
	number = (int)m->mesh.count;
	names_add(&m->mesh_keys, text_string(&key), number);
	names_add(&m->mesh_names, name, number);
	*ARENA_PUSH(m->arena, &m->mesh) = (struct MjcfMesh){ name, shape };
	return name;
}

/* MuJoCo has half edges and half lengths. */
static void put_sizes(struct Mjcf *m, const struct Shape *shape)
{
	double size[SHAPE_SIZES];
	const bool whole = shape->kind == SHAPE_BOX;
	for (int i = 0; i < SHAPE_SIZES; i++)
		size[i] = shape->size[i] / (whole || (shape_kind_table[shape->kind].round && i) ? 2 : 1);
	xml_numbers(m->out, "size", size, shape_kind_table[shape->kind].sizes);
}

/* Masses are those of <inertial>. A geom of group 3 is not seen. */
static void put_geom(struct Mjcf *m, const struct Shape *shape, int depth)
{
	mjcf_indent(m, depth);
	text_format(m->out, "<geom type=\"%s\"", shape_kind_table[shape->kind].name);
	if (shape->kind == SHAPE_MESH)
		xml_name(m->out, "mesh", mesh_name(m, shape));
	else
		put_sizes(m, shape);
	mjcf_place(m, &shape->at);
	if (shape->coloured)
		xml_numbers(m->out, "rgba", shape->colour, 4);
	text_put(m->out, shape->seen ? "" : " group=\"3\"");
	text_format(m->out, " mass=\"0\"%s/>\n", shape->touches ? "" : " contype=\"0\" conaffinity=\"0\"");
}

/* A shape that is seen, and the same one after it that touches, are one geom. */
static void put_geoms(struct Mjcf *m, const struct RobotBody *body, int depth)
{
	const struct Shapes shapes = shapes_of(m->robot, m->loss, body);
	for (int i = 0; i < shapes.count; i++) {
		struct Shape *shape = &shapes.item[i], *next = i + 1 < shapes.count ? shape + 1 : NULL;
		if (next && !shape->touches && !next->seen && shape_is_same(shape, next)) {
			shape->touches = true;
			i++;
		}
		put_geom(m, shape, depth);
	}
}

/* --- joints --- */

/* Name and numbers of a joint; `k`: its velocity whose armature it has. */
static void put_numbers(struct Mjcf *m, const struct RobotJoint *joint)
{
	if (joint->limited && joint->lower < joint->upper &&
	    (joint->kind == MOTION_ROTATE || joint->kind == MOTION_TRANSLATE)) {
		const double range[2] = { joint->lower, joint->upper };
		text_put(m->out, " limited=\"true\"");
		xml_numbers(m->out, "range", range, 2);
	}
	mjcf_some(m, "ref", joint->position);
	mjcf_some(m, "armature", joint->armature[0]);
	mjcf_some(m, "damping", joint->damping);
	mjcf_some(m, "frictionloss", joint->friction);
	mjcf_some(m, "stiffness", joint->stiffness);
	if (joint->stiffness != 0)
		mjcf_some(m, "springref", joint->rest);
	text_put(m->out, "/>\n");
}

static void begin_joint(struct Mjcf *m, const char *name, const char *type, int depth)
{
	mjcf_indent(m, depth);
	text_put(m->out, "<joint");
	xml_name(m->out, "name", name);
	text_format(m->out, " type=\"%s\"", type);
}

/* A free joint on a body: MuJoCo has free ones on the world only. */
static void put_slides_and_ball(struct Mjcf *m, const struct RobotJoint *joint, int depth)
{
	export_dropped(m->loss, joint->joint->span, "joint '%s' becomes three sliders and a ball", joint->name);
	for (int i = 0; i < 3; i++) {
		const double axis[3] = { i == 0, i == 1, i == 2 };
		begin_joint(m, text_print(m->arena, "%s_%c", joint->name, "xyz"[i]), "slide", depth);
		xml_numbers(m->out, "axis", axis, 3);
		put_numbers(m, joint);
	}
	begin_joint(m, joint->name, "ball", depth);
	put_numbers(m, joint);
}

/* Joint whose fixed frame is at `frame` in the parent, in the axes of its body, which is at `home` there. */
static void put_joint(struct Mjcf *m, const struct RobotJoint *joint, bool on_world, const struct Pose *frame,
                      const struct Pose *home, int depth)
{
	double turned[3], axis[3];
	struct Pose back = pose_relative(home, frame);
	if (joint->kind == MOTION_FREE && !on_world) {
		put_slides_and_ball(m, joint, depth);
		return;
	}
	if (joint->kind == MOTION_FREE)
		export_move_origin(m->loss, joint, frame);
	if (joint->kind == MOTION_FREE || joint->kind == MOTION_SPHERICAL) {
		begin_joint(m, joint->name, joint->kind == MOTION_FREE ? "free" : "ball", depth);
		put_numbers(m, joint);
		return;
	}
	begin_joint(m, joint->name, joint->kind == MOTION_ROTATE ? "hinge" : "slide", depth);
	pose_turn(frame, joint->axis, turned);
	pose_turn_back(home, turned, axis);
	xml_numbers(m->out, "axis", axis, 3);
	if (joint->kind == MOTION_ROTATE && (back.p[0] != 0 || back.p[1] != 0 || back.p[2] != 0))
		xml_numbers(m->out, "pos", back.p, 3);
	put_numbers(m, joint);
}

/* --- bodies --- */

static void put_joints(struct Mjcf *m, const struct RobotBody *body, const struct Pose *home, int depth)
{
	for (int k = 0; k < body->joints; k++) {
		const struct Pose frame = robot_frame(m->robot, body, k);
		put_joint(m, &m->robot->joint[body->first + k], body->parent < 0, &frame, home, depth);
	}
}

static void put_site(struct Mjcf *m, const char *name, const struct Pose *at, int depth)
{
	mjcf_indent(m, depth);
	text_put(m->out, "<site");
	xml_name(m->out, "name", name);
	mjcf_place(m, at);
	xml_number(m->out, "size", m->robot->size / 80);
	text_put(m->out, "/>\n");
}

/* Ends of loops that keep a distance. */
static void put_end_sites(struct Mjcf *m, int body, int depth)
{
	const struct Model *model = m->robot->model;
	for (size_t i = 0; i < model->loops.count; i++)
		for (int k = 0; k < 2 && mjcf_keeps_distance(&model->loops.item[i]); k++) {
			const struct LoopEnd *end = &model->loops.item[i].end[k];
			const struct Pose at = robot_end(m->robot, end);
			if (end->body == body)
				put_site(m, mjcf_end_name(m, &model->loops.item[i], k), &at, depth);
		}
}

static struct Pose default_pose(const struct Dag *dag, const struct Placement *at)
{
	struct Pose pose;
	for (int row = 0; row < 3; row++) {
		pose.p[row] = dag_default_value(dag, at->p.e[row]);
		dag_default_values(dag, at->R.e[row], 3, pose.R[row]);
	}
	return pose;
}

/* A geom without mass or contact, and the site of its side. */
static void put_wrap(struct Mjcf *m, const struct Strut *strut, int point, int depth)
{
	const struct Dag *dag = m->robot->model->dag;
	const struct Around *around = &strut->around[point];
	const double radius = dag_default_value(dag, around->wrap->radius), size[2] = { radius, m->robot->size / 4 };
	const bool round = around->wrap->kind->round;
	struct Pose at = default_pose(dag, &around->wrap->at);
	double side[3], place[3];
	mjcf_indent(m, depth);
	text_put(m->out, "<geom");
	xml_name(m->out, "name", mjcf_point_name(m, strut, point));
	text_put(m->out, round ? " type=\"sphere\"" : " type=\"cylinder\"");
	mjcf_place(m, &at);
	xml_numbers(m->out, "size", size, round ? 1 : 2);
	text_put(m->out, " mass=\"0\" contype=\"0\" conaffinity=\"0\" group=\"3\"/>\n");
	if (around->side == SIDE_ANY)
		return;
	dag_default_values(dag, around->direction.e, 3, side);
	for (int i = 0; i < 3; i++)
		side[i] *= 2 * radius;
	pose_point(&at, side, place);
	for (int i = 0; i < 3; i++)
		at.p[i] = place[i];
	put_site(m, mjcf_side_name(m, strut, point), &at, depth);
}

/* Points and wraps of a strut on a body. */
static void put_path(struct Mjcf *m, const struct Strut *strut, int body, int depth)
{
	const struct Dag *dag = m->robot->model->dag;
	for (int k = 0; k < strut->points && !mjcf_lacks_path(dag, strut); k++) {
		const struct Point *point = &strut->point[k];
		struct Pose at = pose_identity;
		if (point->body != body)
			continue;
		if (strut->around[k].wrap) {
			put_wrap(m, strut, k, depth);
			continue;
		}
		dag_default_values(dag, point->p.e, 3, at.p);
		put_site(m, mjcf_point_name(m, strut, k), &at, depth);
	}
}

/* Frames of a body (-1: the world), and points of struts, tendons and distances. */
static void put_sites(struct Mjcf *m, int body, int depth)
{
	const struct Model *model = m->robot->model;
	for (int i = 0; i < m->robot->frames; i++)
		if (m->robot->frame[i].body == body) {
			export_wrote(m->loss, EXPORT_KIND_FRAME);
			put_site(m, m->robot->frame[i].name, &m->robot->frame[i].at, depth);
		}
	for (size_t i = 0; i < model->struts.count; i++)
		put_path(m, &model->struts.item[i], body, depth);
	put_end_sites(m, body, depth);
}

static void begin_body(struct Mjcf *m, int number, int depth)
{
	const struct RobotBody *body = &m->robot->body[number];
	const struct Pose home = robot_place(m->robot, body);
	export_wrote_body(m->loss, body, true);
	mjcf_indent(m, depth);
	text_put(m->out, "<body");
	xml_name(m->out, "name", body->name);
	mjcf_place(m, &home);
	text_put(m->out, ">\n");
	put_inertial(m, number, depth + 1);
	put_joints(m, body, &home, depth + 1);
	put_geoms(m, body, depth + 1);
	put_sites(m, number, depth + 1);
}

static void find_children(struct Mjcf *m)
{
	const int bodies = m->robot->bodies;
	m->child = ARENA_ARRAY(m->arena, int, bodies + 1);
	m->sibling = ARENA_ARRAY(m->arena, int, bodies + 1);
	m->roots = -1;
	for (int i = 0; i < bodies; i++)
		m->child[i] = m->sibling[i] = -1;
	for (int i = bodies - 1; i >= 0; i--) {
		int parent = m->robot->body[i].parent, *first = parent < 0 ? &m->roots : &m->child[parent];
		m->sibling[i] = *first;
		*first = i;
	}
}

/* All bodies, each in its parent: from a body to its first child, else to the next child of the nearest ancestor that
 * has one. */
void mjcf_bodies(struct Mjcf *m)
{
	int depth = 2;
	find_children(m);
	put_sites(m, -1, depth);
	for (int at = m->roots; at >= 0;) {
		begin_body(m, at, depth);
		if (m->child[at] >= 0) {
			at = m->child[at];
			depth++;
			continue;
		}
		for (bool up = true; at >= 0 && up;) {
			mjcf_indent(m, depth);
			text_put(m->out, "</body>\n");
			up = m->sibling[at] < 0;
			at = up ? m->robot->body[at].parent : m->sibling[at];
			depth -= up;
		}
	}
}

void mjcf_meshes(struct Mjcf *m)
{
	static const double plain[SHAPE_SIZES] = { 1, 1, 1 };
	text_put(m->out, m->mesh.count ? "  <asset>\n" : "");
	for (size_t i = 0; i < m->mesh.count; i++) {
		const struct MjcfMesh *mesh = &m->mesh.item[i];
		text_put(m->out, "    <mesh");
		xml_name(m->out, "name", mesh->name);
		xml_name(m->out, "file", mesh->shape->file);
		if (memcmp(mesh->shape->size, plain, sizeof plain) != 0)
			xml_numbers(m->out, "scale", mesh->shape->size, 3);
		text_put(m->out, "/>\n");
	}
	text_put(m->out, m->mesh.count ? "  </asset>\n" : "");
}
