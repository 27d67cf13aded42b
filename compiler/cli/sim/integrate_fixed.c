#include "methods.h"

#include <math.h>
#include <string.h>

#include "conditions.h"

struct Fixed {
	double *k[4], *stage, *before;  /* rates and stage of a step; the state before the step */
	double *inside, *inside_before; /* root functions after and before a step */
	bool *happened;                 /* by root function */
	size_t roots;
};

bool integrate_fixed(struct Course *course)
{
	struct Arena *arena = &course->simulation->model->arena;
	struct Fixed *own = course->own = ARENA_NEW(arena, struct Fixed);
	for (int i = 0; i < 4; i++)
		own->k[i] = ARENA_ARRAY(arena, double, course->simulation->size);
	own->stage = ARENA_ARRAY(arena, double, course->simulation->size);
	own->before = ARENA_ARRAY(arena, double, course->simulation->size);
	own->roots = conditions_roots(course);
	own->inside = ARENA_ARRAY(arena, double, own->roots);
	own->inside_before = ARENA_ARRAY(arena, double, own->roots);
	own->happened = ARENA_ARRAY(arena, bool, own->roots);
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

/* Root functions of a state that have fallen below 0 since the one before; true if any has. */
static bool look(struct Course *course, double time, const double *y)
{
	struct Fixed *own = course->own;
	bool any = false;
	conditions_inside(course, time, y, own->inside);
	for (size_t i = 0; i < own->roots; i++) {
		own->happened[i] = own->inside_before[i] >= 0 && own->inside[i] < 0;
		any |= own->happened[i];
	}
	return any;
}

/* The longest step after which nothing has happened, by bisection to the last double. */
static void step_to_event(struct Course *course, double step)
{
	const struct Fixed *own = course->own;
	double inside = 0, outside = step;
	for (double middle; middle = inside + (outside - inside) / 2, middle > inside && middle < outside;) {
		step_once(course, middle);
		*(look(course, course->time + middle, course->simulation->y) ? &outside : &inside) = middle;
	}
	step_once(course, outside);
	look(course, course->time + outside, course->simulation->y);
	if (inside > 0)
		step_once(course, inside);
	else
		memcpy(course->simulation->y, own->before, course->simulation->size * sizeof *own->before);
	course->time += inside;
}

/* A step to a later time, in parts where something happens on the way. */
static enum Arrival step_to(struct Course *course, double next)
{
	struct Simulation *s = course->simulation;
	const struct Fixed *own = course->own;
	enum Arrival how = ARRIVED;
	double step = course->step; /* a difference of times would have roundings of its own */
	for (; how == ARRIVED && course->time < next; step = next - course->time) {
		memcpy(own->before, s->y, s->size * sizeof *s->y);
		conditions_inside(course, course->time, s->y, own->inside_before);
		step_once(course, step);
		course->steps++;
		if (!look(course, next, s->y)) {
			course->time = next;
			return conditions_test(course, s->y);
		}
		step_to_event(course, step);
		how = conditions_happened(course, own->happened);
	}
	return how;
}

enum Arrival integrate_fixed_go(struct Course *course, double until)
{
	double from = course->time;
	unsigned long steps = (unsigned long)llround((until - from) / course->step);
	enum Arrival how = ARRIVED;
	for (unsigned long i = 1; i <= steps && how == ARRIVED; i++)
		how = step_to(course, i == steps ? until : from + (until - from) * (double)i / (double)steps);
	return how;
}
