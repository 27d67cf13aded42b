#include "usual.h"

#include <math.h>
#include <string.h>

#include "posture.h"

struct Usual *usual_new(struct Arena *arena)
{
	struct Usual *usual = ARENA_NEW(arena, struct Usual);
	usual->arena = arena;
	return usual;
}

void usual_add(struct Dag *dag, double number)
{
	*ARENA_PUSH(dag->usual->arena, dag->usual) = number;
}

static double value_of(const struct Usual *usual, const struct Node *node)
{
	if (node->time == TIME_STATE)
		return NAN;
	if (node->op == OP_CONST)
		return operands_number(node->operand);
	if (node->op == OP_INPUT)
		return usual->item[node->operand[1]];
	return posture_operation(node, usual->value);
}

/* Nodes are computed in their order, and each once. */
static void extend(struct Usual *usual, const struct Dag *dag, size_t count)
{
	if (count > usual->room) {
		double *wider = ARENA_ARRAY(usual->arena, double, 2 * dag->count);
		if (usual->values)
			memcpy(wider, usual->value, usual->values * sizeof *wider);
		usual->value = wider;
		usual->room = 2 * dag->count;
	}
	for (; usual->values < count; usual->values++)
		usual->value[usual->values] = value_of(usual, &dag->item[usual->values]);
}

double dag_usual(const struct Dag *dag, Ref a)
{
	if (dag_is_const(dag, a))
		return dag_value(dag, a);
	if (!dag_is_known(dag, a))
		return NAN;
	extend(dag->usual, dag, (size_t)ref_node(a) + 1);
	double value = dag->usual->value[ref_node(a)];
	return ref_negative(a) ? -value : value;
}
