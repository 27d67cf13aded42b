/* The DAG put together in other ways: random expressions keep their values and cost no more, and what the laws of a ring
 * can save is found. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "anneal.h"
#include "random_bits.h"
#include "suite.h"

enum { INPUTS = 6, CONSTANTS = 4, NODES = 80, RESULTS = 8, CYCLES = 10 };

static struct Guard guard;
static struct Arena arena;
static struct Dag dag;

static void begin(void)
{
	arena_init(&arena, &guard);
	dag_init(&dag, &arena);
}

static void end(void)
{
	arena_free(&arena);
}

static Ref input(uint32_t i)
{
	return dag_input(&dag, INPUT_Q, i);
}

/* --- values of a DAG, and how large what they are made of is --- */

struct Valued {
	long double value, size;
};

static struct Valued *all_values(const struct Dag *of, const double *in)
{
	struct Valued *v = ARENA_ARRAY(&arena, struct Valued, of->count);
	for (uint32_t n = 0; n < of->count; n++) {
		const struct Node *node = &of->item[n];
		struct Valued x[OPERANDS];
		for (int k = 0; k < node_arity(node); k++) {
			x[k] = v[ref_node(node->operand[k])];
			x[k].value = ref_negative(node->operand[k]) ? -x[k].value : x[k].value;
		}
		switch (node->op) {
		case OP_CONST: v[n].value = dag_value(of, 2 * n); break;
		case OP_INPUT: v[n].value = in[node->operand[1]]; break;
		case OP_ADD: v[n] = (struct Valued){ x[0].value + x[1].value, x[0].size + x[1].size }; break;
		case OP_MUL: v[n] = (struct Valued){ x[0].value * x[1].value, x[0].size * x[1].size }; break;
		case OP_DIV: v[n] = (struct Valued){ x[0].value / x[1].value, x[0].size / fabsl(x[1].value) }; break;
		case OP_SIN: v[n] = (struct Valued){ sinl(x[0].value), 1 + x[0].size }; break;
		default: ck_abort_msg("no such operation here");
		}
		if (!node_arity(node))
			v[n].size = fabsl(v[n].value);
	}
	return v;
}

static void assert_same(const struct Dag *was, const Ref *before, const struct Dag *is, const Ref *after, int count, int seed)
{
	uint64_t random = (uint64_t)seed;
	for (int trial = 0; trial < 5; trial++) {
		double in[INPUTS];
		for (int i = 0; i < INPUTS; i++)
			in[i] = random_between(&random, -2, 2);
		const struct Valued *x = all_values(was, in), *y = all_values(is, in);
		for (int i = 0; i < count; i++) {
			struct Valued a = x[ref_node(before[i])], b = y[ref_node(after[i])];
			long double wanted = ref_negative(before[i]) ? -a.value : a.value;
			long double found = ref_negative(after[i]) ? -b.value : b.value;
			ck_assert_msg(fabsl(found - wanted) <= 1e-13L * a.size, "seed %d, result %d: %.17Lg, not %.17Lg", seed, i,
			              found, wanted);
		}
	}
}

/* --- random expressions --- */

static Ref random_node(uint64_t *random, const Ref *have, int count)
{
	Ref a = have[random_below(random, count)] ^ random_chance(random, 30), b = have[random_below(random, count)];
	switch (random_below(random, 12)) {
	case 0: return dag_sin(&dag, a);
	case 1: return dag_div(&dag, a, input((uint32_t)random_below(random, INPUTS)));
	case 2: case 3: case 4: return dag_mul(&dag, a, have[random_below(random, INPUTS + CONSTANTS)]);
	case 5: case 6: return dag_mul(&dag, a, b);
	default: return dag_add(&dag, a, b);
	}
}

START_TEST(random_expressions_keep_their_values)
{
	static const double constant[CONSTANTS] = { 2, 0.25, 3, 0.1 };
	uint64_t random = (uint64_t)_i + 1;
	Ref have[INPUTS + CONSTANTS + NODES], value[RESULTS], now[RESULTS];
	int count = 0;
	for (uint32_t i = 0; i < INPUTS; i++)
		have[count++] = input(i);
	for (int i = 0; i < CONSTANTS; i++)
		have[count++] = dag_const(&dag, constant[i]);
	for (int i = 0; i < NODES; i++, count++)
		have[count] = random_node(&random, have, count);
	for (int i = 0; i < RESULTS; i++)
		now[i] = value[i] = have[count - 1 - random_below(&random, NODES / 2)] ^ random_chance(&random, 20);
	struct Dag made = anneal(&dag, now, RESULTS, CYCLES);
	ck_assert_uint_le(dag_cost(&made, now, RESULTS), dag_cost(&dag, value, RESULTS));
	assert_same(&dag, value, &made, now, RESULTS, _i + 1);
}
END_TEST

/* --- what there is to be found --- */

/* Sums and products by letters, in Polish notation: u to z are inputs, digits numbers. */
static Ref read_value(const char **text)
{
	char c = *(*text)++;
	if (c >= 'u' && c <= 'z')
		return input((uint32_t)(c - 'u'));
	if (c >= '0' && c <= '9')
		return dag_const(&dag, c - '0');
	Ref a = read_value(text), b = read_value(text);
	return c == '*' ? dag_mul(&dag, a, b) : c == '-' ? dag_sub(&dag, a, b) : dag_add(&dag, a, b);
}

