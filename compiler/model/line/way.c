#include "way.h"

#include "model/body.h"
#include "model/joint.h"
#include "model/joint_rate.h"
#include "model/part/resolve.h"
#include "model/strut.h"

int way_depth(const struct Model *model, int body)
{
	int depth = 0;
	for (; body >= 0; body = model->body[body].parent)
		depth++;
	return depth;
}

int way_common(const struct Model *model, int a, int b)
{
	int deep_a = way_depth(model, a), deep_b = way_depth(model, b);
	while (a != b)
		if (deep_a >= deep_b) {
			a = model->body[a].parent;
			deep_a--;
		} else {
			b = model->body[b].parent;
			deep_b--;
		}
	return a;
}

int way_movers(const struct Model *model, int body, int ancestor, int *list)
{
	int count = 0;
	for (; body != ancestor; body = model->body[body].parent)
		if (body_moves(&model->body[body]))
			list[count++] = body;
	return count;
}

/* --- motions --- */

static const Ref *quaternion_of(struct Dag *dag, const struct WayStep *step, Ref q[JOINT_Q])
{
	for (int i = 0; i < step->joint->kind->nq; i++)
		q[i] = dag_input(dag, INPUT_Q, (uint32_t)(step->joint->tree.q + i));
	return step->motion->kind == MOTION_FREE ? q + 3 : q;
}

struct Parts parts_of(struct Dag *dag, struct Vec n, struct Vec x)
{
	struct Parts parts = { .along = vec_scale(dag, vec_dot(dag, n, x), n) };
	parts.across = vec_sub(dag, x, parts.along);
	parts.ahead = vec_cross(dag, n, x);
	return parts;
}

static struct Vec turned(struct Dag *dag, struct Vec n, Ref s, Ref c, struct Vec x)
{
	struct Parts parts = parts_of(dag, n, x);
	parts.across = vec_scale(dag, c, parts.across);
	parts.ahead = vec_scale(dag, s, parts.ahead);
	return vec_add(dag, parts.along, vec_add(dag, parts.across, parts.ahead));
}

struct Vec step_pass(struct Dag *dag, const struct WayStep *step, struct Vec x, bool back)
{
	const struct Motion *motion = step->motion;
	Ref s, c, q[JOINT_Q];
	struct Placement at = step->at;
	if (motion && motion->kind == MOTION_ROTATE) {
		angle_sincos(dag, motion->y, &s, &c);
		return turned(dag, motion->axis, back ? dag_neg(s) : s, c, x);
	}
	if (motion && motion->kind == MOTION_TRANSLATE) {
		at = placement_identity(dag);
		at.p = vec_scale(dag, motion->y, motion->axis);
	} else if (motion) {
		at = placement_identity(dag);
		at.R = mat_quaternion(dag, quaternion_of(dag, step, q));
		if (motion->kind == MOTION_FREE)
			at.p = (struct Vec){ { q[0], q[1], q[2] } };
	}
	if (!back)
		return vec_add(dag, mat_vec(dag, at.R, x), at.p);
	return mat_tvec(dag, at.R, vec_sub(dag, x, at.p));
}

/* --- paths --- */

static void add_placement(struct Way *way, struct Placement at)
{
	struct WayStep *last = way->steps ? &way->step[way->steps - 1] : NULL;
	if (last && !last->motion)
		last->at = placement_compose(way->dag, last->at, at);
	else
		way->step[way->steps++] = (struct WayStep){ .at = at };
}

static void add_body(struct Way *way, const struct Body *body)
{
	const struct Joint *joint = body->joint;
	add_placement(way, body->at);
	if (joint->locked)
		add_placement(way, joint_placement(way->dag, joint, joint->motion, joint->motions));
	for (int i = 0; i < joint->motions && !joint->locked; i++)
		way->step[way->steps++] = (struct WayStep){ .motion = &joint->motion[i], .joint = joint };
	add_placement(way, body->then);
}

static bool is_known(const struct Dag *dag, struct Vec a)
{
	return dag_is_known(dag, a.e[0]) && dag_is_known(dag, a.e[1]) && dag_is_known(dag, a.e[2]);
}

/* Point in frame after frame, from the last to the first. */
static void see_point(struct Way *way, struct Vec p)
{
	for (int i = way->steps - 1; i >= 0; i--) {
		way->step[i].moved = p;
		p = way->step[i].own = step_pass(way->dag, &way->step[i], p, false);
	}
	way->base = p;
	way->moves = !is_known(way->dag, p);
}

/* The way to the frame of a body, with room for a placement after it. */
static struct Way way_along(const struct Model *model, int common, int body)
{
	struct Way way = { .dag = model->dag };
	int bodies = 0, steps = 1;
	for (int i = body; i != common; i = model->body[i].parent) {
		bodies++;
		steps += 2 + model->body[i].joint->motions;
	}
	int *path = ARENA_ARRAY(model->arena, int, bodies), n = bodies;
	for (int i = body; i != common; i = model->body[i].parent)
		path[--n] = i;
	way.step = ARENA_ARRAY(model->arena, struct WayStep, steps);
	for (int i = 0; i < bodies; i++)
		add_body(&way, &model->body[path[i]]);
	return way;
}

struct Way way_to(const struct Model *model, int common, const struct Point *end)
{
	struct Way way = way_along(model, common, end->body);
	see_point(&way, end->p);
	return way;
}

struct Way way_to_frame(const struct Model *model, int common, int body, struct Placement at)
{
	struct Way way = way_along(model, common, body);
	add_placement(&way, at);
	return way;
}

struct Spatial step_motion(struct Dag *dag, const struct WayStep *step, enum Input array)
{
	const struct Motion *motion = step->motion;
	const struct Joint *joint = step->joint;
	struct Spatial own = spatial_zero(dag);
	bool free = motion->kind == MOTION_FREE, turns = motion->kind == MOTION_ROTATE;
	if (free || motion->kind == MOTION_SPHERICAL) {
		own.ang = vec_input(dag, array, joint->tree.v + (free ? 3 : 0));
		own.lin = free ? vec_input(dag, array, joint->tree.v) : own.lin;
		return own;
	}
	Ref rate = array == INPUT_QD ? joint_rate(dag, joint, motion->y) : joint_acceleration(dag, joint, motion->y);
	*(turns ? &own.ang : &own.lin) = vec_scale(dag, rate, motion->axis);
	return own;
}

struct Vec way_turn_out(const struct Way *way, struct Vec x)
{
	for (int i = way->steps; i-- > 0;)
		x = step_turn(way->dag, &way->step[i], x, false);
	return x;
}

struct Vec way_turn_in(const struct Way *way, struct Vec x)
{
	for (int i = 0; i < way->steps; i++)
		x = step_turn(way->dag, &way->step[i], x, true);
	return x;
}

struct Vec step_turn(struct Dag *dag, const struct WayStep *step, struct Vec x, bool back)
{
	struct WayStep turn = *step;
	Ref q[JOINT_Q];
	turn.at.p = vec_const(dag, 0, 0, 0);
	if (step->motion && step->motion->kind == MOTION_FREE)
		turn = (struct WayStep){ .at = { mat_quaternion(dag, quaternion_of(dag, step, q)), turn.at.p } };
	return step->motion && step->motion->kind == MOTION_TRANSLATE ? x : step_pass(dag, &turn, x, back);
}
