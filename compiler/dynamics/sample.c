#include "sample.h"

#include <math.h>

#include "base/chance.h"
#include "dag/usual.h"

struct Sample sample_new(const struct Tree *tree, uint64_t seed, double reach)
{
	struct Sample sample = { tree, ARENA_ARRAY(tree->dag->arena, double, tree->nq + 1), seed };
	for (int i = 0; i < tree->nq; i++)
		sample.q[i] = reach * chance(seed, INPUT_Q, (uint32_t)i);
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		int first = link->motion == LINK_FREE ? 3 : 0;
		if (link->motion != LINK_FREE && link->motion != LINK_SPHERICAL)
			continue;
		double sum = 0, *q[4];
		for (int k = 0; k < 4; k++) {
			q[k] = &sample.q[tree->dag->item[ref_node(link->y[first + k])].operand[1]];
			sum += *q[k] * *q[k];
		}
		for (int k = 0; k < 4; k++)
			*q[k] /= sqrt(sum);
	}
	return sample;
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

/* Parameters are near their defaults: far from them bodies may be such as are not in the world. One that was given a value for good
 * has none, and nothing is computed from it. */
static double input_of(const struct Dag *dag, const struct Sample *sample, const struct Node *node)
{
	enum Input array = (enum Input)node->operand[0];
	uint32_t element = node->operand[1];
	double drawn = chance(sample->seed, array, element);
	const struct Usual *usual = sample->tree->dag->usual;
	if (array == INPUT_LANE_NUMBERS)
		return dag->usual->item[element];
	if (array == INPUT_PARAMS && element < usual->count)
		return usual->item[element] * (1 + drawn / 4) + drawn / 64;
	return array == INPUT_Q ? sample->q[element] : drawn;
}

void sample_values(const struct Dag *dag, const struct Sample *sample, const Ref *value, size_t count, double *out, double *size)
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
			number[n] = input_of(dag, sample, node);
		else
			number[n] = op_value((enum Op)node->op, operand);
		sizes[n] = size_of((enum Op)node->op, number[n], term);
	}
	for (size_t i = 0; i < count; i++) {
		out[i] = ref_negative(value[i]) ? -number[ref_node(value[i])] : number[ref_node(value[i])];
		size[i] = sizes[ref_node(value[i])];
	}
}
