#include "compare.h"

#include <math.h>
#include <string.h>

#include "cli/joined_mass.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/limit.h"
#include "model/loop.h"
#include "model/strut.h"

struct FilePlace side_place(struct Side *side, struct Span span, const struct Within *within)
{
	struct FilePlace at = { 0 };
	if (span.begin == span.end)
		return at;
	struct Place place = sources_place(&side->model->sources, span);
	at.file = place.name;
	at.line = place.line;
	if (within) {
		place = sources_place(&side->model->sources, within->span);
		at.use = place.name;
		at.use_line = place.line;
	}
	return at;
}

/* --- names --- */

static void open_sites(struct Side *side, struct Posture *posture)
{
	const struct Model *m = side->m;
	for (int i = 0; i < m->bodies; i++)
		side->site[i] = (struct SideSite){ m->body[i].name.text, i, pose_identity,
			                           side_place(side, m->body[i].name.span, m->body[i].within) };
	for (int i = 0; i < m->frames; i++) {
		const struct Frame *frame = &m->frame[i];
		side->site[m->bodies + i] =
			(struct SideSite){ frame->name.text, frame->body, pose_of(posture, &frame->at),
			                   side_place(side, frame->name.span, NULL) };
	}
}

static void open_joints(struct Side *side)
{
	for (int i = 0; i < side->bodies; i++) {
		const struct Joint *joint = side->m->body[i].joint;
		const bool one = joint_nq(joint) == 1;
		side->joint[i] = (struct SideJoint){
			.name = joint->name.text,
			.kind = joint->locked ? "fixed" : joint->kind->name,
			.free = joint->kind->form == JOINT_FREE,
			.coupled = joint->coupling && !joint->locked,
			.quaternion = kind_has_quaternion(joint->kind),
			.slides = joint->kind->nv && kind_slides(joint->kind, 0),
			.nq = joint_nq(joint),
			.nv = joint_nv(joint),
			.q = joint->tree.q,
			.v = joint->v,
			.lower = one ? joint_limit(side->m->dag, joint, LIMIT_OF_LOWER, 0) : -HUGE_VAL,
			.upper = one ? joint_limit(side->m->dag, joint, LIMIT_OF_UPPER, 0) : HUGE_VAL,
			.where = side_place(side, joint->name.span, side->m->body[i].within),
		};
	}
}

static void open_numbers(struct Side *side, struct Posture *posture)
{
	for (int i = 0; i < side->bodies; i++)
		for (int k = 0; k < side->joint[i].nv; k++)
			for (enum JointNumber n = 0; n < JOINT_NUMBERS; n++) {
				const Ref *number = joint_number(side->m->body[i].joint, n);
				double(*of)[JOINT_V] = side->joint[i].number;
				of[n][k] = posture_value(posture, number[k]);
				if (of[joint_number_table[n].of][k] == 0)
					of[n][k] = 0;
			}
}

/* Names from exports and imports: joints with a coordinate each, in place of a joint with several. */
static void name_parts(struct Side *side)
{
	for (int i = 0; i < side->bodies; i++) {
		const struct Joint *joint = side->m->body[i].joint;
		for (int k = 0; k < joint_nq(joint) && joint_nq(joint) > 1 && !kind_has_quaternion(joint->kind); k++)
			side->joint[i].part[k] =
				text_print(side->m->arena, "%s_%s", joint->name.text, joint->kind->q[k].name);
	}
}

/* --- masses --- */

static struct SideMass own_mass(struct Side *side, struct Posture *posture, const struct Body *body)
{
	struct SideMass mass = { .mass = posture_value(posture, body->mass),
		                 .mass_at = side_place(side, body->mass_span, body->within),
		                 .com_at = side_place(side, body->com_span, body->within),
		                 .inertia_at = side_place(side, body->inertia_span, body->within) };
	for (int i = 0; i < 3; i++) {
		mass.com[i] = posture_value(posture, body->com.e[i]);
		for (int k = 0; k < 3; k++)
			mass.inertia[i][k] = posture_value(posture, body->inertia.e[i][k]);
	}
	return mass;
}

static struct MassParts parts_of(struct SideMass *mass)
{
	return (struct MassParts){ &mass->mass, mass->com, mass->inertia };
}

static void open_masses(struct Side *side, struct Posture *posture)
{
	for (int i = 0; i < side->bodies; i++)
		side->mass[i] = own_mass(side, posture, &side->m->body[i]);
	for (int i = side->bodies - 1; i >= 0; i--) {
		const int parent = side->parent[i];
		if (side->moves[i] || parent < 0 || side->mass[i].mass == 0)
			continue;
		struct Pose at = pose_relative(&side->neutral[parent], &side->neutral[i]);
		const struct MassParts to = parts_of(&side->mass[parent]), from = parts_of(&side->mass[i]);
		joined_mass_add(to, from, &at);
	}
}

