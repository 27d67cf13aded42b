#include "functions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reference/dense_functions.h"

/* --- the rows --- */

static void reference_rnea(const struct bench_state *s, dense_real *out[BENCH_PARTS], dense_real scale[BENCH_PARTS])
{
	dense_rnea(&s->robot->tree, s->q, s->qd, s->qdd, NULL, out[0], scale);
}

static void reference_crba(const struct bench_state *s, dense_real *out[BENCH_PARTS], dense_real scale[BENCH_PARTS])
{
	dense_crba(&s->robot->tree, s->q, out[0], scale);
}

static void reference_fd(const struct bench_state *s, dense_real *out[BENCH_PARTS], dense_real scale[BENCH_PARTS])
{
	dense_fd(&s->robot->tree, s->q, s->qd, s->tau, NULL, out[0], NULL, scale);
}

static void reference_fk(const struct bench_state *s, dense_real *out[BENCH_PARTS], dense_real scale[BENCH_PARTS])
{
	scale[0] = 1;
	dense_fk(&s->robot->tree, s->q, &s->robot->tip, out[0], out[1], &scale[1]);
}

static void reference_jac(const struct bench_state *s, dense_real *out[BENCH_PARTS], dense_real scale[BENCH_PARTS])
{
	dense_jac(&s->robot->tree, s->q, &s->robot->tip, out[0], scale);
}

static void reference_dyn(const struct bench_state *s, dense_real *out[BENCH_PARTS], dense_real scale[BENCH_PARTS])
{
	dense_crba(&s->robot->tree, s->q, out[0], &scale[0]);
	dense_bias(&s->robot->tree, s->q, s->qd, NULL, out[1], &scale[1]);
}

/* the largest size of a term */
static dense_real largest(const dense_real *size, int n)
{
	dense_real most = 0;
	for (int i = 0; i < n; i++)
		most = fmaxl(most, fabsl(size[i]));
	return most;
}

static void reference_rnea_derivatives(const struct bench_state *s, dense_real *out[BENCH_PARTS],
                                       dense_real scale[BENCH_PARTS])
{
	static dense_real size[2][ROBOT_NV * ROBOT_NV];
	const struct dense_instant at = { .q = s->q, .qd = s->qd, .qdd = s->qdd };
	dense_rnea_derivatives(&s->robot->tree, &at, out[0], out[1], size[0], size[1]);
	for (int k = 0; k < 2; k++)
		scale[k] = largest(size[k], s->robot->nv * s->robot->nv);
}

static void reference_fd_derivatives(const struct bench_state *s, dense_real *out[BENCH_PARTS],
                                     dense_real scale[BENCH_PARTS])
{
	const struct dense_instant at = { .q = s->q, .qd = s->qd };
	dense_real condition;
	dense_fd_derivatives(&s->robot->tree, &at, s->tau, out[0], out[1], out[2], &condition, scale);
	scale[2] = condition * largest(out[2], s->robot->nv * s->robot->nv);
}

static void reference_regressor(const struct bench_state *s, dense_real *out[BENCH_PARTS],
                                dense_real scale[BENCH_PARTS])
{
	dense_regressor(&s->robot->tree, s->q, s->qd, s->qdd, out[0], scale);
	bench_declare_columns(s->robot, out[0]);
}

/* clang-format off */
#define SQUARE { BENCH_NV, BENCH_NV }
#define VECTOR { BENCH_NV, 1 }
const struct bench_function bench_function[ROBOT_FUNCTIONS] = {
	[ROBOT_RNEA] = { "rnea", "rnea", { BENCH_Q, BENCH_QD, BENCH_QDD }, 3, 1, { VECTOR }, reference_rnea },
	[ROBOT_CRBA] = { "crba", "crba", { BENCH_Q }, 1, 1, { SQUARE }, reference_crba },
	[ROBOT_FD] = { "fd", "fd", { BENCH_Q, BENCH_QD, BENCH_TAU }, 3, 1, { VECTOR }, reference_fd },
	[ROBOT_FK] = { "fk", "fk=fk:\"%s\"", { BENCH_Q }, 1, 2, { { 3, 3 }, { 3, 1 } }, reference_fk },
	[ROBOT_JAC] = { "jac", "jac=jac:\"%s\"", { BENCH_Q }, 1, 1, { { 6, BENCH_NV } }, reference_jac },
	[ROBOT_DYN] = { "dyn", "dyn=crba+bias", { BENCH_Q, BENCH_QD }, 2, 2, { SQUARE, VECTOR }, reference_dyn },
	[ROBOT_RNEA_DERIVATIVES] = { "rnea_derivatives", "rnea_derivatives", { BENCH_Q, BENCH_QD, BENCH_QDD }, 3, 2,
	                             { SQUARE, SQUARE }, reference_rnea_derivatives },
	[ROBOT_FD_DERIVATIVES] = { "fd_derivatives", "fd_derivatives", { BENCH_Q, BENCH_QD, BENCH_TAU }, 3, 3,
	                           { SQUARE, SQUARE, SQUARE }, reference_fd_derivatives },
	[ROBOT_REGRESSOR] = { "regressor", "regressor", { BENCH_Q, BENCH_QD, BENCH_QDD }, 3, 1, { { BENCH_NV, BENCH_ALL } },
	                      reference_regressor },
};
/* clang-format on */

