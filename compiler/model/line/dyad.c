#include "dyad.h"

#include <math.h>

#include "base/elementary.h"
#include "base/pose.h"
#include "dag/posture.h"
#include "model/body.h"
#include "model/body/motion.h"
#include "model/joint.h"
#include "model/loop.h"
#include "model/part/resolve.h"
#include "model/strut.h"

/* --- the chain --- */

/* Finds the axis of a joint of the tree: a hinge or a slider. False after a diagnostic. */
static bool take_motion(struct Scope *scope, struct Dyad *dyad, struct DyadJoint *joint)
{
	const struct Joint *own = dyad->model->body[joint->body].joint;
	bool one = own->kind->form == JOINT_DEFINED && own->kind->nq == 1;
	struct Motions motions = one ? motions_for_any(scope, own) : (struct Motions){ 0 };
	one = motions.count == 1 && motions.item->y == dag_input(dyad->dag, INPUT_QDD, 0);
	if (!one)
		return closed_refuse(scope->diags, dyad->form,
		                     text_print(scope->arena, "joint '%s' is %s, neither a hinge nor a slider",
		                                own->name.text, own->kind->name));
	joint->axis = motions.item->axis;
	joint->slides = motions.item->kind == MOTION_TRANSLATE;
	return true;
}

static bool take_motions(struct Scope *scope, struct Dyad *dyad)
{
	int turn = 0;
	for (int j = 0; j < DYAD_JOINTS; j++) {
		struct DyadJoint *joint = &dyad->joint[j];
		if (joint->body >= 0 && !take_motion(scope, dyad, joint))
			return false;
		turn += joint->body >= 0 && !joint->slides;
	}
	return turn || closed_refuse(scope->diags, dyad->form, "both of its joints slide");
}

static bool make_ways(struct Diags *diags, struct Dyad *dyad)
{
	const struct Model *model = dyad->model;
	int body[2] = { dyad->link[0].body, dyad->link[3].body }, common = way_common(model, body[0], body[1]);
	for (int base = 0; base < 2; base++) {
		const struct Point origin = { .body = body[base], .p = vec_const(dyad->dag, 0, 0, 0) };
		for (int i = body[base]; i != common; i = model->body[i].parent)
			if (body_moves(&model->body[i]) && kind_has_quaternion(model->body[i].joint->kind))
				return closed_refuse(diags, dyad->form,
				                     text_print(diags->arena, "joint '%s' before it keeps no plane",
				                                model->body[i].joint->name.text));
		dyad->way[base] = way_to(model, common, &origin);
	}
	return true;
}

/* Finds the plane and the shape. False after a diagnostic. */
static bool find_shape(struct Diags *diags, struct Dyad *dyad)
{
	bool slides[DYAD_JOINTS];
	if (!dyad_find_plane(diags, dyad))
		return false;
	if (dyad->joint[0].slides || (dyad->joint[0].body < 0 && !dyad->joint[2].slides))
		dyad_reverse(dyad);
	for (int j = 0; j < DYAD_JOINTS; j++)
		slides[j] = dyad->joint[j].slides;
	dyad->shape = dyad_shape_find(slides);
	return dyad->shape || closed_refuse(diags, dyad->form, "two of its three joints slide");
}

/* --- figures of links and joints --- */

/* Constants near a whole number become that: turns by whole quarters. */
static struct Planar rounded(struct Dag *dag, struct Planar a)
{
	double v[3] = { 0 };
	if (!dag_is_const(dag, a.x) || !dag_is_const(dag, a.y))
		return a;
	v[0] = dag_value(dag, a.x);
	v[1] = dag_value(dag, a.y);
	dyad_round(v);
	Ref x = dag_const(dag, v[0]);
	return (struct Planar){ x, dag_const(dag, v[1]) };
}

static void lay_joint(struct Dyad *dyad, int j)
{
	struct Dag *dag = dyad->dag;
	struct DyadJoint *joint = &dyad->joint[j];
	for (int k = 0; k < 2; k++) {
		joint->point[k] = dyad_project(dag, &dyad->link[j + k], joint->frame[k].p);
		joint->along[k] = rounded(dag, dyad_project(dag, &dyad->link[j + k], dyad_axis(dag, joint, k)));
	}
	struct Vec x = dyad_across(dag, joint, 1, dyad->link[j + 1].e[0]);
	joint->zero = rounded(dag, dyad_project(dag, &dyad->link[j], x));
	joint->slide = dag_const(dag, 0);
	joint->turn = joint->zero;
	joint->rate = ARENA_ARRAY(dag->arena, Ref, dyad->ons);
}

