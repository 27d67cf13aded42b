/* The terms of the notebook's equation one by one, beside what rigidc computes for each: at the start of its simulation,
 * then at a thousand random states, of its bars and of two that differ. Built and run by run.sh; takes the seed of the
 * states, and fails where a term is off.
 *
 *   ./terms [SEED]
 *
 * The notebook's angles are absolute, those of the model relative, theta = A q with A = [1, 0; 1, 1]. By virtual work a
 * moment on q is A^T times that on theta: (v1 + v2, v2) of v. C and G stand on the right-hand side in the notebook, so
 *   A^T M A     = crba
 *   A^T (-C)    = coriolis qd
 *   A^T (-G)    = gravity
 *   A^T (-E)    = rnea with the force, at rest, less gravity
 *   A^T Q       = tau = (M1, M12)
 *   A^-1 theta'' = fd of all of them */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "double_pendulum.h"
#include "notebook.h"
#include "uneven.h"

/* The same functions of two models. */
struct Pendulum {
	const char *name;
	struct Bars bars;
	void (*crba)(const double *q, double *M);
	void (*coriolis)(const double *q, const double *qd, double *C);
	void (*gravity)(const double *q, double *g);
	void (*rnea)(const double *q, const double *qd, const double *qdd, const double *f_ext, double *tau);
	void (*fd)(const double *q, const double *qd, const double *tau, const double *f_ext, double *qdd);
};
#define FUNCTIONS(P) P##_crba, P##_coriolis, P##_gravity, P##_rnea, P##_fd

static const struct Pendulum pendulum[] = {
	{ "both bars 1 m, 1 kg", { 1, 1, 1, 1, 9.81 }, FUNCTIONS(double_pendulum) },
	{ "0.9 m, 1.3 kg and 1.2 m, 0.7 kg", { 1.3, 0.7, 0.9, 1.2, 9.81 }, FUNCTIONS(uneven) },
};

/* Angles and velocities of the notebook, the moments of both joints, and a force on the tip: along x and z of the world. */
struct State {
	double theta[2], omega[2], moment[2], force[2];
};

/* Rows of what is compared; M has its lower triangle. */
enum {
	TERM_M11,
	TERM_M21,
	TERM_M22,
	TERM_C,
	TERM_G = TERM_C + 2,
	TERM_E = TERM_G + 2,
	TERM_Q = TERM_E + 2,
	TERM_A = TERM_Q + 2,
	TERMS = TERM_A + 2
};
static const char *const label[TERMS] = { "M11 [kg m^2]",  "M21", "M22", "-C1 [N m]", "-C2", "-G1",
	                                  "-G2",           "-E1", "-E2", "Q1",        "Q2",  "acceleration 1",
	                                  "acceleration 2" };

static void on_joints(const double *v, double sign, double *out)
{
	out[0] = sign * (v[0] + v[1]);
	out[1] = sign * v[1];
}

static void by_the_notebook(const struct Bars *bars, const struct State *state, double *out)
{
	const struct Terms terms = notebook_terms(bars, state->theta, state->omega);
	const double(*M)[2] = terms.M, *theta = state->theta, *force = state->force;
	/* the tip is at x = l1 sin theta1 + l2 sin theta2, z = -l1 cos theta1 - l2 cos theta2; E by virtual work */
	const double E[2] = { bars->l1 * (force[0] * cos(theta[0]) + force[1] * sin(theta[0])),
		              bars->l2 * (force[0] * cos(theta[1]) + force[1] * sin(theta[1])) };
	const double Q[2] = { state->moment[0] - state->moment[1], state->moment[1] };
	double sum[2], acceleration[2];
	for (int i = 0; i < 2; i++)
		sum[i] = terms.C[i] + terms.G[i] + Q[i] + E[i];
	notebook_solve(&terms, sum, acceleration);
	out[TERM_M11] = M[0][0] + 2 * M[0][1] + M[1][1];
	out[TERM_M21] = M[0][1] + M[1][1];
	out[TERM_M22] = M[1][1];
	on_joints(terms.C, -1, out + TERM_C);
	on_joints(terms.G, -1, out + TERM_G);
	on_joints(E, -1, out + TERM_E);
	on_joints(Q, 1, out + TERM_Q);
	out[TERM_A] = acceleration[0];
	out[TERM_A + 1] = acceleration[1] - acceleration[0];
}

