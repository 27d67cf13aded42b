/* Annealing of the DAG: random expressions keep their values and cost no more, savings by the laws of a
 * ring are found, and divisors stay. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dag/fixture.h"
#include "rewrite/passes.h"
#include "rewrite/mutable_dag.h"
#include "suite.h"
#include "trees/random_bits.h"

enum { INPUTS = 6, CONSTANTS = 4, NODES = 80, RESULTS = 8, CYCLES = 2 };

/* The DAG after so many cycles; then `value` refers to it. */
static struct Dag annealed(Ref *value, size_t count, int cycles)
{
	struct Form form = { .dag = dag, .value = value, .count = count, .cycles = cycles };
	anneal(&form);
	return form.dag;
}

/* --- values of a DAG, and the size of their terms --- */

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

static void assert_same(const struct Dag *was, const Ref *before, const struct Dag *is, const Ref *after, int count,
                        int seed)
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
			ck_assert_msg(fabsl(found - wanted) <= 1e-13L * a.size,
			              "seed %d, result %d: %.17Lg, not %.17Lg", seed, i, found, wanted);
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
	case 2:
	case 3:
	case 4: return dag_mul(&dag, a, have[random_below(random, INPUTS + CONSTANTS)]);
	case 5:
	case 6: return dag_mul(&dag, a, b);
	default: return dag_add(&dag, a, b);
	}
}

LOOP_TEST(random_expressions_keep_their_values, 300)
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
	struct Dag made = annealed(now, RESULTS, CYCLES);
	ck_assert_uint_le(dag_cost(&made, now, RESULTS), dag_cost(&dag, value, RESULTS));
	assert_same(&dag, value, &made, now, RESULTS, _i + 1);
}

/* --- known savings --- */

/* Sums, products and quotients in Polish notation: u to z are inputs, digits are constants. */
static Ref read_value(const char **text)
{
	char c = *(*text)++;
	if (c >= 'u' && c <= 'z')
		return input((uint32_t)(c - 'u'));
	if (c >= '0' && c <= '9')
		return dag_const(&dag, c - '0');
	Ref a = read_value(text), b = read_value(text);
	switch (c) {
	case '*': return dag_mul(&dag, a, b);
	case '/': return dag_div(&dag, a, b);
	case '-': return dag_sub(&dag, a, b);
	default: return dag_add(&dag, a, b);
	}
}

static const struct {
	const char *what, *value; /* results in sequence */
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
	{ "a common factor in a numerator", "/+*xy*xzw", 3 },
	{ "a term that goes in a numerator", "/-+xyxw", 1 },
	{ "a numerator that goes", "+z/--+xyxyw", 0 },
	{ "one quotient twice", "/+*xy*xzw /*x+yzw", 3 },
	{ "opposite quotients", "/-xyw /-yxw", 2 },
	{ "a common divisor", "+/xw/yw", 2 },
	{ "a factor before a quotient", "+*x/yw/zw", 3 },
	{ "a product in a numerator", "*x/yw /*xyw", 2 },
	{ "a divisor stays", "/w+*xy*xz", 4 },
	{ "a numerator in a divisor stays", "/u/+*xy*xzw", 5 },
};

static size_t read_values(const char *text, Ref *value)
{
	size_t count = 0;
	while (*text) {
		value[count++] = read_value(&text);
		text += *text == ' ';
	}
	return count;
}

LOOP_TEST(laws_are_used, (int)(sizeof laws / sizeof *laws))
{
	Ref value[RESULTS], now[RESULTS];
	size_t count = read_values(laws[_i].value, value);
	memcpy(now, value, sizeof now);
	struct Dag made = annealed(now, count, 100);
	ck_assert_msg(dag_cost(&made, now, count) == laws[_i].cost, "%s: %u operations, not %u", laws[_i].what,
	              (unsigned)dag_cost(&made, now, count), laws[_i].cost);
	assert_same(&dag, value, &made, now, (int)count, 1);
}

/* Examples from the headers of the deterministic passes. */
static const struct {
	void (*pass)(struct Form *form);
	const char *what, *value;
	unsigned cost;
} examples[] = {
	{ fold_sums, "constants of a sum", "++x2+y3", 2 },
	{ fold_sums, "a constant multiplied out", "*/12+*4x6", 2 },
	{ fold_sums, "a constant that stays", "*/12+xy", 2 },
	{ factor_sums, "a common factor", "++*xy*xzw", 3 },
	{ factor_sums, "a factor of both terms again", "+++*xy*xz*wy*wz", 3 },
	{ factor_sums, "a common number", "-*3x*3y", 2 },
	{ factor_sums, "twice", "-*3xx", 1 },
	{ pairwise_cse, "a part of two sums", "++xyz ++wzx", 3 },
	{ pairwise_cse, "a part of the other sign", "-+xyz +-wxz", 3 },
	{ pairwise_cse, "a part of two products", "**xyz **xwz", 3 },
};

