/* Poses of a model as keyframes: qpos of all joints, in the order of the file. */
#include "mjcf.h"

#include "export.h"
#include "model/joint.h"
#include "model/model_pose.h"

/* Place of a free joint in the world, or in the body that carries it: x y z, then the quaternion w x y z. */
static void put_free(struct Text *out, const struct RobotJoint *joint, bool on_world, const double *q)
{
	struct Pose pose = { .p = { q[0], q[1], q[2] } };
	double number[7];
	rotation_of_quaternion(q + 3, pose.R);
	if (on_world)
		pose = pose_compose(&joint->before, &pose);
	for (int i = 0; i < 3; i++)
		number[i] = pose.p[i];
	xml_quaternion(&pose, number + 3);
	xml_put_numbers(out, number, 7);
}

static void put_ball(struct Text *out, const double *q)
{
	const double number[4] = { q[3], q[0], q[1], q[2] };
	xml_put_numbers(out, number, 4);
}

/* Coordinates of a joint at a state. */
static void put_joint(struct Mjcf *m, struct Text *out, const struct RobotJoint *joint, bool on_world, const double *q)
{
	const struct RobotJoint *leader = joint->leader < 0 ? joint : &m->robot->joint[joint->leader];
	const double *own = q + leader->joint->q;
	text_put(out, out->count ? " " : "");
	if (joint->kind == MOTION_FREE)
		put_free(out, joint, on_world, own);
	else if (joint->kind == MOTION_SPHERICAL)
		put_ball(out, own);
	else {
		const double position = joint->leader < 0 ? own[joint->k] : robot_power(joint, own[leader->k]);
		xml_put_numbers(out, &position, 1);
	}
}

static void put_key(struct Mjcf *m, const struct ModelPose *pose)
{
	struct Text qpos = text_new(m->arena);
	for (int at = m->roots; at >= 0; at = mjcf_next(m, at)) {
		const struct RobotBody *body = &m->robot->body[at];
		for (int k = 0; k < body->joints; k++)
			put_joint(m, &qpos, &m->robot->joint[body->first + k], body->parent < 0, pose->q);
	}
	if (!qpos.count)
		return;
	export_wrote(m->loss, EXPORT_KIND_POSE);
	text_put(m->out, "    <key");
	xml_name(m->out, "name", pose->name.text);
	text_format(m->out, " qpos=\"%s\"/>\n", text_string(&qpos));
}

void mjcf_keys(struct Mjcf *m)
{
	const struct Model *model = m->robot->model;
	struct Text inside, *out = mjcf_begin_section(m, &inside);
	for (size_t i = 0; i < model->poses.count; i++)
		put_key(m, &model->poses.item[i]);
	mjcf_end_section(m, "keyframe", out);
}