static void by_rigidc(const struct Pendulum *of, const struct State *state, double *out)
{
	const double q[2] = { state->theta[0], state->theta[1] - state->theta[0] };
	const double qd[2] = { state->omega[0], state->omega[1] - state->omega[0] }, rest[2] = { 0 };
	const double push[6] = { state->force[0], 0, state->force[1] };
	double M[4], C[4];
	of->crba(q, M);
	of->coriolis(q, qd, C);
	of->gravity(q, out + TERM_G);
	of->rnea(q, rest, rest, push, out + TERM_E);
	of->fd(q, qd, state->moment, push, out + TERM_A);
	/* what moves it so, must be the moments again */
	of->rnea(q, qd, out + TERM_A, push, out + TERM_Q);
	out[TERM_M11] = M[0];
	out[TERM_M21] = M[2];
	out[TERM_M22] = M[3];
	for (int i = 0; i < 2; i++) {
		out[TERM_C + i] = C[2 * i] * qd[0] + C[2 * i + 1] * qd[1];
		out[TERM_E + i] -= out[TERM_G + i];
	}
}

/* NaN is worse than any number. */
static double worse(double a, double b)
{
	return a > b || isnan(a) ? a : b;
}

/* The largest difference of a state, of numbers that are beyond 1 as a part of them. */
static double difference(const struct Pendulum *of, const struct State *state)
{
	double notebook[TERMS], rigidc[TERMS], worst = 0;
	by_the_notebook(&of->bars, state, notebook);
	by_rigidc(of, state, rigidc);
	for (int i = 0; i < TERMS; i++)
		worst = worse(worst, fabs(rigidc[i] - notebook[i]) / fmax(1, fabs(notebook[i])));
	return worst;
}

static void print_terms(const struct State *state)
{
	double notebook[TERMS], rigidc[TERMS];
	by_the_notebook(&notebook_bars, state, notebook);
	by_rigidc(&pendulum[0], state, rigidc);
	printf("on q1, q2         notebook     rigidc\n");
	for (int i = 0; i < TERMS; i++)
		printf("%-15s %10.5f %10.5f\n", label[i], notebook[i], rigidc[i]);
}

static double between(double low, double high)
{
	return low + (high - low) * drand48();
}

static struct State draw(void)
{
	struct State state;
	for (int i = 0; i < 2; i++) {
		state.theta[i] = between(-4, 4);
		state.omega[i] = between(-8, 8);
		state.moment[i] = between(-20, 20);
		state.force[i] = between(-20, 20);
	}
	return state;
}

int main(int argc, char **argv)
{
	/* its simulation begins so, without moments; here 1 and -2 N m, and 3 N forward, 4 N up at the tip */
	const double pi = 3.14159265358979323846, tolerance = 1e-12;
	const struct State start = { { pi / 6, pi / 3 }, { pi, -2 * pi }, { 1, -2 }, { 3, 4 } };
	const long seed = argc > 1 ? atol(argv[1]) : 1;
	int bad = 0;
	print_terms(&start);
	srand48(seed);
	printf("1000 states, seed %ld\n", seed);
	for (size_t i = 0; i < sizeof pendulum / sizeof *pendulum; i++) {
		double worst = difference(&pendulum[i], &start);
		for (int n = 0; n < 1000; n++) {
			const struct State state = draw();
			worst = worse(worst, difference(&pendulum[i], &state));
		}
		if (worst < tolerance)
			printf("%s: all terms agree to %g\n", pendulum[i].name, tolerance);
		else
			printf("%s: off by %g\n", pendulum[i].name, worst);
		bad += !(worst < tolerance);
	}
	return bad > 0;
}
