#include "number.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void number_put(struct Text *text, double value)
{
	char digits[40];
	const double most = 1e15; /* whole numbers below it are printed by %.15g without an exponent */
	if (fabs(value) < most && value == trunc(value) && (value != 0 || !signbit(value))) {
		snprintf(digits, sizeof digits, "%lld", (long long)value);
		text_put(text, digits);
		return;
	}
	for (int precision = 15; precision <= 17; precision++) {
		snprintf(digits, sizeof digits, "%.*g", precision, value);
		if (strtod(digits, NULL) == value)
			break;
	}
	text_put(text, isnan(value) ? "nan" : digits); /* nan without sign */
}

void number_put_float(struct Text *text, float value)
{
	char digits[40];
	for (int precision = 6; precision <= 9; precision++) {
		snprintf(digits, sizeof digits, "%.*g", precision, (double)value);
		if (strtof(digits, NULL) == value)
			break;
	}
	text_put(text, isnan(value) ? "nan" : digits);
}

/* mantissa * 10^exponent. Short ones, which are most, take no memory of the arena. */
static double number_scaled(struct Arena *arena, const char *mantissa, size_t length, long exponent)
{
	char small[64];
	if (length < sizeof small / 2) {
		snprintf(small, sizeof small, "%.*se%ld", (int)length, mantissa, exponent);
		return strtod(small, NULL);
	}
	struct Text text = text_new(arena);
	text_bytes(&text, mantissa, length);
	text_format(&text, "e%ld", exponent);
	return strtod(text_string(&text), NULL);
}

double number_read(struct Arena *arena, const char *digits, size_t length, int shift)
{
	const char *mark = memchr(digits, 'e', length);
	if (!mark)
		mark = memchr(digits, 'E', length);
	size_t mantissa = mark ? (size_t)(mark - digits) : length;
	long exponent = 0;
	if (mark) {
		errno = 0;
		exponent = strtol(arena_copy(arena, mark + 1, length - mantissa - 1), NULL, 10);
		/* strtod accepts any exponent; the bound keeps the sum from overflowing */
		if (exponent > INT_MAX / 2 || exponent < INT_MIN / 2)
			exponent = exponent > 0 ? INT_MAX / 2 : INT_MIN / 2;
	}
	return number_scaled(arena, digits, mantissa, exponent + shift);
}
