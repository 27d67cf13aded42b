/* The net made from a DAG, and a DAG from the net. */
#include "net.h"

/* May operand k be put together in another way? In y/z = y (1/z) the numerator is a factor like any other; what is
 * picked is computed in another way, in all its lanes. */
static bool may_change(const struct NetNode *node, int k)
{
	return node->op == OP_ADD || node->op == OP_MUL || ((node->op == OP_DIV || node->op == OP_PICK) && k == 0);
}

/* Fixed are divisors, what functions are taken of, and the operands of what is fixed. Users come first here:
 * nodes are still in their order. */
static void fix(struct Net *net)
{
	for (uint32_t n = (uint32_t)net->count; n-- > 0;) {
		const struct NetNode *node = &net->item[n];
		for (int k = 0; k < net_arity(node) && node->uses; k++)
			net_node(net, node->operand[k])->fixed |= node->fixed || !may_change(node, k);
	}
}

struct Net net_open(const struct Dag *dag, const Ref *value, size_t count)
{
	struct Arena *arena = dag->arena;
	struct Net net = { .arena = arena, .buckets = 256, .results = count };
	while (net.buckets < 2 * dag->count)
		net.buckets *= 2;
	net.bucket = ARENA_ARRAY(arena, uint32_t, net.buckets);
	net.result = ARENA_ARRAY(arena, Ref, count);
	Ref *now = ARENA_ARRAY(arena, Ref, dag->count);
	for (uint32_t n = 0; n < dag->count; n++) {
		const struct Node *node = &dag->item[n];
		Ref operand[OPERANDS] = { 0 };
		for (int k = 0; k < OPERANDS; k++) {
			Ref was = node->operand[k];
			operand[k] = k < node_arity(node) ? now[ref_node(was)] ^ (was & 1) : was;
		}
		now[n] = net_op(&net, (enum Op)node->op, operand);
		if (!net_node(&net, now[n])->old)
			net_node(&net, now[n])->old = n + 1;
	}
	for (size_t i = 0; i < count; i++) {
		net.result[i] = now[ref_node(value[i])] ^ (value[i] & 1);
		net_take(&net, net.result[i]);
	}
	net_sweep(&net);
	fix(&net);
	return net;
}

struct Closing {
	const struct Dag *dag;
	struct Dag made;
	Ref *now;
	bool *done;
};

static void label(struct Dag *made, Ref ref, const struct Dag *dag, const struct NetNode *node)
{
	if (node->old && node->old <= dag->labels && dag->label[node->old - 1].quantity) {
		const struct Label *l = &dag->label[node->old - 1];
		dag_label(made, ref ^ l->negative, l->quantity, l->link, l->component);
	}
}

/* One node whose operands are there. */
static Ref close_node(const struct Net *net, struct Dag *made, const struct NetNode *node, const Ref *now)
{
	Ref operand[OPERANDS];
	for (int k = 0; k < net_arity(node); k++)
		operand[k] = now[ref_node(node->operand[k])] ^ (node->operand[k] & 1);
	if (node->op == OP_MUL && net_is_value(net, node->operand[0], 2)) /* x + x needs no constant */
		return dag_add(made, operand[1], operand[1]) ^ node->minus;
	switch (node->op) {
	case OP_CONST: return dag_const(made, net_value(net, 2 * (Ref)(node - net->item)));
	case OP_INPUT: return dag_input(made, (enum Input)node->operand[0], node->operand[1]);
	default: return dag_op(made, (enum Op)node->op, operand) ^ node->minus;
	}
}

/* What a node needs, then itself. */
static void close_from(struct Net *net, uint32_t first, struct Closing *c)
{
	struct NetList *stack = &net->stack;
	stack->count = 0;
	*ARENA_PUSH(net->arena, stack) = first;
	while (stack->count) {
		uint32_t n = stack->item[stack->count - 1];
		const struct NetNode *node = &net->item[n];
		size_t before = stack->count;
		for (int k = net_arity(node); !c->done[n] && k-- > 0;)
			if (!c->done[ref_node(node->operand[k])])
				*ARENA_PUSH(net->arena, stack) = ref_node(node->operand[k]);
		if (stack->count > before)
			continue;
		stack->count--;
		if (c->done[n])
			continue;
		c->now[n] = close_node(net, &c->made, node, c->now);
		c->done[n] = true;
		label(&c->made, c->now[n], c->dag, node);
	}
}

/* In the order of the DAG it was made from, as far as that goes: it is that of the algorithm. */
struct Dag net_close(struct Net *net, const struct Dag *dag, Ref *value)
{
	struct Closing c = { .dag = dag, .now = ARENA_ARRAY(net->arena, Ref, net->count),
	                     .done = ARENA_ARRAY(net->arena, bool, net->count) };
	uint32_t *by_age = ARENA_ARRAY(net->arena, uint32_t, dag->count + 1);
	dag_init(&c.made, dag->arena);
	for (uint32_t n = 0; n < net->count; n++)
		if (net->item[n].uses && net->item[n].old)
			by_age[net->item[n].old] = n + 1;
	for (size_t i = 0; i <= dag->count; i++)
		if (by_age[i])
			close_from(net, by_age[i] - 1, &c);
	for (size_t i = 0; i < net->results; i++) {
		close_from(net, ref_node(net->result[i]), &c);
		value[i] = c.now[ref_node(net->result[i])] ^ (net->result[i] & 1);
	}
	return c.made;
}