/* Sense in which a step turns base 1 against base 0 about the normal, or moves it along its axis: 1 or -1. */
static double sense_of(const struct Dyad *dyad, int base, int step)
{
	const struct Motion *motion = dyad->way[base].step[step].motion;
	double side = base ? 1 : -1, axis[3];
	if (motion->kind == MOTION_TRANSLATE)
		return side;
	const struct Vec seen = dyad_see_from(dyad, base, step, motion->axis, 0, true);
	dyad_at(dyad, 0, seen.e, 3, axis);
	return vector_dot(axis, dyad->link[0].normal) < 0 ? -side : side;
}

static void find_senses(struct Dyad *dyad)
{
	for (int base = 0; base < 2; base++) {
		const struct Way *way = &dyad->way[base];
		dyad->sense[base] = ARENA_ARRAY(dyad->dag->arena, double, way->steps + 1);
		for (int i = 0; i < way->steps; i++)
			dyad->sense[base][i] = way->step[i].motion ? sense_of(dyad, base, i) : 0;
	}
}

/* --- places along the normal --- */

/* Component along the normal of a link. */
static Ref height(const struct Dyad *dyad, int link, struct Vec p)
{
	return vec_dot(dyad->dag, dyad_vector(dyad->dag, dyad->link[link].normal), p);
}

/* Link 1 or 2 as a vector, from the joint of its base to joint 1. */
static struct Vec link_of(const struct Dyad *dyad, int link)
{
	const struct DyadJoint *outer = &dyad->joint[link == 1 ? 0 : 2], *inner = &dyad->joint[1];
	return vec_sub(dyad->dag, inner->frame[link - 1].p, outer->frame[2 - link].p);
}

/* Height of joint 1 by link 1, less the height by link 2. */
static Ref gap(const struct Dyad *dyad)
{
	struct Dag *dag = dyad->dag;
	struct Vec C = dyad_see_vector(dyad, 1, dyad->joint[2].frame[1].p, 0, false);
	Ref first = height(dyad, 0, dyad->joint[0].frame[0].p), second = height(dyad, 0, C);
	first = dag_add(dag, first, height(dyad, 1, link_of(dyad, 1)));
	second = dag_add(dag, second, height(dyad, 2, link_of(dyad, 2)));
	return dag_sub(dag, first, second);
}

/* Sum of the lengths of both links. */
static double size_of(const struct Dyad *dyad)
{
	double size = 0, v[3];
	for (int link = 1; link <= 2; link++) {
		const struct Vec p = link_of(dyad, link);
		dyad_at(dyad, 0, p.e, 3, v);
		size += vector_length(v);
	}
	return size;
}

/* May the links meet? A pin that slides along its axis meets at any height. False after a diagnostic. */
static bool meets(struct Diags *diags, struct Dyad *dyad)
{
	Ref apart = gap(dyad);
	double size = size_of(dyad), by, *q = ARENA_ARRAY(dyad->dag->arena, double, dyad->model->nq + 1);
	for (int j = 0; j < DYAD_JOINTS; j++)
		if (dyad->joint[j].cylinder && !dyad->joint[j].slides)
			return true;
	for (int state = 0; state < DYAD_STATES; state++) {
		dyad_at(dyad, state, &apart, 1, &by);
		if (!closed_gap(dyad->model, &dyad->rounding, fabs(by), size))
			return closed_refuse(diags, dyad->form,
			                     text_print(diags->arena, "its links are %.3g mm apart along its axes",
			                                1000 * fabs(by)));
	}
	if (dyad->model->parameters.numbers > 0)
		closed_doubt_parameters(diags, dyad->model, dyad->form,
		                        &(struct ClosedLengths){ &apart, 1, q, dyad->model->tolerance.length * size,
		                                                 "its links are apart along its axes" });
	return true;
}

/* --- coordinates --- */

/* Cosine and sine of the angle of a joint of the tree. */
static struct Planar angle_of(const struct Dyad *dyad, const struct DyadJoint *joint)
{
	struct Planar angle = planar_turn(dyad->dag, planar_back(joint->zero), joint->turn);
	return joint->back != (joint->sense < 0) ? planar_back(angle) : angle;
}

