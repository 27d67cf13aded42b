#include "course.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>

#include "cli/complain.h"

static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
	(void)number;
	interrupted = 1;
}

void course_take_interrupts(void)
{
	struct sigaction action = { .sa_handler = interrupt, .sa_flags = SA_RESTART };
	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

bool course_interrupted(void)
{
	return interrupted;
}

void course_show_rows(void)
{
	fflush(stdout);
}

static void add_bound(struct Course *course, int q, double bound, double outside)
{
	const double rounding = 1e-12; /* relative rounding of a coordinate */
	double within = rounding * fmax(1, fabs(bound));
	bool begun_on = fabs(course->simulation->y[q] - bound) <= within;
	if (begun_on)
		bound += outside * within;
	if (isfinite(bound))
		*ARENA_PUSH(&course->simulation->model->arena, &course->bounds) =
			(struct Bound){ q, bound, outside, begun_on };
}

void course_bounds(struct Course *course)
{
	const struct Model *model = course->simulation->model->model;
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = &model->body[i].joint;
		if (joint->limited && joint->coupling)
			complain("the limits of '%s' are not watched: other joints move it", joint->name.text);
		if (!joint->limited || !joint_nq(joint))
			continue;
		add_bound(course, joint->q, dag_value(model->dag, joint->lower), -1);
		add_bound(course, joint->q, dag_value(model->dag, joint->upper), 1);
	}
}

double course_inside(const struct Bound *bound, const double *y)
{
	return bound->outside * (bound->bound - y[bound->q]);
}

int course_begins_outside(const struct Course *course)
{
	const double rest = 1e-9; /* rad/s^2 or m/s^2: smaller accelerations are rounding errors of balanced forces */
	struct Simulation *s = course->simulation;
	double *rate = ARENA_ARRAY(&s->model->arena, double, s->size);
	bool known = false;
	for (size_t i = 0; i < course->bounds.count; i++) {
		const struct Bound *bound = &course->bounds.item[i];
		int v = s->nq + start_velocity(s->model->model, bound->q);
		if (!bound->begun_on)
			continue;
		if (s->y[v] == 0 && !known) {
			simulation_rates(s, course->time, s->y, rate);
			known = true;
		}
		if (bound->outside * s->y[v] > 0 || (s->y[v] == 0 && bound->outside * rate[v] > rest))
			return bound->q;
	}
	return course_leaves(course, s->y);
}

int course_leaves(const struct Course *course, const double *y)
{
	const struct Simulation *s = course->simulation;
	for (size_t i = 0; i < course->bounds.count; i++) {
		const struct Bound *bound = &course->bounds.item[i];
		double inside = course_inside(bound, y);
		if (inside < 0 ||
		    (inside == 0 && bound->outside * y[s->nq + start_velocity(s->model->model, bound->q)] > 0))
			return bound->q;
	}
	return -1;
}

int course_away(const struct Course *course, const double *y)
{
	const double fastest = 1e6; /* rad/s or m/s: ten million turns a minute; a space probe makes 2e5 m/s */
	const struct Simulation *s = course->simulation;
	for (int i = 0; i < s->nv; i++)
		if (fabs(y[s->nq + i]) > fastest)
			return i;
	return -1;
}
