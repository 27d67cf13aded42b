/* ns per call of a function of the model m, made by small.sh: the lower quartile of rounds over so many states. CALL:
 * the call, with
 * q, qd, qdd (or tau in its place), and a, b, c for results. */
#include <stdio.h>

#include "form.h"
#include "rounds.h"

#ifndef ROUNDS
#define ROUNDS 100
#endif

enum { STATES = 64 };

static double qs[STATES][M_NQ], qds[STATES][M_NV], qdds[STATES][M_NV];
static double a[M_NV * M_NV], b[M_NV * M_NV], c[M_NV * M_NV];

static double draw(void)
{
	static uint64_t x = 1;
	return bench_draw(&x);
}

static void call(const double *q, const double *qd, const double *qdd)
{
	(void)qd;
	(void)qdd;
	CALL;
}

int main(void)
{
	static double ns[ROUNDS];
	double sum = 0;
	for (int k = 0; k < STATES; k++) {
		for (int j = 0; j < M_NQ; j++)
			qs[k][j] = 3 * draw();
		for (int j = 0; j < M_NV; j++) {
			qds[k][j] = 2 * draw();
			qdds[k][j] = 2 * draw();
		}
	}
	for (int round = 0; round < ROUNDS; round++) {
		double begin = bench_now();
		for (int k = 0; k < STATES; k++)
			call(qs[k], qds[k], qdds[k]);
		ns[round] = (bench_now() - begin) / STATES;
		sum += a[0] + b[0] + c[0];
	}
	printf("%.1f\n", bench_lower_quartile(ns, ROUNDS));
	return sum == 0.5;
}
