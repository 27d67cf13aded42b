#include "fuse.h"

/* The factors of a product, x + x being 2 x. */
static bool factors(struct Rewrite *r, Ref ref, Ref factor[2])
{
	const struct Node *node = rewrite_node(r, ref);
	bool twice = node_twice(node);
	if (!twice && node->op != OP_MUL)
		return false;
	factor[0] = twice ? dag_const(&r->made, 2) : rewrite_now(r, node->operand[0]);
	factor[1] = rewrite_now(r, node->operand[1]);
	return true;
}

static Ref put_node(struct Rewrite *r, uint32_t n)
{
	const struct Node *node = &r->old->item[n];
	Ref factor[2];
	for (int k = 1; k >= 0 && node->op == OP_ADD && !node_twice(node); k--) {
		Ref product = node->operand[k], rest = node->operand[1 - k];
		if (!rewrite_once(r, product) || !factors(r, product, factor))
			continue;
		const Ref operand[OPERANDS] = { factor[0] ^ (product & 1), factor[1], rewrite_now(r, rest) };
		return dag_op(&r->made, OP_FMA, operand);
	}
	return rewrite_copy(r, n);
}

void fuse_products(struct Form *form)
{
	if (!form->fma)
		return;
	struct Rewrite r = rewrite_begin(form);
	for (uint32_t n = 0; n < form->dag.count; n++)
		if (rewrite_live(&r, n))
			rewrite_set(&r, n, put_node(&r, n));
	rewrite_end(&r, form);
}
