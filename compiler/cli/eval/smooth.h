/* Measured coordinates made smooth and differentiated: a series of numbers at a series of times.
 * Called by eval. Arrays are the caller's. */
#ifndef RIGIDC_SMOOTH_H
#define RIGIDC_SMOOTH_H

#include <stddef.h>

/* Rate of evenly rising times in 1/s. 0 if some step differs from the mean step by more than 1 %. */
double smooth_rate(const double *t, size_t count);

/* Filters x by a Butterworth filter of second order, forward and backward, so without a shift in time. The whole filter
 * has order four. After both passes the amplitude at `cutoff` Hz is 1/sqrt 2 of the original (Winter, Biomechanics and
 * Motor Control of Human Movement, 2.2.4). Requires 0 < cutoff < rate / 2, and 3 * count numbers in `work`. */
void smooth_series(double *x, size_t count, double rate, double cutoff, double *work);

/* First and second derivative, at the times, of the cubic spline through the points. Its third derivative is continuous
 * at the second and the last but one point (not-a-knot), so that cubics are exact. Requires at least four rising times,
 * and 3 * count numbers in `work`. */
void smooth_differentiate(const double *t, const double *x, size_t count, double *first, double *second, double *work);

#endif
