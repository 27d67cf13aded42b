/* Coordinates as OpenSim's inverse dynamics takes them from measured rows: filtered, and differentiated by splines of
 * fifth degree.
 * Called by eval_series.c. Memory is the arena's. */
#ifndef RIGIDC_OPENSIM_SERIES_H
#define RIGIDC_OPENSIM_SERIES_H

#include "base/arena.h"

/* Times of a series. `count` times carry the splines, of which `rows` from `first` on are those at which values are
 * taken. */
struct OpensimTimes {
	double *t;
	size_t count, first, rows;
	double cutoff;    /* Hz; 0: no filter */
	double *measured; /* times of the measured rows and of their reflections; `all` of them */
	size_t all, pad;  /* measured row i is number pad + i */
	bool resampled;   /* t is at even steps in place of the measured times */
	double step;
};

/* Most times of a series. */
enum { OPENSIM_MOST = 10000000 };

/* The times for `count` measured rows. With a cutoff the rows are reflected through both end points, half of them on
 * each side, and uneven steps become even, the smallest of them: so does OpenSim's InverseDynamicsTool. False: there
 * would be more than OPENSIM_MOST. */
bool opensim_times(struct Arena *arena, const double *t, size_t count, double cutoff, struct OpensimTimes *times);
/* Values x of the measured rows, to value, slope and second derivative at the `rows` times. */
void opensim_differentiate(struct Arena *arena, const struct OpensimTimes *times, const double *x, double *value,
                           double *first, double *second);
/* Values of other numbers at the `rows` times, by a natural cubic spline if these are not the measured times. */
void opensim_resample(struct Arena *arena, const struct OpensimTimes *times, const double *x, double *value);

#endif
