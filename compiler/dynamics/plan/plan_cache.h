/* Plans already tried by a search, with their costs. Rounds with few changes try most plans again. Called by the
 * search. Memory is the arena's: begin with { .arena = arena }. */
#ifndef RIGIDC_DYNAMICS_PLAN_PLAN_CACHE_H
#define RIGIDC_DYNAMICS_PLAN_PLAN_CACHE_H

#include "base/arena.h"
#include "plan.h"

/* Cost of a plan, and the DAG nodes made to find it. */
struct Trial {
	uint64_t cost, work;
};

struct CachedPlan {
	struct Plan plan; /* the links are NULL in a free slot */
	struct Trial trial;
};

struct PlanCache {
	struct Arena *arena;
	struct CachedPlan *item; /* open addressing */
	size_t count, slots;
};

/* Slot of a plan; free if the plan was not tried. */
struct CachedPlan *plan_cache_find(struct PlanCache *tried, const struct Plan *plan, int links);
/* Fills a free slot. */
void plan_cache_add(struct PlanCache *tried, struct CachedPlan *place, const struct Plan *plan, int links,
                    struct Trial trial);

#endif
