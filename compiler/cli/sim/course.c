#include "course.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>

#include "cli/complain.h"
#include "model/body.h"
#include "model/joint.h"

static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
	(void)number;
	interrupted = 1;
}

static const int interrupts[] = { SIGINT, SIGTERM };
enum { INTERRUPTS = sizeof interrupts / sizeof *interrupts };
static struct sigaction before[INTERRUPTS];

void course_take_interrupts(void)
{
	struct sigaction action = { .sa_handler = interrupt, .sa_flags = SA_RESTART };
	sigemptyset(&action.sa_mask);
	for (int i = 0; i < INTERRUPTS; i++)
		if (sigaction(interrupts[i], NULL, &before[i]) == 0 && before[i].sa_handler != SIG_IGN)
			sigaction(interrupts[i], &action, NULL);
}

void course_leave_interrupts(void)
{
	for (int i = 0; i < INTERRUPTS; i++)
		sigaction(interrupts[i], &before[i], NULL);
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
		const struct Joint *joint = model->body[i].joint;
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