TEST(constants_are_rounded)
{
	double sum = 0.7 + 0.1;
	ck_assert_double_lt(sum, 0.8);
	Ref x = dag_mul(&dag, dag_const(&dag, 0.8), input(0));
	Ref value = dag_add(&dag, x, dag_mul(&dag, dag_const(&dag, sum), input(1)));
	struct Form form = { .dag = dag, .value = &value, .count = 1 };
	fold_sums(&form);
	factor_sums(&form);
	ck_assert_uint_eq(dag_cost(&form.dag, &value, 1), 2); /* 0.8 (x + y) */
}

LOOP_TEST(examples_are_right, (int)(sizeof examples / sizeof *examples))
{
	Ref value[RESULTS], now[RESULTS];
	size_t count = read_values(examples[_i].value, value);
	memcpy(now, value, sizeof now);
	struct Form form = { .dag = dag, .value = now, .count = count };
	examples[_i].pass(&form);
	unsigned cost = (unsigned)dag_cost(&form.dag, now, count);
	ck_assert_msg(cost == examples[_i].cost, "%s: %u operations, not %u", examples[_i].what, cost,
	              examples[_i].cost);
	assert_same(&dag, value, &form.dag, now, (int)count, 1);
}

/* --- costs of changes --- */

/* Opens an expression whose first result is x y + x z, and finds x, y and z. */
static struct MutableDag open_sum(const char *text, Ref *x, Ref *y, Ref *z)
{
	Ref value[RESULTS];
	size_t count = read_values(text, value);
	struct MutableDag mutable = mutable_open(&dag, value, count);
	const struct MutableNode *sum = mutable_node(&mutable, mutable.result[0]);
	const struct MutableNode *left = mutable_node(&mutable, sum->operand[0]),
				 *right = mutable_node(&mutable, sum->operand[1]);
	*x = left->operand[0];
	*y = left->operand[1];
	*z = right->operand[1];
	return mutable;
}

TEST(a_new_definition_is_weighed)
{
	Ref x, y, z;
	struct MutableDag mutable = open_sum("+*xy*xz", &x, &y, &z);
	uint32_t n = ref_node(mutable.result[0]);
	Ref now = mutable_mul(&mutable, x, mutable_add(&mutable, y, z));
	ck_assert_int_eq(mutable_weigh(&mutable, n, now).cost, -1);
	ck_assert_uint_eq(mutable.cost, 3);
	mutable_change(&mutable, n, now);
	ck_assert_uint_eq(mutable.cost, 2);
	ck_assert_uint_eq(mutable.result[0], 2 * n);
	ck_assert_uint_ne(mutable_find(&mutable, OP_MUL, x, y), MUTABLE_NONE);
	mutable_sweep(&mutable);
	ck_assert_uint_eq(mutable_find(&mutable, OP_MUL, x, y), MUTABLE_NONE);
}

TEST(what_is_there_is_weighed)
{
	Ref x, y, z;
	struct MutableDag mutable = open_sum("+*xy*xz *x+yz", &x, &y, &z);
	uint32_t n = ref_node(mutable.result[0]);
	ck_assert_int_eq(mutable_weigh(&mutable, n, mutable.result[1]).cost, -3);
	mutable_change(&mutable, n, mutable.result[1]);
	ck_assert_uint_eq(mutable.cost, 2);
	ck_assert_uint_eq(mutable.result[0], mutable.result[1]);
}

TEST(divisions_are_weighed)
{
	Ref value[RESULTS];
	struct MutableDag mutable = mutable_open(&dag, value, read_values("+/xw/yw *x/zw", value));
	const struct MutableNode *sum = mutable_node(&mutable, mutable.result[0]);
	struct MutableNode left = *mutable_node(&mutable, sum->operand[0]),
			   right = *mutable_node(&mutable, sum->operand[1]);
	Ref now = mutable_div(&mutable, mutable_add(&mutable, left.operand[0], right.operand[0]), left.operand[1]);
	struct MutableChange change = mutable_weigh(&mutable, ref_node(mutable.result[0]), now);
	ck_assert_int_eq(change.cost, -1);
	ck_assert_int_eq(change.divisions, -1);
	mutable_change(&mutable, ref_node(mutable.result[0]), now);
	ck_assert_uint_eq(mutable.divisions, 2);
}

/* A square is never negative; expanded, it may be by rounding. */
TEST(radicands_stay)
{
	Ref x = input(0), y = input(1), d = dag_sub(&dag, x, y),
	    value[] = {
		    dag_sqrt(&dag, dag_mul(&dag, d, d)),
		    dag_add(&dag, dag_mul(&dag, x, x), dag_mul(&dag, y, y)),
		    dag_mul(&dag, x, y),
		    dag_add(&dag, dag_mul(&dag, x, dag_add(&dag, x, y)), dag_mul(&dag, y, input(2))),
	    };
	struct Dag made = annealed(value, 4, 100);
	const struct Node *root = &made.item[ref_node(value[0])], *square = &made.item[ref_node(root->operand[0])];
	ck_assert_int_eq(root->op, OP_SQRT);
	ck_assert_int_eq(square->op, OP_MUL);
	ck_assert_uint_eq(square->operand[0], square->operand[1]);
}

