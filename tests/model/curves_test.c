/* Tables of each kind through random points, against independent references (tests/reference/dense_spline.h). Values
 * are compared at the points, between and beyond them; slopes on the side defined by the language.
 *   RIGIDC_SEED=s    the first seed (1); printed */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/dense_spline.h"
#include "run.h"
#include "suite.h"
#include "trees/random_bits.h"

enum { TABLES = 25, POINTS = 12, PLACES = 60 };

static uint64_t first_seed = 1;

typedef long double Reference(const double (*point)[2], int n, long double x);

static const struct Kind {
	const char *word;
	Reference *reference;
	int fewest;
} kinds[] = {
	{ "", dense_spline, 2 },         { "natural", dense_spline, 2 },    { "periodic", dense_periodic, 3 },
	{ "linear", dense_linear, 2 },   { "monotone", dense_monotone, 2 }, { "simm", dense_simm, 2 },
	{ "quintic", dense_quintic, 3 },
};
enum { KINDS = sizeof kinds / sizeof *kinds, PERIODIC = 2, MONOTONE = 4 };

/* A table, and the block on which its force acts. */
struct Drawn {
	const struct Kind *kind;
	int n;
	double point[POINTS][2];
	double shortest, largest; /* distance of adjacent points; value */
	rigidc_model *model;
};

static void draw_points(struct Drawn *drawn, uint64_t *random)
{
	double place = random_between(random, -3, 1), value = 0;
	for (int i = 0; i < drawn->n; i++) {
		double step = random_between(random, 0.05, 1);
		bool level = i && random_chance(random, 20),
		     closes = i == drawn->n - 1 && drawn->kind == &kinds[PERIODIC];
		value = closes ? drawn->point[0][1] : level ? value : random_between(random, -10, 10);
		drawn->point[i][0] = place += step;
		drawn->point[i][1] = value;
		drawn->shortest = i ? fmin(drawn->shortest, step) : 1;
		drawn->largest = fmax(drawn->largest, fabs(value));
	}
}

static void draw(struct Drawn *drawn, const struct Kind *kind, uint64_t *random)
{
	char text[4096];
	*drawn = (struct Drawn){ .kind = kind, .n = kind->fewest + random_below(random, POINTS + 1 - kind->fewest) };
	draw_points(drawn, random);
	size_t used = (size_t)snprintf(text, sizeof text, "model curves\ntable curve(x: m): N %s = [", kind->word);
	for (int i = 0; i < drawn->n; i++)
		used += (size_t)snprintf(text + used, sizeof text - used, "%s%.17g, %.17g", i ? "; " : "",
		                         drawn->point[i][0], drawn->point[i][1]);
	used += (size_t)snprintf(text + used, sizeof text - used,
	                         "]\nbody block on world "
	                         "{ joint slide : prismatic(x) { passive curve(slide) }; mass 2 kg }\n");
	drawn->model = run_read("curves.rig", text, used, NULL);
}

/* One of the table's points, or any position, beyond both ends too. */
static double place(const struct Drawn *drawn, int number, uint64_t *random)
{
	double first = drawn->point[0][0], last = drawn->point[drawn->n - 1][0];
	return number < drawn->n ? drawn->point[number][0]
	                         : random_between(random, first - 1.5 * (last - first), last + 2.5 * (last - first));
}

static double force_at(rigidc_function *rnea, double x)
{
	static const double rest = 0;
	double tau;
	rigidc_call(rnea, (const double *[]){ &x, &rest, &rest }, (double *[]){ &tau });
	return -tau;
}

static double slope_at(rigidc_function *derivatives, double x)
{
	static const double rest = 0;
	double slope, by_velocity;
	rigidc_call(derivatives, (const double *[]){ &x, &rest, &rest }, (double *[]){ &slope, &by_velocity });
	return -slope;
}

/* right-hand slope: (4 f(x + h) - 3 f(x) - f(x + 2 h)) / 2 h */
static double reference_slope(const struct Drawn *drawn, double x)
{
	const long double h = 1e-6L * (long double)drawn->shortest;
	long double y[3];
	for (int i = 0; i < 3; i++)
		y[i] = drawn->kind->reference(drawn->point, drawn->n, x + i * h);
	return (double)((4 * y[1] - 3 * y[0] - y[2]) / (2 * h));
}

