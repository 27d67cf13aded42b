/* MJCF: a body for each body, with its joints about axes in its own frame. Joints of several coordinates are several joints of
 * one body. */
#include "writers.h"

#include <math.h>
#include <string.h>

#include "loops.h"
#include "principal.h"
#include "xml.h"
#include "dag/default_values.h"

struct Mjcf {
	const struct Robot *robot;
	const struct ExportLoss *loss;
	struct Text *out;
	struct Arena *arena;
	int *child, *sibling; /* by body: its first child, and the next child of its parent; -1: none */
	int roots;            /* first body on the world */
	bool balance;         /* an inertia that MuJoCo would refuse is left to it */
};

static void indent(struct Mjcf *m, int depth)
{
	for (int i = 0; i < depth; i++)
		text_put(m->out, "  ");
}

/* Place in another frame, without what is the default. */
static void put_place(struct Mjcf *m, const struct Pose *at)
{
	double q[4];
	xml_quaternion(at, q);
	if (at->p[0] != 0 || at->p[1] != 0 || at->p[2] != 0)
		xml_numbers(m->out, "pos", at->p, 3);
	if (memcmp(at->R, pose_identity.R, sizeof at->R) != 0)
		xml_numbers(m->out, "quat", q, 4);
}

static void lose(struct Mjcf *m, const struct RobotJoint *joint, const char *what)
{
	export_lost(m->loss, joint->joint->span, NULL, "%s: that of joint '%s'", what, joint->name);
}

/* --- masses --- */

/* The least mass and moment of a body that moves: twice mjMINVAL, which is far below the numbers of robots. */
#define LEAST 2e-15

static bool is_tiny(const struct RobotBody *body)
{
	double moment[3];
	struct Pose axes;
	principal_axes(body->inertia, moment, &axes);
	return body->mass < LEAST || moment[0] < LEAST || moment[1] < LEAST || moment[2] < LEAST;
}

/* Does MuJoCo refuse a body that moves, because neither it nor a body fixed to it has mass and inertia? */
static bool is_refused(const struct Mjcf *m, int number)
{
	bool refused = m->robot->body[number].joints > 0 && is_tiny(&m->robot->body[number]);
	for (int i = m->child[number]; i >= 0 && refused; i = m->sibling[i])
		refused = m->robot->body[i].joints > 0 || is_tiny(&m->robot->body[i]);
	return refused;
}

static void put_inertial(struct Mjcf *m, int number, int depth)
{
	const struct RobotBody *body = &m->robot->body[number];
	double moment[3], q[4];
	struct Pose axes;
	principal_axes(body->inertia, moment, &axes);
	bool refused = is_refused(m, number);
	if (body->mass == 0 && !refused)
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
	indent(m, depth);
	text_put(m->out, "<inertial");
	xml_numbers(m->out, "pos", body->com, 3);
	xml_number(m->out, "mass", refused ? fmax(body->mass, LEAST) : body->mass);
	if (memcmp(axes.R, pose_identity.R, sizeof axes.R) != 0)
		xml_numbers(m->out, "quat", q, 4);
	xml_numbers(m->out, "diaginertia", moment, 3);
	text_put(m->out, "/>\n");
}

/* A ball at the centre of mass, so that something is seen. It has no mass and touches nothing. */
static void put_geom(struct Mjcf *m, const struct RobotBody *body, int depth)
{
	if (body->mass == 0)
		return;
	indent(m, depth);
	text_put(m->out, "<geom type=\"sphere\"");
	xml_number(m->out, "size", m->robot->size / 40);
	xml_numbers(m->out, "pos", body->com, 3);
	text_put(m->out, " mass=\"0\" contype=\"0\" conaffinity=\"0\"/>\n");
}

/* --- joints --- */

