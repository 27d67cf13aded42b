#include "order.h"

static bool trigonometric(const struct Node *node)
{
	return node->op == OP_SIN || node->op == OP_COS;
}

/* How many sines lie one behind the other on the longest way to a node. */
static uint32_t *levels(struct Arena *arena, const struct Dag *dag, uint32_t *most)
{
	uint32_t *level = ARENA_ARRAY(arena, uint32_t, dag->count);
	*most = 0;
	for (uint32_t n = 0; n < dag->count; n++) {
		const struct Node *node = &dag->item[n];
		for (int k = 0; k < node_arity(node); k++) {
			uint32_t below = level[ref_node(node->operand[k])];
			level[n] = below > level[n] ? below : level[n];
		}
		level[n] += trigonometric(node);
		*most = level[n] > *most ? level[n] : *most;
	}
	return level;
}

static void append(struct Order *order, bool *done, uint32_t n)
{
	if (!done[n])
		order->node[order->count++] = n;
	done[n] = true;
}

/* What the angles of a group need, then the group. */
static void append_group(struct Arena *arena, struct Order *order, const struct Dag *dag, const bool *live, bool *done,
                         uint32_t group)
{
	bool *needed = ARENA_ARRAY(arena, bool, dag->count);
	for (uint32_t n = (uint32_t)dag->count; n-- > 0;) {
		const struct Node *node = &dag->item[n];
		if (live[n] && (needed[n] || order->group[n] == group))
			for (int k = 0; k < node_arity(node); k++)
				needed[ref_node(node->operand[k])] = true;
	}
	for (uint32_t n = 0; n < dag->count; n++)
		if (needed[n] && live[n] && node_arity(&dag->item[n]))
			append(order, done, n);
	for (uint32_t n = 0; n < dag->count; n++)
		if (live[n] && order->group[n] == group)
			append(order, done, n);
}

struct Order order_nodes(struct Arena *arena, const struct Dag *dag, const bool *live, bool grouped)
{
	struct Order order = { .node = ARENA_ARRAY(arena, uint32_t, dag->count) };
	bool *done = ARENA_ARRAY(arena, bool, dag->count);
	if (grouped) {
		uint32_t most;
		order.group = levels(arena, dag, &most);
		for (uint32_t n = 0; n < dag->count; n++)
			order.group[n] = trigonometric(&dag->item[n]) ? order.group[n] : 0;
		for (uint32_t group = 1; group <= most; group++)
			append_group(arena, &order, dag, live, done, group);
	}
	for (uint32_t n = 0; n < dag->count; n++)
		if (live[n] && node_arity(&dag->item[n]))
			append(&order, done, n);
	return order;
}
