/* Nodes and operations on them: simplification when made, derivatives, splines. */
#include <math.h>
#include <string.h>

#include "dag/spatial.h"
#include "dag/spline.h"
#include "dag/sweep.h"
#include "fixture.h"
#include "program/lower.h"
#include "reference/dense_spline.h"
#include "suite.h"
#include "trees/random_bits.h"
#include "value_at.h"

/* --- simplification --- */

TEST(zeros_and_ones_vanish)
{
	Ref x = input(0), zero = dag_const(&dag, 0), one = dag_const(&dag, 1), minus = dag_const(&dag, -1);
	ck_assert_uint_eq(dag_add(&dag, x, zero), x);
	ck_assert_uint_eq(dag_sub(&dag, x, x), zero);
	ck_assert_uint_eq(dag_mul(&dag, x, zero), zero);
	ck_assert_uint_eq(dag_mul(&dag, one, x), x);
	ck_assert_uint_eq(dag_mul(&dag, x, minus), dag_neg(x));
	ck_assert_uint_eq(dag_div(&dag, x, one), x);
	ck_assert_uint_eq(dag_div(&dag, zero, x), zero);
	ck_assert_uint_eq(dag_const(&dag, -0.0), zero);
}

TEST(signs_share_nodes)
{
	Ref x = input(0), y = input(1);
	ck_assert_uint_eq(dag_sub(&dag, y, x), dag_neg(dag_sub(&dag, x, y)));
	ck_assert_uint_eq(dag_add(&dag, dag_neg(x), dag_neg(y)), dag_neg(dag_add(&dag, y, x)));
	ck_assert_uint_eq(dag_mul(&dag, dag_neg(x), y), dag_neg(dag_mul(&dag, y, x)));
	ck_assert_uint_eq(dag_sin(&dag, dag_neg(x)), dag_neg(dag_sin(&dag, x)));
	ck_assert_uint_eq(dag_cos(&dag, dag_neg(x)), dag_cos(&dag, x));
	ck_assert_uint_eq(dag_const(&dag, -2.5), dag_neg(dag_const(&dag, 2.5)));
}

TEST(constants_fold)
{
	Ref x = input(0), two = dag_const(&dag, 2), three = dag_const(&dag, 3);
	ck_assert(dag_is(&dag, dag_mul(&dag, two, three), 6));
	ck_assert(dag_is(&dag, dag_sub(&dag, two, three), -1));
	ck_assert_uint_eq(dag_mul(&dag, two, dag_mul(&dag, x, three)), dag_mul(&dag, dag_const(&dag, 6), x));
}

TEST(quarter_turns_are_exact)
{
	Ref s, c;
	for (int turns = -5; turns <= 5; turns++) {
		angle_sincos(&dag, dag_const(&dag, turns * 1.5707963267948966 + 3e-11), &s, &c);
		ck_assert_double_eq(dag_value(&dag, s), round(sin(turns * 1.5707963267948966)));
		ck_assert_double_eq(dag_value(&dag, c), round(cos(turns * 1.5707963267948966)));
	}
	angle_sincos(&dag, dag_const(&dag, 1.5707963), &s, &c);
	ck_assert(!dag_is_zero(&dag, c));
}

/* --- derivatives --- */

static Ref unary(struct Dag *of, enum Op op, Ref a)
{
	return dag_op(of, op, &a);
}

