#include "kink.h"

#include <string.h>

/* Makes room for all nodes. */
static void widen(struct Kinks *kinks, const struct Dag *dag)
{
	if (dag->count <= kinks->nodes)
		return;
	size_t *of = ARENA_ARRAY(dag->arena, size_t, 2 * dag->count),
	       *met = ARENA_ARRAY(dag->arena, size_t, 2 * dag->count);
	for (size_t i = 0; i < kinks->nodes; i++) {
		of[i] = kinks->of[i];
		met[i] = kinks->met[i];
	}
	kinks->of = of;
	kinks->met = met;
	kinks->nodes = 2 * dag->count;
}

void kinks_note(struct Kinks *kinks, const struct Dag *dag, Ref value, const char *what, struct Span span)
{
	if (dag_is_known(dag, value))
		return;
	widen(kinks, dag);
	*ARENA_PUSH(dag->arena, kinks) = (struct Kink){ what, span };
	if (!kinks->of[ref_node(value)])
		kinks->of[ref_node(value)] = kinks->count;
}

void kinks_doubt(struct Kinks *kinks, struct Diags *diags, const struct Dag *dag, Ref value, enum KinkPlace place)
{
	static const struct {
		const char *of, *help;
	} places[] = {
		[KINK_IN_MOTION] = { "the motion of a joint",
		                     "a velocity would jump, by an impulse that no function knows of; forces may have kinks" },
		[KINK_IN_POTENTIAL] = { "a potential", "its force would jump; a `force` may have kinks" },
	};
	struct ARENA_LIST(uint32_t) todo = { 0 };
	if (!kinks->count)
		return;
	widen(kinks, dag);
	kinks->walks++;
	*ARENA_PUSH(dag->arena, &todo) = ref_node(value);
	while (todo.count) {
		uint32_t n = todo.item[--todo.count];
		const struct Node *node = &dag->item[n];
		if (kinks->met[n] == kinks->walks)
			continue;
		kinks->met[n] = kinks->walks;
		if (kinks->of[n]) {
			const struct Kink *kink = &kinks->item[kinks->of[n] - 1];
			struct Diag *d = diag(diags, CHECK_KINK, kink->span, "%s may have a kink by this %s",
			                      places[place].of, kink->what);
			diag_help(diags, d, "%s", places[place].help);
		}
		for (int k = 0; k < node_arity(node); k++)
			*ARENA_PUSH(dag->arena, &todo) = ref_node(node->operand[k]);
	}
}
