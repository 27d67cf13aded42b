#include "sample.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "base/random.h"

/* A sine or cosine at a state. The same angles are asked for again and again: each elimination of a search looks at the
 * same states, and an exact sine costs as much as a hundred products. */
struct SineAt {
	uint64_t angle; /* its bits */
	enum Op op;     /* OP_CONST: none yet */
	double value;
};

enum { SINES_KEPT = 64 };

static double sine_at(const struct Sample *sample, enum Op op, const double *x)
{
	uint64_t angle;
	memcpy(&angle, x, sizeof angle);
	struct SineAt *at = &sample->sine[((angle ^ angle >> 29) * 2654435761u >> 20 ^ op) % SINES_KEPT];
	if (at->op != op || at->angle != angle)
		*at = (struct SineAt){ angle, op, op_folded(op, x) };
	return at->value;
}

struct Sample sample_new(const struct Tree *tree, uint64_t seed, double reach)
{
	struct Arena *arena = tree->dag->arena;
	struct Sample sample = { tree, ARENA_ARRAY(arena, double, tree->nq + 1), seed, NULL, NULL };
	sample.sine = ARENA_ARRAY(arena, struct SineAt, SINES_KEPT);
	for (int i = 0; i < tree->nq; i++)
		sample.q[i] = reach * random_signed(seed, INPUT_Q, (uint32_t)i);
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

static double number_of(const double *number, Ref a)
{
	return ref_negative(a) ? -number[ref_node(a)] : number[ref_node(a)];
}

/* Size of a number: the sum of the absolute terms, which may cancel in the number. */
static double size_of(enum Op op, double number, const double *size)
{
	switch (op) {
	case OP_ADD: return size[0] + size[1];
	case OP_MUL: return size[0] * size[1];
	case OP_FMA: return size[0] * size[1] + size[2];
	default: return fabs(number);
	}
}

/* Parameters are drawn near their default values, since far from them bodies may be physically impossible. */
double sample_input(const struct Dag *dag, const struct Sample *sample, const struct Node *node)
{
	enum Input array = (enum Input)node->operand[0];
	uint32_t element = node->operand[1];
	double drawn = random_signed(sample->seed, array, element);
	const struct DefaultValues *default_value = sample->tree->dag->default_value;
	if (array == INPUT_LIMB_NUMBERS)
		return dag->default_value->item[element];
	if (array == INPUT_PARAMS && sample->drawn && !sample->drawn[element])
		return default_value->item[element];
	if (array == INPUT_PARAMS)
		return default_value->item[element] * (1 + drawn / 4) + drawn / 64;
	if (array == INPUT_U && sample->drawn)
		return dag->u[element];
	if (array == INPUT_S && sample->drawn)
		return dag->s[element];
	return array == INPUT_Q ? sample->q[element] : drawn;
}

static double node_value(const struct Dag *dag, const struct Sample *sample, uint32_t n, const double *number)
{
	const struct Node *node = &dag->item[n];
	double operand[OPERANDS] = { 0 };
	if (node->op == OP_CONST)
		return dag_value(dag, 2 * n);
	for (int k = 0; k < node_arity(node); k++)
		operand[k] = number_of(number, node->operand[k]);
	if (node->op == OP_ADD || node->op == OP_MUL) /* most nodes */
		return node->op == OP_ADD ? operand[0] + operand[1] : operand[0] * operand[1];
	if ((node->op == OP_SIN || node->op == OP_COS) && sample->sine)
		return sine_at(sample, (enum Op)node->op, operand);
	return node->op == OP_INPUT ? sample_input(dag, sample, node) : op_folded((enum Op)node->op, operand);
}

/* Values of all nodes. */
static double *numbers_at(const struct Dag *dag, const struct Sample *sample)
{
	double *number = ARENA_ARRAY(dag->arena, double, dag->count);
	for (uint32_t n = 0; n < dag->count; n++)
		number[n] = node_value(dag, sample, n, number);
	return number;
}

struct NeededNodes sample_needed(struct Arena *arena, const struct Dag *dag, const Ref *value, size_t count)
{
	struct NeededNodes needed = { .dag = dag, .value = value, .count = count };
	const bool *wanted = dag_live(arena, dag, value, count);
	for (uint32_t n = 0; n < dag->count; n++)
		needed.nodes += wanted[n];
	needed.node = ARENA_ARRAY(arena, uint32_t, needed.nodes);
	needed.number = ARENA_ARRAY(arena, double, dag->count);
	needed.nodes = 0;
	for (uint32_t n = 0; n < dag->count; n++)
		if (wanted[n])
			needed.node[needed.nodes++] = n;
	return needed;
}

void sample_few(const struct NeededNodes *needed, const struct Sample *sample, double *out)
{
	for (size_t i = 0; i < needed->nodes; i++)
		needed->number[needed->node[i]] = node_value(needed->dag, sample, needed->node[i], needed->number);
	for (size_t i = 0; i < needed->count; i++)
		out[i] = number_of(needed->number, needed->value[i]);
}

void sample_values(const struct Dag *dag, const struct Sample *sample, const Ref *value, size_t count, double *out,
                   double *size)
{
	double *number = numbers_at(dag, sample), *sizes = ARENA_ARRAY(dag->arena, double, dag->count);
	for (uint32_t n = 0; n < dag->count; n++) {
		const struct Node *node = &dag->item[n];
		double term[OPERANDS] = { 0 };
		for (int k = 0; k < node_arity(node); k++)
			term[k] = sizes[ref_node(node->operand[k])];
		sizes[n] = size_of((enum Op)node->op, number[n], term);
	}
	for (size_t i = 0; i < count; i++) {
		out[i] = number_of(number, value[i]);
		size[i] = sizes[ref_node(value[i])];
	}
}

/* Rounding error e of a number y, in units of the rounding of 1: the errors of its operands carried on, and its own, y,
 *   a + b   e^2 = e_a^2 + e_b^2 + y^2
 *   a b     e^2 = (e_a b)^2 + (e_b a)^2 + y^2
 *   a / b   e^2 = (e_a^2 + (e_b y)^2) / b^2 + y^2.
 * A function has its own error only, since all terms that use the function have the same argument. */
static double error_of(enum Op op, double number, const double *x, const double *error)
{
	switch (op) {
	case OP_ADD: return elementary_hypot(elementary_hypot(error[0], error[1]), number);
	case OP_MUL: return elementary_hypot(elementary_hypot(error[0] * x[1], error[1] * x[0]), number);
	case OP_DIV: return elementary_hypot(elementary_hypot(error[0], error[1] * number) / x[1], number);
	case OP_FMA:
		return elementary_hypot(elementary_hypot(error[0] * x[1], error[1] * x[0]),
		                        elementary_hypot(error[2], number));
	default: return fabs(number);
	}
}

void sample_errors(const struct Dag *dag, const struct Sample *sample, const Ref *value, size_t count, double *out,
                   double *error)
{
	const bool *live = dag_live(dag->arena, dag, value, count);
	double *number = ARENA_ARRAY(dag->arena, double, dag->count),
	       *errors = ARENA_ARRAY(dag->arena, double, dag->count);
	for (uint32_t n = 0; n < dag->count; n++) {
		const struct Node *node = &dag->item[n];
		double operand[OPERANDS] = { 0 }, part[OPERANDS] = { 0 };
		if (!live[n])
			continue;
		number[n] = node_value(dag, sample, n, number);
		for (int k = 0; k < node_arity(node); k++) {
			operand[k] = number_of(number, node->operand[k]);
			part[k] = errors[ref_node(node->operand[k])];
		}
		errors[n] = error_of((enum Op)node->op, number[n], operand, part);
	}
	for (size_t i = 0; i < count; i++) {
		out[i] = number_of(number, value[i]);
		error[i] = errors[ref_node(value[i])] * DBL_EPSILON;
	}
}
