/* Tendons, couplings, loops and motors of an MJCF file. */
#include "mjcf.h"

#include <math.h>
#include <string.h>

#include "export.h"
#include "dag/default_values.h"
#include "model/joint.h"
#include "model/limit.h"
#include "model/loop.h"
#include "model/strut.h"

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
	dag_default_values(m->robot->model->dag, loop->axis.e, 3, axis);
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
	const struct Pose end = robot_end_place(m->robot, from);
	if (strcmp(loop->kind->name, "spherical") == 0) {
		put_connect(m, loop, first, end.p, 0);
	} else if (strcmp(loop->kind->name, "revolute") == 0) {
		put_hinge(m, loop, first, &end);
	} else if (strcmp(loop->kind->name, "fixed") == 0) {
		text_put(m->out, "    <weld");
		xml_name(m->out, "name", loop->name.text);
		put_ends(m, loop, first);
		text_put(m->out, "/>\n");
	} else if (mjcf_keeps_distance(loop)) {
		text_put(m->out, "    <tendon");
		xml_name(m->out, "name", loop->name.text);
		xml_name(m->out, "tendon1", loop->name.text);
		text_put(m->out, "/>\n");
	} else {
		export_lose_kind(m->loss, loop);
		return;
	}
	export_wrote(m->loss, EXPORT_KIND_LOOP);
}

void mjcf_equalities(struct Mjcf *m, bool closed)
{
	const struct Model *model = m->robot->model;
	struct Text inside, *out = mjcf_begin_section(m, &inside);
	put_couplings(m);
	for (size_t i = 0; i < model->loops.count && closed; i++)
		put_loop(m, &model->loops.item[i]);
	mjcf_end_section(m, "equality", out);
}

static void put_tendon(struct Mjcf *m, const struct Strut *strut)
{
	const struct Dag *dag = m->robot->model->dag;
	const char *lacks = mjcf_lacks_path(dag, strut);
	if (lacks) {
		export_lost(m->loss, strut->name.span, NULL, "%s: '%s'", lacks, strut->name.text);
		return;
	}
	if (strut->force)
		export_lost(m->loss, strut->name.span, NULL, "force by an expression: that of '%s'", strut->name.text);
	else
		export_wrote(m->loss, EXPORT_KIND_STRUT);
	text_put(m->out, "    <spatial");
	xml_name(m->out, "name", strut->name.text);
	mjcf_some(m, "stiffness", dag_default_value(dag, strut->stiffness));
	mjcf_some(m, "damping", dag_default_value(dag, strut->damping));
	xml_number(m->out, "springlength", dag_default_value(dag, strut->rest));
	text_put(m->out, ">\n");
	for (int k = 0; k < strut->points; k++) {
		const struct Around *around = &strut->around[k];
		text_put(m->out, around->wrap ? "      <geom" : "      <site");
		xml_name(m->out, around->wrap ? "geom" : "site", mjcf_point_name(m, strut, k));
		if (around->side != SIDE_ANY)
			xml_name(m->out, "sidesite", mjcf_side_name(m, strut, k));
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
		xml_name(m->out, "site", mjcf_end_name(m, loop, k));
		text_put(m->out, "/>");
	}
	text_put(m->out, "</spatial>\n");
}

void mjcf_tendons(struct Mjcf *m)
{
	const struct Model *model = m->robot->model;
	struct Text inside, *out = mjcf_begin_section(m, &inside);
	for (size_t i = 0; i < model->struts.count; i++)
		put_tendon(m, &model->struts.item[i]);
	for (size_t i = 0; i < model->loops.count; i++)
		if (mjcf_keeps_distance(&model->loops.item[i]))
			put_distance(m, &model->loops.item[i]);
	mjcf_end_section(m, "tendon", out);
}

/* Does the model tell which joints are driven? */
static bool tells_drives(const struct Robot *robot)
{
	bool told = false;
	for (int i = 0; i < robot->joints; i++) {
		const struct RobotJoint *joint = &robot->joint[i];
		told |= joint->joint->idle || (isfinite(joint->effort) && joint->leader < 0);
	}
	return told;
}

/* Motor of a joint. `axis`: of a ball joint, with a motor for each axis; -1: a joint of one coordinate. */
static void put_motor(struct Mjcf *m, const struct RobotJoint *joint, int axis)
{
	const double effort =
		axis > 0 ? joint_limit(m->robot->model->dag, joint->joint, LIMIT_OF_EFFORT, axis) : joint->effort;
	const double range[2] = { -effort, effort }, gear[3] = { axis == 0, axis == 1, axis == 2 };
	text_put(m->out, "    <motor");
	xml_name(m->out, "name", axis < 0 ? joint->name : text_print(m->arena, "%s_%c", joint->name, "xyz"[axis]));
	xml_name(m->out, "joint", joint->name);
	if (axis >= 0)
		xml_numbers(m->out, "gear", gear, 3);
	if (isfinite(effort)) {
		text_put(m->out, " ctrllimited=\"true\"");
		xml_numbers(m->out, "ctrlrange", range, 2);
	}
	text_put(m->out, "/>\n");
}

/* Motors of the driven joints, if the model has idle joints or limits of forces. */
void mjcf_motors(struct Mjcf *m)
{
	struct Text inside, *out = mjcf_begin_section(m, &inside);
	for (int i = 0; i < m->robot->joints && tells_drives(m->robot); i++) {
		const struct RobotJoint *joint = &m->robot->joint[i];
		const int motors = !robot_joint_is_driven(joint) ? 0 : joint->kind == MOTION_SPHERICAL ? 3 : 1;
		for (int k = 0; k < motors; k++)
			put_motor(m, joint, motors == 1 ? -1 : k);
	}
	mjcf_end_section(m, "actuator", out);
}
