#include "given.h"

static bool trigonometric(const struct Node *node)
{
	return node->op == OP_SIN || node->op == OP_COS;
}

static bool *live_nodes(const struct Dag *dag, const Ref *value, size_t count)
{
	bool *live = ARENA_ARRAY(dag->arena, bool, dag->count);
	for (size_t i = 0; i < count; i++)
		live[ref_node(value[i])] = true;
	for (uint32_t n = (uint32_t)dag->count; n-- > 0;)
		for (int k = 0; live[n] && k < node_arity(&dag->item[n]); k++)
			live[ref_node(dag->item[n].operand[k])] = true;
	return live;
}

struct Given given_sincos(const struct Dag *dag, Ref *value, size_t count)
{
	struct Arena *arena = dag->arena;
	struct Given given = { .angle = ARENA_ARRAY(arena, Ref, dag->count) };
	const bool *live = live_nodes(dag, value, count);
	Ref *now = ARENA_ARRAY(arena, Ref, dag->count);
	bool *needs = ARENA_ARRAY(arena, bool, dag->count);      /* some sine */
	uint32_t *number = ARENA_ARRAY(arena, uint32_t, dag->count); /* of an angle, + 1 */
	dag_init(&given.dag, arena);
	for (uint32_t n = 0; n < dag->count; n++) {
		const struct Node *node = &dag->item[n];
		Ref operand[OPERANDS];
		if (!live[n])
			continue;
		for (int k = 0; k < node_arity(node); k++) {
			needs[n] |= needs[ref_node(node->operand[k])];
			operand[k] = now[ref_node(node->operand[k])] ^ (node->operand[k] & 1);
		}
		if (node->op == OP_CONST) {
			now[n] = dag_const(&given.dag, dag_value(dag, 2 * n));
		} else if (node->op == OP_INPUT) {
			now[n] = dag_input(&given.dag, (enum Input)node->operand[0], node->operand[1]);
		} else if (trigonometric(node) && !needs[n]) {
			uint32_t *angle = &number[ref_node(node->operand[0])];
			if (!*angle) {
				given.angle[given.angles++] = operand[0];
				*angle = (uint32_t)given.angles;
			}
			now[n] = dag_input(&given.dag, INPUT_SC, 2 * (*angle - 1) + (node->op == OP_COS));
			needs[n] = true;
		} else {
			now[n] = dag_op(&given.dag, (enum Op)node->op, operand);
			needs[n] |= trigonometric(node);
		}
		if (n < dag->labels && dag->label[n].quantity)
			dag_label(&given.dag, now[n], dag->label[n].quantity, dag->label[n].link, dag->label[n].component);
	}
	for (size_t i = 0; i < count; i++)
		value[i] = now[ref_node(value[i])] ^ (value[i] & 1);
	return given;
}