/* A number of every velocity of a joint, which MJCF gives once for all. */
static void check_equal(struct Mjcf *m, const struct RobotJoint *joint, const Ref *number, const char *what)
{
	const struct Dag *dag = m->robot->model->dag;
	for (int i = 1; i < joint->joint->kind->nv; i++)
		if (dag_default_value(dag, number[i]) != dag_default_value(dag, number[0])) {
			lose(m, joint, what);
			return;
		}
}

static void check_numbers(struct Mjcf *m, const struct RobotJoint *joint)
{
	const double usual = 0.01; /* rad/s, m/s: of friction in an imported MJCF */
	if (joint->friction != 0 && joint->smoothing != usual)
		lose(m, joint, "speed at which friction sets in");
	if (joint->kind == MOTION_ROTATE || joint->kind == MOTION_TRANSLATE)
		return;
	check_equal(m, joint, joint->joint->armature, "armature that differs by velocity");
	check_equal(m, joint, joint->joint->damping, "damping that differs by velocity");
	check_equal(m, joint, joint->joint->friction, "friction that differs by velocity");
	if (joint->stiffness != 0)
		lose(m, joint, "spring of several velocities");
}

static void put_some(struct Mjcf *m, const char *attribute, double number)
{
	if (number != 0)
		xml_number(m->out, attribute, number);
}

/* Name and numbers of a joint; `k`: its velocity whose armature it has. */
static void put_numbers(struct Mjcf *m, const struct RobotJoint *joint)
{
	if (joint->limited && joint->lower >= joint->upper)
		export_dropped(m->loss, joint->joint->limits_span,
		               "limits of joint '%s' leave it no way, and are left out", joint->name);
	else if (joint->limited && (joint->kind == MOTION_ROTATE || joint->kind == MOTION_TRANSLATE)) {
		const double range[2] = { joint->lower, joint->upper };
		text_put(m->out, " limited=\"true\"");
		xml_numbers(m->out, "range", range, 2);
	}
	put_some(m, "ref", joint->position);
	put_some(m, "armature", joint->armature[0]);
	put_some(m, "damping", joint->damping);
	put_some(m, "frictionloss", joint->friction);
	put_some(m, "stiffness", joint->stiffness);
	if (joint->stiffness != 0)
		put_some(m, "springref", joint->rest);
	text_put(m->out, "/>\n");
}

static void begin_joint(struct Mjcf *m, const char *name, const char *type, int depth)
{
	indent(m, depth);
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
	check_numbers(m, joint);
	if (joint->kind == MOTION_FREE && !on_world) {
		put_slides_and_ball(m, joint, depth);
		return;
	}
	if (joint->kind == MOTION_FREE && memcmp(frame, &pose_identity, sizeof *frame) != 0)
		export_dropped(m->loss, joint->joint->span,
		               "coordinates of joint '%s' count from the origin of the world", joint->name);
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
	indent(m, depth);
	text_put(m->out, "<site");
	xml_name(m->out, "name", name);
	put_place(m, at);
	xml_number(m->out, "size", m->robot->size / 80);
	text_put(m->out, "/>\n");
}

static const char *point_name(struct Arena *arena, const struct Strut *strut, int point)
{
	return text_print(arena, "%s_%d", strut->name.text, point + 1);
}

static bool keeps_distance(const struct Loop *loop)
{
	return strcmp(loop->kind->name, "distance") == 0;
}

static struct Pose default_pose(const struct Mjcf *m, const struct Placement *at)
{
	const struct Dag *dag = m->robot->model->dag;
	struct Pose pose;
	for (int i = 0; i < 3; i++) {
		pose.p[i] = dag_default_value(dag, at->p.e[i]);
		for (int k = 0; k < 3; k++)
			pose.R[i][k] = dag_default_value(dag, at->R.e[i][k]);
	}
	return pose;
}

static const char *end_name(struct Arena *arena, const struct Loop *loop, int end)
{
	return text_print(arena, "%s_%s", loop->name.text, end ? "to" : "from");
}

