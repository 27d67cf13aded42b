/* Parts of the lowering of a DAG to a program, in the order in which lower.c calls them.
 * Memory is the arena's; nothing in `scratch` is needed afterwards. */
#ifndef RIGIDC_PROGRAM_LOWERING_H
#define RIGIDC_PROGRAM_LOWERING_H

#include "program.h"

/* --- the order of computation of a DAG's nodes --- */

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

/* --- signs move into reversed differences, into constants and through products --- */

/* For each step: does it hold the negative of its value? Requires statements in order, and operands with the DAG's
 * signs. The choice decides the signs of zeros, so all executors of a function must pass the same program. */
bool *choose_signs(const struct Program *program);

/* Makes a step compute its value, or its negative if `flip`. On entry the signs of operands account for the values
 * held by their steps. Removes signs the operation can absorb, and counts negations. */
void place_signs(struct Program *program, struct Step *step, bool flip);

/* --- forward substitution: a temporary is set inside the statement that reads it first, x = (a = u + v)*a2. Used for compilers that keep
 * every temporary in memory: the first read then needs no load --- */

/* Requires statements in order. Marks such temporaries `inside`, and takes their statements out. */
void forward_substitute(struct Program *program, struct Arena *scratch);

/* --- how long temporaries live --- */

/* Requires statements in order. Sets `set`, `last` and `slot` of every temporary, and the program's alive and
 * slots. */
void liveness_ranges(struct Program *program, struct Arena *scratch);

#endif
