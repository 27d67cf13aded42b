/* The discrete search over what a plan leaves free, with the exact count of operations as its cost.
 * Called by the pipeline. Deterministic: it is bounded by the work it does, not by time. */
#ifndef RIGIDC_DYNAMICS_PLAN_SEARCH_H
#define RIGIDC_DYNAMICS_PLAN_SEARCH_H

#include "plan.h"
#include "base/progress.h"
#include "dynamics/tree/tree.h"
#include "plan_cache.h"

extern const char *const search_name[SEARCH_COUNT];
/* For how many cycles the DAG of the plan that was found is annealed. */
extern const int search_cycles[SEARCH_COUNT];

struct Search {
	const struct Tree *tree;
	struct Trial (*attempt)(void *context, const struct Plan *plan, int cycles);
	void *context;
	const double *unit; /* candidates for the unit of length */
	int units;
	bool meets_outward;         /* is the choice of lifts read? */
	bool articulates;       /* is that of joints that give way? */
	bool reaches;       /* is that of the axes in which frames are reached for? */
	const bool *free;   /* of a limb, the links whose choices may change; NULL: all, and the units */
	uint64_t work;      /* the nodes that a quick search may make */
	struct Progress *progress; /* of the thorough search; NULL: nobody waits */
};

/* Improves the plan in place. A thorough search goes on from what a quick one found. */
void search_plan(const struct Search *search, enum SearchEffort effort, struct Plan *plan);

#endif
