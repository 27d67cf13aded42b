/* Inverse kinematics of a KUKA iiwa 14: postures for a hundred poses that it can reach, each by steps of damped least squares from
 * the same start. The damping falls with the error: far away it keeps steps short, close by each step squares the error.
 *
 *   rigidc compile examples/iiwa14.rig -f ik:iiwa_link_ee,fk:iiwa_link_ee --prefix=arm -o arm.h
 *   cc -O2 -I. examples/inverse_kinematics.c -lm -o inverse_kinematics
 *   ./inverse_kinematics */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arm.h"

enum { TARGETS = 100, MOST = 100 };

/* In [-2, 2) rad, the same on every machine. */
static double draw(void)
{
	static unsigned long long x = 1;
	x = x * 6364136223846793005u + 1442695040888963407u;
	return 4 * ((double)(x >> 11) / 9007199254740992.0 - 0.5);
}

/* Moves q until the end effector has the pose R, p; returns the number of steps. */
static int reach(const double R[9], const double p[3], double q[ARM_NQ])
{
	double next[ARM_NQ], e[6], damping = 0.05, size = 1;
	for (int step = 0; step < MOST; step++) {
		arm_ik_iiwa_link_ee(q, R, p, &damping, next, e);
		size = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3] + e[4] * e[4] + e[5] * e[5]);
		if (size < 1e-10)
			return step;
		damping = 0.05 * fmin(1, size);
		memcpy(q, next, sizeof next);
	}
	return MOST;
}

int main(void)
{
	int reached = 0, steps = 0, most = 0;
	for (int k = 0; k < TARGETS; k++) {
		double q[ARM_NQ], R[9], p[3];
		for (int i = 0; i < ARM_NQ; i++)
			q[i] = draw();
		arm_fk_iiwa_link_ee(q, R, p);
		for (int i = 0; i < ARM_NQ; i++)
			q[i] = 0.5;
		int taken = reach(R, p, q);
		reached += taken < MOST;
		steps += taken;
		most = taken > most ? taken : most;
	}
	printf("%d of %d poses reached, by %.1f steps on average and %d at most\n", reached, TARGETS,
	       (double)steps / TARGETS, most);
	return reached != TARGETS;
}
