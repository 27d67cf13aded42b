/* The constructors compute the dependent values anew, so zeros vanish. */
#include "substitution.h"

#include <string.h>

static Ref held_node(struct Replacing *h, uint32_t n)
{
	const struct Node node = h->dag->item[n];
	if (node.op == OP_CONST)
		return 2 * n;
	if (node.op == OP_INPUT && h->inputs >> node.operand[0] & 1) {
		const Ref *instead = h->instead[node.operand[0]];
		return instead ? instead[node.operand[1]] : dag_const(h->dag, 0);
	}
	if (node.op == OP_INPUT)
		return 2 * n;
	Ref operand[OPERANDS] = { 0 };
	for (int k = 0; k < node_arity(&node); k++)
		operand[k] = h->now[ref_node(node.operand[k])] ^ (node.operand[k] & 1);
	return dag_op(h->dag, (enum Op)node.op, operand);
}

void replacing_want(struct Replacing *h, Ref *value, size_t count)
{
	for (size_t i = 0; i < count; i++)
		h->wanted[ref_node(value[i])] = true;
}

/* Of a node that is given no operand is wanted. */
static void want_operands_of(struct Replacing *h, uint32_t n)
{
	bool wants = h->wanted[n] && !(h->given && h->given[n]);
	for (int k = 0; wants && k < node_arity(&h->dag->item[n]); k++)
		h->wanted[ref_node(h->dag->item[n].operand[k])] = true;
}

/* Operands come before the nodes that read them. */
static void want_operands(struct Replacing *h)
{
	for (uint32_t n = h->count; n-- > 0;)
		want_operands_of(h, n);
}

/* Marks the operands of wanted nodes and recomputes these nodes. */
void replacing_compute(struct Replacing *h)
{
	want_operands(h);
	for (uint32_t n = 0; n < h->count; n++)
		if (h->wanted[n] && !(h->given && h->given[n]))
			h->now[n] = held_node(h, n);
}

void replacing_take(struct Replacing *h, Ref *value, size_t count)
{
	for (size_t i = 0; i < count; i++)
		value[i] = h->now[ref_node(value[i])] ^ (value[i] & 1);
}

struct Replacing replacing_of(struct Dag *dag, uint64_t inputs)
{
	return (struct Replacing){ .dag = dag,
		                   .inputs = inputs,
		                   .count = (uint32_t)dag->count,
		                   .wanted = ARENA_ARRAY(dag->arena, bool, dag->count),
		                   .now = ARENA_ARRAY(dag->arena, Ref, dag->count) };
}

struct Replacing replacing_with(struct Dag *dag, enum Input array, const Ref *instead)
{
	struct Replacing h = replacing_of(dag, INPUT_BIT(array));
	h.instead[array] = instead;
	return h;
}

void replacing_values(struct Replacing *h, Ref *value, size_t count)
{
	replacing_want(h, value, count);
	replacing_compute(h);
	replacing_take(h, value, count);
}

void values_substitute(struct Dag *dag, Ref *value, size_t count, enum Input array, const Ref *instead)
{
	struct Replacing h = replacing_with(dag, array, instead);
	replacing_values(&h, value, count);
}

/* Nodes of `value` that depend on the input, in the order of the DAG: the others keep their places. */
struct Substitution {
	struct Replacing h;
	enum Input array;
	Ref *value;
	uint32_t *node;
	size_t nodes;
};

static bool depends(const struct Replacing *h, const bool *dependent, const struct Node *node)
{
	bool is = node->op == OP_INPUT && (h->inputs >> node->operand[0] & 1);
	for (int k = 0; k < node_arity(node); k++)
		is |= dependent[ref_node(node->operand[k])];
	return is;
}

/* Enters the wanted nodes that depend on the input, and clears their marks. */
static void enter_dependent(struct Substitution *s)
{
	struct Replacing *h = &s->h;
	bool *dependent = ARENA_ARRAY(h->dag->arena, bool, h->count);
	for (uint32_t n = 0; n < h->count; n++) {
		dependent[n] = depends(h, dependent, &h->dag->item[n]);
		h->now[n] = 2 * n;
		if (h->wanted[n] && dependent[n]) {
			s->node[s->nodes++] = n;
			h->wanted[n] = false;
		}
	}
}

struct Substitution *substitution_make(struct Dag *dag, Ref *value, size_t count, enum Input array)
{
	struct Substitution *s = ARENA_NEW(dag->arena, struct Substitution);
	*s = (struct Substitution){ .h = replacing_with(dag, array, NULL), .array = array, .value = value };
	s->node = ARENA_ARRAY(dag->arena, uint32_t, s->h.count);
	replacing_want(&s->h, value, count);
	want_operands(&s->h);
	enter_dependent(s);
	return s;
}

void substitution_values(struct Substitution *s, const Ref *instead, size_t count, Ref *to)
{
	struct Replacing *h = &s->h;
	h->instead[s->array] = instead;
	replacing_want(h, s->value, count);
	for (size_t i = s->nodes; i-- > 0;)
		want_operands_of(h, s->node[i]);
	for (size_t i = 0; i < s->nodes; i++) {
		uint32_t n = s->node[i];
		if (h->wanted[n])
			h->now[n] = held_node(h, n);
		h->wanted[n] = false;
	}
	memcpy(to, s->value, count * sizeof *to);
	replacing_take(h, to, count);
}

void values_at_state(struct Dag *dag, Ref *value, size_t count, const Ref *q, const Ref *qd)
{
	struct Replacing h = replacing_of(dag, INPUT_BIT(INPUT_Q) | INPUT_BIT(INPUT_QD));
	h.instead[INPUT_Q] = q;
	h.instead[INPUT_QD] = qd;
	replacing_values(&h, value, count);
}
