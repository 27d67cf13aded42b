/* Many states at once: what each motor of an arm must hold at most, of a hundred thousand postures drawn at random. Compilers
 * with vectors take several postures a call, one in each lane; the numbers are those of one call a posture, to the bit.
 *
 *   rigidc compile examples/panda.rig -f gravity --batch=auto -o panda.h
 *   cc -O2 -I. examples/postures.c -lm -o postures
 *   ./postures */
#include <math.h>
#include <stdio.h>

#include "panda.h"

enum { N = PANDA_NV, POSTURES = 100000 };

static double q[POSTURES * N], g[POSTURES * N];

/* In [-pi, pi), the same on every machine. */
static double draw(void)
{
	static unsigned long long x = 1;
	x = x * 6364136223846793005u + 1442695040888963407u;
	return 3.141592653589793 * ((double)(x >> 11) / 4503599627370496.0 - 1);
}

int main(void)
{
	int worst[N] = { 0 };
	for (int i = 0; i < POSTURES * N; i++)
		q[i] = draw();
	panda_gravity_batch(POSTURES, q, g);
	for (int k = 0; k < POSTURES; k++)
		for (int j = 0; j < N; j++)
			if (fabs(g[k * N + j]) > fabs(g[worst[j] * N + j]))
				worst[j] = k;
	printf("joint   holds at most   of posture, rad\n");
	for (int j = 0; j < N; j++) {
		printf("%5d   %9.3f N m  ", j + 1, fabs(g[worst[j] * N + j]));
		for (int i = 0; i < N; i++)
			printf(" %6.2f", q[worst[j] * N + i]);
		printf("\n");
	}
	return 0;
}