/* The numbers of all nodes at some point, by the operations in order. */
static double *all_numbers(const struct Dag *of, const double *in)
{
	double *number = ARENA_ARRAY(&arena, double, of->count);
	for (uint32_t n = 0; n < of->count; n++) {
		const struct Node *node = &of->item[n];
		double x[OPERANDS];
		for (int k = 0; k < node_arity(node); k++) {
			double size = number[ref_node(node->operand[k])];
			x[k] = ref_negative(node->operand[k]) ? -size : size;
		}
		number[n] = node->op == OP_CONST   ? dag_value(of, 2 * n)
		            : node->op == OP_INPUT ? in[node->operand[1]]
		                                   : op_value((enum Op)node->op, x);
	}
	return number;
}

/* Divisors of the quotients needed by the values, without signs. */
struct Divisors {
	double number[NODES];
	int count;
};

static struct Divisors divisors_of(const struct Dag *of, const Ref *value, size_t count, const double *in)
{
	const double *number = all_numbers(of, in);
	bool *live = ARENA_ARRAY(&arena, bool, of->count);
	struct Divisors divisors = { .count = 0 };
	for (size_t i = 0; i < count; i++)
		live[ref_node(value[i])] = true;
	for (uint32_t n = (uint32_t)of->count; n-- > 0;) {
		const struct Node *node = &of->item[n];
		for (int k = 0; live[n] && k < node_arity(node); k++)
			live[ref_node(node->operand[k])] = true;
		if (live[n] && node->op == OP_DIV)
			divisors.number[divisors.count++] = fabs(number[ref_node(node->operand[1])]);
	}
	return divisors;
}

static bool has_number(const struct Divisors *divisors, double number)
{
	for (int i = 0; i < divisors->count; i++)
		if (memcmp(&divisors->number[i], &number, sizeof number) == 0)
			return true;
	return false;
}

/* Annealing may change numerators, but divisors keep their bits, and their number does not grow. */
LOOP_TEST(divisors_stay, 300)
{
	uint64_t random = (uint64_t)_i + 1;
	Ref have[INPUTS + NODES], value[RESULTS], now[RESULTS];
	double in[INPUTS];
	int count = 0;
	for (uint32_t i = 0; i < INPUTS; i++)
		have[count++] = input(i);
	while (count < INPUTS + NODES) {
		Ref a = have[random_below(&random, count)] ^ random_chance(&random, 30);
		Ref b = have[random_below(&random, count)];
		int op = random_below(&random, 8);
		have[count++] = !op ? dag_div(&dag, a, b) : op < 4 ? dag_mul(&dag, a, b) : dag_add(&dag, a, b);
	}
	for (int i = 0; i < RESULTS; i++)
		now[i] = value[i] = have[count - 1 - random_below(&random, NODES / 2)];
	struct Dag made = annealed(now, RESULTS, CYCLES);
	ck_assert_uint_le(dag_cost(&made, now, RESULTS), dag_cost(&dag, value, RESULTS));
	for (int i = 0; i < INPUTS; i++)
		in[i] = random_between(&random, 1, 2);
	struct Divisors before = divisors_of(&dag, value, RESULTS, in);
	struct Divisors after = divisors_of(&made, now, RESULTS, in);
	ck_assert_int_le(after.count, before.count);
	for (int i = 0; i < after.count; i++)
		ck_assert_msg(has_number(&before, after.number[i]), "seed %d: a divisor is %.17g", _i + 1,
		              after.number[i]);
}

/* Infinite constants must stay, since they are refused later, with a message. */
TEST(infinite_constants_do_not_vanish)
{
	Ref x = input(0), huge = dag_const(&dag, INFINITY), three = dag_const(&dag, 3);
	Ref value = dag_add(&dag, dag_mul(&dag, huge, x), dag_add(&dag, dag_mul(&dag, three, x), input(1)));
	struct Dag made = annealed(&value, 1, CYCLES);
	bool found = false;
	for (uint32_t n = 0; n < made.count; n++)
		found |= made.item[n].op == OP_CONST && isinf(dag_value(&made, 2 * n));
	ck_assert(found);
}

TEST(labels_stay)
{
	Ref sum = dag_add(&dag, dag_add(&dag, input(0), input(1)), input(2)), value = dag_sin(&dag, sum);
	dag_label(&dag, sum, "w", 3, "x");
	struct Dag made = annealed(&value, 1, CYCLES);
	Ref inside = made.item[ref_node(value)].operand[0];
	ck_assert_uint_lt(ref_node(inside), made.labels);
	ck_assert_str_eq(dag_label_of(&made, ref_node(inside))->quantity, "w");
}

TEST(huge_ones_are_left_alone)
{
	enum { MANY = 40000 };
	Ref value = input(0);
	for (int i = 0; i < MANY; i++)
		value = dag_sin(&dag, dag_add(&dag, value, input(0)));
	Ref now = value;
	struct Dag made = annealed(&now, 1, 1000);
	ck_assert_uint_eq(dag_cost(&made, &now, 1), dag_cost(&dag, &value, 1));
}

SUITE_BETWEEN("annealing", fixture_begin, arena_end)
