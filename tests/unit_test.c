/* The pieces the compiler is made of: numbers, names, units, places, the DAG and its lowering. */
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dag.h"
#include "dense_spline.h"
#include "diag.h"
#include "dim.h"
#include "number.h"
#include "program.h"
#include "random_bits.h"
#include "spatial.h"
#include "spline.h"
#include "sums.h"
#include "suite.h"

static struct Guard guard;
static struct Arena arena;
static struct Dag dag;

static void setup(void)
{
	arena_init(&arena, &guard);
	dag_init(&dag, &arena);
}

static void teardown(void)
{
	arena_free(&arena);
}

/* --- numbers --- */

static const char *printed(double value)
{
	struct Text text;
	text_init(&text, &arena);
	number_put(&text, value);
	return text_string(&text);
}

START_TEST(numbers_are_short_and_read_back)
{
	uint64_t random = 7;
	ck_assert_str_eq(printed(0.1), "0.1");
	ck_assert_str_eq(printed(-4.8), "-4.8");
	ck_assert_str_eq(printed(1e-23), "1e-23");
	ck_assert_str_eq(printed(1.0 / 3), "0.3333333333333333");
	for (int i = 0; i < 20000; i++) {
		uint64_t bits = random_bits(&random);
		double value;
		memcpy(&value, &bits, sizeof value);
		if (isfinite(value))
			ck_assert(strtod(printed(value), NULL) == value);
	}
}
END_TEST

