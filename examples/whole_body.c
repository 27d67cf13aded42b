/* Whole-body control of a quadruped that stands on four feet: the matrices of its quadratic program, out of one call.
 *   minimize 1/2 x^T H x + g^T x    so that    A x = b    G x <= c    with x = (qdd, tau of the motors, lambda).
 * lambda has the forces of the ground. A has the equations of motion and the feet that stay where they are, G the pyramids
 * of friction. The cost asks for a rate of momentum. Here the minimum without G lies within G, so it is the minimum with
 * G too, and a linear system gives it. Give H, g, A, b, G, c to a solver where forces reach their limits.
 *
 *   rigidc compile examples/solo12.rig -f wb=crba+bias+jac:stand+drift:stand+cmm+cmm_drift+com,jac:stand,fd:stand,lambda:stand -o solo12.h
 *   cc -O2 -I. examples/whole_body.c -lm -o whole_body && ./whole_body */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "solo12.h"

enum {
	NV = SOLO12_NV,
	BASE = 6,
	MOTORS = NV - BASE,
	NC = SOLO12_NC_stand,
	FEET = NC / 3,
	TAU = NV, /* where each part of x begins */
	LAMBDA = TAU + MOTORS,
	NX = LAMBDA + NC,
	EQUATIONS = NV + NC,
	FACES = 5, /* of a pyramid */
	INEQUALITIES = FACES * FEET
};

struct Qp {
	double H[NX * NX], g[NX], A[EQUATIONS * NX], b[EQUATIONS], G[INEQUALITIES * NX], c[INEQUALITIES];
};

/* Outputs of one call. */
struct Dynamics {
	double M[NV * NV], h[NV], J[NC * NV], d[NC], A[6 * NV], f[6], mass[1], c[3];
};

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

/* M qdd - S^T tau - J^T lambda = -h and J qdd = -drift. S^T: nothing drives the base. */
static void put_equations(struct Qp *qp, const struct Dynamics *is)
{
	for (int i = 0; i < NV; i++) {
		double *row = &qp->A[i * NX];
		memcpy(row, &is->M[i * NV], sizeof is->M / NV);
		if (i >= BASE)
			row[TAU + i - BASE] = -1;
		for (int r = 0; r < NC; r++)
			row[LAMBDA + r] = -is->J[r * NV + i];
		qp->b[i] = -is->h[i];
	}
	for (int r = 0; r < NC; r++) {
		memcpy(&qp->A[(NV + r) * NX], &is->J[r * NV], sizeof is->J / NC);
		qp->b[NV + r] = -is->d[r];
	}
}

