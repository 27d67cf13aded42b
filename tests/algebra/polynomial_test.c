/* Polynomials over sines and cosines: exact numbers, identities that must cancel, the form for readers, names, and random
 * expressions beside MPFR. */
#include <math.h>
#include <mpfr.h>
#include <stdlib.h>

#include "algebra/canonical.h"
#include "algebra/product_sum.h"
#include "base/random.h"
#include "dag/fixture.h"
#include "dag/spatial.h"
#include "level.h"
#include "suite.h"

enum { BITS = 200, INPUTS = 4 };

static struct Algebra *algebra;

static void begin(void)
{
	fixture_begin();
	algebra = algebra_new(&arena, 1000000);
}

static struct Polynomial poly_of(Ref value)
{
	struct Polynomial a;
	ck_assert(canonical_values(algebra, &dag, &value, 1, &a, NULL));
	return a;
}

static bool same(Ref a, Ref b)
{
	struct Polynomial x = poly_of(a), y = poly_of(b);
	return poly_equal(x, y);
}

/* --- numbers --- */

static void is_fraction(double value, int64_t p, int64_t q)
{
	struct Coefficient c = coefficient_of(value);
	ck_assert_msg(c.p == p && c.q == q, "%.17g is %lld/%lld", value, (long long)c.p, (long long)c.q);
}

TEST(numbers_near_fractions_are_exact)
{
	is_fraction(1.0 / 3, 1, 3);
	is_fraction(-2.0 / 7, -2, 7);
	is_fraction(9.81, 981, 100);
	is_fraction(0.1 + 0.2, 3, 10);
	is_fraction(1.0 / 12 + 0.25, 1, 3);
	is_fraction(997.0 / 999, 997, 999);
	is_fraction(0, 0, 1);
	is_fraction(123456, 123456, 1);
	is_fraction(1.0 / 1001, 0, 0);
	is_fraction(0.4318, 0, 0);
	is_fraction(sqrt(2), 0, 0);
	is_fraction(1e-17, 0, 0);
	is_fraction(1e300, 0, 0);
}

TEST(multiples_of_pi_are_found)
{
	struct Coefficient times;
	ck_assert(coefficient_of_pi(acos(-1) / 6, &times) && times.p == 1 && times.q == 6);
	ck_assert(coefficient_of_pi(-acos(-1) * 3 / 4, &times) && times.p == -3 && times.q == 4);
	ck_assert(!coefficient_of_pi(1.2345678, &times));
	ck_assert(!coefficient_of_pi(0, &times));
}

TEST(sums_are_exact_or_keep_their_size)
{
	struct Coefficient third = coefficient_of(1.0 / 3), sum = coefficient_exact(0, 1);
	for (int i = 0; i < 3; i++)
		sum = coefficient_add(sum, third);
	ck_assert(coefficient_is(sum, 1));
	struct Coefficient rest = coefficient_add(coefficient_of(0.1234567), coefficient_of(0.2));
	rest = coefficient_add(rest, coefficient_of(-0.3234567));
	ck_assert(coefficient_is_zero(rest));
	ck_assert(!coefficient_is_zero(coefficient_of(1e-20)));
	ck_assert(!coefficient_is_zero(coefficient_add(coefficient_of(1), coefficient_of(-1 + 1e-12))));
}

TEST(large_fractions_are_rounded)
{
	struct Coefficient c = coefficient_exact(997, 999);
	for (int i = 0; i < 20; i++)
		c = coefficient_mul(c, coefficient_exact(997, 999));
	ck_assert(!coefficient_is_exact(c));
	ck_assert_double_eq_tol(c.value, pow(997.0 / 999, 21), 1e-15);
}

/* --- identities --- */

TEST(squares_of_sine_and_cosine_are_one)
{
	Ref x = input(0), s = dag_sin(&dag, x), c = dag_cos(&dag, x);
	ck_assert(same(dag_add_products(&dag, s, s, c, c), dag_const(&dag, 1)));
}

TEST(addition_theorems_hold)
{
	Ref x = input(0), y = input(1), sum = dag_add(&dag, x, y);
	Ref sx = dag_sin(&dag, x), cx = dag_cos(&dag, x), sy = dag_sin(&dag, y), cy = dag_cos(&dag, y);
	ck_assert(same(dag_sin(&dag, sum), dag_add_products(&dag, sx, cy, cx, sy)));
	ck_assert(same(dag_cos(&dag, sum), dag_sub_products(&dag, cx, cy, sx, sy)));
}

