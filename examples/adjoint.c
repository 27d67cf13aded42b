/* A gradient through a whole motion. The double pendulum hangs at rest and takes 200 steps, driven by two torques that are other
 * ones in each step. How far it ends from a goal is a number, and here is its gradient by all 400 torques: one run forward, then one
 * backward with vjp:step:euler, which carries the derivatives by a state to those by the state before it. Differences of the
 * number, which take two runs for each torque, agree.
 *
 *   rigidc compile examples/double_pendulum.rig -f step:euler,vjp:step:euler -o double_pendulum.h
 *   cc -O2 -I. examples/adjoint.c -lm -o adjoint
 *   ./adjoint */
#include <math.h>
#include <stdio.h>

#include "double_pendulum.h"

enum { N = DOUBLE_PENDULUM_NV, STEPS = 200 };

static const double dt = 0.01, goal[N] = { 2, -1 };

struct Motion {
	double q[STEPS + 1][N], qd[STEPS + 1][N], tau[STEPS][N];
};

/* Half the square of the distance from the goal, at rest there, at the end. */
static double run(struct Motion *m)
{
	double sum = 0;
	for (int k = 0; k < STEPS; k++)
		double_pendulum_step_euler(m->q[k], m->qd[k], m->tau[k], &dt, m->q[k + 1], m->qd[k + 1]);
	for (int i = 0; i < N; i++)
		sum += pow(m->q[STEPS][i] - goal[i], 2) + pow(m->qd[STEPS][i], 2);
	return sum / 2;
}

/* Derivatives by all torques of a motion that has run, from the end backward. */
static void go_back(const struct Motion *m, double by_tau[STEPS][N])
{
	double by_q[N], by_qd[N], by_dt;
	for (int i = 0; i < N; i++) {
		by_q[i] = m->q[STEPS][i] - goal[i];
		by_qd[i] = m->qd[STEPS][i];
	}
	for (int k = STEPS; k-- > 0;) {
		double of_q[N], of_qd[N];
		double_pendulum_vjp_step_euler(m->q[k], m->qd[k], m->tau[k], &dt, by_q, by_qd, of_q, of_qd, by_tau[k],
		                               &by_dt);
		for (int i = 0; i < N; i++) {
			by_q[i] = of_q[i];
			by_qd[i] = of_qd[i];
		}
	}
}

static double difference(struct Motion *m, int k, int i)
{
	const double h = 1e-4, was = m->tau[k][i];
	m->tau[k][i] = was + h;
	double above = run(m);
	m->tau[k][i] = was - h;
	double below = run(m);
	m->tau[k][i] = was;
	return (above - below) / (2 * h);
}

int main(void)
{
	static struct Motion m;
	static double by_tau[STEPS][N];
	double worst = 0;
	for (int k = 0; k < STEPS; k++)
		for (int i = 0; i < N; i++)
			m.tau[k][i] = (4 - 3 * i) * sin(0.07 * k + i);
	printf("half the square of the distance: %.4f\n\n", run(&m));
	go_back(&m, by_tau);
	printf("step  torque     gradient   by differences\n");
	for (int k = 0; k < STEPS; k++)
		for (int i = 0; i < N; i++) {
			double wanted = difference(&m, k, i);
			worst = fmax(worst, fabs(by_tau[k][i] - wanted));
			if (k % 50 == 0)
				printf("%4d  %-6s %12.8f     %12.8f\n", k, i ? "q2" : "q1", by_tau[k][i], wanted);
		}
	printf("\nlargest difference of all %d: %.1e\n", N * STEPS, worst);
	return !(worst < 1e-6);
}
