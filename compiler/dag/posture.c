#include "posture.h"

#include <math.h>

#include "base/random.h"

struct Posture posture_begin(struct Arena *arena, const struct Dag *dag)
{
	return (struct Posture){ .dag = dag, .value = ARENA_ARRAY(arena, double, dag->count), .room = dag->count };
}

void posture_move(struct Posture *posture, const double *q)
{
	posture->q = q;
	posture->values = 0;
}

double posture_operation(const struct Node *node, const double *value)
{
	double operand[OPERANDS] = { 0 };
	for (int k = 0; k < node_arity(node); k++) {
		double x = value[ref_node(node->operand[k])];
		operand[k] = ref_negative(node->operand[k]) ? -x : x;
	}
	return op_folded((enum Op)node->op, operand);
}

static double input_u(const struct Posture *posture, uint32_t element)
{
	const struct Dag *dag = posture->dag;
	enum { SEED = 3 };
	bool moves = posture->moving && dag_moving_number(dag, element) < dag->moving.count;
	return moves ? random_signed(posture->moving, SEED, element) : dag->u[element];
}

static double input_value(const struct Posture *posture, const struct Node *node)
{
	const double *params = posture->params;
	switch ((enum Input)node->operand[0]) {
	case INPUT_Q: return posture->q[node->operand[1]];
	case INPUT_U: return input_u(posture, node->operand[1]);
	case INPUT_S: return posture->dag->s[node->operand[1]];
	case INPUT_PARAMS: return (params ? params : posture->dag->default_value->item)[node->operand[1]];
	default: return NAN;
	}
}

static double node_value(const struct Posture *posture, const struct Node *node)
{
	return node->op == OP_CONST   ? operands_number(node->operand)
	       : node->op == OP_INPUT ? input_value(posture, node)
	                              : posture_operation(node, posture->value);
}

double posture_value(struct Posture *posture, Ref a)
{
	MUST(posture->dag->arena, ref_node(a) < posture->room);
	for (; posture->values <= ref_node(a); posture->values++)
		posture->value[posture->values] = node_value(posture, &posture->dag->item[posture->values]);
	double value = posture->value[ref_node(a)];
	return ref_negative(a) ? -value : value;
}
