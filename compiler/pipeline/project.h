/* A state of a motion moved back to where loops and constraints are closed. Called by assemble.c for the library. Memory is the
 * arena's of the tree's DAG.
 *
 * Nearest in the metric of M = L L^T: with B = J L^-T,
 *   dq = -L^-T B^T (B B^T)^-1 c    qd := qd - L^-T B^T (B B^T)^-1 J qd.
 * The generated function `project` is one such step (dynamics/customized/rows.c); here it is repeated until loops are closed.
 * A velocity that moves no inertia counts as one that moves 1e-12 of the largest entry of M. */
#ifndef RIGIDC_PIPELINE_PROJECT_H
#define RIGIDC_PIPELINE_PROJECT_H

#include "assembly.h"

struct Projection {
	struct Assembly *assembly;
	double *L;     /* nv x nv, at the last state */
	size_t *first; /* by row of L: where it begins */
	double *right; /* rows */
	double *step;  /* nv */
};

struct Projection projection_of(struct Assembly *a);
/* Closes q, in the tree's order; false: it stays open. */
bool project_q(struct Projection *p, double *q);
/* Makes J qd = 0 at q. */
void project_qd(struct Projection *p, const double *q, double *qd);

#endif
