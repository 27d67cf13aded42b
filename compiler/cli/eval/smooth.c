#include "smooth.h"

#include <math.h>
#include <string.h>

double smooth_rate(const double *t, size_t count)
{
	const double even = 0.01;
	double step = count > 1 ? (t[count - 1] - t[0]) / (double)(count - 1) : 0;
	for (size_t i = 1; i < count; i++)
		if (!(fabs(t[i] - t[i - 1] - step) <= even * step))
			return 0;
	return step > 0 ? 1 / step : 0;
}

/* --- the filter --- */

/* A filter of second order: y_n = b0 x_n + b1 x_n-1 + b2 x_n-2 - a1 y_n-1 - a2 y_n-2 */
struct Biquad {
	double b0, b1, b2, a1, a2;
};

/* Coefficients in double. The maintained filter libraries in C compute in float. Rounding a1 and a2 to float changes
 * the amplitude at low frequencies, by 1 % for 6 Hz at a rate of 10 kHz.
 *
 * H(s) = 1 / (s^2 + sqrt2 s + 1) by the bilinear transform, s = (1 - 1/z) / (w (1 + 1/z)) with w = tan(pi f / rate).
 * The amplitude after two passes is 1 / (1 + (f / f0)^4), which is 1/sqrt 2 at f0 (sqrt 2 - 1)^(1/4). */
static struct Biquad butterworth(double rate, double cutoff)
{
	double w = tan(M_PI * cutoff / rate) / pow(M_SQRT2 - 1, 0.25);
	double scale = 1 / (w * w + M_SQRT2 * w + 1);
	return (struct Biquad){ .b0 = w * w * scale,
		                .b1 = 2 * w * w * scale,
		                .b2 = w * w * scale,
		                .a1 = 2 * (w * w - 1) * scale,
		                .a2 = (w * w - M_SQRT2 * w + 1) * scale };
}

/* A pass in place. The initial state is the steady state for the first number. */
static void pass(const struct Biquad *f, double *x, size_t count)
{
	double z2 = (f->b2 - f->a2) * x[0], z1 = (f->b1 - f->a1) * x[0] + z2;
	for (size_t i = 0; i < count; i++) {
		double y = f->b0 * x[i] + z1;
		z1 = f->b1 * x[i] - f->a1 * y + z2;
		z2 = f->b2 * x[i] - f->a2 * y;
		x[i] = y;
	}
}

static void turn_around(double *x, size_t count)
{
	for (size_t i = 0; i < count / 2; i++) {
		double swap = x[i];
		x[i] = x[count - 1 - i];
		x[count - 1 - i] = swap;
	}
}

/* Both ends are extended by their point reflection through the end point, so that value and slope are continuous. */
void smooth_series(double *x, size_t count, double rate, double cutoff, double *work)
{
	const struct Biquad f = butterworth(rate, cutoff);
	size_t pad = count ? count - 1 : 0, all = count + 2 * pad;
	if (!count)
		return;
	for (size_t i = 0; i < pad; i++) {
		work[pad - 1 - i] = 2 * x[0] - x[i + 1];
		work[pad + count + i] = 2 * x[count - 1] - x[count - 2 - i];
	}
	memcpy(work + pad, x, count * sizeof *x);
	for (int way = 0; way < 2; way++) {
		pass(&f, work, all);
		turn_around(work, all);
	}
	memcpy(x, work + pad, count * sizeof *x);
}

/* --- derivatives --- */

/* With h_i = t_i+1 - t_i and s_i = (x_i+1 - x_i) / h_i, the second derivatives m_i of the spline satisfy
 *   h_i-1 m_i-1 + 2 (h_i-1 + h_i) m_i + h_i m_i+1 = 6 (s_i - s_i-1),   0 < i < n - 1,
 * and m_0 = m_1 - h_0/h_1 (m_2 - m_1); likewise at the other end. Both are substituted into the first and last
 * equation. Then   x'_i = s_i - h_i (2 m_i + m_i+1) / 6. */
void smooth_differentiate(const double *t, const double *x, size_t count, double *first, double *second, double *work)
{
	double *diagonal = work, *above = work + count, *right = work + 2 * count;
	size_t last = count - 1;
	for (size_t i = 1; i < last; i++) {
		double h = t[i + 1] - t[i], before = t[i] - t[i - 1], below = before;
		diagonal[i] = 2 * (before + h);
		above[i] = h;
		right[i] = 6 * ((x[i + 1] - x[i]) / h - (x[i] - x[i - 1]) / before);
		if (i == 1) {
			diagonal[i] += before + before * before / h;
			above[i] -= before * before / h;
		}
		if (i == last - 1) {
			diagonal[i] += h + h * h / before;
			below -= h * h / before;
		}
		if (i > 1) {
			double factor = below / diagonal[i - 1];
			diagonal[i] -= factor * above[i - 1];
			right[i] -= factor * right[i - 1];
		}
	}
	for (size_t i = last - 1; i >= 1; i--)
		second[i] = (right[i] - (i + 1 < last ? above[i] * second[i + 1] : 0)) / diagonal[i];
	second[0] = second[1] - (t[1] - t[0]) / (t[2] - t[1]) * (second[2] - second[1]);
	second[last] = second[last - 1] +
	               (t[last] - t[last - 1]) / (t[last - 1] - t[last - 2]) * (second[last - 1] - second[last - 2]);
	for (size_t i = 0; i < last; i++) {
		double h = t[i + 1] - t[i];
		first[i] = (x[i + 1] - x[i]) / h - h * (2 * second[i] + second[i + 1]) / 6;
	}
	double h = t[last] - t[last - 1];
	first[last] = (x[last] - x[last - 1]) / h + h * (2 * second[last] + second[last - 1]) / 6;
}
