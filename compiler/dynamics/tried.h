/* Plans that a search has tried, and what came of it: rounds that change little try most plans again.
 * Called by the search. Memory is the arena that it is begun with: { .arena = arena }. */
#ifndef RIGIDC_TRIED_H
#define RIGIDC_TRIED_H

#include "base/arena.h"
#include "plan.h"

/* What a plan costs, and how many DAG nodes it took to find out. */
struct Trial {
	uint64_t cost, work;
};

struct TriedPlan {
	struct Plan plan; /* its links are NULL in a free place */
	struct Trial trial;
};

struct Tried {
	struct Arena *arena;
	struct TriedPlan *item; /* open addressing */
	size_t count, slots;
};

/* The place of a plan, which is free if it was not tried. */
struct TriedPlan *tried_find(struct Tried *tried, const struct Plan *plan, int links);
/* Fills a free place. */
void tried_add(struct Tried *tried, struct TriedPlan *place, const struct Plan *plan, int links, struct Trial trial);

#endif
