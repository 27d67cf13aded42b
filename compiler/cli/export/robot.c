#include "export.h"

#include <math.h>
#include <string.h>

#include "dag/default_values.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/joint_number.h"
#include "model/limit.h"
#include "model/loop.h"
#include "model/strut.h"

/* A motion while its dependence on coordinates is found. */
struct Dependence {
	const struct Motion *motion;
	int body;
	int coordinate;               /* element of INPUT_Q; -1: none */
	bool good;                    /* a polynomial of at most one coordinate */
	Ref derivative[ROBOT_POWERS]; /* the n-th, y itself first */
};

struct Making {
	struct Robot robot;
	const struct Model *model;
	const struct ExportLoss *loss;
	struct Dependence *dependence;
	int dependences;
	int *leader; /* by coordinate: its joint; -1: none */
	struct Posture home;
};

static bool is_single(enum MotionKind kind)
{
	return kind == MOTION_ROTATE || kind == MOTION_TRANSLATE;
}

/* --- polynomials --- */

/* The coordinate of which y depends alone; NULL: none, or several (*several). */
static const struct Coordinate *depends_on(struct Dag *dag, const struct Joint *joint, Ref y, bool *several)
{
	const struct Coordinate *found = NULL;
	*several = false;
	for (int i = 0; i < joint->ons; i++) {
		if (dag_is_zero(dag, coordinate_slope(dag, joint->on[i], y)))
			continue;
		*several |= found != NULL;
		found = &joint->on[i];
	}
	return found;
}

/* Is the last derivative that is not 0 a constant? That of a table changes from piece to piece. */
static bool is_polynomial(const struct Dag *dag, const struct Dependence *d)
{
	int last = ROBOT_POWERS - 1;
	while (last > 0 && dag_is_zero(dag, d->derivative[last]))
		last--;
	return dag_is_known(dag, d->derivative[last]);
}

static void find_dependence(struct Making *m, struct Dependence *d, const struct Joint *joint)
{
	struct Dag *dag = m->model->dag;
	bool several = false;
	const struct Coordinate *on = joint->locked ? NULL : depends_on(dag, joint, d->motion->y, &several);
	d->coordinate = on ? on->q : -1;
	d->derivative[0] = d->motion->y;
	for (int i = 1; i < ROBOT_POWERS; i++)
		d->derivative[i] = on ? coordinate_slope(dag, *on, d->derivative[i - 1]) : dag_const(dag, 0);
	Ref beyond = on ? coordinate_slope(dag, *on, d->derivative[ROBOT_POWERS - 1]) : dag_const(dag, 0);
	d->good = !several && dag_is_zero(dag, beyond) && (!on || is_polynomial(dag, d));
}

static void find_dependences(struct Making *m)
{
	int count = 0;
	for (int i = 0; i < m->model->bodies; i++)
		count += m->model->body[i].joint->motions;
	m->dependence = ARENA_ARRAY(m->model->arena, struct Dependence, count + 1);
	for (int i = 0; i < m->model->bodies; i++) {
		const struct Joint *joint = m->model->body[i].joint;
		for (int k = 0; k < joint->motions; k++) {
			struct Dependence *d = &m->dependence[m->dependences++];
			*d = (struct Dependence){
				.motion = &joint->motion[k], .body = i, .coordinate = -1, .good = true
			};
			if (is_single(d->motion->kind))
				find_dependence(m, d, joint);
		}
	}
}

/* Coefficients at q = 0: the n-th derivative over n!. */
static void powers_of(struct Making *m, const struct Dependence *d, double *power)
{
	double factorial = 1;
	for (int i = 0; i < ROBOT_POWERS; i++) {
		factorial *= i ? i : 1;
		power[i] = posture_value(&m->home, d->derivative[i]) / factorial;
	}
}

static bool is_linear(const double *power)
{
	for (int i = 2; i < ROBOT_POWERS; i++)
		if (power[i] != 0)
			return false;
	return true;
}

/* --- joints --- */

