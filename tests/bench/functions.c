#include "functions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reference/dense_functions.h"

/* ---- the rows ---- */

static void reference_rnea(const struct bench_state *s, dense_real *out, dense_real *second, dense_real *scale)
{
	(void)second;
	dense_rnea(&s->robot->tree, s->q, s->qd, s->qdd, NULL, out, scale);
}

static void reference_crba(const struct bench_state *s, dense_real *out, dense_real *second, dense_real *scale)
{
	(void)second;
	dense_crba(&s->robot->tree, s->q, out, scale);
}

static void reference_fd(const struct bench_state *s, dense_real *out, dense_real *second, dense_real *scale)
{
	(void)second;
	dense_fd(&s->robot->tree, s->q, s->qd, s->tau, NULL, out, NULL, scale);
}

static void reference_fk(const struct bench_state *s, dense_real *out, dense_real *second, dense_real *scale)
{
	scale[0] = 1;
	dense_fk(&s->robot->tree, s->q, &s->robot->tip, out, second, &scale[1]);
}

static void reference_jac(const struct bench_state *s, dense_real *out, dense_real *second, dense_real *scale)
{
	(void)second;
	dense_jac(&s->robot->tree, s->q, &s->robot->tip, out, scale);
}

static void reference_dyn(const struct bench_state *s, dense_real *out, dense_real *second, dense_real *scale)
{
	dense_crba(&s->robot->tree, s->q, out, &scale[0]);
	dense_bias(&s->robot->tree, s->q, s->qd, NULL, second, &scale[1]);
}

const struct bench_function bench_function[ROBOT_FUNCTIONS] = {
	[ROBOT_RNEA] = { "rnea", "rnea", { BENCH_Q, BENCH_QD, BENCH_QDD }, 3, { { 0, 1 }, { -1, 0 } }, reference_rnea },
	[ROBOT_CRBA] = { "crba", "crba", { BENCH_Q }, 1, { { 0, 0 }, { -1, 0 } }, reference_crba },
	[ROBOT_FD] = { "fd", "fd", { BENCH_Q, BENCH_QD, BENCH_TAU }, 3, { { 0, 1 }, { -1, 0 } }, reference_fd },
	[ROBOT_FK] = { "fk", "fk=fk:\"%s\"", { BENCH_Q }, 1, { { 3, 3 }, { 3, 1 } }, reference_fk },
	[ROBOT_JAC] = { "jac", "jac=jac:\"%s\"", { BENCH_Q }, 1, { { 6, 0 }, { -1, 0 } }, reference_jac },
	[ROBOT_DYN] = { "dyn", "dyn=crba+bias", { BENCH_Q, BENCH_QD }, 2, { { 0, 0 }, { 0, 1 } }, reference_dyn },
};

/* ---- of any row ---- */

int bench_part(enum robot_function f, int part, int nv)
{
	int rows = bench_function[f].part[part].rows, columns = bench_function[f].part[part].columns;
	return rows < 0 ? 0 : (rows ? rows : nv) * (columns ? columns : nv);
}

void bench_spec(enum robot_function f, const struct robot *robot, char spec[BENCH_SPEC])
{
	snprintf(spec, BENCH_SPEC, bench_function[f].spec, robot->tip_name);
}

const double *bench_array(const struct robot *robot, enum bench_input input, int state)
{
	switch (input) {
	case BENCH_Q: return robot->q[state];
	case BENCH_QD: return robot->qd[state];
	case BENCH_QDD: return robot->qdd[state];
	default: return robot->tau[state];
	}
}

double bench_error(const struct robot *robot, enum robot_function f, int state, const double *found)
{
	static struct bench_state s;
	static dense_real wanted[BENCH_NUMBERS];
	const int nv = robot->nv, first = bench_part(f, 0, nv);
	dense_real scale[BENCH_PARTS] = { 0 };
	double worst = 0;
	s.robot = robot;
	dense_widen(robot->q[state], robot->nq, s.q);
	dense_widen(robot->qd[state], nv, s.qd);
	dense_widen(robot->qdd[state], nv, s.qdd);
	dense_widen(robot->tau[state], nv, s.tau);
	bench_function[f].reference(&s, wanted, wanted + first, scale);
	for (int k = 0; k < first + bench_part(f, 1, nv); k++) {
		dense_real difference = fabsl(found[k] - wanted[k]);
		double error = difference == 0 ? 0 : (double)(difference / scale[k >= first]);
		worst = error <= worst ? worst : error;         /* NaN stays */
	}
	return worst;
}

void bench_turn_tip(const struct robot *robot, double R[9])
{
	double turned[9] = { 0 };
	for (int i = 0; i < 9; i++)
		for (int k = 0; k < 3; k++)
			turned[i] += R[i / 3 * 3 + k] * (double)robot->tip.at.R[k][i % 3];
	memcpy(R, turned, sizeof turned);
}
