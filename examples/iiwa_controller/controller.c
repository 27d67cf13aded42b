/* Gravity compensation, and a spring and a damper to a path from one posture to another. */
#include "controller.h"

static const float from[JOINTS] = { 0, 0.5f, 0, -1.0f, 0, 0.8f, 0 };
static const float to[JOINTS] = { 1.0f, 0.9f, -0.4f, -1.6f, 0.5f, 1.1f, 0.7f };
static const float stiffness[JOINTS] = { 400, 400, 200, 200, 100, 30, 10 }; /* N m/rad */
static const float damping[JOINTS] = { 40, 40, 20, 20, 5, 1, 0.1f };        /* N m s/rad */
static const float effort[JOINTS] = { 320, 320, 176, 176, 110, 40, 40 };    /* of the motors, N m */

/* how much of the path lies behind: in half a second, without a jerk at its ends */
static float progress(unsigned tick)
{
	const unsigned last = TICKS_PER_SECOND / 2;
	const float t = tick < last ? (float)tick * (1.0f / (float)last) : 1.0f;
	return t * t * t * (10.0f - 15.0f * t + 6.0f * t * t);
}

void controller(unsigned tick, const float q[JOINTS], const float qd[JOINTS], float tau[JOINTS])
{
	const float s = progress(tick);
	float gravity[JOINTS];
	iiwa14_gravity(q, gravity);
	for (int i = 0; i < JOINTS; i++) {
		const float wanted = from[i] + s * (to[i] - from[i]);
		const float torque = gravity[i] + stiffness[i] * (wanted - q[i]) - damping[i] * qd[i];
		tau[i] = torque > effort[i] ? effort[i] : torque < -effort[i] ? -effort[i] : torque;
	}
}