/* --- the neutral state --- */

void side_axes(const struct Side *side, struct Posture *posture, const struct Pose *pose, struct SideAxis *axes)
{
	for (int i = 0; i < side->bodies; i++) {
		const struct Body *body = &side->m->body[i];
		struct SideAxis *axis = &axes[i];
		axis->known = side->joint[i].nq == 1 && body->joint->motions == 1;
		if (!axis->known)
			continue;
		struct Pose at = pose_of(posture, &body->at);
		if (body->parent >= 0)
			at = pose_compose(&pose[body->parent], &at);
		double own[3];
		for (int k = 0; k < 3; k++) {
			own[k] = posture_value(posture, body->joint->motion[0].axis.e[k]);
			axis->point[k] = at.p[k];
		}
		pose_turn(&at, own, axis->axis);
	}
}

void side_direction(struct Posture *posture, const struct Joint *joint, int k, const struct Pose *frame, double out[3])
{
	struct Joint before = *joint;
	memset(out, 0, 3 * sizeof *out);
	if (k >= joint->motions || joint->motion[k].kind > MOTION_TRANSLATE)
		return;
	before.motions = k;
	const struct Pose moved = pose_of_joint(posture, &before), pose = pose_compose(frame, &moved);
	for (int i = 0; i < 3; i++)
		out[i] = posture_value(posture, joint->motion[k].axis.e[i]);
	pose_turn(&pose, out, out);
}

static void open_directions(struct Side *side, struct Posture *posture)
{
	for (int i = 0; i < side->bodies; i++) {
		const struct Body *body = &side->m->body[i];
		struct Pose at = pose_of(posture, &body->at);
		if (body->parent >= 0)
			at = pose_compose(&side->neutral[body->parent], &at);
		for (int k = 0; k < JOINT_V; k++)
			side_direction(posture, body->joint, k, &at, side->direction[i][k]);
	}
}

void side_rest(const struct Side *side, double *q)
{
	for (int i = 0; i < side->bodies; i++)
		if (side->joint[i].quaternion && side->joint[i].nq)
			q[side->joint[i].q + side->joint[i].nq - 1] = 1;
}

static void open_neutral(struct Side *side, struct Posture *posture)
{
	double *q = ARENA_ARRAY(side->m->arena, double, side->nq + 1);
	side_rest(side, q);
	posture_move(posture, q);
	pose_of_bodies(posture, side->m, side->neutral);
}

static void make_room(struct Side *side)
{
	struct Arena *arena = side->m->arena;
	const int states = COMPARE_STATES, bodies = side->bodies;
	side->site = ARENA_ARRAY(arena, struct SideSite, side->sites + 1);
	side->joint = ARENA_ARRAY(arena, struct SideJoint, bodies + 1);
	side->parent = ARENA_ARRAY(arena, int, bodies + 1);
	side->carrier = ARENA_ARRAY(arena, int, bodies + 1);
	side->moves = ARENA_ARRAY(arena, bool, bodies + 1);
	side->mass = ARENA_ARRAY(arena, struct SideMass, bodies + 1);
	side->axis = ARENA_ARRAY(arena, struct SideAxis, bodies + 1);
	side->direction = arena_array(arena, (size_t)bodies + 1, sizeof *side->direction);
	side->neutral = ARENA_ARRAY(arena, struct Pose, bodies + 1);
	side->pose = ARENA_ARRAY(arena, struct Pose, states * bodies + 1);
	side->q = ARENA_ARRAY(arena, double, states * side->nq + 1);
	side->qd = ARENA_ARRAY(arena, double, states * side->nv + 1);
	side->u = ARENA_ARRAY(arena, double, states * side->m->inputs.numbers + 1);
	side->ud = ARENA_ARRAY(arena, double, states *(int)side->m->dag->moving.count + 1);
	side->udd = ARENA_ARRAY(arena, double, states *(int)side->m->dag->moving.count + 1);
	side->s = ARENA_ARRAY(arena, double, states * side->m->states.numbers + 1);
	side->M = ARENA_ARRAY(arena, double, states * side->nv * side->nv + 1);
	side->h = ARENA_ARRAY(arena, double, states * side->nv + 1);
	side->length = ARENA_ARRAY(arena, double, states *(int)side->m->struts.count + 1);
	side->rate = ARENA_ARRAY(arena, double, states * side->m->states.numbers + 1);
	side->closed = ARENA_ARRAY(arena, bool, states);
	side->independent = ARENA_ARRAY(arena, bool, states * side->nv + 1);
}

/* Default values at all states. */
static void rest_given(const struct ParameterList *all, double *value)
{
	for (int state = 0; state < COMPARE_STATES; state++)
		for (int i = 0; i < all->numbers; i++)
			value[state * all->numbers + i] = all->value[i];
}

