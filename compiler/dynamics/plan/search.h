/* Discrete search over the choices of a plan. The cost is the exact count of operations. Called by the pipeline. The
 * search is deterministic: its bound is the work done, not time. */
#ifndef RIGIDC_DYNAMICS_PLAN_SEARCH_H
#define RIGIDC_DYNAMICS_PLAN_SEARCH_H

#include "plan.h"
#include "base/progress.h"
#include "dynamics/tree/tree.h"
#include "plan_cache.h"

extern const char *const search_name[SEARCH_COUNT];
/* Cycles of annealing for the DAG of the plan found. */
extern const int search_cycles[SEARCH_COUNT];

struct Search {
	const struct Tree *tree;
	const int *first; /* by link: the link of the first limb of this shape */
	bool alike;       /* has the function the same work for limbs of one shape? */
	struct Trial (*attempt)(void *context, const struct Plan *plan, int cycles);
	void *context;
	const double *unit; /* candidates for the unit of length */
	int units;
	const double *row_unit; /* and for that of the rows of loops */
	int row_units;
	bool meets_outward;        /* does the function read meet_outward? */
	bool articulates;          /* does it read articulate? */
	bool near_links_read;      /* does it read near_links? */
	bool closes;               /* does it read row_axes? */
	bool absolute;             /* does it read absolute? */
	int rows;                  /* of loops, in a part of the function */
	struct Progress *progress; /* of the thorough search; NULL: not shown */
};

/* Does a round of trials, each of so much work, take less than a quarter of a quick search? */
bool search_is_short(const struct Search *search, uint64_t trial);
/* Improves the plan in place. A thorough search starts from the plan of a quick search. */
void search_plan(const struct Search *search, enum SearchEffort effort, struct Plan *plan);

#endif
