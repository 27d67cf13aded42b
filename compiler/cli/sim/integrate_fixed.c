/* Method `rk4` of `rigidc sim`, with steps of one length. A step in which an event happens is shortened. A step with a stage
 * near a dead point is divided, so that its stages are before it and after it. */
#include "course.h"

#include <math.h>
#include <string.h>

#include "model/body.h"
#include "model/joint.h"

enum { STAGES = 4 };

struct Fixed {
	bool apart; /* the step begins between two times of equal steps */
	bool begun; /* the begin of the step has been computed */
	double *k[STAGES],
		*stage[STAGES];    /* rates and states of the stages of a step; the first is the state before it */
	double *move;              /* a displacement along the velocities */
	struct Crossing *crossing; /* watched functions within a step */
	double independence,
		independence_before; /* of the rows that hold, at the begin of the step and of the one before */
};

/* Are there dead points? Contacts that come and go hold by rows that do not depend on each other. */
static bool has_dead(const struct Simulation *s)
{
	return s->rows.held->project && !s->contacts.count;
}

static void note_independence(struct Course *course)
{
	struct Simulation *s = course->simulation;
	struct Fixed *own = course->own;
	own->independence_before = own->independence;
	if (has_dead(s))
		own->independence = simulation_independence(s, own->stage[0]);
}

/* A step begins at the state of the simulation. */
static void begin_step(struct Course *course)
{
	struct Simulation *s = course->simulation;
	struct Fixed *own = course->own;
	own->begun = true;
	memcpy(own->stage[0], s->y, s->size * sizeof *s->y);
	simulation_rates(s, course->time, own->stage[0], own->k[0]);
	note_independence(course);
	if (own->crossing->count)
		conditions_inside(course, course->time, s->y, own->crossing->before);
}

bool integrate_fixed(struct Course *course)
{
	struct Simulation *s = course->simulation;
	struct Arena *arena = &s->model->arena;
	struct Fixed *own = course->own = ARENA_NEW(arena, struct Fixed);
	for (int i = 0; i < STAGES; i++) {
		own->k[i] = ARENA_ARRAY(arena, double, s->size);
		own->stage[i] = ARENA_ARRAY(arena, double, s->size);
	}
	own->move = ARENA_ARRAY(arena, double, s->nv);
	own->independence = INFINITY;
	own->crossing = crossing_new(course);
	own->crossing->y[0] = own->stage[0];
	own->crossing->rate[0] = own->k[0];
	return true;
}

/* --- a step, as step:rk4 takes it (dynamics/tree/step.h) --- */

/* Adds factor a x b. */
static void add_cross(double factor, const double *a, const double *b, double *out)
{
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		out[i] += factor * (a[j] * b[k] - a[k] * b[j]);
	}
}

/* Adds factor [a, b] for the velocities of joints with quaternions: (w_a x v_b - w_b x v_a, w_a x w_b). */
static void add_bracket(const struct Simulation *s, double factor, const double *a, const double *b, double *out)
{
	const struct Model *model = s->model->model;
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		int v = joint->v, w = v + 3 * (joint->kind->form == JOINT_FREE);
		if (!joint_nq(joint) || !kind_has_quaternion(joint->kind))
			continue;
		add_cross(factor, a + w, b + w, out + w);
		if (w == v)
			continue;
		add_cross(factor, a + w, b + v, out + v);
		add_cross(-factor, b + w, a + v, out + v);
	}
}

/* State of a stage, a part of the step later, from the rates of the stage before. */
static void make_stage(const struct Course *course, int i, double part)
{
	const struct Simulation *s = course->simulation;
	const struct Fixed *own = course->own;
	const double *qd = own->stage[0] + s->nq, *last = own->stage[i - 1] + s->nq;
	for (int v = 0; v < s->nv; v++)
		own->move[v] = part * last[v];
	if (i == 2)
		add_bracket(s, part * part / 2, qd, last, own->move);
	simulation_move(s, own->stage[0], own->move, own->stage[i]);
	for (size_t n = (size_t)s->nq; n < s->size; n++)
		own->stage[i][n] = own->stage[0][n] + part * own->k[i - 1][n];
}

