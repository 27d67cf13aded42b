/* An iiwa 14 by its forward dynamics, a step of the semi-implicit Euler method a tick. */
#include "robot.h"

static float angle[JOINTS] = { 0, 0.5f, 0, -1.0f, 0, 0.8f, 0 }, velocity[JOINTS];

void robot_read(float q[JOINTS], float qd[JOINTS])
{
	for (int i = 0; i < JOINTS; i++) {
		q[i] = angle[i];
		qd[i] = velocity[i];
	}
}

void robot_drive(const float tau[JOINTS])
{
	const float step = 1.0f / (float)TICKS_PER_SECOND;
	float acceleration[JOINTS];
	iiwa14_fd(angle, velocity, tau, acceleration);
	for (int i = 0; i < JOINTS; i++) {
		velocity[i] += step * acceleration[i];
		angle[i] += step * velocity[i];
	}
}
