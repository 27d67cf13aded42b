/* A step of time and its derivatives beside MuJoCo, made by steps.sh: ns a call of each, taken in turn in one run. All results are
 * compared before: steps to 1e-9, derivatives to 1e-5 by MuJoCo's central differences. Its one-sided
 * differences are timed, which take half the time.
 *
 * MuJoCo has neither contacts nor limits to look at. A free joint is the first one. MuJoCo has its linear velocity in world axes and
 * its quaternion as w x y z. */
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "bench_steps.h"
#include "rounds.h"

enum { STATES = 64, ROUNDS = 200, NQ = BENCH_NQ, NV = BENCH_NV, NX = 2 * NV, FREE = NQ > NV };

static const double dt[] = { 0.002 };

struct State {
	double q[NQ], qd[NV];
};

static struct State state[STATES];
static double tau[STATES][NV];
static mjModel *m;
static mjData *d;

/* --- states --- */

/* Nothing drives the base: MuJoCo would hold its force in world axes. */
static void draw_state(int n)
{
	static uint64_t x = 1;
	double size = 0;
	for (int i = 0; i < NQ; i++)
		state[n].q[i] = bench_draw(&x);
	for (int i = 0; i < NV; i++) {
		state[n].qd[i] = bench_draw(&x);
		tau[n][i] = FREE && i < 6 ? 0 : 10 * bench_draw(&x);
	}
	for (int i = 3; FREE && i < 7; i++)
		size += state[n].q[i] * state[n].q[i];
	for (int i = 3; FREE && i < 7; i++)
		state[n].q[i] /= sqrt(size);
}

static void quaternion_of(const double *q, double wxyz[4])
{
	wxyz[0] = q[6];
	memcpy(wxyz + 1, q + 3, 3 * sizeof *q);
}

/* What MuJoCo begins with. */
static double qpos[STATES][NQ], qvel[STATES][NV];

static void convert_state(const struct State *from, double *place, double *rate)
{
	double wxyz[4];
	memcpy(place, from->q, sizeof from->q);
	memcpy(rate, from->qd, sizeof from->qd);
	if (!FREE)
		return;
	quaternion_of(from->q, wxyz);
	memcpy(place + 3, wxyz, sizeof wxyz);
	mju_rotVecQuat(rate, from->qd, wxyz);
}

/* --- calls --- */

static struct State next;
static double A[NX * NX], B[NX * NV], by_q[NV * NV], by_qd[NV * NV], by_tau[NV * NV], theirs[NX * NX];

static void our_euler(int n)
{
	bench_step(state[n].q, state[n].qd, tau[n], dt, next.q, next.qd);
}

static void our_rk4(int n)
{
	bench_rk4(state[n].q, state[n].qd, tau[n], dt, next.q, next.qd);
}

static void our_fd_derivatives(int n)
{
	bench_fd_derivatives(state[n].q, state[n].qd, tau[n], by_q, by_qd, by_tau);
}

static void our_slopes(int n)
{
	bench_slopes(state[n].q, state[n].qd, tau[n], dt, A, B);
}

static void put(int n, int integrator)
{
	memcpy(d->qpos, qpos[n], sizeof qpos[n]);
	memcpy(d->qvel, qvel[n], sizeof qvel[n]);
	memcpy(d->qfrc_applied, tau[n], sizeof tau[n]);
	m->opt.integrator = integrator;
}

static void their_euler(int n)
{
	put(n, mjINT_EULER);
	mj_step(m, d);
}

static void their_rk4(int n)
{
	put(n, mjINT_RK4);
	mj_step(m, d);
}

/* Without actuators: A alone, by 2 nv + 1 steps. */
static void their_slopes(int n)
{
	put(n, mjINT_EULER);
	mjd_transitionFD(m, d, 1e-6, 0, theirs, NULL, NULL, NULL);
}

/* --- results --- */

static double largest(const double *x, int count)
{
	double most = 0;
	for (int i = 0; i < count; i++)
		most = fmax(most, fabs(x[i]));
	return most;
}

/* Largest difference, relative to the largest entry of b; changes a. */
static double error_of(double *a, const double *b, int count)
{
	for (int i = 0; i < count; i++)
		a[i] -= b[i];
	return largest(a, count) / largest(b, count);
}

