#include "point.h"

#include <math.h>

struct Point point_begin(struct Arena *arena, const struct Dag *dag)
{
	return (struct Point){ .dag = dag, .value = ARENA_ARRAY(arena, double, dag->count), .room = dag->count };
}

void point_move(struct Point *point, const double *q)
{
	point->q = q;
	point->values = 0;
}

double point_operation(const struct Node *node, const double *value)
{
	double operand[OPERANDS] = { 0 };
	for (int k = 0; k < node_arity(node); k++) {
		double x = value[ref_node(node->operand[k])];
		operand[k] = ref_negative(node->operand[k]) ? -x : x;
	}
	return op_value((enum Op)node->op, operand);
}

static double input_value(const struct Point *point, const struct Node *node)
{
	switch ((enum Input)node->operand[0]) {
	case INPUT_Q: return point->q[node->operand[1]];
	case INPUT_PARAMS: return point->dag->usual->item[node->operand[1]];
	default: return NAN;
	}
}

static double node_value(const struct Point *point, const struct Node *node)
{
	return node->op == OP_CONST ? operands_number(node->operand)
	       : node->op == OP_INPUT ? input_value(point, node) : point_operation(node, point->value);
}

double point_value(struct Point *point, Ref a)
{
	MUST(point->dag->arena, ref_node(a) < point->room);
	for (; point->values <= ref_node(a); point->values++)
		point->value[point->values] = node_value(point, &point->dag->item[point->values]);
	double value = point->value[ref_node(a)];
	return ref_negative(a) ? -value : value;
}