/* f(x) with every operation, at one point. */
static double all_operations(double x, Ref *value, Ref *by)
{
	Ref q = input(0), two = dag_const(&dag, 2), half = dag_const(&dag, 0.5);
	Ref s = dag_sin(&dag, dag_mul(&dag, two, q)), t = unary(&dag, OP_TAN, dag_mul(&dag, half, q));
	Ref e = unary(&dag, OP_EXP, dag_neg(q)), l = unary(&dag, OP_LOG, dag_add(&dag, two, q));
	Ref r = dag_sqrt(&dag, dag_add(&dag, two, dag_mul(&dag, q, q)));
	Ref arcs = dag_add(&dag, unary(&dag, OP_ASIN, dag_mul(&dag, half, q)),
	                   dag_mul(&dag, s, unary(&dag, OP_ACOS, dag_mul(&dag, half, dag_cos(&dag, q)))));
	Ref angle = dag_op(&dag, OP_ATAN2, (const Ref[]){ dag_mul(&dag, e, t), dag_add(&dag, r, s) });
	Ref rest = dag_mul(&dag, unary(&dag, OP_ATAN, l), unary(&dag, OP_ABS, dag_sub(&dag, q, two)));
	Ref either = dag_select(&dag, dag_sub(&dag, q, half), dag_mul(&dag, s, two),
	                        dag_mul(&dag, unary(&dag, OP_TANH, q), r));
	*value = dag_add(&dag, dag_sub(&dag, dag_div(&dag, arcs, r), dag_mul(&dag, angle, rest)), either);
	*by = q;
	double si = sin(2 * x), ta = tan(0.5 * x), ex = exp(-x), lo = log(2 + x), ro = sqrt(2 + x * x);
	return (asin(0.5 * x) + si * acos(0.5 * cos(x))) / ro - atan2(ex * ta, ro + si) * atan(lo) * fabs(x - 2) +
	       (x < 0.5 ? 2 * si : tanh(x) * ro);
}

LOOP_TEST(derivatives_are_slopes, 8)
{
	const double h = 1e-4, x = 0.17 * (_i - 3) + 0.05;
	Ref value, by;
	double direct_value = all_operations(x, &value, &by);
	Ref slope = dag_derivative(&dag, value, by);
	ck_assert_double_eq_tol(value_at(value, x), direct_value, 1e-14);
	/* central differences, extrapolated once: error h^4 */
	double wide = (value_at(value, x + h) - value_at(value, x - h)) / (2 * h);
	double narrow = (value_at(value, x + h / 2) - value_at(value, x - h / 2)) / h;
	ck_assert_double_eq_tol(value_at(slope, x), (4 * narrow - wide) / 3, 1e-10);
	ck_assert(dag_is_zero(&dag, dag_derivative(&dag, value, input(1))));
}

enum { TURNED = 3, COORDINATES = 1 + 2 * TURNED };

/* By one rule: rates of n_i = s x_i + c y_i along qd, then the gradient of their sum with the weights qdd, by q. */
static void sweep_turned(bool turns_apart, Ref *out)
{
	Ref n[TURNED], q[COORDINATES], along[COORDINATES], weight[TURNED];
	for (uint32_t i = 0; i < COORDINATES; i++) {
		q[i] = input(i);
		along[i] = dag_input(&dag, INPUT_QD, i);
	}
	Ref s = dag_sin(&dag, q[0]), c = dag_cos(&dag, q[0]);
	for (uint32_t i = 0; i < TURNED; i++) {
		n[i] = dag_add_products(&dag, s, q[1 + 2 * i], c, q[2 + 2 * i]);
		weight[i] = dag_input(&dag, INPUT_QDD, i);
	}
	const struct SweepInputs by = { q, along, COORDINATES, turns_apart };
	dag_along(&dag, n, TURNED, &by, out);
	dag_gradient(&dag, n, weight, TURNED, &by, out + TURNED);
}

/* The results are the same. The second rule needs no derivatives of s and c, and saves two products and, in reverse, two
 * operations of their sum. */
