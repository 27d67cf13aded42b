/* The order in which the nodes of a DAG are computed.
 * Called by the lowering to a program. Memory is the arena's. */
#ifndef RIGIDC_ORDER_H
#define RIGIDC_ORDER_H

#include "program.h"

/* A permutation of the live operations, operands before users. */
struct Order {
	uint32_t *node;
	uint32_t count;
	uint32_t *group; /* of each node that is a sine or cosine: 1 for angles that need none, 2 for those that
	                  * need some of group 1, ... Each group stands together. NULL unless asked for. */
};

enum OrderKind {
	ORDER_AS_MADE,    /* as the algorithm goes: outward, then back */
	ORDER_FROM_LAST,  /* depth first from the results, the last one first: a leaf's dynamics at once */
	ORDER_FROM_FIRST,
	ORDER_FROM_END,   /* from the last statement back, always the one that leaves the fewest values waited for */
	ORDER_COUNT
};

/* `grouped`: sines and cosines before all else, as early as can be, group by group. */
struct Order order_nodes(struct Arena *arena, const struct Dag *dag, const bool *live, const struct Result *result,
                         int results, enum OrderKind kind, bool grouped);

#endif
