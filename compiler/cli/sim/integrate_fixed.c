#include "methods.h"

#include <math.h>
#include <string.h>

struct Fixed {
	double *k[4], *stage, *before; /* rates and stage of a step; the state before the step */
};

bool integrate_fixed(struct Course *course)
{
	struct Arena *arena = &course->simulation->model->arena;
	struct Fixed *own = course->own = ARENA_NEW(arena, struct Fixed);
	for (int i = 0; i < 4; i++)
		own->k[i] = ARENA_ARRAY(arena, double, course->simulation->size);
	own->stage = ARENA_ARRAY(arena, double, course->simulation->size);
	own->before = ARENA_ARRAY(arena, double, course->simulation->size);
	return true;
}

void integrate_fixed_end(struct Course *course)
{
	(void)course;
}

/* A step of the classical Runge-Kutta method, from own->before to s->y. */
static void step_once(const struct Course *course, double step)
{
	static const double at[4] = { 0, 0.5, 0.5, 1 };
	struct Simulation *s = course->simulation;
	const struct Fixed *own = course->own;
	for (int i = 0; i < 4; i++) {
		for (size_t n = 0; n < s->size; n++)
			own->stage[n] = own->before[n] + (i ? step * at[i] * own->k[i - 1][n] : 0);
		simulation_rates(s, course->time + at[i] * step, own->stage, own->k[i]);
	}
	for (size_t n = 0; n < s->size; n++)
		s->y[n] =
			own->before[n] + step * (own->k[0][n] + 2 * own->k[1][n] + 2 * own->k[2][n] + own->k[3][n]) / 6;
	simulation_unit_quaternions(s, s->y);
	simulation_project(s, s->y);
}

/* The longest step that stays inside all bounds, by bisection to the last double. */
static void step_to_bound(struct Course *course, double step)
{
	double inside = 0, outside = step;
	for (double middle; middle = inside + (outside - inside) / 2, middle > inside && middle < outside;) {
		step_once(course, middle);
		if (course_leaves(course, course->simulation->y) < 0)
			inside = middle;
		else
			outside = middle;
	}
	step_once(course, inside);
	course->time += inside;
}

enum Arrival integrate_fixed_go(struct Course *course, double until)
{
	struct Simulation *s = course->simulation;
	const struct Fixed *own = course->own;
	double from = course->time;
	unsigned long steps = (unsigned long)llround((until - from) / course->step);
	for (unsigned long i = 1; i <= steps; i++) {
		double next = i == steps ? until : from + (until - from) * (double)i / (double)steps;
		if (course_interrupted())
			return ARRIVED_INTERRUPTED;
		memcpy(own->before, s->y, s->size * sizeof *s->y);
		step_once(course, course->step);
		course->steps++;
		if ((course->at = course_leaves(course, s->y)) >= 0) {
			step_to_bound(course, course->step);
			return ARRIVED_AT_LIMIT;
		}
		course->time = next;
		if ((course->at = simulation_lost(s)) >= 0)
			return ARRIVED_LOST;
		if ((course->at = course_away(course, s->y)) >= 0)
			return ARRIVED_AWAY;
	}
	return ARRIVED;
}
