/* Order in which an elimination takes velocities and rows.
 * Written by the algorithms of rows, if wanted; read by `rigidc info`. Memory is that of its arena. */
#ifndef RIGIDC_DYNAMICS_PLAN_PIVOT_LOG_H
#define RIGIDC_DYNAMICS_PLAN_PIVOT_LOG_H

#include "base/arena.h"

/* A velocity alone, one or two velocities with a row, or a row alone. */
struct PivotStep {
	int velocity; /* of the tree; -1: none */
	int second;   /* second velocity of the step; -1: none */
	int row;      /* of all rows of the phase; -1: none */
};

struct PivotLog {
	struct Arena *arena;
	struct PivotStep *item;
	size_t count, capacity;
};

static inline void pivot_log_add(struct PivotLog *log, int velocity, int row)
{
	if (log)
		*ARENA_PUSH(log->arena, log) = (struct PivotStep){ velocity, -1, row };
}

#endif
