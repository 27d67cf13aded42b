/* Forward dynamics in float by two forms, made by float_fd.sh: the distance of each from the result in double. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "articulated.h"
#include "exact.h"
#include "factored.h"
#include "rounds.h"

enum { STATES = 10000, NQ = EXACT_NQ, NV = EXACT_NV };

static double draw(void)
{
	static uint64_t x = 1;
	return bench_draw(&x);
}

/* Draws a state. A floating base has a position, then a quaternion. */
static void draw_state(float *q, float *qd, float *tau)
{
	double size = 0;
	for (int i = 0; i < NQ; i++)
		q[i] = (float)(3 * draw());
	for (int i = 0; i < NV; i++) {
		qd[i] = (float)(2 * draw());
		tau[i] = (float)(10 * draw());
	}
	for (int i = 3; NQ > NV && i < 7; i++)
		size += (double)q[i] * (double)q[i];
	for (int i = 3; NQ > NV && i < 7; i++)
		q[i] = (float)((double)q[i] / sqrt(size));
}

/* The largest difference, relative to the largest number. */
static double distance(const double *found, const double *exact)
{
	double worst = 0, largest = 0;
	for (int i = 0; i < NV; i++) {
		worst = fmax(worst, fabs(found[i] - exact[i]));
		largest = fmax(largest, fabs(exact[i]));
	}
	return worst / largest;
}

struct State {
	double q[NQ], qd[NV], tau[NV], qdd[NV];
};

/* Errors of the accelerations, and of the torques they need. */
static void find_errors(const struct State *s, const float *qdd, double *error, double *residual)
{
	double wide[NV], tau[NV];
	for (int i = 0; i < NV; i++)
		wide[i] = (double)qdd[i];
	exact_rnea(s->q, s->qd, wide, tau);
	*error = distance(wide, s->qdd);
	*residual = distance(tau, s->tau);
}

static void print_errors(double *error)
{
	qsort(error, STATES, sizeof *error, bench_by_size);
	printf(" %.1e %.1e %.1e |", error[STATES / 2], error[STATES - STATES / 100], error[STATES - 1]);
}

int main(void)
{
	static double error[2][STATES], residual[2][STATES];
	for (int n = 0; n < STATES; n++) {
		float q[NQ], qd[NV], tau[NV], qdd[NV];
		struct State s;
		draw_state(q, qd, tau);
		for (int i = 0; i < NQ; i++)
			s.q[i] = (double)q[i];
		for (int i = 0; i < NV; i++) {
			s.qd[i] = (double)qd[i];
			s.tau[i] = (double)tau[i];
		}
		exact_fd(s.q, s.qd, s.tau, s.qdd);
		articulated_fd(q, qd, tau, qdd);
		find_errors(&s, qdd, &error[0][n], &residual[0][n]);
		factored_fd(q, qd, tau, qdd);
		find_errors(&s, qdd, &error[1][n], &residual[1][n]);
	}
	for (int form = 0; form < 2; form++)
		print_errors(error[form]);
	for (int form = 0; form < 2; form++)
		print_errors(residual[form]);
	printf("\n");
	return 0;
}
