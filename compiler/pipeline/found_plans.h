/* Plans that searches have found, each for one part of a function. Called by choose_plan.c; the library keeps them over the
 * compilations of a model, so that functions asked for one after the other share a search as those of one request do. */
#ifndef RIGIDC_PIPELINE_FOUND_PLANS_H
#define RIGIDC_PIPELINE_FOUND_PLANS_H

#include "dynamics/plan/search.h"
#include "job.h"

struct FoundPlan {
	const char *of; /* part, sites of the tree and measure of the work that the plan is of */
	enum SearchEffort effort;
	struct Plan plan;
};
/* Of one model and one request. Memory is the arena's. */
struct FoundPlans {
	struct Arena *arena;
	struct FoundPlan *item;
	size_t count, capacity;
};

struct FoundPlans *found_plans_new(struct Arena *arena);
/* The plan of a part of a job by that effort, valid until the next one is kept; NULL: none was found yet. */
const struct Plan *found_plan(const struct Job *job, const struct FunctionPart *part, enum SearchEffort effort);
/* Keeps a copy of such a plan. */
void keep_plan(const struct Job *job, const struct FunctionPart *part, enum SearchEffort effort,
               const struct Plan *plan);

#endif
