/* Coordinates moved along velocities, and displacements between coordinates: how far they are from the true ones, by MPFR, at
 * turns of all sizes; that they undo each other; that they and their derivatives are smooth through a turn of 0.
 *
 *   RIGIDC_LEVEL=l   how many turns of each size: 300, 2000 or 20,000
 *   RIGIDC_SEED=s    the first seed (1); printed */
#include <math.h>
#include <mpfr.h>
#include <stdlib.h>
#include <string.h>

#include "identity.h"
#include "level.h"
#include "suite.h"
#include "trees/random_bits.h"

enum { BITS = 200 };

static const char pose_text[] = "model posed\n"
				"body block on world { joint base : free; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }\n";
static const char turn_text[] =
	"model turned\n"
	"body ball on world { joint base : spherical; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }\n";

static long turns;
static uint64_t random_state_of;
static rigidc_model *model;
static rigidc_function *integrate, *difference;

/* Functions of the pose, in double or in float. */
static void begin(const char *text, bool narrow)
{
	rigidc_options options = { .search = "none", .real_float = narrow };
	model = run_read("state space", text, strlen(text), &options);
	integrate = run_function(model, "integrate", RIGIDC_EVALUATOR);
	difference = run_function(model, "difference", RIGIDC_EVALUATOR);
}

static void end(void)
{
	rigidc_function_free(integrate);
	rigidc_function_free(difference);
	rigidc_model_free(model);
}

static void draw_vector(double *x, double length)
{
	double size;
	do {
		for (int i = 0; i < 3; i++)
			x[i] = random_between(&random_state_of, -1, 1);
		size = sqrt(dot(x, x, 3));
	} while (size > 1 || size < 1e-3);
	for (int i = 0; i < 3; i++)
		x[i] *= length / size;
}

static void draw_quaternion(double *q)
{
	double size;
	do {
		for (int i = 0; i < 4; i++)
			q[i] = random_between(&random_state_of, -1, 1);
		size = sqrt(dot(q, q, 4));
	} while (size > 1 || size < 1e-3);
	for (int i = 0; i < 4; i++)
		q[i] /= size;
}

/* Lengths of turns, up to nearly a half turn, and for `integrate` alone beyond. */
static const double lengths[] = { 0,       1e-300, 1e-160,      1e-100,        1e-30,     1e-12, 1e-8, 1e-5,
	                          1e-3,    0.03,   0.3,         0.9,           0.9999999, 1,     1.1,  2,
	                          2.99999, 3.14,   3.141592653, 3.14159265358, 4,         6.3,   20,   1000 };
enum { LENGTHS = sizeof lengths / sizeof *lengths };
static const double half_turn = 3.141592653589793;

/* --- against MPFR --- */

/* Sine and cosine of t/2, (1 - cos t)/t^2 and (t - sin t)/t^3 for the turn w, of a t other than 0. */
struct truth {
	mpfr_t t, sine, cosine, square, bow, x, y, sum;
};

static void truth_init(struct truth *e)
{
	mpfr_inits2(BITS, e->t, e->sine, e->cosine, e->square, e->bow, e->x, e->y, e->sum, (mpfr_ptr)NULL);
}

static void truth_clear(struct truth *e)
{
	mpfr_clears(e->t, e->sine, e->cosine, e->square, e->bow, e->x, e->y, e->sum, (mpfr_ptr)NULL);
}

/* The difference t - sin t has no digits left at small turns: below 1e-10 two terms of its series are exact to 1e-42. */
static void truth_of(struct truth *e, const double *w)
{
	mpfr_set_zero(e->t, 1);
	for (int i = 0; i < 3; i++) {
		mpfr_set_d(e->x, w[i], MPFR_RNDN);
		mpfr_sqr(e->x, e->x, MPFR_RNDN);
		mpfr_add(e->t, e->t, e->x, MPFR_RNDN);
	}
	mpfr_sqrt(e->t, e->t, MPFR_RNDN);
	mpfr_div_ui(e->x, e->t, 2, MPFR_RNDN);
	mpfr_sin_cos(e->sine, e->cosine, e->x, MPFR_RNDN);
	mpfr_div(e->sine, e->sine, e->t, MPFR_RNDN);
	mpfr_sqr(e->square, e->sine, MPFR_RNDN);
	mpfr_mul_ui(e->square, e->square, 2, MPFR_RNDN);
	mpfr_sqr(e->y, e->t, MPFR_RNDN);
	if (mpfr_cmp_d(e->t, 1e-10) < 0) { /* 1/6 - t^2/120 */
		mpfr_div_ui(e->bow, e->y, 20, MPFR_RNDN);
		mpfr_ui_sub(e->bow, 1, e->bow, MPFR_RNDN);
		mpfr_div_ui(e->bow, e->bow, 6, MPFR_RNDN);
		return;
	}
	mpfr_sin(e->bow, e->t, MPFR_RNDN);
	mpfr_sub(e->bow, e->t, e->bow, MPFR_RNDN);
	mpfr_div(e->bow, e->bow, e->y, MPFR_RNDN);
	mpfr_div(e->bow, e->bow, e->t, MPFR_RNDN);
}