TEST(both_rules_of_turned_vectors_agree)
{
	enum { RESULTS = TURNED + COORDINATES, NUMBERS = COORDINATES, STEPS = 1000 };
	Ref value[2][RESULTS];
	double numbers[3][NUMBERS], out[2][RESULTS], work[STEPS];
	const double *inputs[INPUT_COUNT] = { numbers[0], numbers[1], numbers[2] };
	uint64_t random = 7, operations[2];
	for (int i = 0; i < 3 * NUMBERS; i++)
		numbers[i / NUMBERS][i % NUMBERS] = random_between(&random, -2, 2);
	for (int rule = 0; rule < 2; rule++) {
		double *outputs[] = { out[rule] };
		sweep_turned(rule, value[rule]);
		operations[rule] = dag_operations(&dag, value[rule], RESULTS);
		struct Result result = { value[rule], RESULTS };
		struct Program program = lower_dag(&arena, &dag, &result, 1, &(struct Lower){ .nesting = 60 });
		ck_assert_uint_le(program.steps, STEPS);
		program_run(&program, inputs, outputs, work);
	}
	for (int i = 0; i < RESULTS; i++)
		ck_assert_double_eq_tol(out[0][i], out[1][i], 1e-14);
	ck_assert_uint_lt(operations[1], operations[0]);
}

/* The angle of (3, x) / sqrt(9 + x^2), alone and in a sum. */
TEST(directions_have_their_sine_and_cosine)
{
	const double x = 0.4;
	Ref q = input(0), three = dag_const(&dag, 3);
	Ref length = dag_sqrt(&dag, dag_add_products(&dag, three, three, q, q));
	Ref s = dag_div(&dag, q, length), c = dag_div(&dag, three, length), angle = dag_direction(&dag, s, c);
	Ref sum = dag_sub(&dag, dag_add(&dag, angle, q), dag_const(&dag, 0.3));
	for (int forked = 0; forked < 2; forked++) {
		struct Dag *of = forked ? dag_fork(&dag, &arena) : &dag;
		ck_assert_uint_eq(dag_sin(of, angle), s);
		ck_assert_uint_eq(dag_cos(of, angle), c);
		ck_assert_uint_eq(dag_sin(of, dag_neg(angle)), dag_neg(s));
		ck_assert_uint_eq(dag_direction(of, s, c), angle);
	}
	ck_assert_double_eq_tol(value_at(dag_sin(&dag, sum), x), sin(atan2(x, 3) + x - 0.3), 1e-15);
	ck_assert_double_eq_tol(value_at(dag_cos(&dag, sum), x), cos(atan2(x, 3) + x - 0.3), 1e-15);
	ck_assert_double_eq_tol(value_at(dag_sin(&dag, dag_neg(sum)), x), -sin(atan2(x, 3) + x - 0.3), 1e-15);
}

/* A square root with the derivative 1 / (2 y), which is 7 here to be seen. */
TEST(given_slopes_replace_those_of_the_chain_rule)
{
	Ref q = input(0), other = input(1), y = dag_sqrt(&dag, dag_add(&dag, q, other)), seven = dag_const(&dag, 7);
	Ref twice = dag_mul(&dag, dag_const(&dag, 2), y), value[2] = { dag_neg(y), dag_add(&dag, twice, q) }, J[4];
	Ref by_other = dag_derivative(&dag, y, other);
	dag_give_slope(&dag, dag_neg(y), q, dag_neg(seven));
	for (int forked = 0; forked < 2; forked++) {
		struct Dag *of = forked ? dag_fork(&dag, &arena) : &dag;
		ck_assert(dag_is(of, dag_derivative(of, y, q), 7));
		ck_assert(dag_is(of, dag_derivative(of, value[1], q), 15));
		ck_assert_uint_eq(dag_derivative(of, y, other), by_other);
		dag_jacobian(of, value, 2, INPUT_Q, 2, J);
		ck_assert(dag_is(of, J[0], -7));
		ck_assert_uint_eq(J[1], dag_neg(by_other));
		ck_assert(dag_is(of, J[2], 15));
	}
}

/* Expressions of E = e^3x, with value and slope in a range beyond doubles: where the value is finite, so is the
 * slope. */
static const char *const grown_name[] = {
	"1/(1 + E)",   "x/(1 + E)^2", "1/sqrt(1 + E)", "1/(E + 1/E)",     "1/(2 + x E)", "1/(1 - (x - E))",
	"atan(E)",     "atan(x - E)", "tanh(E)",       "tanh(x - E)",     "exp(x - E)",  "log(1 + E)",
	"sqrt(2 + E)", "atan2(E, 2)", "atan2(x, E)",   "atan2(x - E, x)",
};
enum { GROWN = sizeof grown_name / sizeof *grown_name };

