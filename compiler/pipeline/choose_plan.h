/* The plan of a function: what is free in the shape of its tree, chosen by what the finished DAG costs.
 * Called by the column of compile.c. Memory is the model's arena. */
#ifndef RIGIDC_PIPELINE_CHOOSE_PLAN_H
#define RIGIDC_PIPELINE_CHOOSE_PLAN_H

#include "build.h"
#include "dynamics/plan/search.h"

/* Without effort, or where no pass reads a plan: what the passes do by themselves. `progress` is NULL or that of a
 * thorough search. */
struct Plan choose_plan(const struct Job *job, const struct Generated *function, enum SearchEffort effort,
                        struct Progress *progress, struct Dump *dump);

#endif
