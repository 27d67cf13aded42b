/* The plan of a function: free choices in the shape of its tree, selected by the cost of the finished DAG.
 * Called by compile.c. Memory is the model's arena. */
#ifndef RIGIDC_PIPELINE_CHOOSE_PLAN_H
#define RIGIDC_PIPELINE_CHOOSE_PLAN_H

#include "build.h"
#include "dynamics/plan/search.h"

/* Without effort, or where no pass reads a plan: the plan by rules. `progress` is NULL, or for a thorough search. */
struct Plan choose_plan(const struct Job *job, const struct Generated *function, enum SearchEffort effort,
                        struct Progress *progress, struct Dump *dump);

/* By rules alone, for a function that may be large. */
struct Plan choose_by_rules(const struct Job *job, const struct Generated *function);

#endif