TEST(products_are_multiplied_out)
{
	Ref x = input(0), y = input(1), plus = dag_add(&dag, x, y), minus = dag_sub(&dag, x, y);
	ck_assert(same(dag_mul(&dag, plus, minus), dag_sub_products(&dag, x, x, y, y)));
	Ref quotient = dag_div(&dag, plus, y);
	ck_assert(same(quotient, dag_add(&dag, dag_div(&dag, x, y), dag_const(&dag, 1))));
}

TEST(quarter_turns_vanish)
{
	Ref x = input(0), quarter = dag_const(&dag, acos(-1) / 2);
	ck_assert(same(dag_sin(&dag, dag_add(&dag, x, quarter)), dag_cos(&dag, x)));
	ck_assert(same(dag_cos(&dag, dag_add(&dag, x, quarter)), dag_neg(dag_sin(&dag, x))));
	ck_assert(same(dag_sin(&dag, dag_sub(&dag, quarter, x)), dag_cos(&dag, x)));
}

TEST(functions_of_equal_values_are_one_symbol)
{
	Ref x = input(0), s = dag_sin(&dag, x), c = dag_cos(&dag, x);
	Ref one = dag_add_products(&dag, s, s, c, c), plus = dag_add(&dag, input(1), one);
	Ref left = dag_sqrt(&dag, plus), right = dag_sqrt(&dag, dag_add(&dag, input(1), dag_const(&dag, 1)));
	ck_assert(left != right && same(left, right));
	ck_assert(same(dag_over(&dag, 1, plus), dag_over(&dag, 1, dag_add(&dag, input(1), dag_const(&dag, 1)))));
}

/* R = 1 - 2 (y^2 + z^2) ... of the quaternion (x y z w) in inputs 0 to 3. */
static struct Mat rotation(void)
{
	Ref x = input(0), y = input(1), z = input(2), w = input(3), two = dag_const(&dag, 2);
	Ref v[3] = { x, y, z };
	struct Mat R;
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++) {
			Ref a = v[(i + 1) % 3], b = v[(i + 2) % 3], c = v[i == k ? i : 3 - i - k];
			Ref turned = k == (i + 1) % 3 ? dag_neg(dag_mul(&dag, c, w)) : dag_mul(&dag, c, w);
			Ref off = dag_mul(&dag, two, dag_add(&dag, dag_mul(&dag, v[i], v[k]), turned));
			Ref squares = dag_add_products(&dag, a, a, b, b);
			R.e[i][k] = i == k ? dag_sub(&dag, dag_const(&dag, 1), dag_mul(&dag, two, squares)) : off;
		}
	return R;
}

TEST(unit_quaternions_turn)
{
	algebra_add_quaternion(algebra, INPUT_Q, 0);
	struct Mat R = rotation(), product = mat_mul(&dag, R, mat_transpose(R));
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			ck_assert(same(product.e[i][k], dag_const(&dag, i == k)));
	Ref w = input(3), fourth = dag_mul(&dag, dag_mul(&dag, w, w), dag_mul(&dag, w, w));
	ck_assert_uint_eq(poly_of(fourth).count, 10);
}

TEST(too_many_terms_are_refused)
{
	struct Algebra *small = algebra_new(&arena, 100);
	Ref sum = input(0);
	struct Polynomial a;
	for (uint32_t i = 1; i < 10; i++)
		sum = dag_add(&dag, sum, dag_sin(&dag, input(i)));
	sum = dag_mul(&dag, sum, sum);
	sum = dag_mul(&dag, sum, sum);
	ck_assert(!canonical_values(small, &dag, &sum, 1, &a, NULL));
}

/* --- the form for readers --- */

static struct ProductSum form_of(Ref value)
{
	return product_sum(algebra, poly_of(value), &arena);
}

TEST(one_less_cosine_is_a_square)
{
	Ref x = input(0), twice = dag_add(&dag, x, x);
	struct ProductSum sum = form_of(dag_sub(&dag, dag_const(&dag, 1), dag_cos(&dag, twice)));
	ck_assert_uint_eq(sum.count, 1);
	ck_assert(coefficient_is(sum.term->coefficient, 2));
	ck_assert(sum.term->turns == 1 && sum.term->turn->sine && sum.term->turn->power == 2);
}

