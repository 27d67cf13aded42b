/* Torque and energy of one strut or tendon, from poses and Jacobians of its points alone: tau = (dl/dq)^T F.
 * Called by the tests of struts. Models are the caller's. */
#ifndef PULL_H
#define PULL_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "run.h"
#include "trees/random_bits.h"

enum { NQ_MOST = 32, PULL_POINTS = 4 };

/* A strut or tendon: its statement, its points in order, and its parameters. */
struct pull {
	const char *text;
	const char *point[PULL_POINTS];
	double stiffness, rest, damping;
	bool exerts; /* -5 N - 30 N/m^2 l^2 - 2 N s/m rate, by `force` */
};

struct state {
	double q[NQ_MOST], qd[NQ_MOST], qdd[NQ_MOST];
};

/* A coordinate outside of quaternions, and its velocity. */
struct plain {
	int q, v;
};

/* A random state of size about 1, with quaternions of length 1, which begin at the given elements of q. */
static inline struct state state_drawn(int nq, int nv, const int *quaternion, int quaternions, uint64_t *random)
{
	struct state state = { { 0 }, { 0 }, { 0 } };
	for (int i = 0; i < nq; i++)
		state.q[i] = random_between(random, -1, 1);
	for (int i = 0; i < nv; i++) {
		state.qd[i] = random_between(random, -2, 2);
		state.qdd[i] = random_between(random, -2, 2);
	}
	for (int k = 0; k < quaternions; k++) {
		double *p = &state.q[quaternion[k]];
		double size = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
		for (int i = 0; i < 4; i++)
			p[i] /= size;
	}
	return state;
}

/* A point in the world, and the rows of its velocity Jacobian. */
struct place {
	double p[3], J[6 * NQ_MOST];
};

static inline struct place place_of(rigidc_model *model, const char *frame, const struct state *state)
{
	struct place place;
	double R[9];
	char name[64];
	snprintf(name, sizeof name, "fk:%s", frame);
	rigidc_function *fk = run_function(model, name, RIGIDC_EVALUATOR);
	rigidc_call(fk, (const double *[]){ state->q }, (double *[]){ R, place.p });
	rigidc_function_free(fk);
	snprintf(name, sizeof name, "jac:%s", frame);
	run_once(model, name, RIGIDC_EVALUATOR, (const double *[]){ state->q }, place.J);
	return place;
}

/* The length l, and dl = dl/dq (nv). */
static inline double line_between(const struct place *a, const struct place *b, int nv, double *dl)
{
	double d[3], l = 0;
	for (int k = 0; k < 3; k++) {
		d[k] = b->p[k] - a->p[k];
		l += d[k] * d[k];
	}
	l = sqrt(l);
	for (int v = 0; v < nv; v++) {
		dl[v] = 0;
		for (int k = 0; k < 3; k++)
			dl[v] += d[k] / l * (b->J[k * nv + v] - a->J[k * nv + v]);
	}
	return l;
}

/* The length of the element, and its derivatives dl (nv). */
static inline double pull_length(rigidc_model *model, const struct pull *pull, const struct state *state, double *dl)
{
	int nv = rigidc_nv(model);
	double length = 0, one[NQ_MOST];
	memset(dl, 0, NQ_MOST * sizeof *dl);
	struct place from = place_of(model, pull->point[0], state);
	for (int i = 1; i < PULL_POINTS && pull->point[i]; i++) {
		struct place to = place_of(model, pull->point[i], state);
		length += line_between(&from, &to, nv, one);
		for (int v = 0; v < nv; v++)
			dl[v] += one[v];
		from = to;
	}
	return length;
}

/* The torque (nv) that holds the element; returns the energy of its spring. */
static inline double pull_wanted(rigidc_model *model, const struct pull *pull, const struct state *state, double *tau)
{
	int nv = rigidc_nv(model);
	double dl[NQ_MOST], length = pull_length(model, pull, state, dl), rate = 0;
	for (int v = 0; v < nv; v++)
		rate += dl[v] * state->qd[v];
	double force = pull->stiffness * (length - pull->rest) + pull->damping * rate;
	if (pull->exerts)
		force -= -5 - 30 * length * length - 2 * rate;
	for (int v = 0; v < nv; v++)
		tau[v] = dl[v] * force;
	return pull->stiffness * (length - pull->rest) * (length - pull->rest) / 2;
}

/* d tau/dx of rnea for the element x of the state: the difference of five points, exact to the fourth power of the
 * step. */
static inline void pull_slope(rigidc_model *model, struct state *state, double *x, double *slope)
{
	static const double weight[] = { 1, -8, 0, 8, -1 };
	const double step = 1e-3, here = *x, *in[] = { state->q, state->qd, state->qdd };
	int nv = rigidc_nv(model);
	double tau[NQ_MOST];
	rigidc_function *rnea = run_function(model, "rnea", RIGIDC_EVALUATOR);
	memset(slope, 0, (size_t)nv * sizeof *slope);
	for (int i = 0; i < 5; i++) {
		*x = here + (i - 2) * step;
		rigidc_call(rnea, in, (double *[]){ tau });
		for (int v = 0; v < nv; v++)
			slope[v] += weight[i] * tau[v] / (12 * step);
	}
	*x = here;
	rigidc_function_free(rnea);
}

static inline void assert_near(const double *found, const double *wanted, int count, double tolerance, const char *what,
                               int n)
{
	double scale = 1;
	for (int i = 0; i < count; i++)
		scale = fmax(scale, fabs(wanted[i]));
	for (int i = 0; i < count; i++)
		ck_assert_msg(fabs(found[i] - wanted[i]) <= tolerance * scale,
		              "%s of case %d, entry %d: %.17g, wanted %.17g", what, n, i, found[i], wanted[i]);
}

/* Compares rnea_derivatives by these coordinates and their velocities with differences of rnea. */
static inline void assert_derivatives(rigidc_model *model, struct state *state, const struct plain *plain, int plains,
                                      double tolerance, int n)
{
	int nv = rigidc_nv(model);
	double by_q[NQ_MOST * NQ_MOST], by_qd[NQ_MOST * NQ_MOST], slope[NQ_MOST], column[NQ_MOST];
	rigidc_function *function = run_function(model, "rnea_derivatives", RIGIDC_EVALUATOR);
	rigidc_call(function, (const double *[]){ state->q, state->qd, state->qdd }, (double *[]){ by_q, by_qd });
	rigidc_function_free(function);
	for (int k = 0; k < plains; k++)
		for (int rates = 0; rates < 2; rates++) {
			pull_slope(model, state, rates ? &state->qd[plain[k].v] : &state->q[plain[k].q], slope);
			for (int v = 0; v < nv; v++)
				column[v] = (rates ? by_qd : by_q)[v * nv + plain[k].v];
			assert_near(column, slope, nv, tolerance, rates ? "dtau_dqd" : "dtau_dq", n);
		}
}

#endif
