#include "fuse.h"

#include "rewrite.h"

static bool fusible(const struct Rewrite *r, Ref ref)
{
	return rewrite_node(r, ref)->op == OP_MUL && rewrite_once(r, ref);
}

static Ref put_node(struct Rewrite *r, uint32_t n)
{
	const struct Node *node = &r->old->item[n];
	for (int k = 1; k >= 0 && node->op == OP_ADD; k--) {
		Ref product = node->operand[k], rest = node->operand[1 - k];
		if (!fusible(r, product))
			continue;
		const struct Node *mul = rewrite_node(r, product);
		const Ref operand[OPERANDS] = { rewrite_now(r, mul->operand[0]) ^ (product & 1),
		                                rewrite_now(r, mul->operand[1]), rewrite_now(r, rest) };
		return dag_op(&r->made, OP_FMA, operand);
	}
	return rewrite_copy(r, n);
}

struct Dag fuse_products(const struct Dag *dag, Ref *value, size_t count)
{
	struct Rewrite r = rewrite_begin(dag, value, count);
	for (uint32_t n = 0; n < dag->count; n++)
		if (rewrite_live(&r, n))
			rewrite_set(&r, n, put_node(&r, n));
	return rewrite_end(&r, value, count);
}
