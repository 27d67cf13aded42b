/* Content of the page of `report`: the model as JSON, and the JavaScript that moves the model.
 * Called by report, inside of a call of the library. Memory is the call's. */
#ifndef RIGIDC_PAGE_H
#define RIGIDC_PAGE_H

#include "cli/info/cost.h"

/* The model as JSON for a script. Requires the generated functions in `job`. */
const char *page_data(rigidc_model *model, const struct Job *job, const struct CostReport *cost);

/* A JavaScript module with the function robot_scene: poses of all moving bodies, gravity torques, mass and centre of
 * mass. robot_scene(q, [derived,] R, p of each, g, mass, c). NULL after a diagnostic. */
const char *page_scene(rigidc_model *model);

/* The page for these functions (NULL: the functions of the model). NULL after a diagnostic. */
const char *page_make(rigidc_model *model, const char *functions, uint64_t seed);

#endif
