/* Natural cubic splines: through given points, twice continuously differentiable, without curvature at both
 * ends and straight beyond them.
 * Called for the tables of the language. Memory is the arena's. */
#ifndef RIGIDC_SPLINE_H
#define RIGIDC_SPLINE_H

#include "dag.h"

/* On piece i, of which there is one more than points, and with u = x - from[i]:
 *   y = c[0][i] + u (c[1][i] + u (c[2][i] + u c[3][i])). */
struct Spline {
	int points;
	double *x;             /* rising */
	double *from, *c[4];   /* by piece: before the first point, between two, behind the last */
};

/* Requires at least two points, x rising. */
struct Spline spline_natural(struct Arena *arena, const double *x, const double *y, int points);
/* Its value: each coefficient a tree of choices over constants, so that its derivatives are exact. */
Ref spline_at(struct Dag *dag, const struct Spline *spline, Ref x);

#endif
