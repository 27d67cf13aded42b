/* Hand guiding of the iiwa 14: its motors bear the weight of the arm and damp a little, so that it stays where it is
 * pushed. The arm is simulated: somebody pushes at the flange for half a second and lets go.
 *
 *   rigidc compile examples/iiwa14.rig -f gravity,fd,fk:iiwa_link_ee --wrench iiwa_link_ee -o iiwa14.h
 *   cc -O2 -I. examples/gravity_compensation.c -lm -o gravity_compensation
 *   ./gravity_compensation */
#include <math.h>
#include <stdio.h>

#include "iiwa14.h"

enum { N = IIWA14_NV };

static const double damping[N] = { 10, 10, 10, 10, 1, 1, 1 }; /* N m s/rad */

/* What the robot runs. */
static void control(const double *q, const double *qd, double *tau)
{
	iiwa14_gravity(q, tau);
	for (int i = 0; i < N; i++)
		tau[i] -= damping[i] * qd[i];
}

/* The arm, with a wrench (f, n) at the flange in the flange's axes. */
static void step(double *q, double *qd, const double *tau, const double *wrench, double dt)
{
	double qdd[N];
	iiwa14_fd(q, qd, tau, wrench, qdd);
	for (int i = 0; i < N; i++) {
		qd[i] += dt * qdd[i];
		q[i] += dt * qd[i];
	}
}

int main(void)
{
	const double dt = 1e-4, start[N] = { 0, 0.6, 0, -1.2, 0, 0.9, 0 };
	double q[N], qd[N] = { 0 }, tau[N], R[9], p[3], fastest = 0;
	for (int i = 0; i < N; i++)
		q[i] = start[i];
	printf("time    push        flange at x, y, z       fastest joint\n");
	for (int n = 0; n <= 30000; n++) {
		const double wrench[6] = { 0, n < 5000 ? 20 : 0, 0, 0, 0, 0 }; /* N, along its y */
		if (n % 5000 == 0 && (n <= 10000 || n == 30000)) {
			fastest = 0;
			for (int i = 0; i < N; i++)
				fastest = fmax(fastest, fabs(qd[i]));
			iiwa14_fk_iiwa_link_ee(q, R, p);
			printf("%.1f s  %3.0f N  %7.3f %7.3f %7.3f m  %7.3f rad/s\n", n * dt, wrench[1], p[0], p[1],
			       p[2], fastest);
		}
		control(q, qd, tau);
		step(q, qd, tau, wrench, dt);
	}
	return !(fastest < 0.01);
}