static const struct {
	const char *what, *value; /* results one after the other */
	unsigned cost;
} laws[] = {
	{ "a common factor", "+*xy*xz", 2 },
	{ "a factor of three terms", "+*xy+*xz*xw", 3 },
	{ "a term that goes", "-+xyx", 0 },
	{ "a constant that is left", "-+x3x", 0 },
	{ "a product that goes", "-*x+yz*xy", 1 },
	{ "like terms", "+*3x*4x", 1 },
	{ "like products", "+*3*xy*x*4y", 2 },
	{ "one sum twice", "++xyz +x+yz", 2 },
	{ "one product twice", "**xyz *x*yz", 2 },
	{ "opposite sums", "-x+yz -+zyx", 2 },
	{ "sums that share a part", "++xyz ++xzw", 3 },
	{ "a part of a longer sum", "+xz ++x+yzw", 3 },
	{ "one factor inside and outside", "+*x+yzw +*xy*xz", 3 },
	{ "constants meet", "+*2+x3*4+y1", 4 },
	{ "twice", "+x+yx", 2 },
};

START_TEST(laws_are_used)
{
	Ref value[RESULTS], now[RESULTS];
	size_t count = 0;
	for (const char *text = laws[_i].value; *text;) {
		now[count] = value[count] = read_value(&text);
		count++;
		text += *text == ' ';
	}
	struct Dag made = anneal(&dag, now, count, 100);
	ck_assert_msg(dag_cost(&made, now, count) == laws[_i].cost, "%s: %u operations, not %u", laws[_i].what,
	              (unsigned)dag_cost(&made, now, count), laws[_i].cost);
	assert_same(&dag, value, &made, now, (int)count, 1);
}
END_TEST

/* A square is never negative; multiplied out it may be, by rounding. */
START_TEST(radicands_stay)
{
	Ref x = input(0), y = input(1), d = dag_sub(&dag, x, y), value[] = {
		dag_sqrt(&dag, dag_mul(&dag, d, d)),
		dag_add(&dag, dag_mul(&dag, x, x), dag_mul(&dag, y, y)),
		dag_mul(&dag, x, y),
		dag_add(&dag, dag_mul(&dag, x, dag_add(&dag, x, y)), dag_mul(&dag, y, input(2))),
	};
	struct Dag made = anneal(&dag, value, 4, 100);
	const struct Node *root = &made.item[ref_node(value[0])], *square = &made.item[ref_node(root->operand[0])];
	ck_assert_int_eq(root->op, OP_SQRT);
	ck_assert_int_eq(square->op, OP_MUL);
	ck_assert_uint_eq(square->operand[0], square->operand[1]);
}
END_TEST

/* They are refused later, with a message. */
START_TEST(infinite_constants_do_not_vanish)
{
	Ref x = input(0), huge = dag_const(&dag, INFINITY), three = dag_const(&dag, 3);
	Ref value = dag_add(&dag, dag_mul(&dag, huge, x), dag_add(&dag, dag_mul(&dag, three, x), input(1)));
	struct Dag made = anneal(&dag, &value, 1, CYCLES);
	bool found = false;
	for (uint32_t n = 0; n < made.count; n++)
		found |= made.item[n].op == OP_CONST && isinf(dag_value(&made, 2 * n));
	ck_assert(found);
}
END_TEST

START_TEST(labels_stay)
{
	Ref sum = dag_add(&dag, dag_add(&dag, input(0), input(1)), input(2)), value = dag_sin(&dag, sum);
	dag_label(&dag, sum, "w", 3, "x");
	struct Dag made = anneal(&dag, &value, 1, CYCLES);
	Ref inside = made.item[ref_node(value)].operand[0];
	ck_assert_uint_lt(ref_node(inside), made.labels);
	ck_assert_str_eq(made.label[ref_node(inside)].quantity, "w");
}
END_TEST

START_TEST(huge_ones_are_left_alone)
{
	enum { MANY = 40000 };
	Ref value = input(0);
	for (int i = 0; i < MANY; i++)
		value = dag_sin(&dag, dag_add(&dag, value, input(0)));
	Ref now = value;
	struct Dag made = anneal(&dag, &now, 1, 1000);
	ck_assert_uint_eq(dag_cost(&made, &now, 1), dag_cost(&dag, &value, 1));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("anneal");
	TCase *tests = tcase_create("dag");
	tcase_add_checked_fixture(tests, begin, end);
	tcase_set_timeout(tests, 0);
	tcase_add_loop_test(tests, random_expressions_keep_their_values, 0, 300);
	tcase_add_loop_test(tests, laws_are_used, 0, (int)(sizeof laws / sizeof *laws));
	tcase_add_test(tests, radicands_stay);
	tcase_add_test(tests, infinite_constants_do_not_vanish);
	tcase_add_test(tests, labels_stay);
	tcase_add_test(tests, huge_ones_are_left_alone);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
