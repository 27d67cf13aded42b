/* Principal moments and axes of an inertia, to all digits.
 * Called to hand models to MuJoCo. Keeps nothing. */
#ifndef PRINCIPAL_AXES_H
#define PRINCIPAL_AXES_H

#include "reference/dense.h"

#include <math.h>

/* I := G^T I G and V := V G, where G rotates axes i and j so that I[i][j] becomes 0 */
static inline void principal_axes_turn(dense_real I[3][3], dense_real V[3][3], int i, int j)
{
	dense_real angle = atan2l(2 * I[i][j], I[j][j] - I[i][i]) / 2, c = cosl(angle), s = sinl(angle);
	for (int k = 0; k < 3; k++) {
		dense_real a = I[k][i], b = I[k][j], x = V[k][i], y = V[k][j];
		I[k][i] = c * a - s * b;
		I[k][j] = s * a + c * b;
		V[k][i] = c * x - s * y;
		V[k][j] = s * x + c * y;
	}
	for (int k = 0; k < 3; k++) {
		dense_real a = I[i][k], b = I[j][k];
		I[i][k] = c * a - s * b;
		I[j][k] = s * a + c * b;
	}
}

/* inertia = axes diag(moment) axes^T; the axes are the columns of a rotation. Jacobi's method. */
static inline void principal_axes(dense_real inertia[3][3], dense_real moment[3], dense_real axes[3][3])
{
	enum { SWEEPS = 12 }; /* convergence is quadratic; half as many suffice */
	dense_real I[3][3];
	for (int k = 0; k < 9; k++) {
		I[k / 3][k % 3] = inertia[k / 3][k % 3];
		axes[k / 3][k % 3] = k % 4 == 0;
	}
	for (int sweep = 0; sweep < SWEEPS; sweep++)
		for (int k = 0; k < 3; k++)
			if (I[k == 2][k ? 2 : 1] != 0)
				principal_axes_turn(I, axes, k == 2, k ? 2 : 1);
	for (int k = 0; k < 3; k++)
		moment[k] = I[k][k];
}

#endif
