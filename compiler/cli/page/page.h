/* What the page of `report` shows: the model as JSON, and the JavaScript that moves it.
 * Called by report, inside of a call of the library. Memory is the call's. */
#ifndef RIGIDC_PAGE_H
#define RIGIDC_PAGE_H

#include "cli/info/cost.h"

/* As JSON for a script. Requires the functions asked for, with programs. */
const char *page_data(rigidc_model *model, const struct Job *job, const struct CostReport *cost);

/* A module whose robot_scene computes poses of all bodies that move, gravity torques, mass and its centre:
 * robot_scene(q, [derived,] R, p of each, g, mass, c). NULL after a diagnostic. */
const char *page_scene(rigidc_model *model);

/* The page of the functions asked for (NULL: those of the model); NULL after a diagnostic. */
const char *page_make(rigidc_model *model, const char *functions, uint64_t seed);

#endif
