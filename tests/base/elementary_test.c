/* Elementary functions of constants: each result is the nearest double, as MPFR has it. */
#include <math.h>
#include <mpfr.h>
#include <stdlib.h>
#include <string.h>

#include "base/elementary.h"
#include "base/random.h"
#include "level.h"
#include "suite.h"

/* A function of one or two numbers, and that of MPFR. */
struct Function {
	const char *name;
	double (*own)(double x);
	double (*own_of_two)(double a, double b);
	int (*exact)(mpfr_t out, const mpfr_t x, mpfr_rnd_t rounding);
	int (*exact_of_two)(mpfr_t out, const mpfr_t a, const mpfr_t b, mpfr_rnd_t rounding);
	double largest; /* random arguments: of all sizes up to this one */
};
static const struct Function function[] = {
	{ "sin", elementary_sin, NULL, mpfr_sin, NULL, 1e308 },
	{ "cos", elementary_cos, NULL, mpfr_cos, NULL, 1e308 },
	{ "tan", elementary_tan, NULL, mpfr_tan, NULL, 1e308 },
	{ "asin", elementary_asin, NULL, mpfr_asin, NULL, 1 },
	{ "acos", elementary_acos, NULL, mpfr_acos, NULL, 1 },
	{ "atan", elementary_atan, NULL, mpfr_atan, NULL, 1e308 },
	{ "exp", elementary_exp, NULL, mpfr_exp, NULL, 760 },
	{ "log", elementary_log, NULL, mpfr_log, NULL, 1e308 },
	{ "tanh", elementary_tanh, NULL, mpfr_tanh, NULL, 30 },
	{ "atan2", NULL, elementary_atan2, NULL, mpfr_atan2, 1e308 },
	{ "hypot", NULL, elementary_hypot, NULL, mpfr_hypot, 1e308 },
};
enum { FUNCTIONS = sizeof function / sizeof *function, EXP = 6, HYPOT = FUNCTIONS - 1 };

static uint64_t first_seed(void)
{
	const char *given = getenv("RIGIDC_SEED");
	return given ? strtoull(given, NULL, 10) : 1;
}

/* In [0, 1), with all its bits. */
static double random_fraction(uint64_t *random)
{
	return ldexp(random_below(random, 1 << 30), -30) + ldexp(random_below(random, 1 << 23), -53);
}

static double from_mpfr(const struct Function *f, double a, double b)
{
	mpfr_t x, y;
	mpfr_inits2(53, x, y, (mpfr_ptr)NULL);
	mpfr_set_d(x, a, MPFR_RNDN);
	mpfr_set_d(y, b, MPFR_RNDN);
	int rest = f->exact ? f->exact(x, x, MPFR_RNDN) : f->exact_of_two(x, x, y, MPFR_RNDN);
	(void)mpfr_subnormalize(x, rest, MPFR_RNDN);
	double value = mpfr_get_d(x, MPFR_RNDN);
	mpfr_clears(x, y, (mpfr_ptr)NULL);
	return value;
}

static bool same(double a, double b)
{
	return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static void compare(const struct Function *f, double a, double b)
{
	double own = f->own ? f->own(a) : f->own_of_two(a, b), exact = from_mpfr(f, a, b);
	ck_assert_msg(same(own, exact), "%s(%a, %a) is %a, not %a", f->name, a, b, own, exact);
}

/* Either sign; as often of the size of usual figures as of any size down to the smallest double. */
static double draw(uint64_t *random, double largest)
{
	double whole = random_fraction(random);
	double number = random_below(random, 2) ? whole * fmin(largest, 8)
	                                        : ldexp(1 + whole, (int)random_below(random, 2098) - 1074);
	number = number <= largest ? number : whole * largest;
	return random_below(random, 2) ? number : -number;
}

LOOP_TEST(random_numbers, FUNCTIONS)
{
	const struct Function *f = &function[_i];
	uint64_t random = first_seed() * 1000003 + (uint64_t)_i;
	int count = by_level(2000, 20000, 2000000);
	for (int i = 0; i < count; i++) {
		double a = draw(&random, f->largest), b = draw(&random, f->largest);
		if (random_below(&random, 4) == 0) /* of like sizes */
			b = a * (1 + random_fraction(&random));
		compare(f, a, b);
	}
}

/* Results below the normal numbers, of which one to all bits are cut. */
TEST(below_normal_numbers)
{
	uint64_t random = first_seed() * 1000003;
	int count = by_level(2000, 20000, 200000);
	for (int i = 0; i < count; i++) {
		int size = -1022 - (int)random_below(&random, 54);
		compare(&function[EXP], size * M_LN2 + random_fraction(&random) * M_LN2, 0);
		compare(&function[HYPOT], ldexp(random_fraction(&random), size), ldexp(random_fraction(&random), size));
	}
}

/* Figures that people write: degrees in radians, decimal fractions, and what is next to multiples of a quarter turn. */
LOOP_TEST(usual_numbers, FUNCTIONS)
{
	const struct Function *f = &function[_i];
	for (int i = -3600; i <= 3600; i++) {
		compare(f, i * (M_PI / 180) / 10, i / 100.0);
		compare(f, i / 1000.0, i * (M_PI / 180));
		double quarter = i * M_PI_2;
		compare(f, quarter, nextafter(quarter, 0));
		compare(f, nextafter(quarter, HUGE_VAL), quarter);
	}
}

LOOP_TEST(special_numbers, FUNCTIONS)
{
	const struct Function *f = &function[_i];
	const double number[] = { 0.0,
		                  1,
		                  HUGE_VAL,
		                  NAN,
		                  5e-324,
		                  0x1p-1022,
		                  0x1.fffffffffffffp1023,
		                  0x1p-1074,
		                  0x1p-30,
		                  709.782712893384,
		                  709.782712893385,
		                  745.1332191019411,
		                  745.1332191019412,
		                  744.44007192138122,
		                  0x1.fffffffffffffp-1,
		                  0x1.0000000000001p0,
		                  6381956970095103.0 * 0x1p797 };
	const int numbers = sizeof number / sizeof *number;
	for (int i = 0; i < 4 * numbers * numbers; i++) {
		double a = number[i / 4 % numbers], b = number[i / 4 / numbers];
		compare(f, i & 1 ? -a : a, i & 2 ? -b : b);
	}
}

TEST(powers_of_ten)
{
	for (int power = -22; power <= 22; power++) {
		char text[8];
		snprintf(text, sizeof text, "1e%d", power);
		ck_assert_double_eq(elementary_power_of_ten(power), strtod(text, NULL));
	}
}

int main(void)
{
	mpfr_set_emin(-1073);
	mpfr_set_emax(1024);
	printf("# RIGIDC_SEED=%llu\n", (unsigned long long)first_seed());
	return suite_run("elementary", NULL, NULL);
}
