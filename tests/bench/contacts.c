/* Forward dynamics without and with contacts, made by contacts.sh: ns a call of each, taken in turn in one run. */
#include <math.h>
#include <stdio.h>

#include "fd.h"
#include "rounds.h"
#include "step.h"

enum { STATES = 256, ROUNDS = 400, NQ = FD_NQ, NV = FD_NV, ROWS_MOST = 64 };

static struct State {
	double q[NQ], qd[NV], tau[NV];
} state[STATES];

/* A floating base has a position, then a quaternion. */
static void draw_state(struct State *s)
{
	static uint64_t x = 1;
	double size = 0;
	for (int i = 0; i < NQ; i++)
		s->q[i] = bench_draw(&x);
	for (int i = 0; i < NV; i++) {
		s->qd[i] = bench_draw(&x);
		s->tau[i] = 10 * bench_draw(&x);
	}
	for (int i = 3; NQ > NV && i < 7; i++)
		size += s->q[i] * s->q[i];
	for (int i = 3; NQ > NV && i < 7; i++)
		s->q[i] /= sqrt(size);
}

static double qdd[NV], lambda[ROWS_MOST], sum;

static double time_fd(void)
{
	double begin = bench_now();
	for (int n = 0; n < STATES; n++) {
		fd_fd(state[n].q, state[n].qd, state[n].tau, qdd);
		sum += qdd[0];
	}
	return (bench_now() - begin) / STATES;
}

static double time_step(void)
{
	double begin = bench_now();
	for (int n = 0; n < STATES; n++) {
		step_step(state[n].q, state[n].qd, state[n].tau, qdd, lambda);
		sum += qdd[0] + lambda[0];
	}
	return (bench_now() - begin) / STATES;
}

int main(void)
{
	static double apart[ROUNDS], held[ROUNDS];
	for (int n = 0; n < STATES; n++)
		draw_state(&state[n]);
	for (int k = 0; k < ROUNDS; k++) {
		apart[k] = time_fd();
		held[k] = time_step();
	}
	double fd = bench_lower_quartile(apart, ROUNDS), step = bench_lower_quartile(held, ROUNDS);
	printf(" %.0f | %.0f | %.2f |\n", fd, step, step / fd);
	return isfinite(sum) ? 0 : 1;
}
