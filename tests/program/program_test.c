/* Lowering: random expressions, folded into sums, keep their value and contain no idle operation. */
#include <math.h>

#include "dag/fixture.h"
#include "program/lower.h"
#include "rewrite/passes.h"
#include "suite.h"
#include "trees/random_bits.h"

enum { INPUTS = 5, NODES = 60, RESULTS = 4 };

static double direct[INPUTS];

struct Valued {
	Ref ref;
	long double value;
};

static struct Valued random_node(uint64_t *random, const struct Valued *have, int count, bool choices)
{
	struct Valued a = have[random_below(random, count)], b = have[random_below(random, count)];
	if (random_chance(random, 30)) {
		a.ref = dag_neg(a.ref);
		a.value = -a.value;
	}
	switch (random_below(random, choices ? 7 : 6)) {
	case 0:
	case 1: return (struct Valued){ dag_add(&dag, a.ref, b.ref), a.value + b.value };
	case 2: return (struct Valued){ dag_sub(&dag, a.ref, b.ref), a.value - b.value };
	case 3: return (struct Valued){ dag_mul(&dag, a.ref, b.ref), a.value * b.value };
	case 4: return (struct Valued){ dag_sin(&dag, a.ref), sinl(a.value) };
	case 6: {
		struct Valued u = have[random_below(random, count)];
		return fabsl(u.value) < 1e-6L ? u /* its sign is noise */
		                              : (struct Valued){ dag_select(&dag, u.ref, a.ref, b.ref),
			                                         u.value < 0 ? a.value : b.value };
	}
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

/* Makes random expressions in `have`, with choices if wanted; returns their number. */
static int random_values(uint64_t *random, struct Valued *have, bool choices)
{
	int count = 0;
	for (int i = 0; i < INPUTS; i++) {
		direct[i] = random_between(random, -2, 2);
		have[count++] = (struct Valued){ input((uint32_t)i), direct[i] };
	}
	for (int i = 0; i < 3; i++) {
		double constant = i == 2 ? 0.75 : i;
		have[count++] = (struct Valued){ dag_const(&dag, constant), constant };
	}
	for (int i = 0; i < NODES; i++) {
		struct Valued next = random_node(random, have, count, choices);
		if (fabsl(next.value) < 1e3L)
			have[count++] = next;
	}
	return count;
}

/* A program that is only counted has the operations and the constants of the program itself. */
static void assert_counted(const struct Program *program, const struct Dag *of, const struct Result *result)
{
	struct Program counted = lower_dag(&arena, of, result, 1, &(struct Lower){ .counted = true });
	ck_assert_uint_eq(counted.cost[COST_MUL], program->cost[COST_MUL]);
	ck_assert_uint_eq(counted.cost[COST_ADD], program->cost[COST_ADD]);
	for (uint32_t i = 0; i < program->constants; i++) {
		bool found = false;
		for (uint32_t k = 0; k < counted.constants; k++)
			found |= fabs(program->constant[i]) == counted.constant[k];
		ck_assert_msg(found, "the constant %g is missing", program->constant[i]);
	}
}

LOOP_TEST(lowering_keeps_values, 200)
{
	uint64_t random = (uint64_t)_i + 1;
	struct Valued have[INPUTS + 3 + NODES];
	int count = random_values(&random, have, false);
	Ref value[RESULTS];
	double out[RESULTS], *outputs[1] = { out }, work[4 * NODES];
	const double *inputs[INPUT_COUNT] = { direct };
	for (int i = 0; i < RESULTS; i++)
		value[i] = have[count - 1 - i].ref;
	struct Form form = { .dag = dag, .value = value, .count = RESULTS };
	fold_sums(&form);
	struct Result result = { value, RESULTS };
	struct Program program = lower_dag(&arena, &form.dag, &result, 1, &(struct Lower){ .nesting = NODES });
	ck_assert_uint_le(program.steps, 4 * NODES);
	assert_no_idle_operation(&program);
	assert_counted(&program, &form.dag, &result);
	program_run(&program, inputs, outputs, work);
	for (int i = 0; i < RESULTS; i++) {
		long double wanted = have[count - 1 - i].value;
		ck_assert_msg(fabsl(out[i] - wanted) <= 1e-9L * (1 + fabsl(wanted)), "seed %d: %.17g, not %.17Lg",
		              _i + 1, out[i], wanted);
	}
}

/* A walk through statements in an order allowed by C: the operands of an operation from the left or from the right. */
struct Walk {
	const struct Program *program;
	bool *set, from_right;
	uint32_t place[4 * NODES]; /* step + 1 whose value each place holds */
	uint32_t statement, inside, chosen;
};

static void walk(struct Walk *w, struct Operand value);

static void set_temporary(struct Walk *w, uint32_t index)
{
	const struct Step *step = &w->program->step[index];
	for (int i = 0, count = op_table[step->op].arity; i < count; i++) {
		int k = w->from_right ? count - 1 - i : i;
		bool chosen = step->op == OP_SELECT && k > 0;
		w->chosen += chosen;
		walk(w, step->operand[k]);
		w->chosen -= chosen;
	}
	if (!step->named)
		return;
	ck_assert(!w->set[index] && !w->chosen);
	ck_assert_uint_eq(step->set, w->statement);
	w->set[index] = true;
	w->place[step->slot] = index + 1;
}

static void walk(struct Walk *w, struct Operand value)
{
	const struct Step *step = &w->program->step[value.index];
	if (value.kind != OPERAND_STEP)
		return;
	w->inside += step->inside && !w->set[value.index];
	if (!step->named || (step->inside && !w->set[value.index])) {
		set_temporary(w, value.index);
		return;
	}
	ck_assert_msg(w->set[value.index] && step->set < w->statement, "step %u is read where it is set", value.index);
	ck_assert_uint_eq(w->place[step->slot], value.index + 1);
}

/* A temporary set inside of a statement is read there once, and is set before all other uses, in any order of
 * evaluation. */
LOOP_TEST(first_uses_need_no_order, 200)
{
	static uint32_t inside;
	uint64_t random = (uint64_t)_i + 1;
	struct Valued have[INPUTS + 3 + NODES];
	int count = random_values(&random, have, true);
	Ref value[RESULTS];
	for (int i = 0; i < RESULTS; i++)
		value[i] = have[count - 1 - i].ref;
	struct Result result = { value, RESULTS };
	struct Lower how = { .nesting = 4 + _i % NODES, .first_use = true };
	struct Program program = lower_dag(&arena, &dag, &result, 1, &how);
	for (int from_right = 0; from_right < 2; from_right++) {
		struct Walk w = { .program = &program,
			          .set = ARENA_ARRAY(&arena, bool, program.steps + 1),
			          .from_right = from_right };
		ck_assert_uint_le(program.slots, 4 * NODES);
		for (w.statement = 0; w.statement < program.statements; w.statement++) {
			struct Statement statement = program.statement[w.statement];
			if (statement.store)
				walk(&w, program.store[statement.index].value);
			else
				set_temporary(&w, statement.index);
		}
		for (uint32_t i = 0; i < program.steps; i++)
			ck_assert(w.set[i] == program.step[i].named);
		inside += w.inside;
	}
	ck_assert_msg(_i < 20 || inside > 0, "nothing was ever moved");
}

SUITE_BETWEEN("program", fixture_begin, arena_end)
