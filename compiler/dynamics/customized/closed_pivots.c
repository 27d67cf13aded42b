/* The error of a divisor is estimated from the roundings of its operands. The closed states are samples: a search, no
 * proof. */
#include "closed_pivots.h"

#include <math.h>

/* Largest error of a divisor, and its least value beside its largest one. */
static const double most_error = 1e-9, least_of_largest = 1e-3;

/* A divisor at the states so far. */
struct Seen {
	double least, most;
	bool holds;
};

static void see(struct Seen *seen, bool first, double value, double error)
{
	seen->holds &= isfinite(value) && error <= most_error * fabs(value) && fabs(value) > 0;
	seen->least = first ? value : fmin(seen->least, value);
	seen->most = first ? value : fmax(seen->most, value);
}

static bool holds(const struct Seen *seen)
{
	double near = fmin(fabs(seen->least), fabs(seen->most)), far = fmax(fabs(seen->least), fabs(seen->most));
	return seen->holds && seen->least * seen->most > 0 && near >= least_of_largest * far;
}

static struct Sample closed_state(const struct Tree *tree, int number)
{
	struct Sample sample = sample_new(tree, (uint64_t)number, 1);
	const struct DefaultValues *parameters = tree->dag->default_value;
	sample.q = tree->closed[number];
	if (parameters)
		sample.drawn = ARENA_ARRAY(tree->dag->arena, bool, parameters->count + 1);
	return sample;
}

/* At other values of parameters a divisor could vanish. */
static bool reads_parameters(const struct Dag *dag, const Ref *divisor, int count)
{
	struct NeededNodes needed = sample_needed(dag->arena, dag, divisor, (size_t)count);
	bool any = false;
	for (size_t i = 0; i < needed.nodes; i++) {
		const struct Node *node = &dag->item[needed.node[i]];
		any |= node->op == OP_INPUT && node->operand[0] == INPUT_PARAMS;
	}
	return any;
}

bool closed_pivots_hold(const struct Dag *dag, const struct Tree *tree, const Ref *divisor, int count)
{
	struct Seen *seen = ARENA_ARRAY(dag->arena, struct Seen, count);
	double *value = ARENA_ARRAY(dag->arena, double, count), *error = ARENA_ARRAY(dag->arena, double, count);
	bool all = tree->closeds > 0 && !reads_parameters(dag, divisor, count);
	for (int i = 0; i < count; i++)
		seen[i].holds = true;
	for (int state = 0; state < tree->closeds; state++) {
		struct Sample sample = closed_state(tree, state);
		sample_errors(dag, &sample, divisor, (size_t)count, value, error);
		for (int i = 0; i < count; i++)
			see(&seen[i], state == 0, value[i], error[i]);
	}
	for (int i = 0; i < count; i++)
		all &= holds(&seen[i]);
	return all;
}