/* |found - sum|, where the sum is in the struct. */
static double off(struct truth *e, double found)
{
	mpfr_sub_d(e->sum, e->sum, found, MPFR_RNDN);
	return fabs(mpfr_get_d(e->sum, MPFR_RNDN));
}

static void cross(const double *a, const double *b, mpfr_t *out, struct truth *e)
{
	for (int i = 0; i < 3; i++) {
		mpfr_set_d(e->x, a[(i + 1) % 3], MPFR_RNDN);
		mpfr_mul_d(e->x, e->x, b[(i + 2) % 3], MPFR_RNDN);
		mpfr_set_d(e->y, a[(i + 2) % 3], MPFR_RNDN);
		mpfr_mul_d(e->y, e->y, b[(i + 1) % 3], MPFR_RNDN);
		mpfr_sub(out[i], e->x, e->y, MPFR_RNDN);
	}
}

/* Largest error of the pose that (v, w) leads to from the identity; place and quaternion are of size 1. */
static double error_of_integrate(struct truth *e, const double *twist, const double *moved)
{
	mpfr_t across[3];
	const double *v = twist, *w = twist + 3;
	double worst = 0;
	if (dot(w, w, 3) == 0 && w[0] == 0 && w[1] == 0 && w[2] == 0)
		return fmax(fabs(moved[0] - v[0]), fabs(moved[6] - 1));
	truth_of(e, w);
	for (int i = 0; i < 4; i++) {
		mpfr_set(e->sum, i < 3 ? e->sine : e->cosine, MPFR_RNDN);
		if (i < 3)
			mpfr_mul_d(e->sum, e->sum, w[i], MPFR_RNDN);
		worst = fmax(worst, off(e, moved[3 + i]));
	}
	for (int i = 0; i < 3; i++)
		mpfr_init2(across[i], BITS);
	cross(w, v, across, e);
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		mpfr_mul_d(e->x, across[k], w[j], MPFR_RNDN);
		mpfr_mul_d(e->y, across[j], w[k], MPFR_RNDN);
		mpfr_sub(e->x, e->x, e->y, MPFR_RNDN);
		mpfr_mul(e->sum, e->x, e->bow, MPFR_RNDN);
		mpfr_mul(e->x, across[i], e->square, MPFR_RNDN);
		mpfr_add(e->sum, e->sum, e->x, MPFR_RNDN);
		mpfr_add_d(e->sum, e->sum, v[i], MPFR_RNDN);
		worst = fmax(worst, off(e, moved[i]));
	}
	for (int i = 0; i < 3; i++)
		mpfr_clear(across[i]);
	return worst;
}

/* The largest error at turns of one length. The angle of sines has a rounding of its own. */
static double worst_of_integrate(struct truth *e, double length, double rounding)
{
	const double identity[7] = { 0, 0, 0, 0, 0, 0, 1 };
	double twist[6], moved[7], worst = 0;
	for (long i = 0; i < turns; i++) {
		draw_vector(twist, 1);
		draw_vector(twist + 3, length);
		for (int k = 0; k < 6 && rounding > 1e-10; k++)
			twist[k] = (double)(float)twist[k];
		rigidc_call(integrate, (const double *[]){ identity, twist }, (double *[]){ moved });
		worst = fmax(worst, error_of_integrate(e, twist, moved));
	}
	return worst / (1 + length);
}

