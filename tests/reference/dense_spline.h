/* The reference for tables: natural, periodic and SIMM's cubic splines by a dense system in long double, straight
 * lines, and monotone cubics by the formulas of the papers.
 * Called by the tests only; it shares no code with the compiler. Nothing is kept between calls. */
#ifndef DENSE_SPLINE_H
#define DENSE_SPLINE_H

enum { DENSE_SPLINE_MOST = 40 };

/* Natural spline through n points (x, y), 2 <= n <= DENSE_SPLINE_MOST, x rising, at x; straight beyond both ends. */
long double dense_spline(const double (*point)[2], int n, long double x);
/* Spline of SIMM and OpenSim through such points; straight beyond both ends. */
long double dense_simm(const double (*point)[2], int n, long double x);
/* Natural spline of fifth degree through such points, 3 <= n; parabolas beyond both ends. */
long double dense_quintic(const double (*point)[2], int n, long double x);
/* Other curves through such points. For a periodic curve 3 <= n, and the last y is the first. A point belongs to the
 * piece after it. */
long double dense_periodic(const double (*point)[2], int n, long double x);
long double dense_linear(const double (*point)[2], int n, long double x);
long double dense_monotone(const double (*point)[2], int n, long double x);

#endif
