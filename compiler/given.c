#include "given.h"

#include "rewrite.h"

struct Given given_sincos(const struct Dag *dag, Ref *value, size_t count)
{
	struct Arena *arena = dag->arena;
	struct Given given = { .angle = ARENA_ARRAY(arena, Ref, dag->count) };
	struct Rewrite r = rewrite_begin(dag, value, count);
	bool *needs = ARENA_ARRAY(arena, bool, dag->count);          /* some sine */
	uint32_t *number = ARENA_ARRAY(arena, uint32_t, dag->count); /* of an angle, + 1 */
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
			given.angle[given.angles++] = rewrite_now(&r, node->operand[0]);
			*angle = (uint32_t)given.angles;
		}
		rewrite_set(&r, n, dag_input(&r.made, INPUT_SC, 2 * (*angle - 1) + (node->op == OP_COS)));
		needs[n] = true;
	}
	given.dag = rewrite_end(&r, value, count);
	return given;
}
