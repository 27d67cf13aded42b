/* Point masses moved over the pins of loops. Called by the pipeline on its own copy of the tree, and by the search. Memory is the
 * DAG's. */
#ifndef RIGIDC_DYNAMICS_PLAN_PINS_H
#define RIGIDC_DYNAMICS_PLAN_PINS_H

#include "plan.h"
#include "dynamics/tree/row_set.h"

/* Number of loops with a pin on the link: frames A and B have one origin wherever the loop is closed. */
int pins_of(const struct Tree *tree, const struct RowSet *rows, int link);
/* Does a link of the plan give mass? */
bool pins_chosen(const struct Plan *plan, int links);
/* Moves masses by the choice `pin` of each link, over loops of tree->rows. Ensures the same qdd at states that close the loops, and tree->moved,
 * by which lambda is corrected (tree/pin_forces.h). Without rows or choices nothing moves. */
void pins_move(struct Tree *tree, const struct Plan *plan);

#endif
