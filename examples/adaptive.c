/* Adaptive control (Slotine and Li, "On the adaptive control of robot manipulators", Int. J. Robotics Research 6(3), 1987) of
 * an arm that holds something unknown: it learns what it has to know of it while it follows a path. The arm is simulated,
 * with the solid it really holds.
 *
 *   rigidc compile examples/adaptive.rig -f terms=crba+coriolis+gravity,fd -o adaptive.h
 *   cc -O2 -I. examples/adaptive.c -lm -o adaptive
 *   ./adaptive
 *
 * With e = q - q_d, s = ed + L e and the reference velocity v = qd_d - L e, so that s = qd - v:
 *
 *   tau    = M^ vd + C^ v + g^ - K s = y0 + Y p^ - K s
 *   dp^/dt = -G Y^T s
 *
 * where ^ is what is believed. M, C and g are affine in the unknown p = (M, MX, MZ, YY) of adaptive.rig, so that column j of Y is
 * M vd + C v + g with p_j = 1 and the others 0, less y0, which is that with p = 0. The arm, M qdd + C qd + g = tau, then has
 *
 *   M sd + C s + K s = Y (p^ - p)
 *
 * C is of Christoffel symbols, dM/dt = C + C^T, so that s^T (dM/dt - 2 C) s = 0, and
 *
 *   V = (s^T M s + (p^ - p)^T G^-1 (p^ - p)) / 2,    dV/dt = -s^T K s
 *
 * s goes to 0, and with it e; p^ goes to p if the path asks for all of p. Here both are done once in a millisecond, which leaves
 * them a little off. */
#include <math.h>
#include <stdio.h>

#include "adaptive.h"

enum { N = ADAPTIVE_NV, UNKNOWN = 4 };

static const double dt = 1e-3;

/* What is unknown, as the members of the parameters. */
static adaptive_params params_of(const double *p)
{
	adaptive_params params;
	adaptive_params_default(&params);
	params.M = p[0];
	params.MX = p[1];
	params.MZ = p[2];
	params.YY = p[3];
	return params;
}

/* Where the arm should be: each joint goes by two sines. */
static void wanted(double t, double *q, double *qd, double *qdd)
{
	static const double size[N][2] = { { 0.6, 0.3 }, { 0.8, 0.4 } }, rate[N][2] = { { 1.3, 3.1 }, { 2.1, 4.3 } };
	for (int i = 0; i < N; i++) {
		q[i] = i == 0 ? 0.3 : 0.8;
		qd[i] = qdd[i] = 0;
		for (int k = 0; k < 2; k++) {
			double w = rate[i][k];
			q[i] += size[i][k] * sin(w * t);
			qd[i] += w * size[i][k] * cos(w * t);
			qdd[i] -= w * w * size[i][k] * sin(w * t);
		}
	}
}

/* M vd + C v + g */
static void torque(const adaptive_derived *model, const double *q, const double *qd, const double *v, const double *vd,
                   double *tau)
{
	double M[N * N], C[N * N];
	adaptive_terms(q, qd, model, M, C, tau);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			tau[i] += M[N * i + j] * vd[j] + C[N * i + j] * v[j];
}

/* What is believed, and the models that the regressor is made of: without a solid, and with each unknown alone at 1. */
struct Controller {
	double p[UNKNOWN];
	adaptive_derived nothing, unit[UNKNOWN];
};

static void prepare(struct Controller *controller)
{
	static const double none[UNKNOWN] = { 0 };
	adaptive_params params = params_of(none);
	adaptive_prepare(&params, &controller->nothing);
	for (int j = 0; j < UNKNOWN; j++) {
		double p[UNKNOWN] = { 0 };
		controller->p[j] = 0;
		p[j] = 1;
		params = params_of(p);
		adaptive_prepare(&params, &controller->unit[j]);
	}
}

/* The torques for the next millisecond, and what is learned in it. */
static void control(struct Controller *controller, double t, const double *q, const double *qd, double *tau)
{
	static const double L = 10, K[N] = { 20, 8 }, G[UNKNOWN] = { 30, 10, 30, 10 };
	double to[N], v[N], vd[N], s[N], y0[N], y[N];
	wanted(t, to, v, vd);
	for (int i = 0; i < N; i++) {
		vd[i] -= L * (qd[i] - v[i]);
		v[i] -= L * (q[i] - to[i]);
		s[i] = qd[i] - v[i];
	}
	torque(&controller->nothing, q, qd, v, vd, y0);
	for (int i = 0; i < N; i++)
		tau[i] = y0[i] - K[i] * s[i];
	for (int j = 0; j < UNKNOWN; j++) {
		double along = 0;
		torque(&controller->unit[j], q, qd, v, vd, y);
		for (int i = 0; i < N; i++) {
			tau[i] += (y[i] - y0[i]) * controller->p[j];
			along += (y[i] - y0[i]) * s[i];
		}
		controller->p[j] -= dt * G[j] * along;
	}
}

/* A millisecond of the real arm, by the classical method of Runge and Kutta; x = (q, qd). */
static void move(const adaptive_derived *arm, const double *tau, double *x)
{
	static const double at[4] = { 0, 0.5, 0.5, 1 }, weight[4] = { 1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0 };
	double slope[2 * N] = { 0 }, y[2 * N], sum[2 * N] = { 0 };
	for (int k = 0; k < 4; k++) {
		for (int i = 0; i < 2 * N; i++)
			y[i] = x[i] + at[k] * dt * slope[i];
		adaptive_fd(y, y + N, tau, arm, slope + N);
		for (int i = 0; i < N; i++)
			slope[i] = y[N + i];
		for (int i = 0; i < 2 * N; i++)
			sum[i] += weight[k] * slope[i];
	}
	for (int i = 0; i < 2 * N; i++)
		x[i] += dt * sum[i];
}

int main(void)
{
	/* 3 kg, 80 mm beyond the hand and 30 mm beside it, of 0.012 kg m^2 about its centre */
	const double real[UNKNOWN] = { 3, 3 * 0.03, 3 * -0.08, 0.012 + 3 * (0.03 * 0.03 + 0.08 * 0.08) };
	const int second = 1000, seconds = 20;
	struct Controller controller;
	adaptive_params params = params_of(real);
	adaptive_derived arm;
	double x[2 * N], tau[N], to[N], unused[N], worst = 0;
	adaptive_prepare(&params, &arm);
	prepare(&controller);
	wanted(0, x, x + N, unused);
	printf("second  error of a joint        M       MX       MZ       YY\n");
	for (int n = 1; n <= seconds * second; n++) {
		control(&controller, (n - 1) * dt, x, x + N, tau);
		move(&arm, tau, x);
		wanted(n * dt, to, unused, unused);
		for (int i = 0; i < N; i++)
			worst = fmax(worst, fabs(x[i] - to[i]));
		if (n % second)
			continue;
		int k = n / second;
		if (k <= 2 || k % 5 == 0)
			printf("%6d  %9.3f mrad  %10.3f %8.4f %8.4f %8.4f\n", k, 1000 * worst, controller.p[0],
			       controller.p[1], controller.p[2], controller.p[3]);
		if (n < seconds * second)
			worst = 0;
	}
	printf("what it holds  %18.3f %8.4f %8.4f %8.4f\n", real[0], real[1], real[2], real[3]);
	return !(worst < 1e-3);
}
