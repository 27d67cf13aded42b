#include "audit.h"

#include <float.h>
#include <math.h>

#include "dag/usual.h"

enum { STATES = 3 };
static const double tolerance = 1e-8; /* of ill-conditioned models too: this looks for slips, not for digits */

struct State {
	const struct Tree *tree;
	double *q;
	uint64_t seed;
};

/* In [-1, 1), the same for the same element of the same state. */
static double draw(uint64_t seed, unsigned array, uint32_t element)
{
	uint64_t x = seed * 0x9e3779b97f4a7c15u + array * 0xbf58476d1ce4e5b9u + element * 0x94d049bb133111ebu;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return (double)((x ^ x >> 31) >> 11) / 4503599627370496.0 - 1;
}

static struct State state_new(const struct Tree *tree, uint64_t seed)
{
	struct State state = { tree, ARENA_ARRAY(tree->dag->arena, double, tree->nq + 1), seed };
	for (int i = 0; i < tree->nq; i++)
		state.q[i] = draw(seed, INPUT_Q, (uint32_t)i);
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		int first = link->motion == LINK_FREE ? 3 : 0;
		if (link->motion != LINK_FREE && link->motion != LINK_SPHERICAL)
			continue;
		double sum = 0, *q[4];
		for (int k = 0; k < 4; k++) {
			q[k] = &state.q[tree->dag->item[ref_node(link->y[first + k])].operand[1]];
			sum += *q[k] * *q[k];
		}
		for (int k = 0; k < 4; k++)
			*q[k] /= sqrt(sum);
	}
	return state;
}

/* How large the terms are that a number is the sum of, though they may cancel. */
static double size_of(enum Op op, double number, const double *size)
{
	switch (op) {
	case OP_ADD: return size[0] + size[1];
	case OP_MUL: return size[0] * size[1];
	case OP_FMA: return size[0] * size[1] + size[2];
	default: return fabs(number);
	}
}

/* Parameters are near their defaults: far from them bodies may be such as are not in the world. */
static double input_of(const struct Dag *dag, const struct State *state, const struct Node *node)
{
	enum Input array = (enum Input)node->operand[0];
	uint32_t element = node->operand[1];
	double drawn = draw(state->seed, array, element);
	if (array == INPUT_LANE_NUMBERS)
		return dag->usual->item[element];
	if (array == INPUT_PARAMS)
		return state->tree->dag->usual->item[element] * (1 + drawn / 4) + drawn / 64;
	return array == INPUT_Q ? state->q[element] : drawn;
}

static void evaluate(const struct Dag *dag, const struct State *state, const Ref *value, size_t count, double *out,
                     double *size)
{
	double *number = ARENA_ARRAY(dag->arena, double, dag->count), *sizes = ARENA_ARRAY(dag->arena, double, dag->count);
	for (uint32_t n = 0; n < dag->count; n++) {
		const struct Node *node = &dag->item[n];
		double operand[OPERANDS] = { 0 }, term[OPERANDS] = { 0 };
		for (int k = 0; k < node_arity(node); k++) {
			double x = number[ref_node(node->operand[k])];
			operand[k] = ref_negative(node->operand[k]) ? -x : x;
			term[k] = sizes[ref_node(node->operand[k])];
		}
		if (node->op == OP_CONST)
			number[n] = dag_value(dag, 2 * n);
		else if (node->op == OP_INPUT)
			number[n] = input_of(dag, state, node);
		else
			number[n] = op_value((enum Op)node->op, operand);
		sizes[n] = size_of((enum Op)node->op, number[n], term);
	}
	for (size_t i = 0; i < count; i++) {
		out[i] = ref_negative(value[i]) ? -number[ref_node(value[i])] : number[ref_node(value[i])];
		size[i] = sizes[ref_node(value[i])];
	}
}

static double largest_of(const double *value, size_t count)
{
	double largest = 0;
	for (size_t i = 0; i < count; i++)
		largest = isfinite(value[i]) ? fmax(largest, fabs(value[i])) : largest;
	return largest;
}

/* Where M is singular, or nearly so, its inverse is noise: values that a rounding of q changes are not compared. */
static void forget_noise(struct State *state, const Ref *value, double *expected, size_t count)
{
	const struct Dag *dag = state->tree->dag;
	double *again = ARENA_ARRAY(dag->arena, double, count), largest = largest_of(expected, count);
	bool noise = false;
	for (int i = 0; i < state->tree->nq; i++)
		state->q[i] *= 1 + 4 * DBL_EPSILON;
	evaluate(dag, state, value, count, again, ARENA_ARRAY(dag->arena, double, count));
	for (size_t i = 0; i < count; i++)
		noise |= isfinite(expected[i]) && !(fabs(again[i] - expected[i]) <= tolerance * largest);
	for (size_t i = 0; i < count && noise; i++)
		expected[i] = NAN;
}

struct Audit audit_begin(const struct Tree *tree, const Ref *value, size_t count)
{
	struct Audit audit = { .tree = tree, .count = count };
	audit.expected = ARENA_ARRAY(tree->dag->arena, double, STATES * count);
	audit.size = ARENA_ARRAY(tree->dag->arena, double, STATES * count);
	for (uint64_t seed = 0; seed < STATES; seed++) {
		struct State state = state_new(tree, seed);
		evaluate(tree->dag, &state, value, count, audit.expected + seed * count, audit.size + seed * count);
		forget_noise(&state, value, audit.expected + seed * count, count);
	}
	return audit;
}

void audit_check(const struct Audit *audit, const struct Dag *dag, const Ref *value, const char *pass)
{
	const double rounding = 1e-12; /* where everything cancels */
	double *found = audit->expected ? ARENA_ARRAY(dag->arena, double, audit->count) : NULL;
	double *size = ARENA_ARRAY(dag->arena, double, audit->count);
	for (uint64_t seed = 0; found && seed < STATES; seed++) {
		struct State state = state_new(audit->tree, seed);
		const double *expected = audit->expected + seed * audit->count;
		evaluate(dag, &state, value, audit->count, found, size);
		double terms = fmax(largest_of(size, audit->count), largest_of(audit->size + seed * audit->count, audit->count));
		double allowed = fmax(tolerance * largest_of(expected, audit->count), rounding * terms);
		for (size_t i = 0; i < audit->count; i++)
			if (isfinite(expected[i]) && !(fabs(found[i] - expected[i]) <= allowed))
				NEVER(dag->arena, text_print(dag->arena, "value %zu is %g, not %g, after %s", i, found[i],
				                             expected[i], pass));
	}
}
