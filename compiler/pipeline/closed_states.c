#include "closed_states.h"

#include "assembly.h"
#include "row_numbers.h"

enum { STATES = 24 };

/* State by a number: near a pose or a closed state, ever farther away, or anywhere. */
static bool close_one(struct Assembly *a, const struct RowNumbers *n, uint64_t number, double *q)
{
	static const double reach[] = { 0.02, 0.1, 0.3 }; /* turns */
	const uint64_t reaches = sizeof reach / sizeof *reach;
	const double *near = n->q[number % (uint64_t)n->states];
	if (number % (reaches + 1) == reaches)
		return assembly_close_any(a, number, q);
	return assembly_close_beside(a, number, reach[number % (reaches + 1)], near, q);
}

void closed_states(struct Tree *tree, const struct Model *model)
{
	struct RowNumbers n = row_numbers(model->arena, model);
	struct Assembly *a = n.assembly;
	tree->closed = ARENA_ARRAY(model->arena, double *, STATES + n.states);
	for (int i = 0; i < n.states && n.closed; i++)
		tree->closed[tree->closeds++] = n.q[i];
	for (uint64_t i = 0; i < STATES && n.closed; i++) {
		double *q = ARENA_ARRAY(model->arena, double, tree->nq);
		if (close_one(a, &n, i, q))
			tree->closed[tree->closeds++] = q;
	}
}
