/* The reference for tables: natural cubic splines by a dense system in long double.
 * Called by the tests only; it shares no code with the compiler. Nothing is kept between calls. */
#ifndef DENSE_SPLINE_H
#define DENSE_SPLINE_H

enum { DENSE_SPLINE_MOST = 40 };

/* The spline through n points (x, y), 2 <= n <= DENSE_SPLINE_MOST, x rising, at x; straight beyond both ends. */
long double dense_spline(const double (*point)[2], int n, long double x);

#endif
