/* ns per call of rnea of the model m, made by pauses.sh: consecutive calls, and eight calls after pauses without vector
 * code, as in a controller. */
#include <stdio.h>

#include "pauses_model.h"
#include "rounds.h"

enum { ROUNDS = 400, TOGETHER = 8, MANY = 256 };

static double q[M_NQ], qd[M_NV], qdd[M_NV], tau[M_NV];

/* Chained calls: each waits for the result of the last. */
static double calls(int count)
{
	double begin = bench_now();
	for (int i = 0; i < count; i++) {
		m_rnea(q, qd, qdd, tau);
		qdd[0] = 1e-9 * tau[0];
	}
	return (bench_now() - begin) / count;
}

static void pass(double ns)
{
	static volatile unsigned long sink;
	unsigned long x = sink;
	double end = bench_now() + ns;
	do
		for (int i = 0; i < 100; i++)
			x = 3 * x + 1;
	while (bench_now() < end);
	sink = x;
}

int main(void)
{
	static double took[ROUNDS];
	uint64_t x = 1;
	for (int i = 0; i < M_NQ; i++)
		q[i] = 3 * bench_draw(&x);
	for (int i = 0; i < M_NV; i++) {
		qd[i] = bench_draw(&x);
		qdd[i] = bench_draw(&x);
	}
	for (int r = 0; r < ROUNDS; r++)
		took[r] = calls(MANY);
	printf(" %.0f |", bench_lower_quartile(took, ROUNDS));
	for (double pause = 1e4; pause <= 1e6; pause *= 10) {
		for (int r = 0; r < ROUNDS; r++) {
			pass(pause);
			took[r] = calls(TOGETHER);
		}
		printf(" %.0f |", bench_lower_quartile(took, ROUNDS));
	}
	puts("");
}