/* Ends of loops that keep a distance. */
static void put_end_sites(struct Mjcf *m, int body, int depth)
{
	const struct Model *model = m->robot->model;
	for (size_t i = 0; i < model->loops.count; i++)
		for (int k = 0; k < 2 && keeps_distance(&model->loops.item[i]); k++) {
			const struct LoopEnd *end = &model->loops.item[i].end[k];
			const struct Pose at = default_pose(m, &end->at);
			if (end->body == body)
				put_site(m, end_name(m->arena, &model->loops.item[i], k), &at, depth);
		}
}

/* Frames of a body (-1: the world), and points of struts, tendons and distances. */
static void put_sites(struct Mjcf *m, int body, int depth)
{
	const struct Model *model = m->robot->model;
	for (int i = 0; i < m->robot->frames; i++)
		if (m->robot->frame[i].body == body)
			put_site(m, m->robot->frame[i].name, &m->robot->frame[i].at, depth);
	for (size_t i = 0; i < model->struts.count; i++)
		for (int k = 0; k <= model->struts.item[i].lines; k++) {
			const struct Point *point = strut_point(&model->struts.item[i], k);
			struct Pose at = pose_identity;
			if (point->body != body)
				continue;
			for (int row = 0; row < 3; row++)
				at.p[row] = dag_default_value(model->dag, point->p.e[row]);
			put_site(m, point_name(m->arena, &model->struts.item[i], k), &at, depth);
		}
	put_end_sites(m, body, depth);
}

static void begin_body(struct Mjcf *m, int number, int depth)
{
	const struct RobotBody *body = &m->robot->body[number];
	const struct Pose home = robot_place(m->robot, body);
	if (strcmp(body->name, "world") == 0)
		export_lost(m->loss, body->body->name.span, body->body->within, "body called world");
	indent(m, depth);
	text_put(m->out, "<body");
	xml_name(m->out, "name", body->name);
	put_place(m, &home);
	text_put(m->out, ">\n");
	put_inertial(m, number, depth + 1);
	put_joints(m, body, &home, depth + 1);
	put_geom(m, body, depth + 1);
	put_sites(m, number, depth + 1);
}

