/* Derivatives of random expressions with exponentials inside of others, and high powers, that may overflow. Values and
 * derivatives are those of MPFR, whose numbers are larger. */
#include <math.h>
#include <mpfr.h>

#include "dag/sweep.h"
#include "fixture.h"
#include "level.h"
#include "suite.h"
#include "trees/random_bits.h"
#include "value_at.h"

enum { BITS = 400, NODES = 400 };

/* A value and its first and second derivative by x. */
struct Jet {
	mpfr_t d[3];
};

static struct Jet jet[NODES];
static mpfr_t work[4];

static mpfr_ptr of(uint32_t n, int order)
{
	return jet[n].d[order];
}

/* y = f(a) with f' and f'' in work[0] and work[1]: y' = f' a', y'' = f'' a'^2 + f' a'' */
static void chain(uint32_t y, uint32_t a)
{
	mpfr_mul(of(y, 1), work[0], of(a, 1), MPFR_RNDN);
	mpfr_sqr(work[2], of(a, 1), MPFR_RNDN);
	mpfr_mul(work[2], work[2], work[1], MPFR_RNDN);
	mpfr_fma(of(y, 2), work[0], of(a, 2), work[2], MPFR_RNDN);
}

static void take_exp(uint32_t y, uint32_t a)
{
	mpfr_exp(of(y, 0), of(a, 0), MPFR_RNDN);
	mpfr_set(work[0], of(y, 0), MPFR_RNDN);
	mpfr_set(work[1], of(y, 0), MPFR_RNDN);
	chain(y, a);
}

/* f' = 1/cosh^2, f'' = -2 f f' */
static void take_tanh(uint32_t y, uint32_t a)
{
	mpfr_tanh(of(y, 0), of(a, 0), MPFR_RNDN);
	mpfr_sech(work[0], of(a, 0), MPFR_RNDN);
	mpfr_sqr(work[0], work[0], MPFR_RNDN);
	mpfr_mul(work[1], work[0], of(y, 0), MPFR_RNDN);
	mpfr_mul_si(work[1], work[1], -2, MPFR_RNDN);
	chain(y, a);
}

/* f' = 1/(1 + a^2), f'' = -2 a f'^2 */
static void take_atan(uint32_t y, uint32_t a)
{
	mpfr_atan(of(y, 0), of(a, 0), MPFR_RNDN);
	mpfr_sqr(work[0], of(a, 0), MPFR_RNDN);
	mpfr_add_ui(work[0], work[0], 1, MPFR_RNDN);
	mpfr_ui_div(work[0], 1, work[0], MPFR_RNDN);
	mpfr_sqr(work[1], work[0], MPFR_RNDN);
	mpfr_mul(work[1], work[1], of(a, 0), MPFR_RNDN);
	mpfr_mul_si(work[1], work[1], -2, MPFR_RNDN);
	chain(y, a);
}

/* f' = 1/(2 y), f'' = -1/(4 y^3) */
static void take_sqrt(uint32_t y, uint32_t a)
{
	mpfr_sqrt(of(y, 0), of(a, 0), MPFR_RNDN);
	mpfr_ui_div(work[0], 1, of(y, 0), MPFR_RNDN);
	mpfr_div_ui(work[0], work[0], 2, MPFR_RNDN);
	mpfr_pow_ui(work[1], work[0], 3, MPFR_RNDN);
	mpfr_mul_si(work[1], work[1], -2, MPFR_RNDN);
	chain(y, a);
}

/* (a b)'' = a'' b + 2 a' b' + a b'' */
static void take_product(uint32_t y, uint32_t a, uint32_t b)
{
	mpfr_mul(of(y, 0), of(a, 0), of(b, 0), MPFR_RNDN);
	mpfr_fmma(of(y, 1), of(a, 1), of(b, 0), of(a, 0), of(b, 1), MPFR_RNDN);
	mpfr_fmma(work[0], of(a, 2), of(b, 0), of(a, 0), of(b, 2), MPFR_RNDN);
	mpfr_mul(work[1], of(a, 1), of(b, 1), MPFR_RNDN);
	mpfr_mul_ui(work[1], work[1], 2, MPFR_RNDN);
	mpfr_add(of(y, 2), work[0], work[1], MPFR_RNDN);
}