/* Number of a joint's own coordinate; -1: it belongs to another joint. */
static int own_coordinate(const struct Joint *joint, int coordinate)
{
	int k = coordinate - joint->tree.q;
	return k >= 0 && k < joint_nq(joint) ? k : -1;
}

static const char *joint_name(struct Making *m, const struct Joint *joint, int k, int motion)
{
	if (k >= 0 && joint->kind->nq > 1)
		return text_print(m->model->arena, "%s_%s", joint->name.text, joint->kind->q[k].name);
	return k >= 0 || joint->motions == 1 ? joint->name.text
	                                     : text_print(m->model->arena, "%s_%d", joint->name.text, motion + 1);
}

static double value_of(const struct Model *model, Ref number)
{
	return dag_default_value(model->dag, number);
}

/* Numbers of velocity k of a joint. */
static void give_numbers(const struct Model *model, struct RobotJoint *out, const struct Joint *joint, int k)
{
	out->limited = joint->limited;
	out->lower = joint_limit(model->dag, joint, LIMIT_OF_LOWER, 0);
	out->upper = joint_limit(model->dag, joint, LIMIT_OF_UPPER, 0);
	out->effort = joint_limit(model->dag, joint, LIMIT_OF_EFFORT, k);
	out->speed = joint_limit(model->dag, joint, LIMIT_OF_SPEED, k);
	out->damping = value_of(model, joint->number->damping[k]);
	out->friction = value_of(model, joint->number->friction[k]);
	out->smoothing = value_of(model, joint->number->smoothing[k]);
	out->stiffness = value_of(model, joint->number->stiffness[k]);
	out->rest = value_of(model, joint->number->rest[k]);
	for (int i = 0; i < joint->kind->nv; i++)
		out->armature[i] = value_of(model, joint->number->armature[is_single(out->kind) ? k : i]);
}

/* The same joint about the opposite axis. */
static void turn_round(struct RobotJoint *joint)
{
	for (int i = 0; i < 3; i++)
		joint->axis[i] = -joint->axis[i];
}

/* A joint whose position is +-q + offset has a coordinate; other positions follow the coordinate's joint. */
static bool takes_coordinate(struct Making *m, struct RobotJoint *joint, const struct Dependence *d)
{
	if (own_coordinate(joint->joint, d->coordinate) < 0 || m->leader[d->coordinate] >= 0 ||
	    !is_linear(joint->power) || fabs(joint->power[1]) != 1)
		return false;
	struct Pose by = pose_moved(joint->kind, joint->axis, joint->power[0]);
	joint->before = pose_compose(&joint->before, &by);
	if (joint->power[1] < 0)
		turn_round(joint);
	m->leader[d->coordinate] = m->robot.joints;
	return true;
}

static void lose_motion(struct Making *m, int number, const char *what)
{
	const struct Body *body = &m->model->body[number];
	m->robot.body[number].lost = true;
	export_lost(m->loss, body->joint->span, body->within, "%s '%s'", what, body->joint->name.text);
}

/* Adds the joint of a motion; a constant motion only moves `at`, the frame reached so far. */
static void add_joint(struct Making *m, const struct Dependence *d, int motion, struct Pose *at)
{
	const struct Body *body = &m->model->body[d->body];
	const struct Joint *joint = body->joint;
	const bool moves = is_single(d->motion->kind) ? d->coordinate >= 0 : !joint->locked;
	if (!d->good || !moves) {
		struct Joint one = *joint;
		one.motion = (struct Motion *)d->motion;
		one.motions = 1;
		struct Pose constant = pose_of_joint(&m->home, &one);
		if (isfinite(constant.p[0] + constant.R[0][0] +
		             constant.R[1][1])) /* a closed form may not close there */
			*at = pose_compose(at, &constant);
		if (!d->good)
			lose_motion(m, d->body, "coupling as that of");
		return;
	}
	struct RobotJoint *out = &m->robot.joint[m->robot.joints];
	*out = (struct RobotJoint){ .kind = d->motion->kind, .joint = joint, .before = *at, .leader = -1, .k = 0 };
	for (int i = 0; i < 3 && is_single(out->kind); i++)
		out->axis[i] = value_of(m->model, d->motion->axis.e[i]);
	int own = is_single(out->kind) ? own_coordinate(joint, d->coordinate) : 0;
	if (is_single(out->kind)) {
		powers_of(m, d, out->power);
		out->leader = takes_coordinate(m, out, d) ? -1 : d->coordinate;
	}
	out->k = out->leader < 0 ? own : joint->coupling && joint->motions == 1 ? 0 : -1;
	out->name = is_single(out->kind) ? joint_name(m, joint, out->leader < 0 ? own : -1, motion) : joint->name.text;
	out->effort = out->speed = out->upper = HUGE_VAL;
	out->lower = -HUGE_VAL;
	if (out->k >= 0)
		give_numbers(m->model, out, joint, out->k);
	m->robot.joints++;
	*at = pose_identity;
}

