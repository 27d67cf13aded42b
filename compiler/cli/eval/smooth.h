/* Measured coordinates made smooth and differentiated: a series of numbers at a series of times.
 * Called by eval. Arrays are the caller's. */
#ifndef RIGIDC_SMOOTH_H
#define RIGIDC_SMOOTH_H

#include <stddef.h>

/* Are the times rising by the same step, within 1 % of it? Returns the rate, in 1/s; 0: they are not. */
double smooth_rate(const double *t, size_t count);

/* A Butterworth filter of second order, forth and back, so without a shift in time: of fourth order in all, and the amplitude
 * at `cutoff` Hz is 1/sqrt 2 of what it was after both passes (Winter, Biomechanics and Motor Control of Human Movement, 2.2.4).
 * Requires 0 < cutoff < rate / 2 and room for as many numbers again in `work`, three times. */
void smooth_series(double *x, size_t count, double rate, double cutoff, double *work);

/* First and second derivative at the times, of the cubic spline through the points, whose third derivative does not jump at the
 * second and the last but one: exact for cubics. Requires rising times, at least four. `work`: three times as many numbers. */
void smooth_differentiate(const double *t, const double *x, size_t count, double *first, double *second, double *work);

#endif