LOOP_TEST(moved_coordinates_are_near_the_true_ones, 2)
{
	const double rounding = _i ? 0x1p-24 : 0x1p-53;
	struct truth e;
	double worst = 0;
	truth_init(&e);
	begin(pose_text, _i);
	for (int i = 0; i < LENGTHS; i++) {
		double error = worst_of_integrate(&e, lengths[i], rounding);
		worst = fmax(worst, error);
		ck_assert_msg(error <= 6 * rounding, "turns by %g: %g", lengths[i], error);
	}
	printf("# integrate, %s: %.2g\n", _i ? "float" : "double", worst);
	end();
	truth_clear(&e);
}

/* --- there and back --- */

static double worst_of_round_trip(double length, double reach)
{
	double q[7], twist[6], moved[7], found[6], worst = 0;
	for (long i = 0; i < turns; i++) {
		draw_vector(q, reach);
		draw_quaternion(q + 3);
		draw_vector(twist, 1);
		draw_vector(twist + 3, fmin(length, half_turn * (1 - 1e-14)));
		rigidc_call(integrate, (const double *[]){ q, twist }, (double *[]){ moved });
		rigidc_call(difference, (const double *[]){ q, moved }, (double *[]){ found });
		for (int k = 0; k < 6; k++)
			worst = fmax(worst, fabs(found[k] - twist[k]));
	}
	return worst;
}

TEST(differences_undo_displacements)
{
	double worst = 0;
	begin(pose_text, false);
	for (int i = 0; i < LENGTHS && lengths[i] <= 4; i++) {
		double error = worst_of_round_trip(lengths[i], 0);
		worst = fmax(worst, error);
		ck_assert_msg(error <= 1e-14, "turns by %g: %g", lengths[i], error);
	}
	printf("# difference(q, integrate(q, v)) - v: %.2g\n", worst);
	ck_assert_double_le(worst_of_round_trip(1, 1e3), 1e-12); /* places of size 1000 round */
	end();
}

TEST(turns_come_back_nearly_exact)
{
	double q[4], w[3], moved[4], found[3], worst = 0;
	begin(turn_text, false);
	for (int i = 0; i < LENGTHS && lengths[i] <= 4; i++)
		for (long n = 0; n < turns; n++) {
			draw_quaternion(q);
			draw_vector(w, fmin(lengths[i], half_turn * (1 - 1e-14)));
			rigidc_call(integrate, (const double *[]){ q, w }, (double *[]){ moved });
			rigidc_call(difference, (const double *[]){ q, moved }, (double *[]){ found });
			for (int k = 0; k < 3; k++)
				worst = fmax(worst, fabs(found[k] - w[k]));
		}
	printf("# the same of turns alone: %.2g\n", worst);
	ck_assert_double_le(worst, 4e-15);
	end();
}

TEST(a_quaternion_and_its_negative_are_one_turn)
{
	double q0[7], q1[7], one[6], other[6];
	begin(pose_text, false);
	for (long n = 0; n < turns; n++) {
		draw_vector(q0, 1);
		draw_vector(q1, 1);
		draw_quaternion(q0 + 3);
		draw_quaternion(q1 + 3);
		rigidc_call(difference, (const double *[]){ q0, q1 }, (double *[]){ one });
		for (int k = 3; k < 7; k++)
			q1[k] = -q1[k];
		rigidc_call(difference, (const double *[]){ q0, q1 }, (double *[]){ other });
		ck_assert_mem_eq(one, other, sizeof one);
	}
	end();
}

/* --- a constant twist is a screw --- */

TEST(displacements_along_one_twist_add)
{
	double q[7], twist[6], part[6], once[7], halfway[7], twice[7];
	begin(pose_text, false);
	for (long n = 0; n < turns; n++) {
		draw_vector(q, 1);
		draw_quaternion(q + 3);
		draw_vector(twist, 1);
		draw_vector(twist + 3, random_between(&random_state_of, 0, 6));
		rigidc_call(integrate, (const double *[]){ q, twist }, (double *[]){ once });
		for (int k = 0; k < 6; k++)
			part[k] = 0.25 * twist[k];
		rigidc_call(integrate, (const double *[]){ q, part }, (double *[]){ halfway });
		for (int k = 0; k < 6; k++)
			part[k] = 0.75 * twist[k];
		rigidc_call(integrate, (const double *[]){ halfway, part }, (double *[]){ twice });
		same("integrate", "twice", twice, once, 7, 1, 1e-14);
	}
	end();
}

