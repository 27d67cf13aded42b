#include "principal.h"

#include <math.h>
#include <string.h>

#include "place.h"

/* Turns two axes of a symmetric matrix until their product of inertia is 0 (Jacobi). */
static void turn_axes(double J[3][3], double R[3][3], int p, int q)
{
	double theta = (J[q][q] - J[p][p]) / (2 * J[p][q]);
	double t = (theta < 0 ? -1 : 1) / (fabs(theta) + hypot(theta, 1)), c = 1 / hypot(t, 1), s = t * c;
	for (int i = 0; i < 3; i++) {
		double a = J[i][p], b = J[i][q], x = R[i][p], y = R[i][q];
		J[i][p] = c * a - s * b;
		J[i][q] = s * a + c * b;
		R[i][p] = c * x - s * y;
		R[i][q] = s * x + c * y;
	}
	for (int i = 0; i < 3; i++) {
		double a = J[p][i], b = J[q][i];
		J[p][i] = c * a - s * b;
		J[q][i] = s * a + c * b;
	}
}

void mj_principal(double J[3][3], double moment[3], double R[3][3])
{
	enum { SWEEPS = 60 };
	memcpy(R, mj_here.R, sizeof mj_here.R);
	double size = fabs(J[0][0]) + fabs(J[1][1]) + fabs(J[2][2]);
	for (int k = 0; k < SWEEPS; k++) {
		int p = k % 3, q = (p + 1) % 3;
		if (fabs(J[p][q]) > 1e-17 * size)
			turn_axes(J, R, p, q);
	}
	for (int i = 0; i < 3; i++)
		moment[i] = J[i][i];
}
