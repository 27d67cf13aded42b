/* Shared by benchmarks: random numbers, the clock, and the quartile used as a duration. */
#ifndef BENCH_ROUNDS_H
#define BENCH_ROUNDS_H

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

/* A number in [-1, 1); *x begins with 1. */
static inline double bench_draw(uint64_t *x)
{
	*x = *x * 6364136223846793005u + 1442695040888963407u;
	return (double)(*x >> 11) / 4503599627370496.0 - 1;
}

/* ns, from an arbitrary instant */
static inline double bench_now(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

/* Comparison for qsort. */
static inline int bench_by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* The lower quartile, disturbed least by other programs on the machine; sorts the times. */
static inline double bench_lower_quartile(double *time, int count)
{
	qsort(time, (size_t)count, sizeof *time, bench_by_size);
	return time[count / 4];
}

#endif