/* Replaces coordinates by their joints, after all joints are known: a joint may follow a later joint. */
static void find_leaders(struct Making *m)
{
	for (int i = 0; i < m->robot.bodies; i++)
		for (int k = 0; k < m->robot.body[i].joints; k++) {
			struct RobotJoint *joint = &m->robot.joint[m->robot.body[i].first + k];
			if (joint->leader < 0)
				continue;
			joint->leader = m->leader[joint->leader];
			if (joint->leader < 0)
				lose_motion(m, i, "scaled coordinate as that of");
		}
}

/* --- bodies --- */

static void add_body(struct Making *m, int number, int *next)
{
	const struct Body *body = &m->model->body[number];
	struct RobotBody *out = &m->robot.body[number];
	struct Pose at = pose_of(&m->home, &body->at), then = pose_of(&m->home, &body->then);
	*out = (struct RobotBody){ .name = body->name.text,
		                   .fixed = body->joint->name.text,
		                   .body = body,
		                   .parent = body->parent,
		                   .first = m->robot.joints };
	for (int k = 0; k < body->joint->motions; k++)
		add_joint(m, &m->dependence[(*next)++], k, &at);
	out->joints = m->robot.joints - out->first;
	out->then = pose_compose(&at, &then);
	out->mass = value_of(m->model, body->mass);
	dag_default_values(m->model->dag, body->com.e, 3, out->com);
	dag_default_values(m->model->dag, body->inertia.e[0], 9, out->inertia[0]);
}

static void add_frames(struct Making *m)
{
	for (int i = 0; i < m->model->frames; i++) {
		const struct Frame *frame = &m->model->frame[i];
		m->robot.frame[i] = (struct RobotFrame){ frame->name.text, frame->body, pose_of(&m->home, &frame->at) };
	}
	m->robot.frames = m->model->frames;
}

static void find_homes(struct Making *m)
{
	struct Pose *home = ARENA_ARRAY(m->model->arena, struct Pose, m->model->bodies + 1);
	pose_of_bodies(&m->home, m->model, home);
	for (int i = 0; i < m->model->bodies; i++)
		m->robot.body[i].home = home[i];
	m->robot.size = fmax(pose_extent(home, m->model->bodies), 0.1);
}

static void go_home(struct Making *m)
{
	double *q = ARENA_ARRAY(m->model->arena, double, m->model->nq + 1);
	for (int i = 0; i < m->model->bodies; i++) {
		const struct Joint *joint = m->model->body[i].joint;
		if (kind_has_quaternion(joint->kind) && joint_nq(joint))
			q[joint->tree.q + joint->kind->nq - 1] = 1;
	}
	m->home = posture_begin(m->model->arena, m->model->dag);
	posture_move(&m->home, q);
}

