#include "opensim_series.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "dag/spline.h"

/* --- times --- */

static double smallest_step(const double *t, size_t count)
{
	double least = HUGE_VAL;
	for (size_t i = 1; i < count; i++)
		least = fmin(least, t[i] - t[i - 1]);
	return least;
}

/* Odd reflection of `count` numbers through the first and the last, `pad` of them on each side. */
static void reflect(const double *x, size_t count, size_t pad, double *out)
{
	for (size_t i = 0; i < pad; i++) {
		out[pad - 1 - i] = 2 * x[0] - x[i + 1];
		out[pad + count + i] = 2 * x[count - 1] - x[count - 2 - i];
	}
	memcpy(out + pad, x, count * sizeof *x);
}

/* Number of the last time that is not after this one. */
static size_t last_until(const double *t, size_t count, double time)
{
	size_t i = 0;
	while (i + 1 < count && t[i + 1] <= time)
		i++;
	return i;
}

/* Even times from the first to the last. Each is the sum of the one before and the step, and its rounding counts: the
 * last may be missing by it. */
static bool resample_times(struct Arena *arena, struct OpensimTimes *times)
{
	const double *t = times->measured, last = t[times->all - 1];
	if ((last - t[0]) / times->step > OPENSIM_MOST)
		return false;
	times->t = ARENA_ARRAY(arena, double, (size_t)((last - t[0]) / times->step) + 3);
	for (double x = t[0]; x <= last; x += times->step)
		times->t[times->count++] = x;
	return true;
}

bool opensim_times(struct Arena *arena, const double *t, size_t count, double cutoff, struct OpensimTimes *times)
{
	*times = (struct OpensimTimes){ .cutoff = cutoff, .pad = cutoff > 0 ? count / 2 : 0 };
	times->all = count + 2 * times->pad;
	times->measured = ARENA_ARRAY(arena, double, times->all);
	reflect(t, count, times->pad, times->measured);
	const double *all = times->measured;
	times->step = smallest_step(all, times->all);
	const double mean = (all[times->all - 1] - all[0]) / (double)(times->all - 1);
	times->resampled = cutoff > 0 && fabs(times->step - mean) > DBL_EPSILON;
	if (times->resampled && !resample_times(arena, times))
		return false;
	if (!times->resampled) {
		times->t = times->measured;
		times->count = times->all;
	}
	times->first = last_until(times->t, times->count, t[0]);
	times->rows = last_until(times->t, times->count, t[count - 1]) - times->first + 1;
	return true;
}

/* --- the filter --- */

enum { ORDER = 3 };

/* y_n = sum_k b_k x_n-k - sum_k a_k y_n-k */
struct Butterworth {
	double b[ORDER + 1], a[ORDER + 1];
};

/* H(s) = 1 / ((s + 1) (s^2 + s + 1)) by the bilinear transform, s = (1 - 1/z) / (w (1 + 1/z)) with w = tan(pi f step).
 * The frequency is that of one pass: after two it has half of the amplitude, -6 dB. */
static struct Butterworth butterworth(double cutoff, double step)
{
	const double highest = 0.49, f = cutoff * step >= 0.5 ? highest : cutoff * step, w = tan(M_PI * f);
	const double one[2] = { 1 + w, w - 1 }, two[3] = { 1 + w + w * w, 2 * w * w - 2, 1 - w + w * w };
	const double whole = one[0] * two[0];
	struct Butterworth filter = { .b = { w * w * w / whole, 3 * w * w * w / whole, 3 * w * w * w / whole,
		                             w * w * w / whole } };
	for (int i = 0; i < 2; i++)
		for (int k = 0; k < 3; k++)
			filter.a[i + k] += one[i] * two[k] / whole;
	return filter;
}

/* The first numbers, which have too few before them, stay. */
static void pass(const struct Butterworth *filter, const double *x, size_t count, double *y)
{
	for (size_t n = 0; n < count; n++) {
		y[n] = n < ORDER ? x[n] : filter->b[0] * x[n];
		for (size_t k = 1; k <= ORDER && n >= ORDER; k++)
			y[n] += filter->b[k] * x[n - k] - filter->a[k] * y[n - k];
	}
}

static void turn_around(double *x, size_t count)
{
	for (size_t i = 0; i < count / 2; i++) {
		const double swap = x[i];
		x[i] = x[count - 1 - i];
		x[count - 1 - i] = swap;
	}
}

/* Forward and backward. Returns the result. */
static double *filter_both_ways(struct Arena *arena, const struct OpensimTimes *times, double *x)
{
	const struct Butterworth filter = butterworth(times->cutoff, times->step);
	double *y = ARENA_ARRAY(arena, double, times->count);
	pass(&filter, x, times->count, y);
	turn_around(y, times->count);
	pass(&filter, y, times->count, x);
	turn_around(x, times->count);
	return x;
}

/* --- splines --- */

static struct Spline spline_of(struct Arena *arena, int curve, const double *t, const double *x, size_t count)
{
	return spline_through(arena, &curve_table[curve], t, x, (int)count);
}

void opensim_differentiate(struct Arena *arena, const struct OpensimTimes *times, const double *x, double *value,
                           double *first, double *second)
{
	double *carried = ARENA_ARRAY(arena, double, times->all);
	reflect(x, times->all - 2 * times->pad, times->pad, carried);
	if (times->resampled) {
		const struct Spline spline = spline_of(arena, CURVE_QUINTIC, times->measured, carried, times->all);
		carried = ARENA_ARRAY(arena, double, times->count);
		spline_values(&spline, times->t, times->count, carried);
	}
	if (times->cutoff > 0)
		carried = filter_both_ways(arena, times, carried);
	const struct Spline spline = spline_of(arena, CURVE_QUINTIC, times->t, carried, times->count);
	for (size_t i = 0; i < times->rows; i++) {
		const size_t piece = times->first + i + 1; /* on the right of its point */
		value[i] = spline.c[0][piece];
		first[i] = spline.c[1][piece];
		second[i] = 2 * spline.c[2][piece];
	}
}

void opensim_resample(struct Arena *arena, const struct OpensimTimes *times, const double *x, double *value)
{
	const size_t count = times->all - 2 * times->pad;
	if (!times->resampled) {
		memcpy(value, x, count * sizeof *x);
		return;
	}
	const struct Spline spline = spline_of(arena, CURVE_NATURAL, times->measured + times->pad, x, count);
	spline_values(&spline, times->t + times->first, times->rows, value);
}
