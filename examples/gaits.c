/* Solo 12 is dropped, lands, stands, and trots on the spot. Each phase of a gait has its own function for accelerations
 * and forces of the ground. `impact` gives the velocities after touch-down. Contacts of a phase stick. So the program
 * checks that no foot is pulled, and that friction is enough.
 *
 *   rigidc compile examples/solo12.rig -f fly=fd,stand=fd:stand+lambda:stand,trot_left=fd:left_diagonal+lambda:left_diagonal,trot_right=fd:right_diagonal+lambda:right_diagonal,impact:stand,id:stand,energy,momentum,feet=fk:FL_FOOT+fk:FR_FOOT+fk:HL_FOOT+fk:HR_FOOT -o solo12.h
 *   cc -O2 -I. examples/gaits.c -lm -o gaits && ./gaits */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "solo12.h"

enum { NQ = SOLO12_NQ, NV = SOLO12_NV, NC = SOLO12_NC_stand, BASE = 6, LEGS = 4, MOTORS = 12 };
enum Phase { FLY, STAND, TROT_LEFT, TROT_RIGHT, PHASES };

static const double dt = 2e-4;
static const double crouched[MOTORS] = { 0, 0.7, -1.4, 0, 0.7, -1.4, 0, -0.7, 1.4, 0, -0.7, 1.4 };
static const int swings[PHASES][LEGS] = { [TROT_LEFT] = { 0, 1, 1, 0 }, [TROT_RIGHT] = { 1, 0, 0, 1 } };

struct Robot {
	double q[NQ], qd[NV], hold[NV]; /* hold: torques of the crouched posture */
	double time, friction;          /* friction: largest tangential over normal force so far */
	double lambda[NC];              /* of all feet; 0 in the air */
};

/* One step of semi-implicit Euler. */
static void advance(struct Robot *robot, const double *qdd)
{
	double *q = robot->q, *qd = robot->qd;
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
		q[7 + i] += dt * qd[BASE + i];
	robot->time += dt;
}

/* Motors pull each leg to the crouched posture, shorter by `lift` rad at the hip where it swings. */
static void drive(const struct Robot *robot, enum Phase phase, double lift, double tau[NV])
{
	static const double stiffness[3] = { 10, 4, 10 }, damping[3] = { 0.3, 0.12, 0.3 }; /* N m/rad, N m s/rad */
	memset(tau, 0, NV * sizeof *tau);
	for (int i = 0; i < MOTORS; i++) {
		double target = crouched[i], share = phase == FLY ? 0 : phase == STAND ? 1 : 2; /* of the weight */
		if (swings[phase][i / 3]) {
			target += lift * copysign(i % 3 ? i % 3 : 0, crouched[i]);
			share = 0;
		}
		tau[BASE + i] = share * robot->hold[BASE + i] + stiffness[i % 3] * (target - robot->q[7 + i]) -
		                damping[i % 3] * robot->qd[BASE + i];
	}
}

/* Accelerations of a phase. lambda has the forces of all feet. */
static void accelerate(struct Robot *robot, enum Phase phase, const double *tau, double *qdd)
{
	const double *q = robot->q, *qd = robot->qd;
	double own[NC], *lambda = robot->lambda;
	memset(lambda, 0, sizeof robot->lambda);
	if (phase == FLY) {
		solo12_fly(q, qd, tau, qdd);
	} else if (phase == STAND) {
		solo12_stand(q, qd, tau, qdd, lambda);
	} else if (phase == TROT_LEFT) {
		solo12_trot_left(q, qd, tau, qdd, own);
		memcpy(&lambda[SOLO12_L_stand_FL_fx], &own[SOLO12_L_left_diagonal_FL_fx], 3 * sizeof *own);
		memcpy(&lambda[SOLO12_L_stand_HR_fx], &own[SOLO12_L_left_diagonal_HR_fx], 3 * sizeof *own);
	} else {
		solo12_trot_right(q, qd, tau, qdd, own);
		memcpy(&lambda[SOLO12_L_stand_FR_fx], &own[SOLO12_L_right_diagonal_FR_fx], 3 * sizeof *own);
		memcpy(&lambda[SOLO12_L_stand_HL_fx], &own[SOLO12_L_right_diagonal_HL_fx], 3 * sizeof *own);
	}
}

static double force_upward(const double lambda[NC])
{
	return lambda[SOLO12_L_stand_FL_fz] + lambda[SOLO12_L_stand_FR_fz] + lambda[SOLO12_L_stand_HL_fz] +
	       lambda[SOLO12_L_stand_HR_fz];
}

/* Do the feet on the ground push, and stick? */
static int sticks(struct Robot *robot, enum Phase phase)
{
	static const double friction[LEGS] = SOLO12_FRICTION_stand;
	for (int leg = 0; leg < LEGS && phase != FLY; leg++) {
		const double *f = &robot->lambda[3 * leg];
		if (swings[phase][leg])
			continue;
		double share = f[2] > 0 ? hypot(f[0], f[1]) / f[2] : INFINITY;
		robot->friction = fmax(robot->friction, share);
		if (!(share < friction[leg]))
			return 0;
	}
	return 1;
}

