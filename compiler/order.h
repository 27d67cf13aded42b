/* The order in which the nodes of a DAG are computed.
 * Called by the lowering to a program. Memory is the arena's. */
#ifndef RIGIDC_ORDER_H
#define RIGIDC_ORDER_H

#include "dag.h"

/* A permutation of the live operations, operands before users. */
struct Order {
	uint32_t *node;
	uint32_t count;
	uint32_t *group; /* of each node that is a sine or cosine: 1 for angles that need none, 2 for those that
	                  * need some of group 1, ... Each group stands together. NULL unless asked for. */
};

/* As the algorithm made them; `grouped`: sines and cosines together as early as can be, group by group. */
struct Order order_nodes(struct Arena *arena, const struct Dag *dag, const bool *live, bool grouped);

#endif
