/* minimax: computes the numbers of compiler/program/sincos_rows.def, and prints them in the form used there.
 *
 *     cc -O2 -o minimax tests/program/minimax.c && ./minimax
 *
 * Remez' exchange in 113-bit arithmetic, on [0, (pi/4)^2] in z = r^2:
 *
 *     sin r = r + r z S(z)           smallest relative error
 *     cos r = 1 - z/2 + z^2 C(z)     smallest absolute error
 *
 * A coefficient is rounded to the working precision and fixed, lowest first; the others are fitted
 * again with it. The parts of pi/2 are rounded to so few bits that a product with k is exact;
 * 35 and 13 bits are good choices, since runs of zeros follow them. */
#include <stdbool.h>
#include <stdio.h>

typedef __float128 quad;

enum { MOST = 8 };

/* pi/2 to 113 bits, and the remainder */
static const quad half_pi = 1.570796326794896619231321691639751442Q;
static const quad half_pi_rest = 4.33590506506189051239852201302167613e-35Q;

struct Fit {
	const char *name;
	int first; /* first term of the series in the polynomial: r^first / first! */
	bool relative, is_float;
	int coefficients;
	quad end;  /* slightly beyond (pi/4)^2: k is not always the nearest */
	int fixed; /* coefficients already rounded */
	quad coefficient[MOST];
};

static quad magnitude(quad x)
{
	return x < 0 ? -x : x;
}

/* sum of (-1)^n z^n / (first + 2 n)!, with the sign of the term */
static quad series(int first, quad z)
{
	quad term = first / 2 % 2 ? -1 : 1, sum = 0;
	for (int i = 2; i <= first; i++)
		term /= i;
	for (int i = first; i < first + 60; i += 2) {
		sum += term;
		term *= -z / ((i + 1) * (i + 2));
	}
	return sum;
}

static quad weight(const struct Fit *fit, quad z)
{
	return fit->relative ? z / series(1, z) : z * z;
}

static quad error_at(const struct Fit *fit, quad z)
{
	quad value = 0;
	for (int i = fit->coefficients; i-- > 0;)
		value = value * z + fit->coefficient[i];
	return weight(fit, z) * (series(fit->first, z) - value);
}

/* Solves for the free coefficients and the levelled error at the points. */
static void solve(struct Fit *fit, const quad *point)
{
	int n = fit->coefficients - fit->fixed + 1;
	quad a[MOST + 1][MOST + 2];
	for (int row = 0; row < n; row++) {
		quad z = point[row], power = weight(fit, z), right = series(fit->first, z) * power;
		for (int i = 0; i < fit->coefficients; i++, power *= z) {
			if (i < fit->fixed)
				right -= fit->coefficient[i] * power;
			else
				a[row][i - fit->fixed] = power;
		}
		a[row][n - 1] = row % 2 ? -1 : 1;
		a[row][n] = right;
	}
	for (int column = 0; column < n; column++) {
		int pivot = column;
		for (int row = column + 1; row < n; row++)
			if (magnitude(a[row][column]) > magnitude(a[pivot][column]))
				pivot = row;
		for (int i = 0; i <= n; i++) {
			quad swap = a[column][i];
			a[column][i] = a[pivot][i];
			a[pivot][i] = swap;
		}
		for (int row = 0; row < n; row++) {
			quad factor = row == column ? 0 : a[row][column] / a[column][column];
			for (int i = column; i <= n; i++)
				a[row][i] -= factor * a[column][i];
		}
	}
	for (int i = fit->fixed; i < fit->coefficients; i++)
		fit->coefficient[i] = a[i - fit->fixed][n] / a[i - fit->fixed][i - fit->fixed];
}

/* One exchange: the points move to the extremes of the error, one between two changes of sign. */
static quad exchange(const struct Fit *fit, quad *point)
{
	enum { STEPS = 4000 };
	int n = fit->coefficients - fit->fixed + 1, found = 0;
	quad best = 0, worst = 0, at = 0;
	for (int i = 1; i <= STEPS; i++) {
		quad z = fit->end * i / STEPS, error = error_at(fit, z);
		if (best != 0 && (error > 0) != (best > 0)) {
			if (found < n)
				point[found++] = at;
			best = 0;
		}
		if (magnitude(error) > magnitude(best)) {
			best = error;
			at = z;
		}
		if (magnitude(error) > worst)
			worst = magnitude(error);
	}
	if (found < n)
		point[found++] = at;
	return worst;
}

static quad rounded(const struct Fit *fit, quad value)
{
	return fit->is_float ? (quad)(float)value : (quad)(double)value;
}

static void print_number(const char *name, int number, quad value, bool is_float)
{
	printf("%s%d %.*g%s\n", name, number, is_float ? 9 : 17, (double)value, is_float ? "f" : "");
}

static void print_fit(struct Fit *fit)
{
	for (fit->fixed = 0; fit->fixed < fit->coefficients; fit->fixed++) {
		quad point[MOST + 1];
		int n = fit->coefficients - fit->fixed + 1;
		for (int i = 0; i < n; i++)
			point[i] = fit->end * (i + 1) * (i + 1) / (n * n);
		for (int round = 0; round < 10; round++) {
			solve(fit, point);
			exchange(fit, point);
		}
		fit->coefficient[fit->fixed] = rounded(fit, fit->coefficient[fit->fixed]);
	}
	quad point[MOST + 1];
	printf("/* %s error %.2g */\n", fit->relative ? "relative" : "absolute", (double)exchange(fit, point));
	for (int i = 0; i < fit->coefficients; i++)
		print_number(fit->name, i, fit->coefficient[i], fit->is_float);
}

/* x rounded to so many bits */
static quad to_bits(quad x, int bits)
{
	quad scale = 1;
	while (magnitude(x) * scale < 1)
		scale *= 2;
	while (magnitude(x) * scale >= 1)
		scale /= 2;
	for (int i = 0; i < bits; i++)
		scale *= 2;
	long long whole = (long long)(x * scale + (x < 0 ? -0.5Q : 0.5Q));
	return whole / scale;
}

static void print_parts(int bits, bool is_float)
{
	quad first = to_bits(half_pi, bits), rest = half_pi - first;
	quad second = to_bits(rest, bits);
	quad third = rest - second + half_pi_rest;
	third = is_float ? (quad)(float)third : (quad)(double)third;
	printf("/* pi/2 in parts of %d bits */\n", bits);
	print_number("pi", 0, first, is_float);
	print_number("pi", 1, second, is_float);
	print_number("pi", 2, third, is_float);
}

int main(void)
{
	quad end = half_pi * half_pi / 4;
	/* clang-format off */
	struct Fit fits[] = {
		{ .name = "sin", .first = 3, .relative = true, .coefficients = 6, .end = end * 1.0001Q },
		{ .name = "cos", .first = 4, .coefficients = 6, .end = end * 1.0001Q },
		{ .name = "sin", .first = 3, .relative = true, .is_float = true, .coefficients = 3, .end = end * 1.001Q },
		{ .name = "cos", .first = 4, .is_float = true, .coefficients = 3, .end = end * 1.001Q },
	};
	/* clang-format on */
	print_parts(35, false);
	print_parts(13, true);
	for (int i = 0; i < 4; i++)
		print_fit(&fits[i]);
	return 0;
}
