/* The order in which the nodes of a DAG are computed.
 * Called by the lowering to a program. Memory is the arena's. */
#ifndef RIGIDC_PROGRAM_SCHEDULE_H
#define RIGIDC_PROGRAM_SCHEDULE_H

#include "program.h"

/* A permutation of the live operations, operands before users. */
struct Schedule {
	uint32_t *node;
	uint32_t count;
	uint32_t *group; /* of each node that is a sine or cosine: 1 for angles that need none, 2 for those that
	                  * need some of group 1, ... Each group stands together. NULL unless asked for. */
};

enum ScheduleKind {
	SCHEDULE_AS_MADE,    /* as the algorithm goes: outward, then back */
	SCHEDULE_FROM_LAST,  /* depth first from the results, the last one first: a leaf's dynamics at once */
	SCHEDULE_FROM_FIRST,
	SCHEDULE_FROM_END,   /* from the last statement back, always the one that leaves the fewest values waited for */
	SCHEDULE_COUNT
};

/* `grouped`: sines and cosines before all else, as early as can be, group by group. */
struct Schedule schedule_nodes(struct Arena *arena, const struct Dag *dag, const bool *live, const struct Result *result,
                         int results, enum ScheduleKind kind, bool grouped);

#endif