START_TEST(decimal_scaling_is_exact)
{
	static const struct { const char *digits; int shift; double value; } cases[] = {
		{ "93.4", -3, 0.0934 }, { "431.8", -3, 0.4318 }, { "1.5e2", -3, 0.15 }, { "7", 3, 7000 },
		{ ".5", -1, 0.05 }, { "2E-3", 3, 2 }, { "1", -400, 0 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		ck_assert_double_eq(number_read(&arena, cases[i].digits, strlen(cases[i].digits), cases[i].shift),
		                    cases[i].value);
}
END_TEST

/* --- names --- */

START_TEST(names_are_found_again)
{
	struct NameTable table;
	names_init(&table, &arena);
	for (int i = 0; i < 5000; i++)
		ck_assert_int_eq(names_add(&table, text_print(&arena, "name%d", i), i), i);
	for (int i = 0; i < 5000; i++) {
		ck_assert_int_eq(names_find(&table, text_print(&arena, "name%d", i)), i);
		ck_assert_int_eq(names_add(&table, text_print(&arena, "name%d", i), -7), i);
	}
	ck_assert_int_eq(names_find(&table, "name5000"), -1);
}
END_TEST

START_TEST(near_names_are_suggested)
{
	static const char *const candidates[] = { "forearm", "upper_arm", "hand" };
	static const struct { const char *wanted, *found; } cases[] = {
		{ "foreram", "forearm" }, { "Hand", "hand" }, { "uper_arm", "upper_arm" }, { "leg", NULL },
		{ "x", NULL },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct Nearest nearest;
		nearest_init(&nearest, cases[i].wanted);
		for (size_t k = 0; k < 3; k++)
			nearest_try(&nearest, candidates[k]);
		if (cases[i].found)
			ck_assert_pstr_eq(nearest.found, cases[i].found);
		else
			ck_assert_ptr_null(nearest.found);
	}
}
END_TEST

/* --- units and dimensions --- */

START_TEST(units_have_their_scale)
{
	static const struct { const char *name; double value; } cases[] = {
		{ "mm", 1e-3 }, { "inch", 0.0254 }, { "ft", 0.3048 }, { "lb", 0.45359237 }, { "deg", 0.017453292519943295 },
		{ "rpm", 0.10471975511965977 }, { "rev", 6.283185307179586 }, { "lbf", 4.4482216152605 }, { "kN", 1e3 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct Unit *unit = unit_find(cases[i].name, strlen(cases[i].name));
		ck_assert_ptr_nonnull(unit);
		double value = unit->numerator / unit->denominator * pow(10, unit->ten) *
		               pow(3.14159265358979323846, unit->turns);
		ck_assert_double_eq_tol(value / cases[i].value, 1, 1e-15);
	}
	ck_assert_ptr_null(unit_find("parsec", 6));
}
END_TEST

START_TEST(units_have_powers)
{
	static const struct { const char *name; int power; double value; } cases[] = {
		{ "deg", -1, 57.29577951308232 }, { "deg", -2, 3282.806350011744 }, { "inch", -1, 39.37007874015748 },
		{ "inch", -3, 61023.74409473229 }, { "rpm", -1, 9.549296585513721 }, { "lb", -1, 2.2046226218487757 },
		{ "mm", -2, 1e6 }, { "ft", 2, 0.09290304 }, { "rev", -1, 0.15915494309189535 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct Unit unit = unit_times(unit_one, *unit_find(cases[i].name, strlen(cases[i].name)), cases[i].power);
		double value = unit.numerator / unit.denominator * pow(10, unit.ten) * pow(3.14159265358979323846, unit.turns);
		ck_assert_double_eq_tol(value / cases[i].value, 1, 1e-14);
	}
}
END_TEST

START_TEST(dimensions_are_named)
{
	struct Dim speed_of_mass = { 1, 1, -1 };
	ck_assert_str_eq(dim_describe(&arena, dim_length), "a length [m]");
	ck_assert_str_eq(dim_describe(&arena, dim_inertia), "a moment of inertia [kg m^2]");
	ck_assert_str_eq(dim_describe(&arena, dim_none), "a plain number");
	ck_assert_str_eq(dim_describe(&arena, speed_of_mass), "a quantity [kg m s^-1]");
}
END_TEST

/* --- places --- */

START_TEST(places_count_lines_and_characters)
{
	static const char text[] = "one\r\ntwo\rth\xc3\xa9ree\n\nfive";
	static const struct { uint32_t offset, line, column; } cases[] = {
		{ 0, 1, 1 }, { 2, 1, 3 }, { 5, 2, 1 }, { 9, 3, 1 }, { 13, 3, 4 }, { 17, 4, 1 }, { 18, 5, 1 }, { 22, 5, 5 },
	};
	struct Sources sources;
	sources_init(&sources, &arena);
	uint32_t source = sources_add(&sources, "a.rig", text, strlen(text));
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct Span span = { cases[i].offset, cases[i].offset, source };
		struct Place place = sources_place(&sources, span);
		ck_assert_uint_eq(place.line, cases[i].line);
		ck_assert_uint_eq(place.column, cases[i].column);
	}
}
END_TEST

/* --- the DAG --- */

static Ref input(uint32_t i)
{
	return dag_input(&dag, INPUT_Q, i);
}

START_TEST(zeros_and_ones_vanish)
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
END_TEST

START_TEST(signs_share_nodes)
{
	Ref x = input(0), y = input(1);
	ck_assert_uint_eq(dag_sub(&dag, y, x), dag_neg(dag_sub(&dag, x, y)));
	ck_assert_uint_eq(dag_add(&dag, dag_neg(x), dag_neg(y)), dag_neg(dag_add(&dag, y, x)));
	ck_assert_uint_eq(dag_mul(&dag, dag_neg(x), y), dag_neg(dag_mul(&dag, y, x)));
	ck_assert_uint_eq(dag_sin(&dag, dag_neg(x)), dag_neg(dag_sin(&dag, x)));
	ck_assert_uint_eq(dag_cos(&dag, dag_neg(x)), dag_cos(&dag, x));
	ck_assert_uint_eq(dag_const(&dag, -2.5), dag_neg(dag_const(&dag, 2.5)));
}
END_TEST

START_TEST(constants_fold)
{
	Ref x = input(0), two = dag_const(&dag, 2), three = dag_const(&dag, 3);
	ck_assert(dag_is(&dag, dag_mul(&dag, two, three), 6));
	ck_assert(dag_is(&dag, dag_sub(&dag, two, three), -1));
	ck_assert_uint_eq(dag_mul(&dag, two, dag_mul(&dag, x, three)), dag_mul(&dag, dag_const(&dag, 6), x));
}
END_TEST

START_TEST(quarter_turns_are_exact)
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
END_TEST

/* --- sums and lowering: random expressions keep their value and hold no idle operation --- */

enum { INPUTS = 5, NODES = 60, RESULTS = 4 };

static double direct[INPUTS];

struct Valued {
	Ref ref;
	long double value;
};

static struct Valued random_node(uint64_t *random, const struct Valued *have, int count)
{
	struct Valued a = have[random_below(random, count)], b = have[random_below(random, count)];
	if (random_chance(random, 30)) {
		a.ref = dag_neg(a.ref);
		a.value = -a.value;
	}
	switch (random_below(random, 6)) {
	case 0: case 1: return (struct Valued){ dag_add(&dag, a.ref, b.ref), a.value + b.value };
	case 2: return (struct Valued){ dag_sub(&dag, a.ref, b.ref), a.value - b.value };
	case 3: return (struct Valued){ dag_mul(&dag, a.ref, b.ref), a.value * b.value };
	case 4: return (struct Valued){ dag_sin(&dag, a.ref), sinl(a.value) };
	default: {
		double constant = random_below(random, 7) - 3;
		return (struct Valued){ dag_mul(&dag, dag_const(&dag, constant), a.ref), constant * a.value };
	}
	}
}

static void assert_no_idle_operation(const struct Program *program)
{
	for (uint32_t i = 0; i < program->steps; i++) {
		const struct Step *step = &program->step[i];
		int constants = 0;
		for (int k = 0; k < op_table[step->op].arity; k++) {
			if (step->operand[k].kind != OPERAND_CONST)
				continue;
			double value = program->constant[step->operand[k].index];
			constants++;
			ck_assert_msg(value != 0, "step %u has a zero operand", i);
			ck_assert_msg(fabs(value) != 1 || step->op == OP_ADD, "step %u multiplies by one", i);
		}
		ck_assert_msg(constants < op_table[step->op].arity, "step %u has only constants", i);
	}
}

START_TEST(lowering_keeps_values)
{
	uint64_t random = (uint64_t)_i + 1;
	struct Valued have[INPUTS + 3 + NODES];
	int count = 0;
	for (int i = 0; i < INPUTS; i++) {
		direct[i] = random_between(&random, -2, 2);
		have[count++] = (struct Valued){ input((uint32_t)i), direct[i] };
	}
	for (int i = 0; i < 3; i++) {
		double constant = i == 2 ? 0.75 : i;
		have[count++] = (struct Valued){ dag_const(&dag, constant), constant };
	}
	for (int i = 0; i < NODES; i++) {
		struct Valued next = random_node(&random, have, count);
		if (fabsl(next.value) < 1e3L)
			have[count++] = next;
	}
	Ref value[RESULTS];
	double out[RESULTS], *outputs[1] = { out }, work[4 * NODES];
	const double *inputs[INPUT_COUNT] = { direct };
	for (int i = 0; i < RESULTS; i++)
		value[i] = have[count - 1 - i].ref;
	struct Dag folded = sums_fold(&dag, value, RESULTS);
	struct Result result = { value, RESULTS };
	struct Program program = program_lower(&arena, &folded, &result, 1, &(struct Lower){ .nesting = NODES });
	ck_assert_uint_le(program.steps, 4 * NODES);
	assert_no_idle_operation(&program);
	program_run(&program, inputs, outputs, work);
	for (int i = 0; i < RESULTS; i++) {
		long double wanted = have[count - 1 - i].value;
		ck_assert_msg(fabsl(out[i] - wanted) <= 1e-9L * (1 + fabsl(wanted)), "seed %d: %.17g, not %.17Lg", _i + 1,
		              out[i], wanted);
	}
}
END_TEST

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
	Ref either = dag_select(&dag, dag_sub(&dag, q, half), dag_mul(&dag, s, two), dag_mul(&dag, q, r));
	*value = dag_add(&dag, dag_sub(&dag, dag_div(&dag, arcs, r), dag_mul(&dag, angle, rest)), either);
	*by = q;
	double si = sin(2 * x), ta = tan(0.5 * x), ex = exp(-x), lo = log(2 + x), ro = sqrt(2 + x * x);
	return (asin(0.5 * x) + si * acos(0.5 * cos(x))) / ro - atan2(ex * ta, ro + si) * atan(lo) * fabs(x - 2) +
	       (x < 0.5 ? 2 * si : x * ro);
}

static double value_at(Ref value, double x)
{
	enum { STEPS = 1000 };
	double out, *outputs[1] = { &out }, work[STEPS];
	const double *inputs[INPUT_COUNT] = { &x };
	struct Result result = { &value, 1 };
	struct Program program = program_lower(&arena, &dag, &result, 1, &(struct Lower){ .nesting = NODES });
	ck_assert_uint_le(program.steps, STEPS);
	program_run(&program, inputs, outputs, work);
	return out;
}

START_TEST(derivatives_are_slopes)
{
	const double h = 1e-4, x = 0.17 * (_i - 3) + 0.05;
	Ref value, by;
	double direct_value = all_operations(x, &value, &by);
	Ref slope = dag_derivative(&dag, value, by);
	ck_assert_double_eq_tol(value_at(value, x), direct_value, 1e-14);
	/* central differences, once extrapolated: error h^4 */
	double wide = (value_at(value, x + h) - value_at(value, x - h)) / (2 * h);
	double narrow = (value_at(value, x + h / 2) - value_at(value, x - h / 2)) / h;
	ck_assert_double_eq_tol(value_at(slope, x), (4 * narrow - wide) / 3, 1e-10);
	ck_assert(dag_is_zero(&dag, dag_derivative(&dag, value, input(1))));
}
END_TEST

START_TEST(sums_merge_their_constants)
{
	Ref x = input(0), y = input(1), one = dag_const(&dag, 0.25);
	Ref sum = dag_add(&dag, one, dag_add(&dag, x, dag_add(&dag, one, y)));
	Ref product = dag_mul(&dag, dag_const(&dag, 8), dag_sub(&dag, one, dag_mul(&dag, dag_const(&dag, 3), dag_sin(&dag, x))));
	Ref value[2] = { sum, product };
	struct Dag folded = sums_fold(&dag, value, 2);
	struct Result result = { value, 2 };
	struct Program program = program_lower(&arena, &folded, &result, 1, &(struct Lower){ .nesting = 10 });
	ck_assert_uint_eq(program.cost[COST_ADD], 3); /* x + y + 0.5 and 2 - 24 sin x */
	ck_assert_uint_eq(program.cost[COST_MUL], 1);
}
END_TEST

START_TEST(constants_that_rounding_tells_apart_are_one)
{
	Ref x = input(0), y = input(1), almost = dag_const(&dag, 1 - 2e-16), other = dag_const(&dag, 1 - 2e-14);
	Ref value[3] = { dag_mul(&dag, almost, x), dag_sub(&dag, dag_const(&dag, 1), y), dag_mul(&dag, other, x) };
	struct Dag folded = sums_fold(&dag, value, 3);
	ck_assert_int_eq(folded.item[ref_node(value[0])].op, OP_INPUT);
	ck_assert_int_eq(folded.item[ref_node(value[2])].op, OP_MUL);
	bool exact = false;
	for (uint32_t n = 0; n < folded.count; n++)
		exact |= dag_is(&folded, 2 * n, 1);
	ck_assert(exact);
}
END_TEST

/* --- splines --- */

enum { SPLINES = 60 };

/* Points at uneven places: two, three, or many. */
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

static struct Spline spline_through(const double (*point)[2], int count)
{
	double x[DENSE_SPLINE_MOST], y[DENSE_SPLINE_MOST];
	for (int i = 0; i < count; i++) {
		x[i] = point[i][0];
		y[i] = point[i][1];
	}
	return spline_natural(&arena, x, y, count);
}

START_TEST(splines_are_those_of_the_reference)
{
	uint64_t random = (uint64_t)_i + 1;
	double point[DENSE_SPLINE_MOST][2];
	int count = draw_points(&random, _i, point);
	struct Spline spline = spline_through(point, count);
	Ref along = spline_at(&dag, &spline, input(0)), slope = dag_derivative(&dag, along, input(0));
	double first = point[0][0], last = point[count - 1][0];
	for (int k = 0; k < 200; k++) {
		double x = random_between(&random, first - 1.5, last + 1.5), h = 1e-3;
		long double wanted = dense_spline(point, count, x);
		double found = value_at(along, x);
		ck_assert_double_eq_tol(found, (double)wanted, 1e-12 * (10 + fabs((double)wanted)));
		/* a constant is the same to the last bit */
		ck_assert_double_eq(dag_value(&dag, spline_at(&dag, &spline, dag_const(&dag, x))), found);
		/* on a cubic the extrapolated difference is exact; across a point the third derivative jumps */
		long double wide = (dense_spline(point, count, x + h) - dense_spline(point, count, x - h)) / (2 * h);
		long double narrow = (dense_spline(point, count, x + h / 2) - dense_spline(point, count, x - h / 2)) / h;
		bool across = false;
		for (int i = 0; i < count; i++)
			across |= fabs(x - point[i][0]) <= h;
		ck_assert_double_eq_tol(value_at(slope, x), (double)((4 * narrow - wide) / 3), across ? 1e-3 : 1e-10);
	}
	for (int i = 0; i < count; i++)
		ck_assert_double_eq_tol(value_at(along, point[i][0]), point[i][1], 1e-15);
}
END_TEST

START_TEST(splines_are_smooth)
{
	uint64_t random = (uint64_t)_i + 1;
	double point[DENSE_SPLINE_MOST][2];
	int count = draw_points(&random, _i, point);
	struct Spline spline = spline_through(point, count);
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
END_TEST

/* Two points, or all of one value: nothing is left to choose. */
START_TEST(straight_splines_have_no_choices)
{
	static const double line[2][2] = { { -1, 2 }, { 1, 5 } }, flat[3][2] = { { 0, 3 }, { 1, 3 }, { 4, 3 } };
	struct Spline straight = spline_through(line, 2), level = spline_through(flat, 3);
	ck_assert_double_eq(value_at(spline_at(&dag, &straight, input(0)), 7), 14);
	Ref slope = dag_derivative(&dag, spline_at(&dag, &straight, input(0)), input(0));
	ck_assert(dag_is(&dag, slope, 1.5));
	ck_assert(dag_is(&dag, spline_at(&dag, &level, input(0)), 3));
}
END_TEST

START_TEST(what_is_no_number_stays_so)
{
	static const double point[4][2] = { { 0, 1 }, { 1, 0 }, { 2, 3 }, { 3, -1 } };
	struct Spline spline = spline_through(point, 4);
	Ref value = spline_at(&dag, &spline, input(0)), slope = dag_derivative(&dag, value, input(0));
	Ref curvature = dag_derivative(&dag, slope, input(0));
	ck_assert(isnan(value_at(value, NAN)));
	ck_assert(isnan(value_at(slope, NAN)));
	ck_assert(isnan(value_at(curvature, NAN)));
	ck_assert_double_eq(value_at(curvature, -1), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("units");
	TCase *tests = tcase_create("piece");
	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, numbers_are_short_and_read_back);
	tcase_add_test(tests, decimal_scaling_is_exact);
	tcase_add_test(tests, names_are_found_again);
	tcase_add_test(tests, near_names_are_suggested);
	tcase_add_test(tests, units_have_their_scale);
	tcase_add_test(tests, units_have_powers);
	tcase_add_test(tests, dimensions_are_named);
	tcase_add_test(tests, places_count_lines_and_characters);
	tcase_add_test(tests, zeros_and_ones_vanish);
	tcase_add_test(tests, signs_share_nodes);
	tcase_add_test(tests, constants_fold);
	tcase_add_test(tests, quarter_turns_are_exact);
	tcase_add_test(tests, sums_merge_their_constants);
	tcase_add_test(tests, constants_that_rounding_tells_apart_are_one);
	tcase_add_loop_test(tests, lowering_keeps_values, 0, 200);
	tcase_add_loop_test(tests, derivatives_are_slopes, 0, 8);
	tcase_add_loop_test(tests, splines_are_those_of_the_reference, 0, SPLINES);
	tcase_add_loop_test(tests, splines_are_smooth, 0, SPLINES);
	tcase_add_test(tests, straight_splines_have_no_choices);
	tcase_add_test(tests, what_is_no_number_stays_so);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
