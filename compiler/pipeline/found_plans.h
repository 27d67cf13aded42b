/* Plans that searches have found, each for one part of a function. Called by choose_plan.c. Memory is the arena's. */
#ifndef RIGIDC_PIPELINE_FOUND_PLANS_H
#define RIGIDC_PIPELINE_FOUND_PLANS_H

#include "dynamics/function_request.h"
#include "dynamics/plan/search.h"

struct FoundPlan {
	struct FunctionPart part;
	enum SearchEffort effort;
	struct Plan plan;
};
struct FoundPlans ARENA_LIST(struct FoundPlan);

/* The plan of a part by that effort; NULL: none was found yet. */
const struct Plan *found_plan(const struct FoundPlans *found, const struct FunctionPart *part,
                              enum SearchEffort effort);
/* Keeps such a plan. The result is valid until the next one is kept. */
const struct Plan *keep_plan(struct Arena *arena, struct FoundPlans *found, const struct FunctionPart *part,
                             enum SearchEffort effort, struct Plan plan);

#endif
