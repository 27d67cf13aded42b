/* Curves through given points, cubics piece by piece: natural and periodic splines, which are twice continuously
 * differentiable; straight lines; cubics that rise and fall no more often than the points do.
 * Called for the tables of the language. Memory is the arena's. */
#ifndef RIGIDC_SPLINE_H
#define RIGIDC_SPLINE_H

#include "dag.h"

/* On piece i, of which there is one more than points, and with u = x - from[i]:
 *   y = c[0][i] + u (c[1][i] + u (c[2][i] + u c[3][i])).
 * A point belongs to the piece behind it. */
struct Spline {
	int points;
	double *x;             /* rising */
	double *from, *c[4];   /* by piece: before the first point, between two, behind the last */
	double period;         /* 0: none */
	bool kinked;           /* its slope jumps at a point */
};

/* A kind of them. */
struct Curve {
	const char *name;
	int fewest;  /* points */
	bool closed; /* the last of them is the first again */
	void (*through)(struct Arena *arena, struct Spline *spline, const double *y);
};
enum { CURVES = 4 };
extern const struct Curve curve_table[CURVES]; /* the first is the usual one */

/* Requires as many points as the kind needs, x rising; where they are closed the last y is the first. */
struct Spline spline_through(struct Arena *arena, const struct Curve *curve, const double *x, const double *y, int points);
/* Its value: each coefficient a tree of choices over constants, so that its derivatives are exact. */
Ref spline_at(struct Dag *dag, const struct Spline *spline, Ref x);

#endif
