/* A posture in which the tool of an arm is at a point and its motors hold little: the least of |w (p - goal)|^2 + |g|^2, by
 * its gradient. The weight w grows, so that the tool ends at the point. `vjp` gives the gradient at the cost of two or three calls of the functions, for any number of joints.
 *
 *   rigidc compile examples/ur5.rig -f 'pose=fk:tool0+gravity,gradient=vjp:pose' -o ur5.h
 *   cc -O2 -I. examples/reach.c -lm -o reach
 *   ./reach */
#include <math.h>
#include <stdio.h>

#include "ur5.h"

enum { N = UR5_NV };

static const double goal[3] = { 0.4, 0.3, 0.5 };

int main(void)
{
	double q[N] = { 0.5, -1, 1, 0.2, 0.3, 0 }, R[9], p[3], g[N], no_R[9] = { 0 }, slope[N], last[N],
	       step[N] = { 0 };
	printf("step   off the goal   largest torque   gradient\n");
	for (int k = 0; k < 600; k++) {
		double from_p[3], from_g[N], length = 0, along = 0, across = 0, off = 0, most = 0;
		double weight = pow(3, k / 100) * 100; /* N m / m */
		ur5_pose(q, R, p, g);
		for (int i = 0; i < 3; i++)
			from_p[i] = weight * weight * (p[i] - goal[i]), off = hypot(off, p[i] - goal[i]);
		for (int i = 0; i < N; i++)
			from_g[i] = g[i], most = fmax(most, fabs(g[i]));
		ur5_gradient(q, no_R, from_p, from_g, slope);
		for (int i = 0; i < N; i++) { /* the step of Barzilai and Borwein */
			length = hypot(length, slope[i]);
			along += step[i] * step[i];
			across += step[i] * (slope[i] - last[i]);
		}
		if (k % 100 == 99 || !k)
			printf("%4d %11.3f mm %12.3f N m %10.1e\n", k, 1000 * off, most, length);
		for (int i = 0; i < N; i++) {
			step[i] = -(across > 0 && k % 100 ? along / across : 0.1 / (weight * weight)) * slope[i];
			last[i] = slope[i];
			q[i] += step[i];
		}
	}
	return 0;
}
