/* A moving-horizon estimate. An encoder measures the angle of the upper bar of a double pendulum, with noise. What the lower bar does is
 * not measured. Each second the program finds the motion of the last second that fits the measurements best: the unknowns are the four
 * numbers of its first state, and the method is that of Gauss and Newton. The changes S of a state by the first one follow from those
 * of the state before, S' = A S, with A of step_derivatives:rk4. The next second begins where the last estimate ends.
 *
 *   rigidc compile examples/double_pendulum.rig -f step:rk4,step_derivatives:rk4 -o double_pendulum.h
 *   cc -O2 -I. examples/estimate.c -lm -o estimate
 *   ./estimate */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "double_pendulum.h"

enum { N = 2, X = 2 * N, STEPS = 100, WINDOWS = 6, ROUNDS = 6 };

static const double dt = 0.01, tau[N] = { 0 }, noise = 0.01; /* rad */

static void advance(double x[X])
{
	double next[X];
	double_pendulum_step_rk4(x, x + N, tau, &dt, next, next + N);
	memcpy(x, next, sizeof next);
}

/* S becomes A S. */
static void carry(const double x[X], double S[X][X])
{
	double A[X * X], B[X * N], next[X][X] = { { 0 } };
	double_pendulum_step_derivatives_rk4(x, x + N, tau, &dt, A, B);
	for (int i = 0; i < X; i++)
		for (int j = 0; j < X; j++)
			for (int k = 0; k < X; k++)
				next[i][j] += A[X * i + k] * S[k][j];
	memcpy(S, next, sizeof next);
}

/* Solves H d = b for a symmetric, positive H, by its factors L D L^T; d in place of b. */
static void solve(double H[X][X], double b[X])
{
	for (int j = 0; j < X; j++)
		for (int i = j + 1; i < X; i++) {
			double l = H[i][j] / H[j][j];
			for (int k = j; k < X; k++)
				H[i][k] -= l * H[j][k];
			b[i] -= l * b[j];
		}
	for (int i = X; i-- > 0;) {
		for (int k = i + 1; k < X; k++)
			b[i] -= H[i][k] * b[k];
		b[i] /= H[i][i];
	}
}

/* One round of Gauss and Newton for the first state. What was known before, `prior`, counts too, so that the sum has a least where the
 * measurements tell nothing. */
static void improve(double first[X], const double prior[X], const double *measured)
{
	static const double trust[X] = { 1e2, 1e1, 1e1, 1e1 };
	double H[X][X] = { { 0 } }, b[X], S[X][X] = { { 0 } }, x[X];
	memcpy(x, first, sizeof x);
	for (int i = 0; i < X; i++) {
		S[i][i] = 1;
		H[i][i] = trust[i];
		b[i] = trust[i] * (prior[i] - first[i]);
	}
	for (int k = 0; k < STEPS; k++) {
		double left = (measured[k] - x[0]) / noise;
		for (int i = 0; i < X; i++) {
			b[i] += S[0][i] / noise * left;
			for (int j = 0; j < X; j++)
				H[i][j] += S[0][i] * S[0][j] / (noise * noise);
		}
		carry(x, S);
		advance(x);
	}
	solve(H, b);
	for (int i = 0; i < X; i++)
		first[i] += b[i];
}

/* Numbers of about the normal distribution. */
static double draw(void)
{
	static unsigned long state = 1;
	double sum = -6;
	for (int i = 0; i < 12; i++) {
		state = (state * 1103515245ul + 12345ul) & 0x7ffffffful;
		sum += (double)state / 0x80000000ul;
	}
	return sum;
}

int main(void)
{
	double truth[X] = { 0.9, -0.6, 0.5, 1.5 }, known[X] = { 0 }, off = 0;
	printf("        end of the second: angles      velocities       largest error\n");
	for (int window = 0; window < WINDOWS; window++) {
		double measured[STEPS], prior[X], x[X];
		for (int k = 0; k < STEPS; k++) {
			measured[k] = truth[0] + noise * draw();
			advance(truth);
		}
		memcpy(prior, known, sizeof prior);
		if (!window)
			known[0] = measured[0];
		for (int round = 0; round < ROUNDS; round++)
			improve(known, prior, measured);
		memcpy(x, known, sizeof x);
		for (int k = 0; k < STEPS; k++)
			advance(x);
		memcpy(known, x, sizeof known);
		off = 0;
		for (int i = 0; i < X; i++)
			off = fmax(off, fabs(x[i] - truth[i]));
		printf("truth    %21.3f %7.3f  %7.3f %7.3f\n", truth[0], truth[1], truth[2], truth[3]);
		printf("estimate %21.3f %7.3f  %7.3f %7.3f  %14.3f\n", x[0], x[1], x[2], x[3], off);
	}
	return !(off < 0.1);
}
