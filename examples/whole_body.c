/* Whole-body inverse dynamics of a quadruped that stands on four feet: the trunk accelerates as wanted, the feet do not move.
 * One call gives everything that depends on the robot.
 *
 *   rigidc compile examples/solo12.rig -f wb=crba+bias+jac:FL_FOOT+jac:FR_FOOT+jac:HL_FOOT+jac:HR_FOOT+drift:FL_FOOT+drift:FR_FOOT+drift:HL_FOOT+drift:HR_FOOT -o solo12.h
 *   rigidc compile examples/solo12.rig -f feet=fk:FL_FOOT+fk:FR_FOOT+fk:HL_FOOT+fk:HR_FOOT,fd --wrench FL_FOOT,FR_FOOT,HL_FOOT,HR_FOOT --prefix=pushed -o pushed.h
 *   cc -O2 -I. examples/whole_body.c -lm -o whole_body && ./whole_body */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pushed.h"
#include "solo12.h"

enum { NV = SOLO12_NV, BASE = 6, FEET = 4, FORCES = 3 * FEET };

/* Solves A x = b by elimination; x replaces b. */
static void solve(int n, double *A, double *b)
{
	for (int k = 0; k < n; k++) {
		int pivot = k;
		for (int i = k + 1; i < n; i++)
			if (fabs(A[i * n + k]) > fabs(A[pivot * n + k]))
				pivot = i;
		for (int j = 0; j < n; j++) {
			double x = A[k * n + j];
			A[k * n + j] = A[pivot * n + j];
			A[pivot * n + j] = x;
		}
		double x = b[k];
		b[k] = b[pivot];
		b[pivot] = x;
		for (int i = k + 1; i < n; i++) {
			double factor = A[i * n + k] / A[k * n + k];
			for (int j = k; j < n; j++)
				A[i * n + j] -= factor * A[k * n + j];
			b[i] -= factor * b[k];
		}
	}
	for (int k = n - 1; k >= 0; k--) {
		for (int j = k + 1; j < n; j++)
			b[k] -= A[k * n + j] * b[j];
		b[k] /= A[k * n + k];
	}
}

/* Joint accelerations for which the feet do not accelerate: J qdd + drift = 0. Leg i has columns 6 + 3 i to 8 + 3 i. */
static void hold_feet(double J[FEET][6 * NV], double drift[FEET][6], double *qdd)
{
	for (int leg = 0; leg < FEET; leg++) {
		double A[9], *own = qdd + BASE + 3 * leg;
		for (int r = 0; r < 3; r++) {
			own[r] = -drift[leg][r];
			for (int j = 0; j < BASE; j++)
				own[r] -= J[leg][r * NV + j] * qdd[j];
			for (int j = 0; j < 3; j++)
				A[3 * r + j] = J[leg][r * NV + BASE + 3 * leg + j];
		}
		solve(3, A, own);
	}
}

/* The smallest forces at the feet that give the base the wrench `wanted`: f = A^T (A A^T)^-1 wanted, where A is the
 * base's part of J^T. */
static void share(double J[FEET][6 * NV], const double wanted[BASE], double f[FORCES])
{
	double A[BASE][FORCES], AAT[BASE * BASE] = { 0 }, x[BASE];
	for (int i = 0; i < BASE; i++)
		for (int k = 0; k < FORCES; k++)
			A[i][k] = J[k / 3][k % 3 * NV + i];
	for (int i = 0; i < BASE; i++)
		for (int j = 0; j < BASE; j++)
			for (int k = 0; k < FORCES; k++)
				AAT[i * BASE + j] += A[i][k] * A[j][k];
	memcpy(x, wanted, sizeof x);
	solve(BASE, AAT, x);
	for (int k = 0; k < FORCES; k++) {
		f[k] = 0;
		for (int i = 0; i < BASE; i++)
			f[k] += A[i][k] * x[i];
	}
}

/* Largest difference between qdd and the forward dynamics of the robot, pushed by f at its feet. */
static double check(const double *q, const double *qd, const double *qdd, const double *tau, const double f[FORCES])
{
	double R[FEET][9], p[FEET][3], f_ext[6 * FEET] = { 0 }, found[NV], worst = 0;
	pushed_feet(q, R[0], p[0], R[1], p[1], R[2], p[2], R[3], p[3]);
	for (int foot = 0; foot < FEET; foot++)
		for (int i = 0; i < 3; i++)
			for (int k = 0; k < 3; k++)
				f_ext[6 * foot + i] +=
					R[foot][3 * k + i] * f[3 * foot + k]; /* in the axes of the foot */
	pushed_fd(q, qd, tau, f_ext, found);
	for (int i = 0; i < NV; i++)
		worst = fmax(worst, fabs(found[i] - qdd[i]));
	return worst;
}

int main(void)
{
	static const char *const name[FEET] = { "FL", "FR", "HL", "HR" };
	/* crouched, pitched by 0.1 rad, and swaying to the left at 0.1 m/s */
	const double q[SOLO12_NQ] = {
		0, 0,    0.24, 0, sin(0.05), 0, cos(0.05), /* base */
		0, 0.7,  -1.4,                             /* FL */
		0, 0.7,  -1.4,                             /* FR */
		0, -0.7, 1.4,                              /* HL */
		0, -0.7, 1.4,                              /* HR */
	};
	const double qd[NV] = { 0, 0.1 };
	double qdd[NV] = { 0.5, 0, 1 }; /* wanted of the base: forward and up */
	double M[NV * NV], h[NV], J[FEET][6 * NV], drift[FEET][6], tau[NV], f[FORCES];
	solo12_wb(q, qd, M, h, J[0], J[1], J[2], J[3], drift[0], drift[1], drift[2], drift[3]);
	hold_feet(J, drift, qdd);
	for (int i = 0; i < NV; i++) {
		tau[i] = h[i];
		for (int j = 0; j < NV; j++)
			tau[i] += M[i * NV + j] * qdd[j];
	}
	share(J, tau, f);
	for (int i = 0; i < NV; i++)
		for (int k = 0; k < FORCES; k++)
			tau[i] -= J[k / 3][k % 3 * NV + i] * f[k];
	printf("foot  force of the ground, N      torques of HAA, HFE, KFE, N m\n");
	for (int leg = 0; leg < FEET; leg++) {
		const double *force = f + 3 * leg, *torque = tau + BASE + 3 * leg;
		printf("%-4s %8.3f %7.3f %7.3f   %10.3f %7.3f %7.3f\n", name[leg], force[0], force[1], force[2],
		       torque[0], torque[1], torque[2]);
	}
	for (int i = 0; i < BASE; i++)
		tau[i] = 0; /* nothing drives the base */
	double error = check(q, qd, qdd, tau, f);
	printf("forward dynamics %s\n", error < 1e-9 ? "agree to 1e-9" : "disagree");
	return !(error < 1e-9);
}