static Ref grown(int i, Ref x)
{
	Ref one = dag_const(&dag, 1), two = dag_const(&dag, 2), w = dag_mul(&dag, dag_const(&dag, 3), x);
	Ref E = unary(&dag, OP_EXP, w), more = dag_add(&dag, one, E), less = dag_sub(&dag, x, E);
	switch (i) {
	case 0: return dag_div(&dag, one, more);
	case 1: return dag_div(&dag, x, dag_mul(&dag, more, more));
	case 2: return dag_div(&dag, one, dag_sqrt(&dag, more));
	case 3: return dag_div(&dag, one, dag_add(&dag, E, unary(&dag, OP_EXP, dag_neg(w))));
	case 4: return dag_div(&dag, one, dag_add(&dag, two, dag_mul(&dag, x, E)));
	case 5: return dag_div(&dag, one, dag_sub(&dag, one, less));
	case 6: return unary(&dag, OP_ATAN, E);
	case 7: return unary(&dag, OP_ATAN, less);
	case 8: return unary(&dag, OP_TANH, E);
	case 9: return unary(&dag, OP_TANH, less);
	case 10: return unary(&dag, OP_EXP, less);
	case 11: return unary(&dag, OP_LOG, more);
	case 12: return dag_sqrt(&dag, dag_add(&dag, two, E));
	case 13: return dag_op(&dag, OP_ATAN2, (const Ref[]){ E, two });
	case 14: return dag_op(&dag, OP_ATAN2, (const Ref[]){ x, E });
	default: return dag_op(&dag, OP_ATAN2, (const Ref[]){ less, x });
	}
}

static long double grown_slope(int i, long double x)
{
	long double E = expl(3 * x), more = 1 + E, a = x - E, da = 1 - 3 * E, s = coshl(fminl(fabsl(a), 5000));
	switch (i) {
	case 0: return -3 * E / more / more;
	case 1: return 1 / more / more - 6 * x * E / more / more / more;
	case 2: return -1.5L * E / more / sqrtl(more);
	case 3: return -3 * (E - 1 / E) / (E + 1 / E) / (E + 1 / E);
	case 4: return -(1 + 3 * x) * E / (2 + x * E) / (2 + x * E);
	case 5: return da / (1 - a) / (1 - a);
	case 6: return 3 / (E + 1 / E);
	case 7: return da / (1 + a * a);
	case 8: s = coshl(fminl(E, 5000)); return 3 * E / s / s;
	case 9: return da / s / s;
	case 10: return da * expl(a);
	case 11: return 3 / (1 + 1 / E);
	case 12: return 1.5L * E / sqrtl(2 + E);
	case 13: return 6 / (E + 4 / E);
	case 14: return (1 - 3 * x) / (E + x * x / E);
	default: return (x * da - a) / (a * a + x * x);
	}
}

LOOP_TEST(slopes_of_exponentials_are_finite_where_values_are, GROWN)
{
	static const double place[] = {
		-300, -236, -100, -2.25, -0.5, 0.25, 1, 3.5, 30, 100, 200, 236, 236.5, 237, 300
	};
	Ref x = input(0), f = grown(_i, x), slope = dag_derivative(&dag, f, x), J;
	dag_jacobian(&dag, &f, 1, INPUT_Q, 1, &J);
	for (size_t k = 0; k < sizeof place / sizeof *place; k++) {
		if (!isfinite(value_at(f, place[k])))
			continue;
		double right = (double)grown_slope(_i, place[k]), found = value_at(slope, place[k]),
		       other = value_at(J, place[k]);
		double least = strncmp(grown_name[_i], "tanh", 4) == 0 ? 1e-15 : 1e-150; /* 0, or >= 1e-16 */
		bool good =
			fabs(found - right) <= 1e-11 * fabs(right) + least && memcmp(&found, &other, sizeof found) == 0;
		ck_assert_msg(good, "the slope of %s at %g is %.17g, by the Jacobian %.17g, and should be %.17g",
		              grown_name[_i], place[k], found, other, right);
	}
}