/* Height of the lowest foot in the air. */
static double clearance(const struct Robot *robot, enum Phase phase)
{
	double R[LEGS][9], p[LEGS][3], least = HUGE_VAL;
	solo12_feet(robot->q, R[0], p[0], R[1], p[1], R[2], p[2], R[3], p[3]);
	for (int leg = 0; leg < LEGS; leg++)
		if (phase == FLY || swings[phase][leg])
			least = fmin(least, p[leg][2]);
	return least;
}

static double kinetic(const struct Robot *robot)
{
	double kinetic[1], potential[1];
	solo12_energy(robot->q, robot->qd, kinetic, potential);
	return kinetic[0];
}

/* All feet touch the ground: new velocities. The impulse is the change of the momentum, and no foot may be pulled. */
static int touch_down(struct Robot *robot)
{
	double qd_plus[NV], impulse[NC], before[6], after[6], energy = kinetic(robot);
	solo12_momentum(robot->q, robot->qd, before);
	solo12_impact_stand(robot->q, robot->qd, qd_plus, impulse);
	memcpy(robot->qd, qd_plus, sizeof qd_plus);
	solo12_momentum(robot->q, robot->qd, after);
	double up = force_upward(impulse), lost = energy - kinetic(robot);
	int right = fabs(after[2] - before[2] - up) < 1e-9 && lost >= 0;
	for (int leg = 0; leg < LEGS; leg++)
		right = right && impulse[3 * leg + 2] >= 0;
	printf("%.3f s  touch-down: momentum %.4f N s, impulse %.4f N s, lost %.4f of %.4f J\n", robot->time, before[2],
	       up, lost, energy);
	return right;
}

/* Simulates a phase: `seconds` of standing, or until a foot in the air comes down. Legs swing up and down once in
 * `seconds`. Returns 0 if a foot would be pulled or slide, or none comes down. */
static int go(struct Robot *robot, enum Phase phase, double seconds)
{
	const double turn = 3.14159265358979323846 / seconds, lift = 0.05;
	double begin = robot->time, tau[NV], qdd[NV];
	for (double t = 0; t < (phase == STAND ? 1 : 2) * seconds; t = robot->time - begin) {
		drive(robot, phase, lift * sin(turn * t), tau);
		accelerate(robot, phase, tau, qdd);
		if (!sticks(robot, phase))
			return 0;
		advance(robot, qdd);
		if (phase != STAND && t > seconds / 2 && clearance(robot, phase) <= 0)
			return 1;
	}
	return phase == STAND;
}

/* Torques that hold the crouched posture, forces of the feet, and the accelerations that follow: none. */
static int stand(struct Robot *robot)
{
	const double rest[NV] = { 0 };
	double lambda[NC], qdd[NV], worst = 0;
	solo12_id_stand(robot->q, rest, rest, robot->hold, lambda);
	solo12_stand(robot->q, rest, robot->hold, qdd, robot->lambda);
	for (int i = 0; i < NV; i++)
		worst = fmax(worst, fabs(qdd[i]));
	printf("held    fz of FL, FR, HL, HR %.3f %.3f %.3f %.3f N, sum %.3f N; joints %s\n",
	       lambda[SOLO12_L_stand_FL_fz], lambda[SOLO12_L_stand_FR_fz], lambda[SOLO12_L_stand_HL_fz],
	       lambda[SOLO12_L_stand_HR_fz], force_upward(lambda), worst < 1e-9 ? "at rest" : "accelerate");
	return worst < 1e-9;
}

int main(void)
{
	struct Robot robot = { .q = { 0, 0, 0.28, 0, 0, 0, 1 } };
	memcpy(robot.q + 7, crouched, sizeof crouched);
	int right = stand(&robot);
	right = right && go(&robot, FLY, 0.1) && touch_down(&robot) && go(&robot, STAND, 0.5);
	printf("%.3f s  stands: %.3f N\n", robot.time, force_upward(robot.lambda));
	for (int step = 0; right && step < 4; step++) {
		enum Phase phase = step % 2 ? TROT_RIGHT : TROT_LEFT;
		right = go(&robot, phase, 0.12);
		printf("%.3f s  on %s: %.3f N\n", robot.time, step % 2 ? "FR and HL" : "FL and HR",
		       force_upward(robot.lambda));
		right = right && touch_down(&robot) && go(&robot, STAND, 0.1);
	}
	printf("%.3f s  trunk %.3f m high, tilted by %.3f rad; largest |f_t| / f_n %.2f\n", robot.time, robot.q[2],
	       2 * hypot(robot.q[3], robot.q[4]), robot.friction);
	return !right;
}