/* --- smooth derivatives --- */

/* hvp of a function at turns by w about one axis: all numbers. */
static void bend(const char *name, double w, double *found)
{
	static const double q[7] = { 0.1, 0.2, 0.3, 0.1, 0.5, 0.7, 0.5 };
	static const double some[6] = { 0.3, -0.7, 0.2, 0.9, -0.4, 0.6 }, others[7] = { 1, -2, 0.5, 0.7, -1.2, 0.4, 2 };
	const double twist[6] = { 0.4, 0.5, -0.6, 0.48 * w, -0.6 * w, 0.64 * w };
	double moved[7];
	rigidc_function *function = run_function(model, name, RIGIDC_EVALUATOR);
	rigidc_call(integrate, (const double *[]){ q, twist }, (double *[]){ moved });
	bool apart = strstr(name, "difference");
	const double *in[] = { q, apart ? moved : twist, others, some, some };
	ck_assert_int_eq(rigidc_inputs(function), 5);
	ck_assert_int_eq(rigidc_outputs(function), 2);
	rigidc_call(function, in, (double *[]){ found, found + 6 });
	rigidc_function_free(function);
}

TEST(second_derivatives_are_smooth)
{
	static const char *const names[] = { "hvp:integrate", "hvp:difference" };
	static const double pair[][2] = {
		{ 0, 1e-12 }, { 0, 1e-9 }, { 1e-3, 1.000001e-3 }, { 0.9999999999, 1.0000000001 }
	};
	double one[12], other[12];
	begin(pose_text, false);
	for (int f = 0; f < 2; f++)
		for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
			bend(names[f], pair[i][0], one);
			bend(names[f], pair[i][1], other);
			for (int k = 0; k < 12; k++) {
				ck_assert(isfinite(one[k]) && isfinite(other[k]));
				ck_assert_msg(fabs(one[k] - other[k]) <= 1e-13 + 10 * (pair[i][1] - pair[i][0]),
				              "%s, number %d at %g: %.17g, %.17g", names[f], k, pair[i][0], one[k],
				              other[k]);
			}
		}
	end();
}

/* --- lengths --- */

TEST(quaternions_get_length_one)
{
	double q[7], out[7];
	begin(pose_text, false);
	rigidc_function *normalize = run_function(model, "normalize", RIGIDC_EVALUATOR);
	for (long n = 0; n < turns; n++) {
		draw_vector(q, 1);
		draw_quaternion(q + 3);
		double factor = exp(random_between(&random_state_of, -5, 5));
		for (int k = 3; k < 7; k++)
			q[k] *= factor;
		rigidc_call(normalize, (const double *[]){ q }, (double *[]){ out });
		ck_assert_mem_eq(out, q, 3 * sizeof *q);
		ck_assert_double_le(fabs(dot(out + 3, out + 3, 4) - 1), 1e-15);
		ck_assert_double_le(fabs(dot(out + 3, q + 3, 4) / factor - 1), 4e-15);
	}
	rigidc_function_free(normalize);
	end();
}

TEST(lengths_without_a_square_are_nan)
{
	static const double extreme[] = { 0, 1e-170, 1e160, 1e308 };
	begin(pose_text, false);
	rigidc_function *normalize = run_function(model, "normalize", RIGIDC_EVALUATOR);
	for (size_t i = 0; i < sizeof extreme / sizeof *extreme; i++) {
		double q[7] = { 1, 2, 3, extreme[i], 0, extreme[i], 0 }, out[7];
		rigidc_call(normalize, (const double *[]){ q }, (double *[]){ out });
		ck_assert_mem_eq(out, q, 3 * sizeof *q);
		for (int k = 3; k < 7; k++)
			ck_assert_msg(isnan(out[k]), "length %g: number %d is %g", extreme[i], k, out[k]);
	}
	rigidc_function_free(normalize);
	end();
}

int main(void)
{
	const char *first = getenv("RIGIDC_SEED");
	random_state_of = first ? strtoull(first, NULL, 10) : 1;
	printf("# RIGIDC_SEED=%llu\n", (unsigned long long)random_state_of);
	fflush(stdout);
	turns = by_level(300, 2000, 20000);
	return suite_run("state space", NULL, NULL);
}
