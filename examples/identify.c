/* Identifies the base parameters of the iiwa 14 from torques that are measured while it moves (M. Gautier, Ph. Poignet, "Extended
 * Kalman filtering and weighted least squares dynamic identification of robot", Control Engineering Practice 9, 2001). The robot
 * is simulated: heavier in one link than its data sheet says, and with a tool that it does not speak of.
 *
 *   rigidc compile examples/iiwa14.rig -f base_regressor -o iiwa14.h
 *   rigidc compile examples/iiwa14.rig -f rnea --parametrize=inertial --prefix=robot -o robot.h
 *   cc -O2 -I. examples/identify.c -lm -o identify
 *   ./identify
 *
 * tau = Y(q, qd, qdd) beta + noise. beta, to which no two values give the same torques, has fewer numbers than the ten that
 * each body has, and so Y has full rank. Least squares, each joint's torques in units of their noise s_j:
 *
 *   A beta = b,   A = sum of Y_j^T Y_j / s_j^2,   b = sum of Y_j^T tau_j / s_j^2,   cov(beta) = A^-1
 *
 * s is at first 1, then what the first beta leaves of the torques. How far beta may be off is on the diagonal of A^-1. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "iiwa14.h"
#include "robot.h"

enum { N = IIWA14_NV, BETA = IIWA14_NBETA, BODIES = 7, SAMPLES = 2000 };

static const double dt = 0.01;
static const double noise[N] = { 1, 1, 0.6, 0.6, 0.4, 0.3, 0.2 }; /* N m */

/* What is measured; encoders are as good as exact, beside torques. */
struct Sample {
	double q[N], qd[N], qdd[N], tau[N];
};

/* --- the robot --- */

/* A number of the standard normal distribution, from two of the uniform one (G. E. P. Box and M. E. Muller, 1958); those by
 * xorshift (G. Marsaglia, 2003). */
static double normal(void)
{
	static uint64_t state = 1;
	double u[2];
	for (int i = 0; i < 2; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		u[i] = ((double)(state >> 11) + 0.5) / 9007199254740992.0;
	}
	return sqrt(-2 * log(u[0])) * cos(6.283185307179586 * u[1]);
}

/* What moves all joints at once, two sines each; another motion with its rates times `hurry`. */
static void excite(double t, double hurry, struct Sample *s)
{
	static const double size[2] = { 0.7, 0.4 };
	for (int i = 0; i < N; i++) {
		s->q[i] = s->qd[i] = s->qdd[i] = 0;
		for (int k = 0; k < 2; k++) {
			double w = hurry * (1 + 0.37 * i + k * (2.3 - 0.29 * i)), phase = w * t + 1.7 * i + k;
			s->q[i] += size[k] * sin(phase);
			s->qd[i] += w * size[k] * cos(phase);
			s->qdd[i] -= w * w * size[k] * sin(phase);
		}
	}
}

/* The parameters that the robot has. */
static void build(robot_params *robot)
{
	robot_params_default(robot);
	robot->iiwa_link_3_mass = 4.1;
	robot->iiwa_link_7_mass = 3.2;
	robot->iiwa_link_7_com[0] = 0.031;
	robot->iiwa_link_7_com[2] = 0.094;
	robot->iiwa_link_7_inertia[0] = 0.024;
	robot->iiwa_link_7_inertia[2] = 0.021;
	robot->iiwa_link_7_inertia[5] = 0.009;
}

/* Its base parameters: of a body's mass, centre c and inertia about that, those about the origin are I + m (c c 1 - c c^T). */
static void base_parameters(const robot_params *robot, double beta[BETA])
{
	const double *body[BODIES] = {
		&robot->iiwa_link_1_mass, &robot->iiwa_link_2_mass, &robot->iiwa_link_3_mass, &robot->iiwa_link_4_mass,
		&robot->iiwa_link_5_mass, &robot->iiwa_link_6_mass, &robot->iiwa_link_7_mass,
	};
	static const int row[6] = { 0, 0, 1, 0, 1, 2 }, column[6] = { 0, 1, 1, 2, 2, 2 };
	double pi[10 * BODIES];
	for (int b = 0; b < BODIES; b++) {
		const double m = body[b][0], *c = body[b] + 1, *I = body[b] + 4;
		double *p = pi + 10 * b, square = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
		p[0] = m;
		for (int i = 0; i < 3; i++)
			p[1 + i] = m * c[i];
		for (int i = 0; i < 6; i++)
			p[4 + i] = I[i] + m * ((row[i] == column[i]) * square - c[row[i]] * c[column[i]]);
	}
	iiwa14_base_parameters(pi, beta);
}

