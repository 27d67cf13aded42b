/* Folded sums: constants of a sum become one, and constants equal up to rounding are merged. */
#include "dag/fixture.h"
#include "program/lower.h"
#include "rewrite/passes.h"
#include "suite.h"

/* The DAG with its sums folded; then `value` refers to it. */
static struct Dag folded(Ref *value, size_t count)
{
	struct Form form = { .dag = dag, .value = value, .count = count };
	fold_sums(&form);
	return form.dag;
}

TEST(sums_merge_their_constants)
{
	Ref x = input(0), y = input(1), one = dag_const(&dag, 0.25);
	Ref sum = dag_add(&dag, one, dag_add(&dag, x, dag_add(&dag, one, y)));
	Ref product = dag_mul(&dag, dag_const(&dag, 8),
	                      dag_sub(&dag, one, dag_mul(&dag, dag_const(&dag, 3), dag_sin(&dag, x))));
	Ref value[2] = { sum, product };
	struct Dag made = folded(value, 2);
	struct Result result = { value, 2 };
	struct Program program = lower_dag(&arena, &made, &result, 1, &(struct Lower){ .nesting = 10 });
	ck_assert_uint_eq(program.cost[COST_ADD], 3); /* x + y + 0.5 and 2 - 24 sin x */
	ck_assert_uint_eq(program.cost[COST_MUL], 1);
}

TEST(constants_that_rounding_tells_apart_are_one)
{
	Ref x = input(0), y = input(1), almost = dag_const(&dag, 1 - 2e-16), other = dag_const(&dag, 1 - 2e-14);
	Ref value[3] = { dag_mul(&dag, almost, x), dag_sub(&dag, dag_const(&dag, 1), y), dag_mul(&dag, other, x) };
	struct Dag made = folded(value, 3);
	ck_assert_int_eq(made.item[ref_node(value[0])].op, OP_INPUT);
	ck_assert_int_eq(made.item[ref_node(value[2])].op, OP_MUL);
	bool exact = false;
	for (uint32_t n = 0; n < made.count; n++)
		exact |= dag_is(&made, 2 * n, 1);
	ck_assert(exact);
}

SUITE_BETWEEN("fold_sums", fixture_begin, arena_end)
