/* Lowering: random expressions, folded into sums, keep their value and hold no idle operation. */
#include <math.h>

#include "dag/fixture.h"
#include "program/lower.h"
#include "rewrite/sums.h"
#include "suite.h"
#include "trees/random_bits.h"

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
	struct Form form = { .dag = dag, .value = value, .count = RESULTS };
	sums_fold(&form);
	struct Result result = { value, RESULTS };
	struct Program program = lower_dag(&arena, &form.dag, &result, 1, &(struct Lower){ .nesting = NODES });
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

int main(void)
{
	Suite *suite = suite_create("program");
	TCase *tests = tcase_create("lowering");
	tcase_add_checked_fixture(tests, fixture_begin, fixture_end);
	tcase_add_loop_test(tests, lowering_keeps_values, 0, 200);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
