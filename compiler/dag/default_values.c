#include "default_values.h"

#include <math.h>
#include <string.h>

#include "posture.h"
#include "base/pose.h"

struct DefaultValues *default_values_new(struct Arena *arena)
{
	struct DefaultValues *default_value = ARENA_NEW(arena, struct DefaultValues);
	default_value->arena = arena;
	return default_value;
}

void default_values_add(struct Dag *dag, double number)
{
	*ARENA_PUSH(dag->default_value->arena, dag->default_value) = number;
}

static double value_of(const struct DefaultValues *default_value, const struct Node *node)
{
	if (node->time == TIME_STATE)
		return NAN;
	if (node->op == OP_CONST)
		return operands_number(node->operand);
	if (node->op == OP_INPUT)
		return default_value->item[node->operand[1]];
	return posture_operation(node, default_value->value);
}

/* Computes the values of further nodes, in order, each once. */
static void extend(struct DefaultValues *default_value, const struct Dag *dag, size_t count)
{
	if (count > default_value->room) {
		double *wider = ARENA_ARRAY(default_value->arena, double, 2 * dag->count);
		if (default_value->values)
			memcpy(wider, default_value->value, default_value->values * sizeof *wider);
		default_value->value = wider;
		default_value->room = 2 * dag->count;
	}
	for (; default_value->values < count; default_value->values++)
		default_value->value[default_value->values] =
			value_of(default_value, &dag->item[default_value->values]);
}

double dag_default_value(const struct Dag *dag, Ref a)
{
	if (dag_is_const(dag, a))
		return dag_value(dag, a);
	if (!dag_is_known(dag, a))
		return NAN;
	extend(dag->default_value, dag, (size_t)ref_node(a) + 1);
	double value = dag->default_value->value[ref_node(a)];
	return ref_negative(a) ? -value : value;
}

void dag_default_values(const struct Dag *dag, const Ref *a, int count, double *out)
{
	for (int i = 0; i < count; i++)
		out[i] = dag_default_value(dag, a[i]);
}

double dag_default_length(const struct Dag *dag, const Ref *vector)
{
	double x[3];
	dag_default_values(dag, vector, 3, x);
	return vector_length(x);
}
