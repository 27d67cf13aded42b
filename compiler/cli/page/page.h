/* Content of the page of `report`: the model as JSON, and the JavaScript that moves the model.
 * Called by report, inside of a call of the library. Memory is the call's. */
#ifndef RIGIDC_PAGE_H
#define RIGIDC_PAGE_H

#include <jansson.h>

#include "cli/info/cost.h"

/* The model as JSON for a script. Requires the generated functions in `job`. */
const char *page_data(rigidc_model *model, const struct Job *job, const struct CostReport *cost);

/* Loops: their names, and the two points that each of them joins. */
json_t *page_loops(const struct Model *model);
/* For the page to close loops: a closed state, the unit of lengths, rows in rad, independent velocities. */
json_t *page_closing(struct Arena *arena, const struct Model *model);

/* A JavaScript module with the function robot_scene: poses of all moving bodies, gravity torques, mass and centre of
 * mass. robot_scene(q, [derived,] R, p of each, g, mass, c). If the model has loops or constraints, also
 * robot_closing(q, [derived,] c, J). NULL after a diagnostic. */
const char *page_scene(rigidc_model *model);

/* The page for these functions (NULL: the functions of the model). NULL after a diagnostic. */
const char *page_make(rigidc_model *model, const char *functions, uint64_t seed);

#endif