/* y = a/b: y' = (a' - y b')/b, y'' = (a'' - 2 y' b' - y b'')/b */
static void take_quotient(uint32_t y, uint32_t a, uint32_t b)
{
	mpfr_div(of(y, 0), of(a, 0), of(b, 0), MPFR_RNDN);
	mpfr_mul(work[0], of(y, 0), of(b, 1), MPFR_RNDN);
	mpfr_sub(work[0], of(a, 1), work[0], MPFR_RNDN);
	mpfr_div(of(y, 1), work[0], of(b, 0), MPFR_RNDN);
	mpfr_mul_ui(work[0], of(y, 1), 2, MPFR_RNDN);
	mpfr_fmma(work[0], work[0], of(b, 1), of(y, 0), of(b, 2), MPFR_RNDN);
	mpfr_sub(work[0], of(a, 2), work[0], MPFR_RNDN);
	mpfr_div(of(y, 2), work[0], of(b, 0), MPFR_RNDN);
}

/* An expression, and the node of its operands with their signs, made again by each evaluation in MPFR. */
static void take_node(uint32_t n, double x)
{
	const struct Node *node = &dag.item[n];
	uint32_t operand[2] = { NODES - 1, NODES - 2 }; /* copies with the signs of the operands */
	for (int k = 0; k < node_arity(node); k++)
		for (int order = 0; order < 3; order++) {
			mpfr_set(of(operand[k], order), of(ref_node(node->operand[k]), order), MPFR_RNDN);
			if (node->operand[k] & 1)
				mpfr_neg(of(operand[k], order), of(operand[k], order), MPFR_RNDN);
		}
	switch (node->op) {
	case OP_CONST:
	case OP_INPUT:
		mpfr_set_d(of(n, 0), node->op == OP_INPUT ? x : dag_value(&dag, 2 * n), MPFR_RNDN);
		mpfr_set_ui(of(n, 1), node->op == OP_INPUT, MPFR_RNDN);
		mpfr_set_ui(of(n, 2), 0, MPFR_RNDN);
		break;
	case OP_ADD:
		for (int order = 0; order < 3; order++)
			mpfr_add(of(n, order), of(operand[0], order), of(operand[1], order), MPFR_RNDN);
		break;
	case OP_MUL: take_product(n, operand[0], operand[1]); break;
	case OP_DIV: take_quotient(n, operand[0], operand[1]); break;
	case OP_EXP: take_exp(n, operand[0]); break;
	case OP_TANH: take_tanh(n, operand[0]); break;
	case OP_ATAN: take_atan(n, operand[0]); break;
	case OP_SQRT: take_sqrt(n, operand[0]); break;
	default: ck_abort_msg("no jet of operation %d", (int)node->op);
	}
}

/* --- random expressions --- */

static Ref times(double factor, Ref a)
{
	Ref number = dag_const(&dag, factor);
	return dag_mul(&dag, number, a);
}

static Ref plus(double number, Ref a)
{
	Ref first = dag_const(&dag, number);
	return dag_add(&dag, first, a);
}

static Ref unary(enum Op op, Ref a)
{
	return dag_op(&dag, op, &a);
}

/* An expression > 0 that overflows for large x or small x. */
static Ref growing(uint64_t *random, Ref x, int deep)
{
	double steep = random_between(random, 1, deep ? 400 : 3) * (random_below(random, 2) ? 1 : -1);
	Ref w = times(steep, x), power;
	switch (deep ? random_below(random, 6) : 0) {
	case 1: return unary(OP_EXP, growing(random, times(0.005, x), 0));
	case 2: return plus(1, dag_mul(&dag, dag_mul(&dag, x, x), unary(OP_EXP, w)));
	case 3: power = plus(1, unary(OP_EXP, w)); return dag_mul(&dag, dag_mul(&dag, power, power), power);
	case 4:
		power = w;
		for (int n = 2 * (4 + random_below(random, 30)); n > 1; n--)
			power = dag_mul(&dag, power, w);
		return power;
	case 5: {
		Ref first = growing(random, x, deep - 1);
		return dag_add(&dag, first, growing(random, x, deep - 1));
	}
	default: return unary(OP_EXP, w);
	}
}

