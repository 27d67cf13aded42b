/* Ordered sums, contracted with fma or not: the same number of operations and the same value, in an order with short waits. */
#include <math.h>

#include "dag/fixture.h"
#include "program/lower.h"
#include "rewrite/passes.h"
#include "suite.h"

static struct Dag fused(Ref *value, bool fma)
{
	struct Form form = { .dag = dag, .value = value, .count = 1, .fma = fma };
	contract_fma(&form);
	return form.dag;
}

/* Length of the longest chain of operations. */
static int depth(const struct Dag *of, Ref value)
{
	int *at = ARENA_ARRAY(&arena, int, of->count), deepest = 0;
	for (uint32_t n = 0; n < of->count; n++) {
		for (int k = 0; k < node_arity(&of->item[n]); k++) {
			int below = at[ref_node(of->item[n].operand[k])] + 1;
			at[n] = below > at[n] ? below : at[n];
		}
		deepest = n == ref_node(value) ? at[n] : deepest;
	}
	return deepest;
}

static struct Program lowered(const struct Dag *of, Ref *value)
{
	struct Result result = { value, 1 };
	return lower_dag(&arena, of, &result, 1, &(struct Lower){ .nesting = 10 });
}

static double computed(const struct Program *program, const double *q)
{
	double work[64], found, *output[] = { &found };
	const double *in[INPUT_COUNT] = { [INPUT_Q] = q };
	program_run(program, in, output, work);
	return found;
}

static Ref product(unsigned i, unsigned j)
{
	return dag_mul(&dag, input(i), input(j));
}

/* ((((sin q0 + q1 q2) + q3 q4) - q5 q6) + q1) - q7 q8: all terms but the sine are ready at once. */
static Ref chain(void)
{
	Ref sum = dag_sin(&dag, input(0));
	sum = dag_add(&dag, sum, product(1, 2));
	sum = dag_add(&dag, sum, product(3, 4));
	sum = dag_sub(&dag, sum, product(5, 6));
	sum = dag_add(&dag, sum, input(1));
	return dag_sub(&dag, sum, product(7, 8));
}

TEST(what_is_late_comes_last)
{
	static const double q[9] = { 0.3, 1.5, -2.5, 0.7, 3.1, 1.9, -0.4, 2.2, 0.9 };
	Ref plain = chain(), late = plain;
	struct Dag made = fused(&late, true);
	struct Program before = lowered(&dag, &plain), after = lowered(&made, &late);
	ck_assert_int_eq(depth(&dag, plain), 6);
	ck_assert_int_eq(depth(&made, late), 4); /* three of them do not wait for the sine */
	bool behind_sine = false;
	for (int k = 0; k < node_arity(&made.item[ref_node(late)]); k++)
		behind_sine |= made.item[ref_node(made.item[ref_node(late)].operand[k])].op == OP_SIN;
	ck_assert(behind_sine);
	ck_assert_uint_eq(after.cost[COST_MUL], before.cost[COST_MUL]);
	ck_assert_uint_eq(after.cost[COST_ADD], before.cost[COST_ADD]);
	ck_assert(fabs(computed(&before, q) - computed(&after, q)) < 1e-14);
}

/* Doubled terms, 2 x, and terms with several readers are not taken apart. */
TEST(what_is_read_twice_is_made_once)
{
	static const double q[9] = { 0.3, 1.5, -2.5, 0.7, 3.1, 1.9, -0.4, 2.2, 0.9 };
	Ref shared = dag_add(&dag, product(1, 2), input(3)), twice = dag_add(&dag, shared, shared);
	Ref plain = dag_mul(&dag, dag_add(&dag, twice, input(4)), dag_sub(&dag, shared, product(5, 6))), same = plain;
	struct Dag made = fused(&same, true);
	struct Program before = lowered(&dag, &plain), after = lowered(&made, &same);
	ck_assert_uint_eq(after.cost[COST_MUL] + after.cost[COST_ADD], before.cost[COST_MUL] + before.cost[COST_ADD]);
	ck_assert(fabs(computed(&before, q) - computed(&after, q)) < 1e-12);
}

TEST(nothing_without_fma)
{
	Ref plain = chain(), same = plain;
	struct Dag made = fused(&same, false);
	ck_assert_ptr_eq(made.item, dag.item);
	ck_assert_uint_eq(same, plain);
}

static struct Dag ordered(Ref *value)
{
	struct Form form = { .dag = dag, .value = value, .count = 1 };
	order_sums(&form);
	return form.dag;
}

/* Pivots that follow one another: 1 / (1 / (1 / q0 + sum) + sum), with all other terms ready at once. */
static Ref pivots(void)
{
	Ref sum = input(0);
	for (unsigned i = 0; i < 2; i++) {
		sum = dag_add(&dag, dag_over(&dag, 1, sum), product(1 + 4 * i, 2 + 4 * i));
		sum = dag_add(&dag, dag_add(&dag, sum, product(3 + 4 * i, 4 + 4 * i)), input(1 + i));
	}
	return dag_over(&dag, 1, sum);
}

TEST(a_sum_waits_once_for_a_quotient)
{
	static const double q[9] = { 0.3, 1.5, -2.5, 0.7, 3.1, 1.9, -0.4, 2.2, 0.9 };
	Ref plain = pivots(), early = plain;
	struct Dag made = ordered(&early);
	struct Program before = lowered(&dag, &plain), after = lowered(&made, &early);
	ck_assert_int_eq(depth(&dag, plain), 9); /* each of two sums adds three terms to a quotient */
	ck_assert_int_eq(depth(&made, early),
	                 7); /* the second sum adds one number to a quotient; of the first 1 / q0 is ready early */
	for (int cost = 0; cost < COST_COUNT; cost++)
		ck_assert_uint_eq(after.cost[cost], before.cost[cost]);
	ck_assert(fabs(computed(&before, q) - computed(&after, q)) < 1e-14);
}

/* Without quotients the order stays as it shares the most parts. */
TEST(sums_without_quotients_stay)
{
	Ref plain = chain(), same = plain;
	struct Dag made = ordered(&same);
	ck_assert_ptr_eq(made.item, dag.item);
	ck_assert_uint_eq(same, plain);
}

SUITE_BETWEEN("fuse", fixture_begin, arena_end)
