/* The simulation of the notebook, as its program does it: steps of Euler's explicit method, angles and velocities moved by
 * the slopes at the beginning of the step. Writes the columns that `rigidc sim` writes. Built and run by run.sh.
 *
 *   ./euler STEP SECONDS ROWS     ROWS a second */
#include <stdio.h>
#include <stdlib.h>

#include "notebook.h"

static void step(double *theta, double *omega, double dt)
{
	const struct Terms terms = notebook_terms(&notebook_bars, theta, omega);
	const double sum[2] = { terms.C[0] + terms.G[0], terms.C[1] + terms.G[1] }; /* no moments */
	double acceleration[2];
	notebook_solve(&terms, sum, acceleration);
	for (int i = 0; i < 2; i++) {
		theta[i] += dt * omega[i];
		omega[i] += dt * acceleration[i];
	}
}

static void print_row(double t, const double *theta, const double *omega)
{
	const struct Bars *bars = &notebook_bars;
	const struct Terms terms = notebook_terms(bars, theta, omega);
	const double(*M)[2] = terms.M;
	double kinetic =
		(M[0][0] * omega[0] * omega[0] + M[1][1] * omega[1] * omega[1]) / 2 + M[0][1] * omega[0] * omega[1];
	double potential = -bars->g * ((bars->m1 / 2 + bars->m2) * bars->l1 * cos(theta[0]) +
	                               bars->m2 * bars->l2 / 2 * cos(theta[1]));
	printf("%.10g,%.17g,%.17g,%.17g,%.17g,0,0,%.17g,%.17g\n", t, theta[0], theta[1] - theta[0], omega[0],
	       omega[1] - omega[0], kinetic, potential);
}

int main(int argc, char **argv)
{
	const double pi = 3.14159265358979323846;
	double theta[2] = { pi / 6, pi / 3 }, omega[2] = { pi, -2 * pi };
	if (argc != 4 || !(atof(argv[1]) > 0 && atof(argv[2]) > 0 && atof(argv[3]) > 0)) {
		fputs("usage: euler STEP SECONDS ROWS\n", stderr);
		return 2;
	}
	const double dt = atof(argv[1]), rate = atof(argv[3]);
	const long steps = lround(atof(argv[2]) / dt), each = lround(1 / (dt * rate));
	printf("t,q.q1,q.q2,qd.q1,qd.q2,tau.q1,tau.q2,kinetic,potential\n");
	for (long n = 0; n <= steps; n++) {
		if (n % each == 0)
			print_row((double)n * dt, theta, omega);
		step(theta, omega, dt);
	}
	return ferror(stdout) || fflush(stdout) ? 2 : 0;
}