static void measure(const robot_derived *robot, double hurry, int noisy, struct Sample *sample)
{
	for (int n = 0; n < SAMPLES; n++) {
		struct Sample *s = &sample[n];
		excite(n * dt, hurry, s);
		robot_rnea(s->q, s->qd, s->qdd, robot, s->tau);
		for (int i = 0; i < N && noisy; i++)
			s->tau[i] += noise[i] * normal();
	}
}

/* --- least squares --- */

/* A = L L^T in its lower triangle (Cholesky). */
static void factor(double A[BETA][BETA])
{
	for (int j = 0; j < BETA; j++)
		for (int i = j; i < BETA; i++) {
			double sum = A[i][j];
			for (int k = 0; k < j; k++)
				sum -= A[i][k] * A[j][k];
			A[i][j] = i == j ? sqrt(sum) : sum / A[j][j];
		}
}

/* x of L L^T x = b; b becomes x. */
static void solve(double L[BETA][BETA], double b[BETA])
{
	for (int i = 0; i < BETA; i++) {
		for (int k = 0; k < i; k++)
			b[i] -= L[i][k] * b[k];
		b[i] /= L[i][i];
	}
	for (int i = BETA; i-- > 0;) {
		for (int k = i + 1; k < BETA; k++)
			b[i] -= L[k][i] * b[k];
		b[i] /= L[i][i];
	}
}

/* How far off the torques of beta are, joint by joint: the root of the mean of squares. */
static void residuals(const struct Sample *sample, const double beta[BETA], double off[N])
{
	double Y[N * BETA];
	memset(off, 0, N * sizeof *off);
	for (int n = 0; n < SAMPLES; n++) {
		const struct Sample *s = &sample[n];
		iiwa14_base_regressor(s->q, s->qd, s->qdd, Y);
		for (int i = 0; i < N; i++) {
			double left = s->tau[i];
			for (int j = 0; j < BETA; j++)
				left -= Y[BETA * i + j] * beta[j];
			off[i] += left * left / SAMPLES;
		}
	}
	for (int i = 0; i < N; i++)
		off[i] = sqrt(off[i]);
}

/* beta, and how far it may be off: the standard deviation of each. */
static void identify(const struct Sample *sample, const double s[N], double beta[BETA], double deviation[BETA])
{
	static double A[BETA][BETA];
	double Y[N * BETA];
	memset(A, 0, sizeof A);
	memset(beta, 0, BETA * sizeof *beta);
	for (int n = 0; n < SAMPLES; n++) {
		iiwa14_base_regressor(sample[n].q, sample[n].qd, sample[n].qdd, Y);
		for (int i = 0; i < N; i++) {
			const double *y = Y + BETA * i;
			for (int j = 0; j < BETA; j++) {
				beta[j] += y[j] * sample[n].tau[i] / (s[i] * s[i]);
				for (int k = 0; k <= j; k++)
					A[j][k] += y[j] * y[k] / (s[i] * s[i]);
			}
		}
	}
	factor(A);
	solve(A, beta);
	for (int j = 0; j < BETA; j++) {
		double column[BETA] = { 0 };
		column[j] = 1;
		solve(A, column);
		deviation[j] = sqrt(column[j]);
	}
}

int main(void)
{
	static struct Sample sample[SAMPLES];
	robot_params robot, sheet;
	robot_derived derived;
	double real[BETA], believed[BETA], beta[BETA], deviation[BETA], s[N] = { 1, 1, 1, 1, 1, 1, 1 }, before[N],
									after[N], worst = 0;
	build(&robot);
	robot_prepare(&robot, &derived);
	robot_params_default(&sheet);
	base_parameters(&robot, real);
	base_parameters(&sheet, believed);

	measure(&derived, 1, 1, sample);
	identify(sample, s, beta, deviation);
	residuals(sample, beta, s);
	identify(sample, s, beta, deviation);
	for (int j = 0; j < BETA; j++)
		worst = fmax(worst, fabs(beta[j] - real[j]) / deviation[j]);

	measure(&derived, 1.2, 0, sample);
	residuals(sample, believed, before);
	residuals(sample, beta, after);
	printf("%d base parameters of %d, from %d samples\n", BETA, 10 * BODIES, SAMPLES);
	printf("the worst is off by %.1f standard deviations\n\n", worst);
	printf("joint   noise found   on another motion: by the data sheet   as identified\n");
	for (int i = 0; i < N; i++)
		printf("%5d  %8.3f N m  %30.3f N m  %9.3f N m\n", i + 1, s[i], before[i], after[i]);
	return !(worst < 3);
}