static double error_of_step(void)
{
	double place[NQ], rate[NV], error;
	convert_state(&next, place, rate);
	if (FREE && place[3] * d->qpos[3] < 0)
		mju_scl(place + 3, place + 3, -1, 4);
	error = error_of(place, d->qpos, NQ);
	return fmax(error, error_of(rate, d->qvel, NV));
}

/* Changes of MuJoCo's state with those of ours. With R of the base, its velocity v and small turns t in body axes:
 *
 *     place: R dp      velocity: R (dv + t x v) */
static void put_changes(const struct State *at, double *S)
{
	double wxyz[4], R[9];
	const double *v = at->qd, across[9] = { 0, v[2], -v[1], -v[2], 0, v[0], v[1], -v[0], 0 };
	memset(S, 0, sizeof(double) * NX * NX);
	for (int i = 0; i < NX; i++)
		S[i * NX + i] = 1;
	if (!FREE)
		return;
	quaternion_of(at->q, wxyz);
	mju_quat2Mat(R, wxyz);
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++) {
			S[i * NX + k] = S[(NV + i) * NX + NV + k] = R[3 * i + k];
			for (int j = 0; j < 3; j++)
				S[(NV + i) * NX + 3 + k] += R[3 * i + j] * across[3 * j + k];
		}
}

static double error_of_slopes(int n)
{
	static double before[NX * NX], after[NX * NX], ours[NX * NX], wanted[NX * NX];
	put_changes(&state[n], before);
	put_changes(&next, after);
	mju_mulMatMat(ours, after, A, NX, NX, NX);
	mju_mulMatMat(wanted, theirs, before, NX, NX, NX);
	return error_of(ours, wanted, NX * NX);
}

static bool is_right(const char *what, double error, double tolerance)
{
	if (!(error <= tolerance))
		fprintf(stderr, "%s is wrong by %.3g\n", what, error);
	return error <= tolerance;
}

static bool check(int n)
{
	bool good = true;
	our_rk4(n), their_rk4(n);
	if (!FREE) /* MuJoCo moves a free body along its velocity in world axes, which is another method */
		good &= is_right("step:rk4", error_of_step(), 1e-9);
	our_euler(n), their_euler(n);
	good &= is_right("step:euler", error_of_step(), 1e-9);
	our_slopes(n);
	put(n, mjINT_EULER);
	mjd_transitionFD(m, d, 1e-6, 1, theirs, NULL, NULL, NULL);
	return good & is_right("step_derivatives:euler", error_of_slopes(n), 1e-5);
}

/* --- times --- */

static double time_of(void (*call)(int n), int states)
{
	double begin = bench_now();
	for (int n = 0; n < states; n++)
		call(n);
	return (bench_now() - begin) / states;
}

static const struct {
	void (*call)(int n);
	int states;
} row[] = { { our_euler, STATES },          { their_euler, STATES }, { our_rk4, STATES }, { their_rk4, STATES },
	    { our_fd_derivatives, STATES }, { our_slopes, STATES },  { their_slopes, 2 } };
enum { ROWS = sizeof row / sizeof *row };

static bool open_model(const char *path)
{
	char message[1024];
	m = mj_loadXML(path, NULL, message, sizeof message);
	if (!m) {
		fprintf(stderr, "%s\n", message);
		return false;
	}
	m->opt.timestep = dt[0];
	m->opt.disableflags |= mjDSBL_CONTACT | mjDSBL_LIMIT;
	d = mj_makeData(m);
	return m->nq == NQ && m->nv == NV;
}

int main(int argc, char **argv)
{
	static double time[ROWS][ROUNDS];
	double t[ROWS];
	bool good = argc == 2 && open_model(argv[1]);
	for (int n = 0; good && n < STATES; n++) {
		draw_state(n);
		convert_state(&state[n], qpos[n], qvel[n]);
		good = check(n);
	}
	if (!good)
		return 1;
	for (int k = 0; k < ROUNDS; k++)
		for (int i = 0; i < ROWS; i++)
			time[i][k] = time_of(row[i].call, row[i].states);
	for (int i = 0; i < ROWS; i++)
		t[i] = bench_lower_quartile(time[i], ROUNDS);
	printf(" %.0f | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f |\n", t[0], t[1], t[1] / t[0],
	       t[2], t[3], t[3] / t[2], t[4], t[5], t[6], t[6] / t[5]);
	return 0;
}