struct Robot robot_of(const struct Model *model, const struct ExportLoss *loss)
{
	struct Arena *arena = model->arena;
	struct Making m = { .model = model, .loss = loss };
	int next = 0;
	find_dependences(&m);
	go_home(&m);
	m.robot = (struct Robot){ .model = model, .name = model->name.text, .bodies = model->bodies };
	m.robot.body = ARENA_ARRAY(arena, struct RobotBody, model->bodies + 1);
	m.robot.joint = ARENA_ARRAY(arena, struct RobotJoint, m.dependences + 1);
	m.robot.frame = ARENA_ARRAY(arena, struct RobotFrame, model->frames + 1);
	m.leader = ARENA_ARRAY(arena, int, model->nq + 1);
	for (int i = 0; i < model->nq; i++)
		m.leader[i] = -1;
	for (int i = 0; i < model->bodies; i++)
		add_body(&m, i, &next);
	find_leaders(&m);
	add_frames(&m);
	find_homes(&m);
	dag_default_values(model->dag, model->gravity.e, 3, m.robot.gravity);
	return m.robot;
}

void export_lose_joint(const struct ExportLoss *loss, const struct RobotJoint *joint, const char *what)
{
	export_lost(loss, joint->joint->span, NULL, "%s: that of joint '%s'", what, joint->name);
}

void export_move_origin(const struct ExportLoss *loss, const struct RobotJoint *joint, const struct Pose *frame)
{
	if (memcmp(frame, &pose_identity, sizeof *frame) != 0)
		export_dropped(loss, joint->joint->span, "coordinates of joint '%s' count from the origin of the world",
		               joint->name);
}

void export_wrote_body(const struct ExportLoss *loss, const struct RobotBody *body, bool joint)
{
	export_wrote(loss, EXPORT_KIND_BODY);
	if (joint && body_moves(body->body) && !body->lost)
		export_wrote(loss, EXPORT_KIND_JOINT);
}

bool robot_joint_is_driven(const struct RobotJoint *joint)
{
	return !joint->joint->idle && joint->effort != 0 && joint->leader < 0 && joint->kind != MOTION_FREE;
}

bool export_check_linear(const struct ExportLoss *loss, const struct RobotJoint *joint)
{
	if (!is_linear(joint->power))
		export_lose_joint(loss, joint, "coupling with powers");
	return is_linear(joint->power);
}

static void lose_named(const struct ExportLoss *loss, const char *what, const struct Ident *name)
{
	export_lost(loss, name->span, NULL, "%s: that of '%s'", what, name->text);
}

void export_lose_struts(const struct Robot *robot, const struct ExportLoss *loss)
{
	const struct Model *model = robot->model;
	for (size_t i = 0; i < model->struts.count; i++)
		lose_named(loss, model->struts.item[i].tendon ? "tendon" : "strut", &model->struts.item[i].name);
}

void export_lose_loops(const struct Robot *robot, const struct ExportLoss *loss)
{
	for (size_t i = 0; i < robot->model->loops.count; i++)
		lose_named(loss, "loop", &robot->model->loops.item[i].name);
}

bool robot_has_world_armature(struct Dag *dag, const struct Joint *joint)
{
	if (joint->kind->form != JOINT_FREE || !joint->passive)
		return false;
	Ref velocity[JOINT_V];
	for (int n = 0; n < JOINT_V; n++)
		velocity[n] = dag_input(dag, INPUT_QD, (uint32_t)(joint->tree.v + n));
	for (int i = 0; i < 3; i++) {
		const int j = (i + 1) % 3, k = (i + 2) % 3;
		const Ref a = dag_mul(dag, velocity[3 + k], velocity[j]),
			  b = dag_mul(dag, velocity[3 + j], velocity[k]);
		const Ref across = dag_sub(dag, a, b);
		if (joint->number->armature[i] != joint->number->armature[0] ||
		    !dag_is_zero(dag, joint->exerted[3 + i]) ||
		    joint->exerted[i] != dag_mul(dag, joint->number->armature[i], across))
			return false;
	}
	return true;
}

void export_lose_elements(const struct Robot *robot, const struct ExportLoss *loss)
{
	const struct Model *model = robot->model;
	for (size_t i = 0; i < model->constraints.count; i++)
		lose_named(loss, "constraint", &model->constraints.item[i].name);
}
