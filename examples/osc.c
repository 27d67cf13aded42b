/* Operational space control of the UR5 (Khatib 1987): the tool goes around a circle and keeps its attitude. One call
 * gives all that the controller needs of the robot; the robot itself is simulated.
 *
 *   rigidc compile examples/ur5.rig -f osc=crba+bias+fk:tool0+jac:tool0+drift:tool0,fd -o ur5.h
 *   cc -O2 -I. examples/osc.c -lm -o osc
 *   ./osc */
#include <math.h>
#include <stdio.h>

#include "ur5.h"

enum { N = UR5_NV };

/* Where the tool should be, and how it should move there; its attitude stays. */
struct Target {
	double p[3], v[3], a[3], R[9];
};

/* From `first` on, where it is on its right. */
static struct Target on_circle(const double *first, const double *R, double t)
{
	const double radius = 0.1, rate = 3.141592653589793; /* m, rad/s */
	const double s = radius * sin(rate * t), c = radius * cos(rate * t);
	struct Target target = {
		.p = { first[0], first[1] + c - radius, first[2] + s },
		.v = { 0, -rate * s, rate * c },
		.a = { 0, -rate * rate * c, -rate * rate * s },
	};
	for (int i = 0; i < 9; i++)
		target.R[i] = R[i];
	return target;
}

/* How far off the tool is: linear, then half the sum of column x wanted column, which is the turn for small ones. */
static void find_error(const struct Target *target, const double *R, const double *p, double *e)
{
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		e[i] = target->p[i] - p[i];
		e[3 + i] = 0;
		for (int column = 0; column < 9; column += 3)
			e[3 + i] += 0.5 * (R[3 * j + column / 3] * target->R[3 * k + column / 3] -
			                   R[3 * k + column / 3] * target->R[3 * j + column / 3]);
	}
}

/* x of J x = b, by elimination with the largest pivot; b becomes x. */
static void solve(double *J, double *b)
{
	for (int k = 0; k < N; k++) {
		int pivot = k;
		for (int i = k + 1; i < N; i++)
			if (fabs(J[i * N + k]) > fabs(J[pivot * N + k]))
				pivot = i;
		for (int j = 0; j <= N; j++) {
			double *a = j < N ? &J[k * N + j] : &b[k], *c = j < N ? &J[pivot * N + j] : &b[pivot], was = *a;
			*a = *c;
			*c = was;
		}
		for (int i = k + 1; i < N; i++) {
			double factor = J[i * N + k] / J[k * N + k];
			for (int j = k; j < N; j++)
				J[i * N + j] -= factor * J[k * N + j];
			b[i] -= factor * b[k];
		}
	}
	for (int k = N; k-- > 0;) {
		for (int j = k + 1; j < N; j++)
			b[k] -= J[k * N + j] * b[j];
		b[k] /= J[k * N + k];
	}
}

/* tau = J^T Lambda (a - drift) + h with Lambda = (J M^-1 J^T)^-1. J of six joints is square, so that J^T Lambda is
 * M J^-1. */
static void control(const double *q, const double *qd, const struct Target *target, double *tau, double *e)
{
	const double kp = 400, kd = 40; /* 1/s^2, 1/s */
	double M[N * N], h[N], R[9], p[3], J[6 * N], drift[6], a[6];
	ur5_osc(q, qd, M, h, R, p, J, drift);
	find_error(target, R, p, e);
	for (int i = 0; i < 6; i++) {
		double v = i < 3 ? target->v[i] : 0;
		for (int j = 0; j < N; j++)
			v -= J[i * N + j] * qd[j];
		a[i] = (i < 3 ? target->a[i] : 0) + kd * v + kp * e[i] - drift[i];
	}
	solve(J, a);
	for (int i = 0; i < N; i++) {
		tau[i] = h[i];
		for (int j = 0; j < N; j++)
			tau[i] += M[i * N + j] * a[j];
	}
}

int main(void)
{
	const double dt = 1e-3;
	double q[N] = { 0, -1.2, 1.8, -0.8, 1.2, 0.4 }, qd[N] = { 0 }, tau[N], e[6], off = 0, turned = 0;
	double M[N * N], h[N], R[9], p[3], J[6 * N], drift[6];
	ur5_osc(q, qd, M, h, R, p, J, drift); /* it begins on the circle, at rest */
	printf("time   off the target   turned      largest torque\n");
	for (int n = 0; n <= 2000; n++) {
		const struct Target target = on_circle(p, R, n * dt);
		double qdd[N], largest = 0;
		control(q, qd, &target, tau, e);
		off = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
		turned = sqrt(e[3] * e[3] + e[4] * e[4] + e[5] * e[5]);
		for (int i = 0; i < N; i++)
			largest = fmax(largest, fabs(tau[i]));
		if (n % 500 == 0)
			printf("%.1f s      %7.3f mm  %6.3f mrad  %8.2f N m\n", n * dt, 1e3 * off, 1e3 * turned,
			       largest);
		ur5_fd(q, qd, tau, qdd);
		for (int i = 0; i < N; i++) {
			qd[i] += dt * qdd[i];
			q[i] += dt * qd[i];
		}
	}
	return !(off < 1e-3 && turned < 1e-3);
}