/* The slope of tanh(E) has exponentials of E, so exponentials grow inside of others. Second and third derivatives by the
 * gradient are those by a forward sweep. */
LOOP_TEST(gradients_of_slopes_of_exponentials_are_rates, GROWN)
{
	static const double place[] = { -2.25, -0.5, 0.25, 1 };
	Ref x = input(0), one = dag_const(&dag, 1), slope = grown(_i, x), rate, gradient;
	const struct SweepInputs by = { &x, &one, 1, false };
	for (int order = 2; order <= 3; order++) {
		slope = dag_derivative(&dag, slope, x);
		dag_along(&dag, &slope, 1, &by, &rate);
		dag_gradient(&dag, &slope, &one, 1, &by, &gradient);
		for (size_t k = 0; k < sizeof place / sizeof *place; k++) {
			double right = value_at(rate, place[k]), found = value_at(gradient, place[k]);
			bool good = fabs(found - right) <= 1e-11 * fabs(right) + 1e-15;
			ck_assert_msg(good, "derivative %d of %s at %g is %.17g by the gradient, and should be %.17g",
			              order, grown_name[_i], place[k], found, right);
		}
	}
}

/* --- splines --- */

enum { SPLINES = 60 };

/* Points at uneven distances: two, three, or many. */
static int draw_points(uint64_t *random, int number, double (*point)[2])
{
	int count = number % 3 == 0 ? 2 : number % 3 == 1 ? 3 : 4 + random_below(random, DENSE_SPLINE_MOST - 3);
	double place = random_between(random, -5, 0);
	for (int i = 0; i < count; i++) {
		point[i][0] = place;
		point[i][1] = random_between(random, -2, 2);
		place += random_between(random, 0.1, 1);
	}
	return count;
}

static struct Spline curve_through(const struct Curve *curve, const double (*point)[2], int count)
{
	double x[DENSE_SPLINE_MOST], y[DENSE_SPLINE_MOST];
	for (int i = 0; i < count; i++) {
		x[i] = point[i][0];
		y[i] = point[i][1];
	}
	return spline_through(&arena, curve, x, y, count);
}

static struct Spline natural_through(const double (*point)[2], int count)
{
	return curve_through(&curve_table[0], point, count);
}

LOOP_TEST(splines_are_those_of_the_reference, SPLINES)
{
	uint64_t random = (uint64_t)_i + 1;
	double point[DENSE_SPLINE_MOST][2];
	int count = draw_points(&random, _i, point);
	struct Spline spline = natural_through(point, count);
	Ref along = spline_at(&dag, &spline, input(0)), slope = dag_derivative(&dag, along, input(0));
	double first = point[0][0], last = point[count - 1][0];
	for (int k = 0; k < 200; k++) {
		double x = random_between(&random, first - 1.5, last + 1.5), h = 1e-3;
		long double wanted = dense_spline(point, count, x);
		double found = value_at(along, x);
		ck_assert_double_eq_tol(found, (double)wanted, 1e-12 * (10 + fabs((double)wanted)));
		/* a constant argument gives an identical result */
		ck_assert_double_eq(dag_value(&dag, spline_at(&dag, &spline, dag_const(&dag, x))), found);
		/* for a cubic the extrapolated difference is exact; across a point the third derivative jumps */
		long double wide = (dense_spline(point, count, x + h) - dense_spline(point, count, x - h)) / (2 * h);
		long double narrow =
			(dense_spline(point, count, x + h / 2) - dense_spline(point, count, x - h / 2)) / h;
		bool across = false;
		for (int i = 0; i < count; i++)
			across |= fabs(x - point[i][0]) <= h;
		ck_assert_double_eq_tol(value_at(slope, x), (double)((4 * narrow - wide) / 3), across ? 1e-3 : 1e-10);
	}
	for (int i = 0; i < count; i++)
		ck_assert_double_eq_tol(value_at(along, point[i][0]), point[i][1], 1e-15);
}