static Ref coordinate_of(const struct Dyad *dyad, const struct DyadJoint *joint)
{
	if (joint->slides)
		return joint->back ? dag_neg(joint->slide) : joint->slide;
	struct Planar angle = angle_of(dyad, joint);
	return dag_direction(dyad->dag, angle.y, angle.x);
}

/* The coordinate's value, with the slopes of implicit differentiation. */
static void give_coordinate(const struct Dyad *dyad, const struct DyadJoint *joint)
{
	struct Dag *dag = dyad->dag;
	Ref value = dyad->model->body[joint->body].joint->value[0] = coordinate_of(dyad, joint);
	struct Planar angle = joint->slides ? (struct Planar){ 0 } : angle_of(dyad, joint);
	bool opposite = joint->back != (!joint->slides && joint->sense < 0);
	for (int i = 0; i < dyad->ons; i++) {
		Ref by = dag_input(dag, INPUT_Q, (uint32_t)dyad->on[i].q);
		Ref rate = opposite ? dag_neg(joint->rate[i]) : joint->rate[i];
		dag_give_slope(dag, value, by, rate);
		if (joint->slides)
			continue;
		dag_give_slope(dag, angle.y, by, dag_mul(dag, rate, angle.x));
		dag_give_slope(dag, angle.x, by, dag_neg(dag_mul(dag, rate, angle.y)));
	}
}

/* --- the branch --- */

/* Positions of both joints at the pose, on a branch. */
static void positions_at(const struct Dyad *dyad, double branch, double position[CLOSED_NUMBERS])
{
	const struct Model *model = dyad->model;
	struct Arena *arena = arena_trial(model->arena);
	struct Dyad trial = *dyad;
	Ref value[2] = { 0 };
	trial.model = model_fork(model, arena);
	trial.dag = trial.model->dag;
	trial.branch = branch;
	trial.shape->place(&trial);
	for (int j = 0; j < DYAD_JOINTS; j++)
		if (trial.joint[j].body >= 0)
			value[trial.joint[j].body == dyad->form->body[1]] = coordinate_of(&trial, &trial.joint[j]);
	struct Posture posture = closed_posture(arena, trial.model, dyad->pose);
	for (int k = 0; k < 2; k++)
		position[k * JOINT_V] = posture_value(&posture, value[k]);
	arena_empty(arena);
}

/* Takes the branch that is nearer to the pose. False after a diagnostic. */
static bool choose_branch(struct Diags *diags, struct Dyad *dyad)
{
	double at[2][CLOSED_NUMBERS];
	for (int k = 0; k < 2; k++)
		positions_at(dyad, k ? -1 : 1, at[k]);
	int branch = closed_branch(diags, dyad->model, dyad->form, dyad->pose, at, 2);
	dyad->branch = branch ? -1 : 1;
	return branch >= 0;
}

/* The coordinates of both joints, and their slopes. */
static bool solve_dyad(struct Scope *scope, void *found, const struct ModelPose *pose)
{
	struct Dyad *dyad = found;
	struct Diags *diags = scope->diags;
	const struct Joint *first = dyad->model->body[dyad->form->body[0]].joint;
	dyad->pose = pose;
	dyad->on = first->on;
	dyad->ons = first->ons;
	if (!take_motions(scope, dyad) || !make_ways(diags, dyad) || !find_shape(diags, dyad))
		return false;
	for (int a = 0; a < DYAD_LINKS; a++)
		dyad_lay_axes(dyad->dag, &dyad->link[a]);
	for (int j = 0; j < DYAD_JOINTS; j++)
		lay_joint(dyad, j);
	if (!meets(diags, dyad) || !choose_branch(diags, dyad))
		return false;
	closed_tell_rounding(diags, dyad->form, &dyad->rounding);
	find_senses(dyad);
	dyad->shape->place(dyad);
	dyad->shape->move(dyad);
	for (int j = 0; j < DYAD_JOINTS; j++)
		if (dyad->joint[j].body >= 0)
			give_coordinate(dyad, &dyad->joint[j]);
	return true;
}

static bool two_joints(const struct Model *model, const struct ClosedForm *form)
{
	(void)model;
	return form->bodies == 2;
}

const struct ClosedShape dyad_shape = { two_joints, dyad_find, dyad_drives, solve_dyad };
