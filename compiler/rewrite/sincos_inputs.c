#include "sincos_inputs.h"

struct SincosAngles sincos_inputs(struct Form *form)
{
	const struct Dag *dag = &form->dag;
	struct Arena *arena = dag->arena;
	struct SincosAngles angles = { .item = ARENA_ARRAY(arena, Ref, dag->count) };
	struct Rewrite r = rewrite_begin(form);
	bool *needs = ARENA_ARRAY(arena, bool, dag->count);          /* by node: needs a sine */
	uint32_t *number = ARENA_ARRAY(arena, uint32_t, dag->count); /* by angle: its index, + 1 */
	for (uint32_t n = 0; n < dag->count; n++) {
		const struct Node *node = &dag->item[n];
		if (!rewrite_live(&r, n))
			continue;
		for (int k = 0; k < node_arity(node); k++)
			needs[n] |= needs[ref_node(node->operand[k])];
		if (!node_trigonometric(node) || needs[n]) {
			rewrite_set(&r, n, rewrite_copy(&r, n));
			continue;
		}
		uint32_t *angle = &number[ref_node(node->operand[0])];
		if (!*angle) {
			angles.item[angles.count++] = rewrite_now(&r, node->operand[0]);
			*angle = (uint32_t)angles.count;
		}
		rewrite_set(&r, n, dag_input(&r.made, INPUT_SC, 2 * (*angle - 1) + (node->op == OP_COS)));
		needs[n] = true;
	}
	rewrite_end(&r, form);
	return angles;
}
