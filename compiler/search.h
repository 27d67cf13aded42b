/* The discrete search over what a plan leaves free, with the exact count of operations as its cost.
 * Called by the pipeline. Deterministic: it is bounded by the work it does, not by time. */
#ifndef RIGIDC_SEARCH_H
#define RIGIDC_SEARCH_H

#include "plan.h"
#include "request.h"
#include "tree.h"

extern const char *const search_name[SEARCH_COUNT];
/* For how many cycles the DAG of the plan that was found is annealed. */
extern const int search_cycles[SEARCH_COUNT];

/* What a plan costs, and how many DAG nodes it took to find out. */
struct Trial {
	uint64_t cost, work;
};

struct Search {
	const struct Tree *tree;
	struct Trial (*attempt)(void *context, const struct Plan *plan, int cycles);
	void *context;
	const double *unit; /* candidates for the unit of length */
	int units;
	bool lifts;         /* is the choice of lifts read? */
	const char *name;   /* of what is searched for, for the progress */
	const struct Request *request;
};

void plan_dump(const struct Plan *plan, int links, struct Text *out);

/* Improves the plan in place. */
void search_plan(const struct Search *search, enum SearchEffort effort, struct Plan *plan);

#endif