TEST(three_factors_are_one_term)
{
	Ref product = dag_sin(&dag, input(0));
	product = dag_mul(&dag, product, dag_cos(&dag, input(1)));
	product = dag_mul(&dag, product, dag_sin(&dag, input(2)));
	struct ProductSum sum = form_of(product);
	ck_assert_uint_eq(poly_of(product).count, 4);
	ck_assert_uint_eq(sum.count, 1);
	ck_assert_int_eq(sum.term->turns, 3);
}

TEST(sums_of_angles_stay)
{
	Ref sum = dag_sin(&dag, dag_add(&dag, input(0), input(1)));
	ck_assert_uint_eq(form_of(dag_add(&dag, sum, dag_sin(&dag, input(0)))).count, 2);
}

/* --- values beside MPFR --- */

static double at[INPUTS];

static void multiply_coefficient(mpfr_t out, struct Coefficient c)
{
	if (c.q) {
		mpfr_mul_si(out, out, (long)c.p, MPFR_RNDN);
		mpfr_div_si(out, out, (long)c.q, MPFR_RNDN);
	} else {
		mpfr_mul_d(out, out, c.value, MPFR_RNDN);
	}
}

/* A number as the algebra takes it: a fraction, or one times pi. */
static void constant_value(mpfr_t out, double value)
{
	struct Coefficient c = coefficient_of(value);
	mpfr_set_ui(out, 1, MPFR_RNDN);
	if (!c.q && coefficient_of_pi(value, &c))
		mpfr_const_pi(out, MPFR_RNDN);
	multiply_coefficient(out, c);
}

static void node_value(mpfr_t out, const struct Node *node, mpfr_t *value)
{
	mpfr_t x[2];
	for (int k = 0; k < 2; k++) {
		mpfr_init2(x[k], BITS);
		if (k < node_arity(node)) {
			mpfr_set(x[k], value[ref_node(node->operand[k])], MPFR_RNDN);
			mpfr_setsign(x[k], x[k], (mpfr_signbit(x[k]) != 0) != ref_negative(node->operand[k]),
			             MPFR_RNDN);
		}
	}
	switch (node->op) {
	case OP_CONST: constant_value(out, operands_number(node->operand)); break;
	case OP_INPUT: mpfr_set_d(out, at[node->operand[1]], MPFR_RNDN); break;
	case OP_ADD: mpfr_add(out, x[0], x[1], MPFR_RNDN); break;
	case OP_MUL: mpfr_mul(out, x[0], x[1], MPFR_RNDN); break;
	case OP_DIV: mpfr_div(out, x[0], x[1], MPFR_RNDN); break;
	case OP_SIN: mpfr_sin(out, x[0], MPFR_RNDN); break;
	case OP_COS: mpfr_cos(out, x[0], MPFR_RNDN); break;
	default: ck_abort_msg("operation %d", node->op);
	}
	mpfr_clears(x[0], x[1], (mpfr_ptr)NULL);
}

static double dag_value_by_mpfr(Ref ref)
{
	mpfr_t *value = malloc(dag.count * sizeof *value);
	for (size_t n = 0; n < dag.count; n++) {
		mpfr_init2(value[n], BITS);
		node_value(value[n], &dag.item[n], value);
	}
	double found = mpfr_get_d(value[ref_node(ref)], MPFR_RNDN);
	for (size_t n = 0; n < dag.count; n++)
		mpfr_clear(value[n]);
	free(value);
	return ref_negative(ref) ? -found : found;
}

static void poly_value(mpfr_t out, struct Polynomial a, double *size);

static void symbol_value(mpfr_t out, uint32_t number)
{
	const struct AlgebraSymbol *symbol = &algebra->symbol.item[number];
	double size;
	if (symbol->kind == SYMBOL_PI) {
		mpfr_const_pi(out, MPFR_RNDN);
	} else if (symbol->kind == SYMBOL_INPUT) {
		mpfr_set_d(out, at[symbol->element], MPFR_RNDN);
	} else {
		ck_assert(symbol->op == OP_DIV || symbol->op == OP_ADD);
		poly_value(out, symbol->operand[0], &size);
		if (symbol->op == OP_DIV)
			mpfr_ui_div(out, 1, out, MPFR_RNDN);
	}
}

