#include "course.h"

#include <math.h>
#include <signal.h>

#include "cli/complain.h"

static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
	(void)number;
	interrupted = 1;
}

void course_take_interrupts(void)
{
	struct sigaction action = { .sa_handler = interrupt };
	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
}

bool course_interrupted(void)
{
	return interrupted;
}

static void add_bound(struct Course *course, int q, double bound, double outside)
{
	if (isfinite(bound))
		*ARENA_PUSH(&course->simulation->model->arena, &course->bounds) = (struct Bound){ q, bound, outside };
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

int course_leaves(const struct Course *course, const double *y)
{
	const struct Simulation *s = course->simulation;
	for (size_t i = 0; i < course->bounds.count; i++) {
		const struct Bound *bound = &course->bounds.item[i];
		double inside = course_inside(bound, y);
		if (inside < 0 || (inside == 0 && bound->outside * y[s->nq + simulation_velocity(s, bound->q)] > 0))
			return bound->q;
	}
	return -1;
}