static double mean(double step, double a, double b, double c, double d)
{
	return step * (a + 2 * b + 2 * c + d) / 6;
}

/* A step of the classical Runge-Kutta method on the state space, from own->stage[0] with its rates to s->y. */
static void step_once(const struct Course *course, double step)
{
	static const double at[STAGES] = { 0, 0.5, 0.5, 1 };
	struct Simulation *s = course->simulation;
	const struct Fixed *own = course->own;
	for (int i = 1; i < STAGES; i++) {
		make_stage(course, i, step * at[i]);
		simulation_rates(s, course->time + at[i] * step, own->stage[i], own->k[i]);
	}
	for (size_t n = (size_t)s->nq; n < s->size; n++)
		s->y[n] = own->stage[0][n] + mean(step, own->k[0][n], own->k[1][n], own->k[2][n], own->k[3][n]);
	for (size_t v = 0, n = (size_t)s->nq; n < (size_t)(s->nq + s->nv); n++, v++)
		own->move[v] = mean(step, own->stage[0][n], own->stage[1][n], own->stage[2][n], own->stage[3][n]);
	add_bracket(s, step * step / 12, own->stage[0] + s->nq, own->stage[3] + s->nq, own->move);
	simulation_move(s, own->stage[0], own->move, s->y);
	simulation_unit_quaternions(s, s->y);
	simulation_project(s, course->time + step, s->y);
}

/* The state after a part of a step. */
static void state_within(struct Course *course, double after, double *y)
{
	struct Simulation *s = course->simulation;
	const struct Fixed *own = course->own;
	if (after > 0)
		step_once(course, after);
	else
		memcpy(s->y, own->stage[0], s->size * sizeof *s->y);
	memcpy(y, s->y, s->size * sizeof *y);
}

/* The first event within a step to s->y, as its time after the begin of the step; NAN: none. */
static double find_event(struct Course *course, double step)
{
	struct Simulation *s = course->simulation;
	const struct Fixed *own = course->own;
	struct Crossing *c = own->crossing;
	if (!c->count)
		return NAN;
	c->from = course->time;
	c->step = step;
	memcpy(c->y[1], s->y, s->size * sizeof *s->y);
	simulation_rates(s, course->time + step, c->y[1], c->rate[1]);
	return crossing_find(course, c, 0, state_within);
}

/* The end of a step without an event is the begin of the next. */
static void end_step(struct Course *course)
{
	struct Simulation *s = course->simulation;
	struct Fixed *own = course->own;
	struct Crossing *c = own->crossing;
	if (!c->count) {
		own->begun = false;
		return;
	}
	memcpy(s->y, c->y[1], s->size * sizeof *s->y);
	memcpy(own->stage[0], s->y, s->size * sizeof *s->y);
	memcpy(own->k[0], c->rate[1], s->size * sizeof *s->y);
	memcpy(c->before, c->inside, c->count * sizeof *c->before);
	note_independence(course);
}

/* --- dead points --- */

/* Takes a step, and returns the least independence of the rows at its later stages and at its end; 0: it fails. */
static double independence_of(struct Course *course, double step)
{
	const double refused = 1e-9;
	struct Simulation *s = course->simulation;
	const struct Fixed *own = course->own;
	unsigned long left_out = s->rows.left_out;
	step_once(course, step);
	if (conditions_test(course, s->y) != ARRIVED)
		return 0;
	double least = simulation_independence(s, s->y);
	for (int i = 1; i < STAGES; i++)
		least = fmin(least, simulation_independence(s, own->stage[i]));
	return s->rows.left_out > left_out ? refused * least : least;
}

