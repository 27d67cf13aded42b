#include "rewrite.h"

struct Rewrite rewrite_begin(const struct Form *form)
{
	const struct Dag *dag = &form->dag;
	struct Rewrite r = { .old = dag,
		             .uses = ARENA_ARRAY(dag->arena, uint32_t, dag->count),
		             .now = ARENA_ARRAY(dag->arena, Ref, dag->count) };
	dag_init(&r.made, dag->arena);
	dag_reserve(&r.made, dag->count, dag->labels > 0);
	r.made.as_written = dag->as_written;
	for (size_t i = 0; i < form->count; i++)
		r.uses[ref_node(form->value[i])]++;
	for (uint32_t n = (uint32_t)dag->count; n-- > 0;) {
		const struct Node *node = &dag->item[n];
		for (int k = 0; r.uses[n] && k < node_arity(node); k++)
			r.uses[ref_node(node->operand[k])]++;
	}
	return r;
}

size_t rewrite_terms(const struct Rewrite *r, const bool *inside, Ref sum, uint32_t *stack, Ref *term)
{
	size_t depth = 0, count = 0;
	stack[depth++] = sum;
	bool root = true;
	while (depth) {
		Ref ref = stack[--depth];
		const struct Node *node = rewrite_node(r, ref);
		if (node->op == OP_ADD && (root || inside[ref_node(ref)])) {
			stack[depth++] = node->operand[1] ^ (ref & 1);
			stack[depth++] = node->operand[0] ^ (ref & 1);
		} else {
			term[count++] = ref;
		}
		root = false;
	}
	return count;
}

Ref rewrite_copy(struct Rewrite *r, uint32_t n)
{
	const struct Node *node = &r->old->item[n];
	Ref operand[OPERANDS];
	if (node->op == OP_CONST)
		return dag_const(&r->made, dag_value(r->old, 2 * n));
	if (node->op == OP_INPUT)
		return dag_input(&r->made, (enum Input)node->operand[0], node->operand[1]);
	for (int k = 0; k < node_arity(node); k++)
		operand[k] = rewrite_now(r, node->operand[k]);
	return dag_op(&r->made, (enum Op)node->op, operand);
}

void rewrite_set(struct Rewrite *r, uint32_t n, Ref now)
{
	const struct Label *label = dag_label_of(r->old, n);
	r->now[n] = now;
	if (label)
		dag_label(&r->made, now ^ label->negative, label->quantity, label->link, label->component);
}

void rewrite_end(struct Rewrite *r, struct Form *form)
{
	for (size_t i = 0; i < form->count; i++)
		form->value[i] = rewrite_now(r, form->value[i]);
	form->dag = r->made;
}