/* --- for any row --- */

static int extent(const struct robot *robot, int count)
{
	return count == BENCH_NV ? robot->nv : count == BENCH_ALL ? BENCH_PARAMETERS * robot->tree.n : count;
}

int bench_part(const struct robot *robot, enum robot_function f, int part)
{
	const struct bench_function *function = &bench_function[f];
	return part < function->parts
	               ? extent(robot, function->part[part].rows) * extent(robot, function->part[part].columns)
	               : 0;
}

void bench_parts(const struct robot *robot, enum robot_function f, double *out, double *part[BENCH_PARTS])
{
	for (int i = 0; i < BENCH_PARTS; i++) {
		part[i] = out;
		out += bench_part(robot, f, i);
	}
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
	static dense_real wanted[BENCH_PARTS][BENCH_NUMBERS];
	dense_real scale[BENCH_PARTS] = { 0 }, *out[BENCH_PARTS];
	const int nv = robot->nv;
	double worst = 0;
	s.robot = robot;
	dense_widen(robot->q[state], robot->nq, s.q);
	dense_widen(robot->qd[state], nv, s.qd);
	dense_widen(robot->qdd[state], nv, s.qdd);
	dense_widen(robot->tau[state], nv, s.tau);
	for (int i = 0; i < BENCH_PARTS; i++)
		out[i] = wanted[i];
	bench_function[f].reference(&s, out, scale);
	for (int i = 0; i < bench_function[f].parts; i++)
		for (int k = 0; k < bench_part(robot, f, i); k++) {
			dense_real difference = fabsl(*found++ - wanted[i][k]);
			double error = difference == 0 ? 0 : (double)(difference / scale[i]);
			worst = error <= worst ? worst : error; /* NaN stays */
		}
	return worst;
}

/* Second moments, the integral of r r^T dm, from inertial parameters (order xx xy yy xz yz zz); the inverse is the same
 * formula. */
static void moments_of(const dense_real pi[BENCH_PARAMETERS], dense_real D[3][3])
{
	const dense_real trace = pi[4] + pi[6] + pi[9];
	const int at[3][3] = { { 4, 5, 7 }, { 5, 6, 8 }, { 7, 8, 9 } };
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			D[i][j] = (i == j) * trace / 2 - pi[at[i][j]];
}

/* Converts parameters from a declared frame to its parent frame: r = R r' + p. */
static void undeclare(const struct dense_frame *frame, const dense_real given[BENCH_PARAMETERS],
                      dense_real pi[BENCH_PARAMETERS])
{
	const dense_real *p = frame->p;
	dense_real h[3] = { 0 }, D[3][3], turned[3][3] = { { 0 } };
	moments_of(given, D);
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			h[i] += frame->R[i][k] * given[1 + k];
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			for (int k = 0; k < 9; k++)
				turned[i][j] += frame->R[i][k / 3] * D[k / 3][k % 3] * frame->R[j][k % 3];
			turned[i][j] += h[i] * p[j] + p[i] * h[j] + given[0] * p[i] * p[j];
		}
	const dense_real trace = turned[0][0] + turned[1][1] + turned[2][2];
	pi[0] = given[0];
	for (int i = 0; i < 3; i++)
		pi[1 + i] = h[i] + given[0] * p[i];
	pi[4] = trace - turned[0][0], pi[5] = -turned[0][1], pi[6] = trace - turned[1][1];
	pi[7] = -turned[0][2], pi[8] = -turned[1][2], pi[9] = trace - turned[2][2];
}

void bench_declare_columns(const struct robot *robot, dense_real *Y)
{
	const int width = BENCH_PARAMETERS * robot->tree.n;
	for (int b = 0; b < robot->tree.n; b++) {
		dense_real unit[BENCH_PARAMETERS] = { 0 }, as[BENCH_PARAMETERS][BENCH_PARAMETERS],
			   row[BENCH_PARAMETERS];
		for (int k = 0; k < BENCH_PARAMETERS; k++) {
			unit[k] = 1;
			undeclare(&robot->declared[b], unit, as[k]);
			unit[k] = 0;
		}
		for (int v = 0; v < robot->nv; v++) {
			dense_real *own = Y + v * width + BENCH_PARAMETERS * b;
			memcpy(row, own, sizeof row);
			for (int k = 0; k < BENCH_PARAMETERS; k++) {
				own[k] = 0;
				for (int l = 0; l < BENCH_PARAMETERS; l++)
					own[k] += row[l] * as[k][l];
			}
		}
	}
}

void bench_turn_tip(const struct robot *robot, double R[9])
{
	double turned[9] = { 0 };
	for (int i = 0; i < 9; i++)
		for (int k = 0; k < 3; k++)
			turned[i] += R[i / 3 * 3 + k] * (double)robot->tip.at.R[k][i % 3];
	memcpy(R, turned, sizeof turned);
}