/* May the rows depend on each other within a few steps? */
static bool comes_to_dead(const struct Course *course)
{
	const double steps = 3;
	const struct Fixed *own = course->own;
	return own->independence < steps * (own->independence_before - own->independence);
}

/* Takes a step whose stages are not near a dead point: the longest that is far enough, else the farthest. Long ones
 * step over the point. Returns its length; 0: there is none. */
static double step_beside_dead(struct Course *course, double step, double longest)
{
	static const double part[] = { 1, 1.7, 1.3, 0.79, 0.62, 0.41 };
	enum { PARTS = sizeof part / sizeof *part };
	const double enough = 0.2; /* of the independence at the begin */
	struct Simulation *s = course->simulation;
	/* no step begins with a smaller independence: accelerations may be anything there */
	const double dead = s->options->library.real_float > 0 ? 1e-3 : 1e-6;
	const struct Fixed *own = course->own;
	const unsigned long left_out = s->rows.left_out;
	double most = 0, best = 0;
	for (size_t i = 0; i < PARTS && own->independence > dead && most < enough * own->independence; i++) {
		double length = part[i] * step, least = length <= longest ? independence_of(course, length) : 0;
		s->rows.left_out = left_out;
		best = least > most ? length : best;
		most = fmax(most, least);
	}
	if (best > 0) {
		step_once(course, best);
		return best;
	}
	memcpy(s->y, own->stage[0], s->size * sizeof *s->y);
	return 0;
}

/* Takes a step or another near a dead point, no longer than `longest`. Returns its length; 0: there is none. */
static double take_step(struct Course *course, double step, double longest)
{
	struct Simulation *s = course->simulation;
	const unsigned long left_out = s->rows.left_out;
	course->steps++;
	if (!has_dead(s)) {
		step_once(course, step);
		return step;
	}
	if (!comes_to_dead(course)) {
		step_once(course, step);
		if (s->rows.left_out == left_out && simulation_lost(s, s->y) < 0)
			return step;
	}
	s->rows.left_out = left_out;
	return step_beside_dead(course, step, longest);
}

/* A step that has failed: at a dead point accelerations may be anything. */
static enum Arrival fail(struct Course *course, double step)
{
	const double near = 1e-2;
	const struct Simulation *s = course->simulation;
	const struct Fixed *own = course->own;
	if (own->independence < near || (isfinite(own->independence_before) && comes_to_dead(course)))
		return ARRIVED_DEAD;
	step_once(course, step);
	course->time += step;
	return conditions_test(course, s->y);
}

/* Steps to a later time, in parts where something happens on the way. Near a dead point they may go farther, up to
 * `longest`. */
static enum Arrival step_to(struct Course *course, double next, double longest)
{
	const double shortest = 1e-2; /* part of a step, near a dead point at its end */
	struct Fixed *own = course->own;
	enum Arrival how = ARRIVED;
	/* a difference of times would have roundings of its own */
	double step = own->apart ? next - course->time : course->step;
	for (; how == ARRIVED && course->time < next; step = next - course->time) {
		if (!own->begun)
			begin_step(course);
		double length = take_step(course, step, longest - course->time);
		if (length < fmin(step, shortest * course->step))
			return fail(course, step);
		double event = find_event(course, length);
		own->apart = length > step && isnan(event);
		if (isnan(event)) {
			course->time = length == step ? next : course->time + length;
			end_step(course);
			how = conditions_test(course, course->simulation->y);
			continue;
		}
		state_within(course, event, own->crossing->state);
		course->time += event;
		how = conditions_happened(course, own->crossing->happened);
		own->begun = false;
	}
	return how;
}

enum Arrival integrate_fixed_go(struct Course *course, double until)
{
	double from = course->time;
	unsigned long steps = (unsigned long)llround((until - from) / course->step);
	enum Arrival how = ARRIVED;
	for (unsigned long i = 1; i <= steps && how == ARRIVED; i++)
		how = step_to(course, i == steps ? until : from + (until - from) * (double)i / (double)steps, until);
	return how;
}
