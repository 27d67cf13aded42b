#include "dyad.h"

#include <math.h>

#include "dag/posture.h"
#include "model/body/motion.h"
#include "model/part/resolve.h"

static const double nearly = 1e-9; /* of lengths, relative to those of the dyad */

/* --- places of the bases --- */

/* Finds the axis of a joint of the tree: a hinge or a slider. False after a diagnostic. */
static bool take_motion(struct Scope *scope, struct Dyad *dyad, struct DyadJoint *joint)
{
	const struct Joint *own = &dyad->model->body[joint->body].joint;
	bool one = own->kind->form == JOINT_DEFINED && own->kind->nq == 1;
	struct Motions motions = one ? motions_for_any(scope, own) : (struct Motions){ 0 };
	one = motions.count == 1 && motions.item->y == dag_input(dyad->dag, INPUT_QDD, 0);
	if (!one)
		return dyad_refuse(scope->diags, dyad->form,
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
	return turn || dyad_refuse(scope->diags, dyad->form, "both of its joints slide");
}

static bool make_ways(struct Diags *diags, struct Dyad *dyad)
{
	const struct Model *model = dyad->model;
	int body[2] = { dyad->link[0].body, dyad->link[3].body }, common = way_common(model, body[0], body[1]);
	for (int base = 0; base < 2; base++) {
		const struct Point origin = { body[base], vec_const(dyad->dag, 0, 0, 0) };
		for (int i = body[base]; i != common; i = model->body[i].parent)
			if (body_moves(&model->body[i]) && kind_has_quaternion(model->body[i].joint.kind))
				return dyad_refuse(diags, dyad->form,
				                   text_print(diags->arena, "joint '%s' before it keeps no plane",
				                              model->body[i].joint.name.text));
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
	return dyad->shape || dyad_refuse(diags, dyad->form, "two of its three joints slide");
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
	dyad_at(dyad, 0, dyad_see_from(dyad, base, step, motion->axis, 0, true), axis);
	return dyad_dot(axis, dyad->link[0].normal) < 0 ? -side : side;
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

/* Place of joint 1 along the normal, less the same from the other base: 0 in a dyad that closes. */
static struct Vec mismatch(const struct Dyad *dyad, double *size)
{
	struct Dag *dag = dyad->dag;
	const struct DyadJoint *joint = dyad->joint;
	struct Vec n0 = dyad_vector(dag, dyad->link[0].normal), n1 = dyad_vector(dag, dyad->link[1].normal),
		   n2 = dyad_vector(dag, dyad->link[2].normal);
	struct Vec C = dyad_see_vector(dyad, 1, joint[2].frame[1].p, 0, false);
	struct Vec first = vec_sub(dag, joint[1].frame[0].p, joint[0].frame[1].p);
	struct Vec second = vec_sub(dag, joint[1].frame[1].p, joint[2].frame[0].p), sum = vec_const(dag, 0, 0, 0);
	Ref part[4] = { vec_dot(dag, n0, joint[0].frame[0].p), vec_dot(dag, n1, first), vec_dot(dag, n0, C),
		        vec_dot(dag, n2, second) };
	double length[2][3];
	dyad_at(dyad, 0, first, length[0]);
	dyad_at(dyad, 0, second, length[1]);
	*size = sqrt(dyad_dot(length[0], length[0])) + sqrt(dyad_dot(length[1], length[1]));
	Ref apart = dag_sub(dag, dag_add(dag, part[0], part[1]), dag_add(dag, part[2], part[3]));
	sum.e[0] = apart;
	return sum;
}

static bool meets(struct Diags *diags, const struct Dyad *dyad)
{
	double size, apart[3];
	struct Vec by = mismatch(dyad, &size);
	for (int j = 0; j < DYAD_JOINTS; j++)
		if (dyad->joint[j].cylinder && !dyad->joint[j].slides)
			return true;
	for (int state = 0; state < DYAD_STATES; state++) {
		dyad_at(dyad, state, by, apart);
		if (fabs(apart[0]) > nearly * size)
			return dyad_refuse(diags, dyad->form,
			                   text_print(diags->arena, "its links are %.3g mm apart along its axes",
			                              1000 * fabs(apart[0])));
	}
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
	Ref value = dyad->model->body[joint->body].joint.value[0] = coordinate_of(dyad, joint);
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
static void positions_at(const struct Dyad *dyad, double branch, double position[2])
{
	const struct Model *model = dyad->model;
	struct Arena *arena = arena_trial(model->arena);
	const struct Model *fork = model_fork(model, arena);
	struct Dyad trial = *dyad;
	double *q = ARENA_ARRAY(arena, double, model->nq + 1);
	Ref value[DYAD_JOINTS] = { 0 };
	trial.model = fork;
	trial.dag = fork->dag;
	trial.branch = branch;
	trial.way[0].dag = trial.way[1].dag = fork->dag;
	trial.shape->place(&trial);
	for (int j = 0; j < DYAD_JOINTS; j++)
		if (trial.joint[j].body >= 0)
			value[j] = coordinate_of(&trial, &trial.joint[j]);
	for (int i = 0; i < model->nq; i++)
		q[i] = dyad->pose->q[model->ordered ? model->q_place[i] : i];
	struct Posture posture = posture_begin(arena, fork->dag);
	posture_move(&posture, q);
	for (int j = 0; j < DYAD_JOINTS; j++)
		if (trial.joint[j].body >= 0)
			position[trial.joint[j].body == dyad->form->body[1]] = posture_value(&posture, value[j]);
	arena_empty(arena);
}

/* Distance between positions of both joints; angles modulo a turn. */
static double away(const struct Dyad *dyad, const double a[2], const double b[2])
{
	double square = 0;
	for (int k = 0; k < 2; k++) {
		const struct JointKind *kind = dyad->model->body[dyad->form->body[k]].joint.kind;
		double by = a[k] - b[k];
		square += pow(kind_slides(kind, 0) ? by : remainder(by, 2 * acos(-1)), 2);
	}
	return sqrt(square);
}

/* Takes the branch that is nearer to the pose. False after a diagnostic. */
static bool choose_branch(struct Diags *diags, struct Dyad *dyad)
{
	const double same = 1e-6;
	const struct ClosedForm *form = dyad->form;
	const char *name = dyad->pose->name.text;
	double at[2][2], given[2];
	for (int k = 0; k < 2; k++) {
		positions_at(dyad, k ? -1 : 1, at[k]);
		given[k] = dyad->pose->solved[form->body[k]];
	}
	double by = away(dyad, at[0], given), other = away(dyad, at[1], given);
	if (isnan(by) || isnan(other))
		return dyad_refuse(diags, form, text_print(diags->arena, "it cannot close at pose '%s'", name));
	if (away(dyad, at[0], at[1]) < same)
		return dyad_refuse(diags, form, text_print(diags->arena, "pose '%s' is a dead point", name));
	if (fabs(by - other) < same)
		return dyad_refuse(diags, form,
		                   text_print(diags->arena, "pose '%s' is as near to both of its places", name));
	dyad->branch = other < by ? -1 : 1;
	return true;
}

bool dyad_solve(struct Scope *scope, struct Dyad *dyad)
{
	struct Diags *diags = scope->diags;
	const struct Joint *first = &dyad->model->body[dyad->form->body[0]].joint;
	dyad->on = first->on;
	dyad->ons = first->ons;
	if (!dyad->ons)
		return dyad_refuse(diags, dyad->form, "no other joint moves it");
	if (!take_motions(scope, dyad) || !make_ways(diags, dyad) || !find_shape(diags, dyad))
		return false;
	for (int a = 0; a < DYAD_LINKS; a++)
		dyad_lay_axes(dyad->dag, &dyad->link[a]);
	for (int j = 0; j < DYAD_JOINTS; j++)
		lay_joint(dyad, j);
	if (!meets(diags, dyad) || !choose_branch(diags, dyad))
		return false;
	find_senses(dyad);
	dyad->shape->place(dyad);
	dyad->shape->move(dyad);
	for (int j = 0; j < DYAD_JOINTS; j++)
		if (dyad->joint[j].body >= 0)
			give_coordinate(dyad, &dyad->joint[j]);
	return true;
}
