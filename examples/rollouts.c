/* Predictive sampling for a quadruped on the ground: which angles should its legs aim at, to raise the trunk by 5 cm in 0.3 s?
 * 256 guesses are simulated side by side, the best one is kept, and new guesses are drawn around it. The feet touch the
 * ground through springs and dampers.
 *
 *   rigidc compile examples/solo12.rig -f feet=fk:FL_FOOT+vel:FL_FOOT+fk:FR_FOOT+vel:FR_FOOT+fk:HL_FOOT+vel:HL_FOOT+fk:HR_FOOT+vel:HR_FOOT,fd --wrench FL_FOOT,FR_FOOT,HL_FOOT,HR_FOOT --batch=auto -o solo12.h
 *   cc -O2 -I. examples/rollouts.c -lm -o rollouts && ./rollouts */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "solo12.h"

enum { NQ = SOLO12_NQ, NV = SOLO12_NV, LEGS = 4, MOTORS = 12, SAMPLES = 256, STEPS = 300 };

static const double dt = 1e-3, goal = 0.29;

/* one row a sample, as the functions with _batch take them */
static double q[SAMPLES][NQ], qd[SAMPLES][NV], qdd[SAMPLES][NV], tau[SAMPLES][NV], f_ext[SAMPLES][6 * LEGS];
static double R[LEGS][SAMPLES][9], p[LEGS][SAMPLES][3], v[LEGS][SAMPLES][6];

static double draw(void)
{
	static uint64_t state = 1;
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (double)(state >> 11) / 9007199254740992.0 * 2 - 1;
}

/* Force of the ground on a foot, in the axes of the foot. */
static void touch(const double *R, const double *p, const double *v, double *f)
{
	const double stiffness = 2000, damping = 10; /* N/m, N s/m */
	double up = p[2] < 0 ? fmax(0, -stiffness * p[2] - damping * v[2]) : 0;
	double limit = up > 0 ? fmin(damping, 0.8 * up / (1e-9 + hypot(v[0], v[1]))) : 0; /* friction */
	const double world[3] = { -limit * v[0], -limit * v[1], up };
	for (int i = 0; i < 3; i++)
		f[i] = R[i] * world[0] + R[3 + i] * world[1] + R[6 + i] * world[2];
}

/* One step of semi-implicit Euler. */
static void advance(double *q, double *qd, const double *qdd)
{
	for (int i = 0; i < NV; i++)
		qd[i] += dt * qdd[i];
	const double x = q[3], y = q[4], z = q[5], w = q[6], *u = qd, *o = qd + 3;
	const double t[3] = { 2 * (y * u[2] - z * u[1]), 2 * (z * u[0] - x * u[2]), 2 * (x * u[1] - y * u[0]) };
	q[0] += dt * (u[0] + w * t[0] + y * t[2] - z * t[1]);
	q[1] += dt * (u[1] + w * t[1] + z * t[0] - x * t[2]);
	q[2] += dt * (u[2] + w * t[2] + x * t[1] - y * t[0]);
	q[3] += dt / 2 * (w * o[0] + y * o[2] - z * o[1]);
	q[4] += dt / 2 * (w * o[1] + z * o[0] - x * o[2]);
	q[5] += dt / 2 * (w * o[2] + x * o[1] - y * o[0]);
	q[6] -= dt / 2 * (x * o[0] + y * o[1] + z * o[2]);
	double length = sqrt(q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6]);
	for (int i = 3; i < 7; i++)
		q[i] /= length;
	for (int i = 0; i < MOTORS; i++)
		q[7 + i] += dt * qd[6 + i];
}

/* Simulates all samples from `start`; their motors pull them to their own target. */
static void roll_out(const double start[NQ], double target[SAMPLES][MOTORS])
{
	for (int k = 0; k < SAMPLES; k++)
		memcpy(q[k], start, sizeof q[k]);
	memset(qd, 0, sizeof qd);
	for (int step = 0; step < STEPS; step++) {
		solo12_feet_batch(SAMPLES, *q, *qd, *R[0], *p[0], *v[0], *R[1], *p[1], *v[1], *R[2], *p[2], *v[2],
		                  *R[3], *p[3], *v[3]);
		for (int k = 0; k < SAMPLES; k++) {
			for (int leg = 0; leg < LEGS; leg++)
				touch(R[leg][k], p[leg][k], v[leg][k], f_ext[k] + 6 * leg);
			for (int i = 0; i < MOTORS; i++)
				tau[k][6 + i] = 8 * (target[k][i] - q[k][7 + i]) - 0.2 * qd[k][6 + i];
		}
		solo12_fd_batch(SAMPLES, *q, *qd, *tau, *f_ext, *qdd);
		for (int k = 0; k < SAMPLES; k++)
			advance(q[k], qd[k], qdd[k]);
	}
}

/* How far the trunk is from level rest at the goal. */
static double cost(int k)
{
	double sum = 100 * (q[k][2] - goal) * (q[k][2] - goal) + q[k][3] * q[k][3] + q[k][4] * q[k][4];
	for (int i = 0; i < 6; i++)
		sum += 0.01 * qd[k][i] * qd[k][i];
	return sum;
}

int main(void)
{
	double best[MOTORS] = { 0, 0.7, -1.4, 0, 0.7, -1.4, 0, -0.7, 1.4, 0, -0.7, 1.4 };
	double start[NQ] = { 0, 0, 0.24, 0, 0, 0, 1 };
	static double target[SAMPLES][MOTORS];
	memcpy(start + 7, best, sizeof best);
	double last = HUGE_VAL;
	printf("round   cost    height    tilt\n");
	for (int round = 0; round < 8; round++) {
		for (int k = 0; k < SAMPLES; k++)
			for (int i = 0; i < MOTORS; i++)
				target[k][i] = best[i] + (k ? 0.3 * pow(0.8, round) * draw() : 0);
		roll_out(start, target);
		int first = 0;
		for (int k = 1; k < SAMPLES; k++)
			if (cost(k) < cost(first))
				first = k;
		memcpy(best, target[first], sizeof best);
		last = cost(first);
		if (round % 7 == 0 || round < 3)
			printf("%d     %.4f   %.3f m   %.3f rad\n", round, last, q[first][2],
			       2 * hypot(q[first][3], q[first][4]));
	}
	return !(last < 0.01);
}