static void product_value(mpfr_t out, uint32_t product)
{
	struct PowerList list = product_powers(&algebra->products, product);
	mpfr_t factor;
	mpfr_init2(factor, BITS);
	mpfr_set_ui(out, 1, MPFR_RNDN);
	for (int i = 0; i < list.count; i++) {
		symbol_value(factor, list.item[i].symbol);
		mpfr_pow_si(factor, factor, list.item[i].exponent, MPFR_RNDN);
		mpfr_mul(out, out, factor, MPFR_RNDN);
	}
	mpfr_clear(factor);
}

static void turn_value(mpfr_t out, uint32_t angle, bool sine)
{
	struct AnglePart part[ANGLE_PARTS];
	int count = angle_parts(&algebra->angles, angle, part);
	mpfr_t term;
	mpfr_init2(term, BITS);
	mpfr_set_ui(out, 0, MPFR_RNDN);
	for (int i = 0; i < count; i++) {
		product_value(term, part[i].product);
		multiply_coefficient(term, part[i].coefficient);
		mpfr_add(out, out, term, MPFR_RNDN);
	}
	if (sine)
		mpfr_sin(out, out, MPFR_RNDN);
	else
		mpfr_cos(out, out, MPFR_RNDN);
	mpfr_clear(term);
}

/* Value, and the sum of the absolute values of all terms. */
static void poly_value(mpfr_t out, struct Polynomial a, double *size)
{
	mpfr_t term, turn;
	mpfr_inits2(BITS, term, turn, (mpfr_ptr)NULL);
	mpfr_set_ui(out, 0, MPFR_RNDN);
	*size = 0;
	for (size_t i = 0; i < a.count; i++) {
		product_value(term, key_product(a.term[i].key));
		multiply_coefficient(term, a.term[i].coefficient);
		turn_value(turn, key_angle(a.term[i].key), key_sine(a.term[i].key));
		mpfr_mul(term, term, turn, MPFR_RNDN);
		mpfr_add(out, out, term, MPFR_RNDN);
		*size += fabs(mpfr_get_d(term, MPFR_RNDN));
	}
	mpfr_clears(term, turn, (mpfr_ptr)NULL);
}

/* The same for the form for readers, as a polynomial again: each product of sines by the algebra. */
static struct Polynomial multiplied_out(const struct ProductSum *sum)
{
	struct Polynomial out = { NULL, 0 };
	for (size_t i = 0; i < sum->count; i++) {
		const struct ProductTerm *t = &sum->term[i];
		struct Polynomial term = poly_term(algebra, term_key(t->product, 0, false), t->coefficient);
		for (int k = 0; k < t->turns; k++) {
			const struct TurnFactor *turn = &t->turn[k];
			uint64_t key = term_key(0, turn->angle, turn->sine);
			for (int n = 0; n < turn->power; n++)
				term = poly_mul(algebra, term, poly_term(algebra, key, coefficient_exact(1, 1)));
		}
		out = poly_add(algebra, out, term);
	}
	return out;
}

static double number(uint64_t *state)
{
	static const double some[] = { 1.0 / 3, 0.5, 2, 9.81, 0.4318, 1.0 / 12, 0.7071067811865476, 3, 0.25, 1e-3 };
	double value = some[random_below(state, sizeof some / sizeof *some)];
	return random_below(state, 2) ? value : -value;
}

/* A value of the last ones, or its negative. */
static Ref any(const Ref *value, int count, uint64_t *state)
{
	Ref ref = value[random_below(state, count)];
	return random_below(state, 3) ? ref : dag_neg(ref);
}

/* A sum of angles. */
static Ref angle(uint64_t *state)
{
	Ref sum = input((uint32_t)random_below(state, INPUTS));
	Ref other = input((uint32_t)random_below(state, INPUTS));
	switch (random_below(state, 4)) {
	case 0: return sum;
	case 1: return dag_sub(&dag, sum, other);
	case 2: return dag_add(&dag, sum, dag_mul(&dag, dag_const(&dag, number(state)), other));
	default: return dag_add(&dag, sum, dag_const(&dag, random_below(state, 2) ? acos(-1) / 4 : number(state)));
	}
}

