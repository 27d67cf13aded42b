#include "export.h"

#include <string.h>

#include "cli/start_state.h"
#include "dag/default_values.h"
#include "pipeline/assemble.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/loop.h"
#include "model/model_pose.h"

double robot_power(const struct RobotJoint *joint, double leader)
{
	double value = 0;
	for (int i = ROBOT_POWERS - 1; i >= 0; i--)
		value = value * leader + joint->power[i];
	return value;
}

/* --- places --- */

struct Pose robot_moved(const struct Pose *at, const struct RobotJoint *joint)
{
	const struct Pose pose = pose_compose(at, &joint->before);
	const struct Pose motion = pose_moved(joint->kind, joint->axis, joint->position);
	return pose_compose(&pose, &motion);
}

struct Pose robot_frame(const struct Robot *robot, const struct RobotBody *body, int k)
{
	struct Pose pose = pose_identity;
	for (int i = 0; i < k; i++)
		pose = robot_moved(&pose, &robot->joint[body->first + i]);
	return pose_compose(&pose, &robot->joint[body->first + k].before);
}

struct Pose robot_place(const struct Robot *robot, const struct RobotBody *body)
{
	struct Pose pose = pose_identity;
	for (int i = 0; i < body->joints; i++)
		pose = robot_moved(&pose, &robot->joint[body->first + i]);
	return pose_compose(&pose, &body->then);
}

struct Pose robot_end(const struct Robot *robot, const struct LoopEnd *end)
{
	const struct Dag *dag = robot->model->dag;
	struct Pose pose;
	dag_default_values(dag, end->at.p.e, 3, pose.p);
	dag_default_values(dag, end->at.R.e[0], 9, pose.R[0]);
	return pose;
}

struct Pose robot_end_place(const struct Robot *robot, const struct LoopEnd *end)
{
	const struct Pose pose = robot_end(robot, end);
	return end->body < 0 ? pose : pose_compose(&robot->body[end->body].home, &pose);
}

void export_lose_kind(const struct ExportLoss *loss, const struct Loop *loop)
{
	export_lost(loss, loop->name.span, NULL, "loop of the kind %s: that of '%s'", loop->kind->name,
	            loop->name.text);
}

/* --- the state --- */

/* Velocities of quaternions, by index: their coordinates keep their values. */
static bool *held_velocities(const struct Model *model)
{
	bool *held = ARENA_ARRAY(model->arena, bool, model->nv + 1);
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		for (int k = 0; k < joint_nv(joint) && kind_has_quaternion(joint->kind); k++)
			held[joint->v + k] = true;
	}
	return held;
}

static bool closes(const struct Model *model, const double *q)
{
	struct Assembly assembly = assembly_of_model(model->arena, model);
	return !assemble_open(&assembly, model, q);
}

/* The first pose, with quaternions at rest; or the neutral state, also if `zero` and it closes all loops. */
static double *start_of(const struct Model *model, bool zero)
{
	double *q = ARENA_ARRAY(model->arena, double, model->nq + 1);
	state_neutral(model, q);
	if (zero && closes(model, q))
		return q;
	for (int i = 0; i < model->bodies && model->poses.count; i++) {
		const struct Joint *joint = model->body[i].joint;
		for (int k = 0; k < joint_nq(joint) && !kind_has_quaternion(joint->kind); k++)
			q[joint->q + k] = model->poses.item[0].q[joint->q + k];
	}
	return q;
}

static void take_positions(struct Robot *robot, const double *q)
{
	for (int i = 0; i < robot->joints; i++) {
		struct RobotJoint *joint = &robot->joint[i];
		if (joint->leader < 0 && (joint->kind == MOTION_ROTATE || joint->kind == MOTION_TRANSLATE))
			joint->position = q[joint->joint->q + joint->k];
	}
	for (int i = 0; i < robot->joints; i++)
		if (robot->joint[i].leader >= 0)
			robot->joint[i].position =
				robot_power(&robot->joint[i], robot->joint[robot->joint[i].leader].position);
	for (int i = 0; i < robot->bodies; i++) {
		struct RobotBody *body = &robot->body[i];
		struct Pose place = robot_place(robot, body);
		body->home = body->parent < 0 ? place : pose_compose(&robot->body[body->parent].home, &place);
	}
}

bool export_close(struct Robot *robot, const struct ExportLoss *loss, bool zero)
{
	const struct Model *model = robot->model;
	const struct AssembleRequest request = { .held = held_velocities(model), .within = 1e-12 };
	if (!model_has_loops(model))
		return true;
	double *q = start_of(model, zero);
	struct Assembled result = assemble(model->arena, model, &request, q);
	if (!result.closed) {
		export_lost(loss, result.open.span, NULL, "loop that stays open: '%s'", result.open.text);
		return false;
	}
	take_positions(robot, q);
	return true;
}