LOOP_TEST(tables_are_their_references, KINDS *TABLES)
{
	uint64_t seed = first_seed + (uint64_t)_i, random = seed;
	struct Drawn drawn;
	draw(&drawn, &kinds[_i % KINDS], &random);
	rigidc_function *rnea[] = { run_function(drawn.model, "rnea", RIGIDC_EVALUATOR),
		                    run_function(drawn.model, "rnea", RIGIDC_TCC) };
	rigidc_function *derivatives = run_function(drawn.model, "rnea_derivatives", RIGIDC_EVALUATOR);
	double steepest = drawn.largest / drawn.shortest;
	for (int i = 0; i < PLACES; i++) {
		double x = place(&drawn, i, &random), y = force_at(rnea[0], x), compiled = force_at(rnea[1], x);
		double wanted = (double)drawn.kind->reference(drawn.point, drawn.n, x);
		double slope = slope_at(derivatives, x), wanted_slope = reference_slope(&drawn, x);
		double allowed = 1e-13 * (fabs(wanted) + drawn.largest + steepest * fabs(x));
		/* parabolas beyond the ends; and equations of unequal steps, whose condition takes a digit */
		if (drawn.kind->reference == dense_quintic)
			allowed = 8 * (allowed + 1e-13 * steepest / drawn.shortest * x * x);
		ck_assert_msg(fabs(y - wanted) <= allowed, "seed %llu, %s: %.17g at %.17g, not %.17g",
		              (unsigned long long)seed, drawn.kind->word, y, x, wanted);
		ck_assert_msg(memcmp(&y, &compiled, sizeof y) == 0, "seed %llu: %.17g and %.17g",
		              (unsigned long long)seed, y, compiled);
		ck_assert_msg(fabs(slope - wanted_slope) <= 1e-8 * (fabs(wanted_slope) + steepest),
		              "seed %llu, %s: slope %.17g at %.17g, not %.17g", (unsigned long long)seed,
		              drawn.kind->word, slope, x, wanted_slope);
	}
	for (int i = 0; i < 2; i++)
		rigidc_function_free(rnea[i]);
	rigidc_function_free(derivatives);
	rigidc_model_free(drawn.model);
}

/* Second derivatives agree on both sides of the seam, though the third may jump. */
LOOP_TEST(periodic_tables_have_no_seam, TABLES)
{
	uint64_t random = first_seed + (uint64_t)_i;
	struct Drawn drawn;
	draw(&drawn, &kinds[PERIODIC], &random);
	rigidc_function *derivatives = run_function(drawn.model, "rnea_derivatives", RIGIDC_EVALUATOR);
	double first = drawn.point[0][0], period = drawn.point[drawn.n - 1][0] - first;
	double h = 1e-5 * drawn.shortest, bend = drawn.largest / drawn.shortest / drawn.shortest;
	double before = slope_at(derivatives, first - h), at = slope_at(derivatives, first),
	       behind = slope_at(derivatives, first + h);
	ck_assert_double_eq_tol((at - before) / h, (behind - at) / h, 1e-3 * bend);
	ck_assert_double_eq_tol(slope_at(derivatives, first + 7 * period), at, 1e-10 * bend);
	rigidc_function_free(derivatives);
	rigidc_model_free(drawn.model);
}

LOOP_TEST(monotone_tables_turn_at_their_points_only, TABLES)
{
	enum { STEPS = 400 };
	uint64_t random = first_seed + (uint64_t)_i;
	struct Drawn drawn;
	draw(&drawn, &kinds[MONOTONE], &random);
	rigidc_function *rnea = run_function(drawn.model, "rnea", RIGIDC_EVALUATOR);
	for (int i = 0; i + 1 < drawn.n; i++) {
		const double *one = drawn.point[i], *other = drawn.point[i + 1];
		double last = one[1];
		for (int k = 1; k <= STEPS; k++) {
			double y = force_at(rnea, one[0] + (other[0] - one[0]) * k / STEPS);
			double on = other[1] > one[1] ? y - last : other[1] < one[1] ? last - y : -fabs(y - last);
			ck_assert_double_ge(on, -1e-13 * drawn.largest);
			last = y;
		}
	}
	rigidc_function_free(rnea);
	rigidc_model_free(drawn.model);
}

int main(void)
{
	if (getenv("RIGIDC_SEED"))
		first_seed = strtoull(getenv("RIGIDC_SEED"), NULL, 10);
	printf("# tables from seed %llu\n", (unsigned long long)first_seed);
	fflush(stdout);
	return suite_run("curves", NULL, NULL);
}
