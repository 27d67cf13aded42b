/* A simulation by steps of the semi-implicit Euler method, which moves by the new velocity. The double pendulum swings freely. What its
 * energy gains is the error of the method, a tenth of it with steps of a tenth.
 *
 *   rigidc compile examples/double_pendulum.rig -f step:euler,energy -o double_pendulum.h
 *   cc -O2 -I. examples/step.c -lm -o step
 *   ./step */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "double_pendulum.h"

enum { N = DOUBLE_PENDULUM_NV };

static void step(double *q, double *qd, const double *tau, double dt)
{
	double q_next[N], qd_next[N];
	double_pendulum_step_euler(q, qd, tau, &dt, q_next, qd_next);
	memcpy(q, q_next, sizeof q_next);
	memcpy(qd, qd_next, sizeof qd_next);
}

int main(void)
{
	const double dt = 1e-4, tau[N] = { 0 };
	double q[N] = { 1.0, 0.2 }, qd[N] = { 0 }, kinetic, potential, first = 0, worst = 0;
	printf("time      q1      q2   kinetic  potential       sum\n");
	for (int n = 0; n <= 40000; n++) {
		double_pendulum_energy(q, qd, &kinetic, &potential);
		if (n == 0)
			first = kinetic + potential;
		worst = fmax(worst, fabs(kinetic + potential - first));
		if (n % 10000 == 0)
			printf("%.0f s  %6.3f  %6.3f  %8.4f  %9.4f  %8.4f J\n", n * dt, q[0], q[1], kinetic, potential,
			       kinetic + potential);
		step(q, qd, tau, dt);
	}
	return !(worst < 0.01);
}