LOOP_TEST(splines_are_smooth, SPLINES)
{
	uint64_t random = (uint64_t)_i + 1;
	double point[DENSE_SPLINE_MOST][2];
	int count = draw_points(&random, _i, point);
	struct Spline spline = natural_through(point, count);
	double *const *c = spline.c;
	for (int i = 0; i < count; i++) { /* piece i ends and piece i + 1 begins at point i */
		double u = point[i][0] - spline.from[i];
		ck_assert_double_eq(spline.from[i + 1], point[i][0]);
		ck_assert_double_eq(c[0][i + 1], point[i][1]);
		ck_assert_double_eq_tol(c[0][i] + u * (c[1][i] + u * (c[2][i] + u * c[3][i])), point[i][1], 1e-12);
		ck_assert_double_eq_tol(c[1][i] + u * (2 * c[2][i] + u * 3 * c[3][i]), c[1][i + 1], 1e-11);
		ck_assert_double_eq_tol(2 * c[2][i] + u * 6 * c[3][i], 2 * c[2][i + 1], 1e-10);
	}
	for (int j = 2; j < 4; j++) {
		ck_assert_double_eq(c[j][0], 0);
		ck_assert_double_eq(c[j][count], 0);
	}
	ck_assert_double_eq(c[2][1], 0);
}

/* Smoothness at every point, and where the last piece meets the first. */
LOOP_TEST(closed_splines_are_smooth, SPLINES)
{
	uint64_t random = (uint64_t)_i + 1;
	double point[DENSE_SPLINE_MOST][2];
	int count = draw_points(&random, 1 + _i % 2, point), closed = 0;
	while (!curve_table[closed].closed)
		closed++;
	point[count - 1][1] = point[0][1];
	struct Spline spline = curve_through(&curve_table[closed], point, count);
	double *const *c = spline.c;
	ck_assert_double_eq(spline.period, point[count - 1][0] - point[0][0]);
	for (int i = 1; i < count; i++) {
		double u = point[i][0] - spline.from[i];
		int next = i == count - 1 ? 1 : i + 1;
		ck_assert_double_eq_tol(c[0][i] + u * (c[1][i] + u * (c[2][i] + u * c[3][i])), c[0][next], 1e-12);
		ck_assert_double_eq_tol(c[1][i] + u * (2 * c[2][i] + u * 3 * c[3][i]), c[1][next], 1e-11);
		ck_assert_double_eq_tol(2 * c[2][i] + u * 6 * c[3][i], 2 * c[2][next], 1e-10);
	}
}

static struct Spline simm_through(const double (*point)[2], int count)
{
	int simm = 0;
	while (strcmp(curve_table[simm].name, "simm") != 0)
		simm++;
	return curve_through(&curve_table[simm], point, count);
}

/* Values everywhere, and second derivatives on both sides of inner points. */
LOOP_TEST(splines_of_simm_are_those_of_the_reference, SPLINES)
{
	uint64_t random = (uint64_t)_i + 1;
	double point[DENSE_SPLINE_MOST][2];
	int count = draw_points(&random, _i, point);
	struct Spline spline = simm_through(point, count);
	Ref along = spline_at(&dag, &spline, input(0)), bend = input(0);
	bend = dag_derivative(&dag, dag_derivative(&dag, along, bend), bend);
	for (int k = 0; k < 100; k++) {
		double x = random_between(&random, point[0][0] - 1.5, point[count - 1][0] + 1.5);
		long double wanted = dense_simm(point, count, x);
		ck_assert_double_eq_tol(value_at(along, x), (double)wanted, 1e-11 * (10 + fabs((double)wanted)));
	}
	for (int i = 1; i + 1 < count; i++) {
		double left = value_at(bend, nextafter(point[i][0], -100)), right = value_at(bend, point[i][0]);
		ck_assert_double_eq_tol(left, right, 1e-10 * (1000 + fabs(right)));
	}
}

