/* Curves through given points, as piecewise polynomials: natural, periodic and SIMM's cubic splines, twice continuously
 * differentiable between their ends; the natural quintic spline, four times; straight lines; monotone cubics, which rise and fall
 * only where the points do.
 * Called for the tables of the language, and by eval for measured rows. Memory is the arena's. */
#ifndef RIGIDC_SPLINE_H
#define RIGIDC_SPLINE_H

#include "dag.h"

enum { SPLINE_ORDER = 6 }; /* most coefficients of a piece */

/* A curve of points + 1 pieces. On piece i, with u = x - from[i],
 *   y = c[0][i] + u (c[1][i] + u (c[2][i] + u (c[3][i] + ...))).
 * A point belongs to the piece on its right. */
struct Spline {
	int points;
	double *x;                      /* rising */
	double *from, *c[SPLINE_ORDER]; /* by piece: left of the points, between two points, right of the points */
	int degree;                     /* of the pieces between points: 3 or 5 */
	double period;                  /* 0: none */
	bool kinked;                    /* the slope jumps at a point */
};

/* A kind of curve. */
struct Curve {
	const char *name;
	int fewest;  /* least count of points */
	bool closed; /* the last point repeats the first */
	void (*through)(struct Arena *arena, struct Spline *spline, const double *y);
};
enum { CURVE_NATURAL = 0, CURVE_QUINTIC = 5, CURVES = 6 };
extern const struct Curve curve_table[CURVES]; /* the first is the default */

/* Curve through points. Requires at least `fewest` points, x rising, and equal first and last y for closed kinds. */
struct Spline spline_through(struct Arena *arena, const struct Curve *curve, const double *x, const double *y,
                             int points);
/* Values of the curve, without a period, at rising x. */
void spline_values(const struct Spline *spline, const double *x, size_t count, double *value);
/* Value of the curve at x. Each coefficient is a tree of choices over constants, so derivatives are exact. */
Ref spline_at(struct Dag *dag, const struct Spline *spline, Ref x);

#endif