/* All bodies, each in its parent: from a body to its first child, else to the next child of the nearest ancestor that has one. */
static void put_bodies(struct Mjcf *m)
{
	int depth = 2;
	for (int at = m->roots; at >= 0;) {
		begin_body(m, at, depth);
		if (m->child[at] >= 0) {
			at = m->child[at];
			depth++;
			continue;
		}
		for (bool up = true; at >= 0 && up;) {
			indent(m, depth);
			text_put(m->out, "</body>\n");
			up = m->sibling[at] < 0;
			at = up ? m->robot->body[at].parent : m->sibling[at];
			depth -= up;
		}
	}
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

/* --- what is between bodies --- */

/* Adds a section with what is in `inside`, if it is not empty. */
static void put_section(struct Mjcf *m, const char *name, struct Text *inside)
{
	if (inside->count)
		text_format(m->out, "  <%s>\n%s  </%s>\n", name, text_string(inside), name);
}

/* Powers of a coupling about the state of the file, (y - y0) = sum of power[i] (x - x0)^i: derivatives over i!. */
static void shift_powers(const struct RobotJoint *joint, double x0, double *power)
{
	memcpy(power, joint->power, sizeof joint->power);
	for (int i = 0; i < ROBOT_POWERS; i++) /* synthetic division by x - x0, again and again */
		for (int k = ROBOT_POWERS - 2; k >= i; k--)
			power[k] += x0 * power[k + 1];
	power[0] -= joint->position;
}

static void put_couplings(struct Mjcf *m)
{
	for (int i = 0; i < m->robot->joints; i++) {
		const struct RobotJoint *joint = &m->robot->joint[i];
		double power[ROBOT_POWERS];
		if (joint->leader < 0)
			continue;
		shift_powers(joint, m->robot->joint[joint->leader].position, power);
		text_put(m->out, "    <joint");
		xml_name(m->out, "joint1", joint->name);
		xml_name(m->out, "joint2", m->robot->joint[joint->leader].name);
		xml_numbers(m->out, "polycoef", power, ROBOT_POWERS);
		text_put(m->out, "/>\n");
	}
}

/* Both bodies of a loop; the world cannot be the first. */
static void put_ends(struct Mjcf *m, const struct Loop *loop, int first)
{
	const int one = loop->end[first].body, other = loop->end[1 - first].body;
	xml_name(m->out, "body1", m->robot->body[one].name);
	if (other >= 0)
		xml_name(m->out, "body2", m->robot->body[other].name);
}

/* A point of the world, in the first body of a loop: MuJoCo finds the same point in the second body. */
static void put_connect(struct Mjcf *m, const struct Loop *loop, int first, const double point[3], int number)
{
	const struct Pose back = pose_inverse(&m->robot->body[loop->end[first].body].home);
	double anchor[3];
	pose_point(&back, point, anchor);
	text_put(m->out, "    <connect");
	xml_name(m->out, "name", number ? text_print(m->arena, "%s_%d", loop->name.text, number) : loop->name.text);
	put_ends(m, loop, first);
	xml_numbers(m->out, "anchor", anchor, 3);
	text_put(m->out, "/>\n");
}

/* A hinge is two points on its axis. */
static void put_hinge(struct Mjcf *m, const struct Loop *loop, int first, const struct Pose *end)
{
	double axis[3], line[3], point[3];
	for (int i = 0; i < 3; i++)
		axis[i] = dag_default_value(m->robot->model->dag, loop->axis.e[i]);
	pose_turn(end, axis, line);
	for (int i = 0; i < 3; i++)
		point[i] = end->p[i] + line[i] * m->robot->size / 4;
	put_connect(m, loop, first, end->p, 1);
	put_connect(m, loop, first, point, 2);
}

static void put_loop(struct Mjcf *m, const struct Loop *loop)
{
	const struct LoopEnd *from = &loop->end[0];
	const int first = from->body < 0; /* of its ends */
	struct Pose end = default_pose(m, &from->at);
	if (from->body >= 0)
		end = pose_compose(&m->robot->body[from->body].home, &end);
	if (strcmp(loop->kind->name, "spherical") == 0) {
		put_connect(m, loop, first, end.p, 0);
	} else if (strcmp(loop->kind->name, "revolute") == 0) {
		put_hinge(m, loop, first, &end);
	} else if (strcmp(loop->kind->name, "fixed") == 0) {
		text_put(m->out, "    <weld");
		xml_name(m->out, "name", loop->name.text);
		put_ends(m, loop, first);
		text_put(m->out, "/>\n");
	} else if (keeps_distance(loop)) {
		text_put(m->out, "    <tendon");
		xml_name(m->out, "name", loop->name.text);
		xml_name(m->out, "tendon1", loop->name.text);
		text_put(m->out, "/>\n");
	} else {
		export_lost(m->loss, loop->name.span, NULL, "loop of the kind %s: that of '%s'", loop->kind->name,
		            loop->name.text);
	}
}

static void put_equalities(struct Mjcf *m, bool closed)
{
	const struct Model *model = m->robot->model;
	struct Text *out = m->out, inside;
	text_init(&inside, m->arena);
	m->out = &inside;
	put_couplings(m);
	for (size_t i = 0; i < model->loops.count && closed; i++)
		put_loop(m, &model->loops.item[i]);
	m->out = out;
	put_section(m, "equality", &inside);
}

static void put_tendon(struct Mjcf *m, const struct Strut *strut)
{
	const struct Dag *dag = m->robot->model->dag;
	if (strut->force)
		export_lost(m->loss, strut->name.span, NULL, "force by an expression: that of '%s'", strut->name.text);
	text_put(m->out, "    <spatial");
	xml_name(m->out, "name", strut->name.text);
	put_some(m, "stiffness", dag_default_value(dag, strut->stiffness));
	put_some(m, "damping", dag_default_value(dag, strut->damping));
	xml_number(m->out, "springlength", dag_default_value(dag, strut->rest));
	text_put(m->out, ">\n");
	for (int k = 0; k <= strut->lines; k++) {
		text_put(m->out, "      <site");
		xml_name(m->out, "site", point_name(m->arena, strut, k));
		text_put(m->out, "/>\n");
	}
	text_put(m->out, "    </spatial>\n");
}

/* The line between the ends of a loop that keeps a distance. */
static void put_distance(struct Mjcf *m, const struct Loop *loop)
{
	text_put(m->out, "    <spatial");
	xml_name(m->out, "name", loop->name.text);
	text_put(m->out, ">");
	for (int k = 0; k < 2; k++) {
		text_put(m->out, "<site");
		xml_name(m->out, "site", end_name(m->arena, loop, k));
		text_put(m->out, "/>");
	}
	text_put(m->out, "</spatial>\n");
}

static void put_tendons(struct Mjcf *m)
{
	const struct Model *model = m->robot->model;
	struct Text *out = m->out, inside;
	text_init(&inside, m->arena);
	m->out = &inside;
	for (size_t i = 0; i < model->struts.count; i++)
		put_tendon(m, &model->struts.item[i]);
	for (size_t i = 0; i < model->loops.count; i++)
		if (keeps_distance(&model->loops.item[i]))
			put_distance(m, &model->loops.item[i]);
	m->out = out;
	put_section(m, "tendon", &inside);
}

/* A motor for each joint whose largest force is known. */
static void put_motors(struct Mjcf *m)
{
	bool any = false;
	for (int i = 0; i < m->robot->joints; i++) {
		const struct RobotJoint *joint = &m->robot->joint[i];
		if (!isfinite(joint->effort) || joint->effort == 0 || joint->leader >= 0 ||
		    joint->kind == MOTION_FREE || joint->kind == MOTION_SPHERICAL)
			continue;
		const double range[2] = { -joint->effort, joint->effort };
		text_put(m->out, any ? "" : "  <actuator>\n");
		any = true;
		text_put(m->out, "    <motor");
		xml_name(m->out, "name", joint->name);
		xml_name(m->out, "joint", joint->name);
		text_put(m->out, " ctrllimited=\"true\"");
		xml_numbers(m->out, "ctrlrange", range, 2);
		text_put(m->out, "/>\n");
	}
	text_put(m->out, any ? "  </actuator>\n" : "");
}

/* --- the whole --- */

void export_mjcf(struct Robot *robot, const struct ExportLoss *loss, struct Text *out)
{
	struct Text bodies;
	text_init(&bodies, robot->model->arena);
	struct Mjcf m = { .robot = robot, .loss = loss, .out = &bodies, .arena = robot->model->arena };
	const bool closed = export_close(robot, loss);
	find_children(&m);
	put_sites(&m, -1, 2);
	put_bodies(&m);
	m.out = out;
	text_put(out, "<mujoco");
	xml_name(out, "model", robot->model->name.text);
	text_format(out, ">\n  <compiler angle=\"radian\" inertiafromgeom=\"false\" balanceinertia=\"%s\"/>\n  <option",
	            m.balance ? "true" : "false");
	xml_numbers(out, "gravity", robot->gravity, 3);
	text_put(out, "/>\n  <worldbody>\n");
	text_put(out, bodies.count ? text_string(&bodies) : "");
	text_put(out, "  </worldbody>\n");
	put_tendons(&m);
	put_equalities(&m, closed);
	put_motors(&m);
	text_put(out, "</mujoco>\n");
	export_lose_elements(robot, loss, false);
}