/* Of each foot |fx| <= mu fz, |fy| <= mu fz, fz >= least. */
static void put_friction(struct Qp *qp, double least)
{
	static const double friction[FEET] = SOLO12_FRICTION_stand;
	static const double side[FACES - 1][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
	for (int foot = 0; foot < FEET; foot++) {
		double *row = &qp->G[FACES * foot * NX + LAMBDA + 3 * foot];
		for (int k = 0; k < FACES - 1; k++, row += NX) {
			row[0] = side[k][0];
			row[1] = side[k][1];
			row[2] = -friction[foot];
		}
		row[2] = -1;
		qp->c[FACES * foot + FACES - 1] = -least;
	}
}

/* Adds weight/2 |T qdd - wanted|^2 for rows T. */
static void put_task(struct Qp *qp, double weight, int rows, const double *T, const double *wanted)
{
	for (int r = 0; r < rows; r++)
		for (int i = 0; i < NV; i++) {
			qp->g[i] -= weight * T[r * NV + i] * wanted[r];
			for (int j = 0; j < NV; j++)
				qp->H[i * NX + j] += weight * T[r * NV + i] * T[r * NV + j];
		}
}

/* Rate of momentum A qdd + f as wanted, then small forces and torques. */
static void put_cost(struct Qp *qp, const struct Dynamics *is, const double rate[6])
{
	double wanted[6];
	for (int i = 0; i < 6; i++)
		wanted[i] = rate[i] - is->f[i];
	put_task(qp, 1, 6, is->A, wanted);
	for (int i = TAU; i < NX; i++)
		qp->H[i * NX + i] = 1e-6;
}

/* Minimum without G: H x + g + A^T y = 0, A x = b. */
static void minimize(const struct Qp *qp, double x[NX])
{
	enum { N = NX + EQUATIONS };
	static double K[N * N];
	double right[N];
	memset(K, 0, sizeof K);
	for (int i = 0; i < NX; i++) {
		memcpy(&K[i * N], &qp->H[i * NX], NX * sizeof *K);
		for (int r = 0; r < EQUATIONS; r++)
			K[i * N + NX + r] = K[(NX + r) * N + i] = qp->A[r * NX + i];
		right[i] = -qp->g[i];
	}
	memcpy(&right[NX], qp->b, sizeof qp->b);
	solve(N, K, right);
	memcpy(x, right, NX * sizeof *x);
}

static double product(const double *a, const double *b, int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

static double largest_difference(const double *a, const double *b, int n)
{
	double worst = 0;
	for (int i = 0; i < n; i++)
		worst = fmax(worst, fabs(a[i] - b[i]));
	return worst;
}

/* Velocities of the joints for which the feet are at rest: J qd = 0. */
static void rest_feet(const double *q, double *qd)
{
	double J[NC * NV], A[NC * MOTORS];
	solo12_jac_stand(q, J);
	for (int r = 0; r < NC; r++) {
		memcpy(&A[r * MOTORS], &J[r * NV + BASE], MOTORS * sizeof *A);
		qd[BASE + r] = -product(&J[r * NV], qd, BASE);
	}
	solve(NC, A, qd + BASE);
}

/* Largest share of the friction that a foot uses; above 1 if G x <= c does not hold. */
static double used_friction(const struct Qp *qp, const double x[NX])
{
	static const double friction[FEET] = SOLO12_FRICTION_stand;
	double most = 0;
	for (int foot = 0; foot < FEET; foot++) {
		const double *f = &x[LAMBDA + 3 * foot];
		most = fmax(most, fmax(fabs(f[0]), fabs(f[1])) / (friction[foot] * f[2]));
	}
	for (int k = 0; k < INEQUALITIES; k++)
		if (product(&qp->G[k * NX], x, NX) > qp->c[k])
			return INFINITY;
	return most;
}

static void print(const double x[NX], const struct Dynamics *is)
{
	static const char *const name[FEET] = { "FL", "FR", "HL", "HR" };
	double weight = 0, rate[6];
	printf("foot  force of the ground, N      torques of HAA, HFE, KFE, N m\n");
	for (int leg = 0; leg < FEET; leg++) {
		const double *force = &x[LAMBDA + 3 * leg], *torque = &x[TAU + 3 * leg];
		printf("%-4s %8.3f %7.3f %7.3f   %10.3f %7.3f %7.3f\n", name[leg], force[0], force[1], force[2],
		       torque[0], torque[1], torque[2]);
		weight += force[2];
	}
	for (int i = 0; i < 6; i++)
		rate[i] = product(&is->A[i * NV], x, NV) + is->f[i];
	printf("sum of fz %.3f N, of a mass of %.3f kg\n", weight, is->mass[0]);
	printf("its centre accelerates by %.3f m/s^2 forward, %.3f m/s^2 up\n", rate[0] / is->mass[0],
	       rate[2] / is->mass[0]);
}

/* Do the equations, the functions of the phase and the friction agree with x? */
static int check(const struct Qp *qp, const double *q, const double *qd, const double x[NX])
{
	double left[EQUATIONS], tau[NV] = { 0 }, qdd[NV], lambda[NC];
	for (int r = 0; r < EQUATIONS; r++)
		left[r] = product(&qp->A[r * NX], x, NX);
	memcpy(tau + BASE, x + TAU, MOTORS * sizeof *tau);
	solo12_fd_stand(q, qd, tau, qdd);
	solo12_lambda_stand(q, qd, tau, lambda);
	int equations = largest_difference(left, qp->b, EQUATIONS) < 1e-9;
	int phase = largest_difference(qdd, x, NV) < 1e-9 && largest_difference(lambda, x + LAMBDA, NC) < 1e-9;
	double used = used_friction(qp, x);
	printf("equations %s, fd:stand and lambda:stand %s\n", equations ? "hold to 1e-9" : "do not hold",
	       phase ? "agree to 1e-9" : "disagree");
	printf("friction: at most %.0f %% used\n", 100 * used);
	return equations && phase && used < 1;
}

int main(void)
{
	/* crouched, pitched by 0.1 rad, and swaying to the left at 0.1 m/s */
	const double q[SOLO12_NQ] = {
		0, 0,    0.24, 0, sin(0.05), 0, cos(0.05), /* base */
		0, 0.7,  -1.4,                             /* FL */
		0, 0.7,  -1.4,                             /* FR */
		0, -0.7, 1.4,                              /* HL */
		0, -0.7, 1.4,                              /* HR */
	};
	double qd[NV] = { 0, 0.1 }, x[NX];
	static struct Dynamics is;
	static struct Qp qp;
	rest_feet(q, qd);
	solo12_wb(q, qd, is.M, is.h, is.J, is.d, is.A, is.f, is.mass, is.c);
	const double wanted[6] = { 0.5 * is.mass[0], 0, 1.0 * is.mass[0] }; /* forward and up, without turning */
	put_equations(&qp, &is);
	put_friction(&qp, 0.5);
	put_cost(&qp, &is, wanted);
	minimize(&qp, x);
	print(x, &is);
	return !check(&qp, q, qd, x);
}