/* Values everywhere, and fourth derivatives on both sides of inner points. */
LOOP_TEST(quintic_splines_are_those_of_the_reference, SPLINES)
{
	uint64_t random = (uint64_t)_i + 1;
	double point[DENSE_SPLINE_MOST][2];
	int count = draw_points(&random, _i + 1, point), kind = 0;
	while (strcmp(curve_table[kind].name, "quintic") != 0)
		kind++;
	if (count < curve_table[kind].fewest)
		return;
	struct Spline spline = curve_through(&curve_table[kind], point, count);
	Ref along = spline_at(&dag, &spline, input(0)), fourth = along;
	for (int k = 0; k < 4; k++)
		fourth = dag_derivative(&dag, fourth, input(0));
	for (int k = 0; k < 100; k++) {
		double x = random_between(&random, point[0][0] - 1.5, point[count - 1][0] + 1.5);
		long double wanted = dense_quintic(point, count, x);
		ck_assert_double_eq_tol(value_at(along, x), (double)wanted, 1e-9 * (10 + fabs((double)wanted)));
	}
	double largest = 1;
	for (int i = 0; i + 1 < count; i++)
		largest = fmax(largest, fabs(value_at(fourth, point[i][0])));
	for (int i = 0; i < count; i++) {
		double left = value_at(fourth, nextafter(point[i][0], -100)), right = value_at(fourth, point[i][0]);
		ck_assert_double_eq_tol(left, right, 1e-6 * largest);
	}
}

/* Points of a cubic give the cubic back, which no natural spline does; three points of a parabola the parabola. */
TEST(splines_of_simm_keep_cubics)
{
	double point[9][2];
	for (int count = 3; count <= 9; count++) {
		double cube = count > 3 ? 0.5 : 0;
		for (int i = 0; i < count; i++) {
			double x = point[i][0] = i * (i + 3) * 0.1 - 1;
			point[i][1] = 2 + x * (1 + x * (-3 + cube * x));
		}
		struct Spline spline = simm_through(point, count);
		for (int i = 1; i < count; i++) {
			ck_assert_double_eq_tol(6 * spline.c[3][i], 6 * cube, 1e-9);
			ck_assert_double_eq_tol(2 * spline.c[2][i], -6 + 6 * cube * spline.from[i], 1e-9);
		}
		ck_assert_double_eq_tol(spline.c[1][0], 1 + 6 + 3 * cube, 1e-9);
	}
}

/* Splines through two points, or through equal values, are straight and need no choice. */
TEST(straight_splines_have_no_choices)
{
	static const double line[2][2] = { { -1, 2 }, { 1, 5 } }, flat[3][2] = { { 0, 3 }, { 1, 3 }, { 4, 3 } };
	struct Spline straight = natural_through(line, 2), level = natural_through(flat, 3);
	ck_assert_double_eq(value_at(spline_at(&dag, &straight, input(0)), 7), 14);
	Ref slope = dag_derivative(&dag, spline_at(&dag, &straight, input(0)), input(0));
	ck_assert(dag_is(&dag, slope, 1.5));
	straight = simm_through(line, 2);
	ck_assert_double_eq(value_at(spline_at(&dag, &straight, input(0)), 7), 14);
	ck_assert(dag_is(&dag, spline_at(&dag, &level, input(0)), 3));
}

TEST(what_is_no_number_stays_so)
{
	static const double point[4][2] = { { 0, 1 }, { 1, 0 }, { 2, 3 }, { 3, -1 } };
	struct Spline spline = natural_through(point, 4);
	Ref value = spline_at(&dag, &spline, input(0)), slope = dag_derivative(&dag, value, input(0));
	Ref curvature = dag_derivative(&dag, slope, input(0));
	ck_assert(isnan(value_at(value, NAN)));
	ck_assert(isnan(value_at(slope, NAN)));
	ck_assert(isnan(value_at(curvature, NAN)));
	ck_assert_double_eq(value_at(curvature, -1), 0);
}

SUITE_BETWEEN("dag", fixture_begin, arena_end)