static void rest_inputs(struct Side *side)
{
	rest_given(&side->m->inputs, side->u);
	rest_given(&side->m->states, side->s);
}

void side_open(struct Side *side)
{
	const struct Model *m = side->m = side->model->model;
	side->bodies = m->bodies;
	side->sites = m->bodies + m->frames;
	side->nq = m->nq;
	side->nv = m->nv;
	make_room(side);
	rest_inputs(side);
	struct Posture posture = posture_begin(m->arena, m->dag);
	for (int i = 0; i < m->bodies; i++) {
		side->parent[i] = m->body[i].parent;
		side->carrier[i] = m->body[i].carrier;
		side->moves[i] = body_moves(&m->body[i]);
	}
	open_joints(side);
	name_parts(side);
	open_neutral(side, &posture);
	open_sites(side, &posture);
	side_axes(side, &posture, side->neutral, side->axis);
	open_directions(side, &posture);
	open_numbers(side, &posture);
	open_masses(side, &posture);
	for (int i = 0; i < 3; i++)
		side->gravity[i] = posture_value(&posture, m->gravity.e[i]);
	side->gravity_at = side_place(side, m->gravity_at, NULL);
}

/* --- other states --- */

void side_reset(struct Side *side)
{
	const size_t states = COMPARE_STATES;
	memset(side->q, 0, states * (size_t)side->nq * sizeof *side->q);
	memset(side->qd, 0, states * (size_t)side->nv * sizeof *side->qd);
	rest_inputs(side);
	memset(side->closed, 0, states * sizeof *side->closed);
	memset(side->independent, 0, states * (size_t)side->nv * sizeof *side->independent);
	side->open_by = 0;
	side->open = NULL;
}

const char *side_functions(struct Side *side)
{
	return text_print(side->m->arena, "\"M and bias\"=crba+bias%s%s", side->m->struts.count ? "+lengths" : "",
	                  side->m->states.numbers ? "+rates" : "");
}

/* q in the order that callers see. */
static void list_q(const struct Side *side, const double *q, double *listed)
{
	for (int i = 0; i < side->bodies; i++)
		for (int k = 0; k < side->joint[i].nq; k++)
			listed[side->m->body[i].joint->q + k] = q[side->joint[i].q + k];
}

static void call_dynamics(struct Side *side, int state, double *listed)
{
	const size_t nv = (size_t)side->nv, at = (size_t)state;
	list_q(side, side->q + at * (size_t)side->nq, listed);
	const size_t moving = side->m->dag->moving.count;
	const struct {
		enum Input array;
		const double *value;
	} given[] = {
		{ INPUT_Q, listed },
		{ INPUT_QD, side->qd + at * nv },
		{ INPUT_U, side->u + at * (size_t)side->m->inputs.numbers },
		{ INPUT_UD, side->ud + at * moving },
		{ INPUT_UDD, side->udd + at * moving },
		{ INPUT_S, side->s + at * (size_t)side->m->states.numbers },
		{ INPUT_F_EXT, side->wrenches },
	};
	const double *in[sizeof given / sizeof *given];
	for (size_t k = 0; k < sizeof given / sizeof *given; k++)
		if (library_input(side->dynamics, given[k].array) >= 0)
			in[library_input(side->dynamics, given[k].array)] = given[k].value;
	double *out[4] = { side->M + at * nv * nv, side->h + at * nv };
	size_t outputs = 2;
	if (side->m->struts.count)
		out[outputs++] = side->length + at * side->m->struts.count;
	if (side->m->states.numbers)
		out[outputs] = side->rate + at * (size_t)side->m->states.numbers;
	rigidc_call(side->dynamics, in, out);
}

void side_move(struct Side *side)
{
	struct Posture posture = posture_begin(side->m->arena, side->m->dag);
	double *listed = ARENA_ARRAY(side->m->arena, double, side->nq + 1);
	const int wrenches = side->nv ? library_input(side->dynamics, INPUT_F_EXT) : -1;
	if (wrenches >= 0)
		side->wrenches = ARENA_ARRAY(side->m->arena, double, rigidc_input_size(side->dynamics, wrenches));
	for (int state = 0; state < COMPARE_STATES; state++) {
		posture_move(&posture, side->q + (size_t)state * (size_t)side->nq);
		pose_of_bodies(&posture, side->m, side->pose + state * side->bodies);
		if (side->nv)
			call_dynamics(side, state, listed);
	}
}

struct Pose side_pose(const struct Side *side, int state, int site)
{
	const struct SideSite *at = &side->site[site];
	return at->body < 0 ? at->at : pose_compose(&side->pose[state * side->bodies + at->body], &at->at);
}
