/* Doubling moved into factors: no more operations, and identical values. */
#include <stdio.h>
#include <string.h>

#include "dag/fixture.h"
#include "rewrite/passes.h"
#include "suite.h"
#include "trees/random_bits.h"

enum { INPUTS = 5, NODES = 60, RESULTS = 6 };

static struct Dag with_doubled_factors(Ref *value, size_t count)
{
	struct Form form = { .dag = dag, .value = value, .count = count };
	double_factors(&form);
	return form.dag;
}

static void evaluate(const struct Dag *of, const double *in, double *number)
{
	for (uint32_t n = 0; n < of->count; n++) {
		const struct Node *node = &of->item[n];
		double x[OPERANDS];
		for (int k = 0; k < node_arity(node); k++)
			x[k] = ref_negative(node->operand[k]) ? -number[ref_node(node->operand[k])]
			                                      : number[ref_node(node->operand[k])];
		number[n] = node->op == OP_CONST   ? dag_value(of, 2 * n)
		            : node->op == OP_INPUT ? in[node->operand[1]]
		                                   : op_value((enum Op)node->op, x);
	}
}

static double *values(const struct Dag *of, const Ref *value, size_t count, const double *in)
{
	double *number = ARENA_ARRAY(&arena, double, of->count), *result = ARENA_ARRAY(&arena, double, count);
	evaluate(of, in, number);
	for (size_t i = 0; i < count; i++)
		result[i] = ref_negative(value[i]) ? -number[ref_node(value[i])] : number[ref_node(value[i])];
	return result;
}

static Ref doubled(Ref a)
{
	return dag_add(&dag, a, a);
}

/* The rotation matrix of a quaternion, as it is after the passes. */
static size_t rotation(Ref *R)
{
	size_t count = 0;
	Ref one = dag_const(&dag, 1), w = input(3);
	for (uint32_t i = 0; i < 3; i++) {
		Ref x = input(i), y = input((i + 1) % 3), z = input((i + 2) % 3);
		R[count++] = dag_sub(&dag, one, doubled(dag_add_products(&dag, y, y, z, z)));
		R[count++] = doubled(dag_sub_products(&dag, x, y, z, w));
		R[count++] = doubled(dag_add_products(&dag, x, y, z, w));
	}
	return count;
}

START_TEST(three_factors_of_a_rotation_are_doubled)
{
	Ref R[10];
	size_t count = rotation(R);
	ck_assert_uint_eq(dag_operations(&dag, R, count), 9 + 21);
	struct Dag made = with_doubled_factors(R, count);
	ck_assert_uint_eq(dag_operations(&made, R, count), 9 + 15);
}
END_TEST

START_TEST(a_multiple_takes_the_two_back)
{
	Ref R[10];
	size_t count = rotation(R);
	const struct Node *sum = &dag.item[ref_node(R[1])];
	R[count++] = dag_mul(&dag, dag_const(&dag, 0.3), sum->operand[0]);
	uint64_t before = dag_operations(&dag, R, count);
	const double in[INPUTS] = { 0.1, 0.2, 0.3, 0.4 };
	const double *was = values(&dag, R, count, in);
	struct Dag made = with_doubled_factors(R, count);
	ck_assert_uint_eq(dag_operations(&made, R, count), before - 6);
	ck_assert_mem_eq(values(&made, R, count, in), was, count * sizeof *was);
}
END_TEST

START_TEST(what_others_read_stays)
{
	Ref half = dag_add_products(&dag, input(0), input(1), input(2), input(3));
	Ref value[2] = { doubled(half), dag_mul(&dag, half, input(4)) };
	uint64_t before = dag_operations(&dag, value, 2);
	struct Dag made = with_doubled_factors(value, 2);
	ck_assert_uint_eq(dag_operations(&made, value, 2), before);
}
END_TEST

/* Sums of products, doubled or a multiple of them; products of the numbers used are exact. */
static void draw_expressions(uint64_t *random, Ref *value)
{
	Ref node[NODES];
	for (int i = 0; i < NODES; i++) {
		Ref a = i < INPUTS ? input((uint32_t)i) : node[random_below(random, i)] ^ (Ref)random_below(random, 2);
		Ref b = i < INPUTS ? a : node[random_below(random, i)];
		switch (i < INPUTS ? 4 : random_below(random, 4)) {
		case 0: node[i] = dag_mul(&dag, a, b); break;
		case 1: node[i] = dag_add(&dag, a, b); break;
		case 2: node[i] = doubled(a); break;
		case 3: node[i] = dag_mul(&dag, dag_const(&dag, 0.25), a); break;
		default: node[i] = a;
		}
	}
	for (int i = 0; i < RESULTS; i++)
		value[i] = node[NODES - 1 - i];
}

START_TEST(random_expressions_keep_their_values)
{
	uint64_t random = (uint64_t)_i;
	Ref value[RESULTS];
	draw_expressions(&random, value);
	double in[INPUTS];
	for (int i = 0; i < INPUTS; i++)
		in[i] = random_between(&random, -1, 1);
	uint64_t before = dag_operations(&dag, value, RESULTS);
	const double *was = values(&dag, value, RESULTS, in);
	struct Dag made = with_doubled_factors(value, RESULTS);
	const double *is = values(&made, value, RESULTS, in);
	ck_assert_uint_le(dag_operations(&made, value, RESULTS), before);
	for (int i = 0; i < RESULTS; i++)
		ck_assert_msg(was[i] == is[i] || (was[i] != was[i] && is[i] != is[i]), "seed %d: %.17g is now %.17g",
		              _i, was[i], is[i]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("doubling");
	TCase *tests = tcase_create("doubling");
	tcase_add_checked_fixture(tests, fixture_begin, fixture_end);
	tcase_add_test(tests, three_factors_of_a_rotation_are_doubled);
	tcase_add_test(tests, a_multiple_takes_the_two_back);
	tcase_add_test(tests, what_others_read_stays);
	tcase_add_loop_test(tests, random_expressions_keep_their_values, 0, 300);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
