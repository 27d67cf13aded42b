/* A step from foot to foot: both feet are flat on the ground while the pelvis moves from the left foot behind towards the
 * right foot in front. Nobody measures the force under each foot. `id` shares the load by weights, and the weights follow
 * the centre of mass: the sum of weight lambda^2 is least with forces nearly as 1/weight.
 *
 *   rigidc compile examples/gait/plates.rig -f id:both,rnea:both,centre=com+cmm+cmm_drift -o plates.h
 *   cc -O2 -I. examples/gait/double_support.c -lm -o double_support && ./double_support */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "plates.h"

enum { NQ = PLATES_NQ, NV = PLATES_NV, NC = PLATES_NC_both };

static const double thigh = 0.4222, shank = 0.4403, ankle = 0.0679; /* m, as in the model */
static const double front = 0.2, back = -0.2, seconds = 0.4;        /* m: ankles; s: of the whole phase */

/* Hip, knee and ankle of a leg whose foot is flat, from the hip to the ankle (x, y). */
static void reach(double x, double y, double *hip, double *knee, double *foot)
{
	double cosine = (x * x + y * y - thigh * thigh - shank * shank) / (2 * thigh * shank);
	*knee = -acos(cosine);
	*hip = atan2(x, -y) + atan2(-shank * sin(*knee), thigh + shank * cosine);
	*foot = -*hip - *knee;
}

static void posture(double t, double q[NQ])
{
	double s = t / seconds, x = -0.1 + 0.2 * s, y = 0.85 - 0.01 * cos(6.283185307179586 * s);
	memset(q, 0, NQ * sizeof *q);
	q[PLATES_Q_root_x] = x;
	q[PLATES_Q_root_y] = y;
	q[PLATES_Q_root_qw] = 1;
	reach(front - x, ankle - y, &q[PLATES_Q_right_hip_flexion], &q[PLATES_Q_right_knee],
	      &q[PLATES_Q_right_ankle_flexion]);
	reach(back - x, ankle - y, &q[PLATES_Q_left_hip_flexion], &q[PLATES_Q_left_knee],
	      &q[PLATES_Q_left_ankle_flexion]);
}

/* q, qd and qdd, by central differences. The trunk does not turn, so rates of q are velocities. */
static void motion(double t, double q[NQ], double qd[NV], double qdd[NV])
{
	const double step = 1e-4;
	double before[NQ], after[NQ];
	posture(t - step, before);
	posture(t, q);
	posture(t + step, after);
	for (int v = 0; v < NV; v++) {
		int i = v < 3 ? v : v + 1; /* the quaternion has one number more than its velocity */
		int turns = v >= 3 && v < 6;
		qd[v] = turns ? 0 : (after[i] - before[i]) / (2 * step);
		qdd[v] = turns ? 0 : (after[i] - 2 * q[i] + before[i]) / (step * step);
	}
}

/* Weights for which the feet share the load like supports of a beam under the centre of mass. */
static void weigh(double centre, plates_derived *derived)
{
	plates_params params;
	double share = (centre - back) / (front - back);
	plates_params_default(&params);
	params.right_weight = 1 / share;
	params.left_weight = 1 / (1 - share);
	plates_prepare(&params, derived);
}

/* The larger number; NaN if one is. */
static double larger(double a, double b)
{
	return a > b || isnan(a) ? a : b;
}

/* Largest error of Newton's law: the rate of momentum is the sum of the forces, x forward and up. */
static double error_of_newton(const double *A, const double *f, const double *qdd, const double *lambda, double weight)
{
	double forward = f[0], up = f[1] + weight;
	for (int v = 0; v < NV; v++) {
		forward += A[v] * qdd[v];
		up += A[NV + v] * qdd[v];
	}
	forward -= lambda[PLATES_L_both_right_plate_fx] + lambda[PLATES_L_both_left_plate_fx];
	up -= lambda[PLATES_L_both_right_plate_fz] + lambda[PLATES_L_both_left_plate_fz];
	return larger(fabs(forward), fabs(up));
}

int main(void)
{
	double q[NQ], qd[NV], qdd[NV], tau[NV], given[NV], lambda[NC], mass[1], c[3], A[6 * NV], f[6], worst = 0;
	plates_derived derived;
	printf("         front foot, pressure        rear foot, pressure         knee, N m\n");
	printf("time       fx, N   fz, N    centre      fx, N   fz, N    centre     front    rear\n");
	for (int k = 0; k <= 5; k++) {
		double t = seconds * k / 5;
		motion(t, q, qd, qdd);
		weigh(0, &derived);
		plates_centre(q, qd, &derived, mass, c, A, f); /* which reads no weight */
		weigh(c[0], &derived);
		plates_id_both(q, qd, qdd, &derived, tau, lambda);
		const double *right = &lambda[PLATES_L_both_right_plate_fx],
			     *left = &lambda[PLATES_L_both_left_plate_fx];
		printf("%.2f s %7.1f %7.1f %5.0f mm    %7.1f %7.1f %5.0f mm    %7.1f %7.1f\n", t, right[0], right[2],
		       -1e3 * right[4] / right[2], left[0], left[2], -1e3 * left[4] / left[2], tau[PLATES_V_right_knee],
		       tau[PLATES_V_left_knee]);
		worst = larger(worst, error_of_newton(A, f, qdd, lambda, mass[0] * 9.81));
		plates_rnea_both(q, qd, qdd, lambda, &derived, given); /* as if plates had measured the forces */
		for (int v = 0; v < NV; v++)
			worst = larger(worst, fabs(given[v] - tau[v]));
	}
	printf("forces and moments %s\n", worst < 1e-8 ? "agree to 1e-8" : "disagree");
	return !(worst < 1e-8);
}