/* An expression that tends to a limit where others overflow. */
static Ref saturated(uint64_t *random, Ref x)
{
	Ref a = growing(random, x, 2), over = plus(1, a);
	switch (random_below(random, 7)) {
	case 0: return unary(OP_TANH, a);
	case 1: return unary(OP_ATAN, a);
	case 2: return dag_over(&dag, 1, over);
	case 3: return unary(OP_EXP, dag_neg(a));
	case 4: return dag_div(&dag, x, over);
	case 5: return dag_over(&dag, 2, dag_sqrt(&dag, over));
	default: return unary(OP_TANH, dag_sub(&dag, x, a));
	}
}

static Ref expression(uint64_t *random, Ref x)
{
	Ref first = saturated(random, x), second;
	switch (random_below(random, 4)) {
	case 0: return first;
	case 1: second = saturated(random, x); return dag_mul(&dag, first, second);
	case 2: second = dag_mul(&dag, x, saturated(random, x)); return dag_add(&dag, first, second);
	default: return unary(OP_TANH, first);
	}
}

/* --- comparison --- */

/* First and second derivatives, each in all the ways that operators take. */
enum { WAYS = 6 };
static const int way_order[WAYS] = { 1, 1, 2, 2, 2, 2 };
static const char *const way_name[WAYS] = {
	"forward", "reverse", "forward of forward", "reverse of forward", "forward of reverse", "reverse of reverse"
};

static void differentiate(Ref f, Ref x, Ref *way)
{
	Ref one = dag_const(&dag, 1);
	const struct SweepInputs by = { &x, &one, 1, false };
	dag_along(&dag, &f, 1, &by, &way[0]);
	dag_gradient(&dag, &f, &one, 1, &by, &way[1]);
	for (int k = 0; k < 2; k++) {
		dag_along(&dag, &way[k], 1, &by, &way[2 + 2 * k]);
		dag_gradient(&dag, &way[k], &one, 1, &by, &way[3 + 2 * k]);
	}
}

/* Rounding of arguments up to 1e6 times the slope, at places where functions are steepest. */
static bool good(double found, double right, int order)
{
	const double steepest[] = { 0, 1e5, 1e8 };
	return fabs(found - right) <= 1e-8 * fabs(right) + 1e-11 * steepest[order];
}

LOOP_TEST(random_expressions, by_level(40, 300, 3000))
{
	uint64_t random = (uint64_t)_i + 1;
	Ref x = input(0), f = expression(&random, x), way[WAYS];
	uint32_t count = ref_node(f) + 1;
	ck_assert_uint_lt(count, NODES - 2);
	differentiate(f, x, way);
	for (int k = 0; k < 24; k++) {
		double place = ldexp(random_between(&random, -1, 1), random_below(&random, 14) - 6);
		for (uint32_t n = 0; n < count; n++)
			take_node(n, place);
		if (!isfinite(value_at(f, place)))
			continue;
		for (int w = 0; w < WAYS; w++) {
			double right = mpfr_get_d(of(ref_node(f), way_order[w]), MPFR_RNDN) * (f & 1 ? -1 : 1);
			double found = value_at(way[w], place);
			ck_assert_msg(good(found, right, way_order[w]),
			              "seed %d: %s at %g is %.17g, and should be %.17g", _i + 1, way_name[w], place,
			              found, right);
		}
	}
	ck_assert(isnan(value_at(f, NAN)) == isnan(value_at(way[2], NAN)));
}

static void begin(void)
{
	fixture_begin();
	for (uint32_t n = 0; n < NODES; n++)
		for (int order = 0; order < 3; order++)
			mpfr_init2(of(n, order), BITS);
	for (int i = 0; i < 4; i++)
		mpfr_init2(work[i], BITS);
}

static void end(void)
{
	for (uint32_t n = 0; n < NODES; n++)
		for (int order = 0; order < 3; order++)
			mpfr_clear(of(n, order));
	for (int i = 0; i < 4; i++)
		mpfr_clear(work[i]);
	arena_end();
}

SUITE_BETWEEN("growth", begin, end)
