/* From DAG to mutable DAG and back. */
#include "mutable_dag.h"

/* True if operand k may get another form. In y/z = y (1/z) the numerator is a factor like any other; an operand of a
 * pick is computed in another form in all its lanes. */
static bool may_change(const struct MutableNode *node, int k)
{
	bool first = node->op == OP_DIV || node->op == OP_PICK || node->op == OP_TURN;
	return node->op == OP_ADD || node->op == OP_MUL || (first && k == 0);
}

/* Fixes divisors, arguments of functions, and the operands of fixed nodes. Nodes are still in the original order, so
 * the loop visits users first. */
static void fix(struct MutableDag *mutable)
{
	for (uint32_t n = (uint32_t) mutable->count; n-- > 0;) {
		const struct MutableNode *node = &mutable->item[n];
		for (int k = 0; k < mutable_arity(node) && node->uses; k++)
			mutable_node(mutable, node->operand[k])->fixed |= node->fixed || !may_change(node, k);
	}
}

struct MutableDag mutable_open(const struct Dag *dag, const Ref *value, size_t count)
{
	struct Arena *arena = dag->arena;
	struct MutableDag mutable = { .arena = arena, .buckets = 256, .results = count };
	while (mutable.buckets < 2 * dag->count)
		mutable.buckets *= 2;
	mutable.bucket = ARENA_ARRAY(arena, uint32_t, mutable.buckets);
	mutable.result = ARENA_ARRAY(arena, Ref, count);
	Ref *now = ARENA_ARRAY(arena, Ref, dag->count);
	for (uint32_t n = 0; n < dag->count; n++) {
		const struct Node *node = &dag->item[n];
		Ref operand[OPERANDS] = { 0 };
		for (int k = 0; k < OPERANDS; k++) {
			Ref was = node->operand[k];
			operand[k] = k < node_arity(node) ? now[ref_node(was)] ^ (was & 1) : was;
		}
		now[n] = mutable_op(&mutable, (enum Op)node->op, operand);
		if (!mutable_node(&mutable, now[n])->old)
			mutable_node(&mutable, now[n])->old = n + 1;
	}
	for (size_t i = 0; i < count; i++) {
		mutable.result[i] = now[ref_node(value[i])] ^ (value[i] & 1);
		mutable_take(&mutable, mutable.result[i]);
	}
	mutable_sweep(&mutable);
	fix(&mutable);
	return mutable;
}

struct Closing {
	const struct Dag *dag;
	struct Dag made;
	Ref *now;
	bool *done;
};

static void label(struct Dag *made, Ref ref, const struct Dag *dag, const struct MutableNode *node)
{
	const struct Label *l = node->old ? dag_label_of(dag, node->old - 1) : NULL;
	if (l)
		dag_label(made, ref ^ l->negative, l->quantity, l->link, l->component);
}

/* A node whose operands are done. */
static Ref close_node(const struct MutableDag *mutable, struct Dag *made, const struct MutableNode *node,
                      const Ref *now)
{
	Ref operand[OPERANDS];
	for (int k = 0; k < mutable_arity(node); k++)
		operand[k] = now[ref_node(node->operand[k])] ^ (node->operand[k] & 1);
	if (node->op == OP_MUL && mutable_is_value(mutable, node->operand[0], 2)) /* x + x needs no constant */
		return dag_add(made, operand[1], operand[1]) ^ node->minus;
	switch (node->op) {
	case OP_CONST: return dag_const(made, mutable_value(mutable, 2 * (Ref)(node - mutable->item)));
	case OP_INPUT: return dag_input(made, (enum Input)node->operand[0], node->operand[1]);
	default: return dag_op(made, (enum Op)node->op, operand) ^ node->minus;
	}
}

/* A node's operands, then the node. */
static void close_from(struct MutableDag *mutable, uint32_t first, struct Closing *c)
{
	struct MutableList *stack = &mutable->stack;
	stack->count = 0;
	*ARENA_PUSH(mutable->arena, stack) = first;
	while (stack->count) {
		uint32_t n = stack->item[stack->count - 1];
		const struct MutableNode *node = &mutable->item[n];
		size_t before = stack->count;
		for (int k = mutable_arity(node); !c->done[n] && k-- > 0;)
			if (!c->done[ref_node(node->operand[k])])
				*ARENA_PUSH(mutable->arena, stack) = ref_node(node->operand[k]);
		if (stack->count > before)
			continue;
		stack->count--;
		if (c->done[n])
			continue;
		c->now[n] = close_node(mutable, &c->made, node, c->now);
		c->done[n] = true;
		label(&c->made, c->now[n], c->dag, node);
	}
}

/* Nodes follow the order of the original DAG where possible, which is the order of the algorithm. */
struct Dag mutable_close(struct MutableDag *mutable, const struct Dag *dag, Ref *value)
{
	struct Closing c = { .dag = dag,
		             .now = ARENA_ARRAY(mutable->arena, Ref, mutable->count),
		             .done = ARENA_ARRAY(mutable->arena, bool, mutable->count) };
	uint32_t *by_age = ARENA_ARRAY(mutable->arena, uint32_t, dag->count + 1);
	dag_init(&c.made, dag->arena);
	for (uint32_t n = 0; n < mutable->count; n++)
		if (mutable->item[n].uses && mutable->item[n].old)
			by_age[mutable->item[n].old] = n + 1;
	for (size_t i = 0; i <= dag->count; i++)
		if (by_age[i])
			close_from(mutable, by_age[i] - 1, &c);
	for (size_t i = 0; i < mutable->results; i++) {
		close_from(mutable, ref_node(mutable->result[i]), &c);
		value[i] = c.now[ref_node(mutable->result[i])] ^ (mutable->result[i] & 1);
	}
	return c.made;
}
