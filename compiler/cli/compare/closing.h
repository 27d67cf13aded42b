/* Closed states of compared models: the loops of a model are closed near its first pose, and the loops of the other model at the same
 * independent coordinates. Called by compare after the states are drawn. Memory is of the closed model. */
#ifndef RIGIDC_COMPARE_CLOSING_H
#define RIGIDC_COMPARE_CLOSING_H

#include "pairs.h"

/* Has the model loops or constraints? */
bool closing_needed(const struct Side *side);
/* Closes the loops of a model at each state, from a state between its first pose and the drawn one. */
void closing_lead(struct Side *side);
/* Closes those of the second model where joints of the first have their independent coordinates. The states of its joints
 * are those of the first already. `leader`: 0 or 1, which of the pair was closed first. */
void closing_follow(const struct Pairs *pairs, struct Side *side, int leader);

#endif
