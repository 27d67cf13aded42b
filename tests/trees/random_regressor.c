#include "random_tree.h"

#include <stdlib.h>
#include <string.h>

typedef dense_real real;

enum { NV = RANDOM_NV, NQ = RANDOM_NQ };

void random_regressor(const struct random_tree *t, const real *dense_q, const real *dense_qd, const real *dense_qdd,
                      real *Y, real *scale)
{
	int columns = 10 * dense_moving(&t->dense), rows = dense_nv(&t->dense);
	dense_regressor(&t->dense, dense_q, dense_qd, dense_qdd, Y, scale);
	for (int j = 0; j < columns; j++) {
		real column[NV], unused = 1;
		for (int i = 0; i < rows; i++)
			column[i] = Y[i * columns + j];
		random_project(t, dense_q, column, &unused);
		for (int i = 0; i < random_nv(t); i++)
			Y[i * columns + j] = column[i];
	}
}

static void draw_regressor(const struct random_tree *t, uint64_t seed, real *Y)
{
	double q[NQ], qd[NV], qdd[NV];
	real dense_q[NQ], dense_qd[NV], dense_qdd[NV], unused;
	random_state(seed, &t->dense, q, qd, qdd);
	random_couple(t, q, qd, qdd, dense_q, dense_qd, dense_qdd);
	random_regressor(t, dense_q, dense_qd, dense_qdd, Y, &unused);
}

/* Rank of the regressor, with at least twice as many rows as columns. The remainder of a dependent column is about
 * 1e-14 for joints given by their placement. A gap must separate it from the smallest independent part. */
int random_base_count(const struct random_tree *t)
{
	int columns = 10 * dense_moving(&t->dense), nv = dense_nv(&t->dense), states = 2 + 2 * columns / random_nv(t);
	int rows = 0, size = (states + 1) * nv * columns;
	real *Y = calloc((size_t)size, sizeof *Y), gap;
	if (!Y)
		abort();
	for (int k = 0; k < states; k++, rows += random_nv(t))
		draw_regressor(t, t->seed + (uint64_t)k, Y + rows * columns);
	int count = dense_rank(Y, rows, columns, 1e-11L, &gap);
	free(Y);
	return gap < 1e-5L ? count : -1;
}
