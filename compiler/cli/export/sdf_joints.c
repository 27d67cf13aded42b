/* Joints of the tree as <joint> elements of SDFormat: type, axis, limits, dynamics, mimic and pitch of a screw. */
#include "sdf.h"

#include <math.h>
#include <string.h>

#include "export.h"

static void put_limit(struct Sdf *s, const struct RobotJoint *joint)
{
	if (!joint->limited && !isfinite(joint->effort) && !isfinite(joint->speed))
		return;
	text_put(s->out, "        <limit>");
	if (joint->limited) {
		sdf_put_value(s, "lower", joint->lower - joint->position);
		sdf_put_value(s, "upper", joint->upper - joint->position);
	}
	if (isfinite(joint->effort))
		sdf_put_value(s, "effort", joint->effort);
	if (isfinite(joint->speed))
		sdf_put_value(s, "velocity", joint->speed);
	text_put(s->out, "</limit>\n");
}

static void put_dynamics(struct Sdf *s, const struct RobotJoint *joint)
{
	if (joint->damping == 0 && joint->friction == 0 && joint->stiffness == 0)
		return;
	text_put(s->out, "        <dynamics>");
	sdf_put_value(s, "damping", joint->damping);
	sdf_put_value(s, "friction", joint->friction);
	if (joint->stiffness != 0) {
		sdf_put_value(s, "spring_reference", joint->rest - joint->position);
		sdf_put_value(s, "spring_stiffness", joint->stiffness);
	}
	text_put(s->out, "</dynamics>\n");
}

/* y - y0 = a (x - x0) + offset, where both coordinates are x0 and y0 in the state of the file. */
static void put_mimic(struct Sdf *s, const struct RobotJoint *joint)
{
	if (joint->leader < 0 || !export_check_linear(s->loss, joint))
		return;
	const double x0 = s->robot->joint[joint->leader].position;
	text_put(s->out, "        <mimic");
	xml_name(s->out, "joint", s->joint[joint->leader]);
	text_put(s->out, ">");
	sdf_put_value(s, "multiplier", joint->power[1]);
	sdf_put_value(s, "offset", robot_power(joint, x0) - joint->position);
	sdf_put_value(s, "reference", 0);
	text_put(s->out, "</mimic>\n");
}

static void put_axis(struct Sdf *s, const struct RobotJoint *joint)
{
	text_put(s->out, "      <axis>\n");
	sdf_put_direction(s, joint->axis);
	put_limit(s, joint);
	put_dynamics(s, joint);
	put_mimic(s, joint);
	text_put(s->out, "      </axis>\n");
}

static const char *type_of(const struct RobotJoint *joint)
{
	switch (joint->kind) {
	case MOTION_SPHERICAL: return "ball";
	case MOTION_TRANSLATE: return "prismatic";
	default: return joint->limited ? "revolute" : "continuous";
	}
}

double sdf_pitch(const struct Robot *robot, const struct RobotBody *body)
{
	const struct RobotJoint *turn = &robot->joint[body->first], *slide = turn + 1;
	if (body->joints != 2 || turn->kind != MOTION_ROTATE || turn->leader >= 0 || slide->kind != MOTION_TRANSLATE ||
	    slide->leader != body->first || memcmp(&slide->before, &pose_identity, sizeof pose_identity) != 0 ||
	    memcmp(slide->axis, turn->axis, sizeof turn->axis) != 0)
		return 0;
	for (int i = 0; i < ROBOT_POWERS; i++)
		if (i != 1 && slide->power[i] != 0)
			return 0;
	return slide->power[1];
}

void sdf_put_joint(struct Sdf *s, int number, const char *parent, const char *child, const struct Pose *then,
                   double pitch)
{
	const struct RobotJoint *joint = &s->robot->joint[number];
	const struct Pose at = pose_inverse(then);
	sdf_begin_joint(s, s->joint[number], pitch != 0 ? "screw" : type_of(joint), parent, child);
	sdf_put_pose(s, "      ", &at);
	if (pitch != 0) {
		text_put(s->out, "      ");
		sdf_put_value(s, "thread_pitch", -1 / pitch); /* rad/m, of a left-hand thread */
		text_put(s->out, "\n");
	}
	if (joint->kind != MOTION_SPHERICAL)
		put_axis(s, joint);
	text_put(s->out, "    </joint>\n");
}