static Ref random_value(uint64_t *state)
{
	enum { STEPS = 14 };
	Ref value[STEPS + INPUTS];
	int count = 0;
	for (; count < INPUTS; count++)
		value[count] = input((uint32_t)count);
	for (int i = 0; i < STEPS; i++, count++) {
		Ref a = any(value, count, state), b = any(value, count, state);
		switch (random_below(state, 7)) {
		case 0:
		case 1: value[count] = dag_add(&dag, a, b); break;
		case 2: value[count] = dag_mul(&dag, a, b); break;
		case 3: value[count] = dag_mul(&dag, a, dag_const(&dag, number(state))); break;
		case 4: value[count] = dag_sin(&dag, angle(state)); break;
		case 5: value[count] = dag_cos(&dag, angle(state)); break;
		default: value[count] = dag_div(&dag, a, input((uint32_t)random_below(state, INPUTS))); break;
		}
	}
	return value[count - 1];
}

static void compare(uint64_t seed, const char *what, struct Polynomial a, double wanted)
{
	mpfr_t found;
	double size;
	mpfr_init2(found, BITS);
	poly_value(found, a, &size);
	double off = fabs(mpfr_get_d(found, MPFR_RNDN) - wanted);
	ck_assert_msg(off <= 1e-13 * fmax(fmax(size, fabs(wanted)), 1e-40), "seed %llu, %s: %.17g, not %.17g",
	              (unsigned long long)seed, what, mpfr_get_d(found, MPFR_RNDN), wanted);
	mpfr_clear(found);
}

TEST(random_expressions_have_their_values)
{
	int cases = by_level(100, 1000, 20000);
	const char *given = getenv("RIGIDC_SEED");
	uint64_t first = given ? strtoull(given, NULL, 10) : 1;
	printf("# seed %llu\n", (unsigned long long)first);
	for (uint64_t seed = first; seed < first + (uint64_t)cases; seed++) {
		uint64_t state = seed;
		arena_end();
		begin();
		for (unsigned i = 0; i < INPUTS; i++)
			at[i] = 0.2 + 2 * fabs(random_signed(seed, 0, i));
		Ref value = random_value(&state);
		double wanted = dag_value_by_mpfr(value);
		struct Polynomial a = poly_of(value);
		compare(seed, "polynomial", a, wanted);
		struct ProductSum sum = product_sum(algebra, a, &arena);
		ck_assert_uint_le(sum.count, a.count);
		compare(seed, "form for readers", multiplied_out(&sum), wanted);
	}
}

/* Names replaced by their values, from the last to the first. */
static struct Polynomial without_names(struct Polynomial a, const struct NamedValues *named)
{
	struct Polynomial out = { NULL, 0 };
	for (size_t i = 0; i < a.count; i++) {
		struct PowerList list = product_powers(&algebra->products, key_product(a.term[i].key));
		struct Polynomial term = poly_term(algebra, key_angle(a.term[i].key) << 1 | key_sine(a.term[i].key),
		                                   a.term[i].coefficient);
		for (int k = 0; k < list.count; k++) {
			struct Polynomial factor = poly_of_symbol(algebra, list.item[k].symbol);
			for (size_t n = 0; n < named->count; n++)
				if (named->item[n].symbol == list.item[k].symbol)
					factor = without_names(named->item[n].value, named);
			if (list.item[k].exponent < 0)
				factor = poly_inverse(algebra, factor);
			for (int e = abs(list.item[k].exponent); e > 0; e--)
				term = poly_mul(algebra, term, factor);
		}
		out = poly_add(algebra, out, term);
	}
	return out;
}

TEST(names_have_their_values)
{
	for (uint64_t seed = 1; seed <= (uint64_t)by_level(20, 100, 1000); seed++) {
		uint64_t state = seed;
		struct NamedValues named = { .all = seed % 2 };
		struct Polynomial a;
		arena_end();
		begin();
		for (unsigned i = 0; i < INPUTS; i++)
			at[i] = 0.2 + 2 * fabs(random_signed(seed, 0, i));
		Ref value = random_value(&state);
		ck_assert(canonical_values(algebra, &dag, &value, 1, &a, &named));
		compare(seed, "with names", without_names(a, &named), dag_value_by_mpfr(value));
	}
}

SUITE_BETWEEN("polynomial", begin, arena_end)
