/* A SCARA robot picks up something that it has not weighed: the force of its quill says what it weighs, and the model that
 * computes its torques gets the new mass a thousand times a second. The robot is simulated, with the object it really has.
 *
 *   rigidc compile examples/scara.rig -f rnea,fd -o scara.h
 *   cc -O2 -I. examples/pick.c -lm -o pick
 *   ./pick */
#include <math.h>
#include <stdio.h>

#include "scara.h"

enum { N = SCARA_NV };

static const double dt = 1e-3, pi = 3.14159265358979323846;

/* Where the robot should be: circles over the table, up and down. */
static void wanted(double t, double *q, double *qd, double *qdd)
{
	static const double middle[N] = { 0.3, -0.9, -0.08, 0 }, size[N] = { 0.4, 0.6, 0.04, 1 },
			    rate[N] = { 1, 1, 2, 1 };
	for (int i = 0; i < N; i++) {
		double w = pi * rate[i];
		q[i] = middle[i] + size[i] * sin(w * t);
		qd[i] = w * size[i] * cos(w * t);
		qdd[i] = -w * w * size[i] * sin(w * t);
	}
}

/* Torques for what is wanted by the model, and springs for what it does not know. */
static void control(const scara_derived *model, double t, const double *q, const double *qd, double *tau)
{
	static const double spring[N] = { 200, 100, 2000, 5 }, damper[N] = { 20, 10, 150, 0.3 };
	double to[N], speed[N], acceleration[N];
	wanted(t, to, speed, acceleration);
	scara_rnea(to, speed, acceleration, model, tau);
	for (int i = 0; i < N; i++)
		tau[i] += spring[i] * (to[i] - q[i]) + damper[i] * (speed[i] - qd[i]);
}

/* What the force of the quill says about the mass: along z everything on it moves as it does. */
static double heavier(const scara_derived *model, const scara_params *params, const double *q, const double *qd,
                      const double *qdd, const double *tau)
{
	double expected[N];
	scara_rnea(q, qd, qdd, model, expected);
	return (tau[SCARA_V_lift] - expected[SCARA_V_lift]) / (qdd[SCARA_V_lift] - params->down[2]);
}

/* Four seconds, with an object from the second one on; the largest error of the shoulder in the last second, in mrad. */
static double run(int learns)
{
	scara_params real, believed;
	scara_derived robot, model;
	double q[N], qd[N], qdd[N], tau[N], to[N], worst = 0;
	scara_params_default(&real);
	real.down[0] = 0.4; /* the cart stands on a slope */
	believed = real;
	scara_prepare(&real, &robot);
	scara_prepare(&believed, &model);
	wanted(0, q, qd, qdd);
	for (int n = 0; n < 4000; n++) {
		if (n == 1000) {
			real.payload = 2.4;
			real.payload_centre[0] = 0.01;
			scara_prepare(&real, &robot);
		}
		control(&model, n * dt, q, qd, tau);
		scara_fd(q, qd, tau, &robot, qdd);
		if (learns) {
			believed.payload += 0.01 * heavier(&model, &believed, q, qd, qdd, tau);
			scara_prepare(&believed, &model);
		}
		for (int i = 0; i < N; i++) {
			qd[i] += dt * qdd[i];
			q[i] += dt * qd[i];
		}
		wanted((n + 1) * dt, to, tau, qdd);
		if (n >= 3000)
			worst = fmax(worst, fabs(to[0] - q[0]));
	}
	printf("%-24s  %.3f kg of %.3f  %6.2f mrad\n", learns ? "weighed while it moves" : "taken for nothing",
	       believed.payload, real.payload, 1000 * worst);
	return 1000 * worst;
}

int main(void)
{
	printf("payload                   believed          error of the shoulder\n");
	double ignorant = run(0), taught = run(1);
	return !(taught < ignorant / 4);
}
