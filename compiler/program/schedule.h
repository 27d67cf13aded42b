/* Schedules: the order of computation of a DAG's nodes.
 * Called by the lowering to a program. Memory is the arena's. */
#ifndef RIGIDC_PROGRAM_SCHEDULE_H
#define RIGIDC_PROGRAM_SCHEDULE_H

#include "program.h"

/* A permutation of the live operations, operands before users. */
struct Schedule {
	uint32_t *node;
	uint32_t count;
	uint32_t *group; /* by node, of sines and cosines: 1 if the angle needs no sine, 2 if it needs some of
	                  * group 1, ... A group is consecutive. NULL unless asked for. */
};

enum ScheduleKind {
	SCHEDULE_AS_MADE,   /* order of the algorithm: outward, then back */
	SCHEDULE_FROM_LAST, /* depth first from the results, the last first: all dynamics of a terminal link at once */
	SCHEDULE_FROM_FIRST,
	SCHEDULE_FROM_END, /* backward from the last statement, always leaving the fewest values live */
	SCHEDULE_COUNT
};

/* Schedules nodes. `grouped`: sines and cosines come first, as early as possible, group by group. */
struct Schedule schedule_nodes(struct Arena *arena, const struct Dag *dag, const bool *live,
                               const struct Result *result, int results, enum ScheduleKind kind, bool grouped);

#endif
