/* Plans that a search has tried, and what came of it: rounds that change little try most plans again.
 * Called by the search. Memory is the arena that it is begun with: { .arena = arena }. */
#ifndef RIGIDC_DYNAMICS_PLAN_PLAN_CACHE_H
#define RIGIDC_DYNAMICS_PLAN_PLAN_CACHE_H

#include "base/arena.h"
#include "plan.h"

/* What a plan costs, and how many DAG nodes it took to find out. */
struct Trial {
	uint64_t cost, work;
};

struct CachedPlan {
	struct Plan plan; /* its links are NULL in a free place */
	struct Trial trial;
};

struct PlanCache {
	struct Arena *arena;
	struct CachedPlan *item; /* open addressing */
	size_t count, slots;
};

/* The place of a plan, which is free if it was not tried. */
struct CachedPlan *plan_cache_find(struct PlanCache *tried, const struct Plan *plan, int links);
/* Fills a free place. */
void plan_cache_add(struct PlanCache *tried, struct CachedPlan *place, const struct Plan *plan, int links, struct Trial trial);

#endif
