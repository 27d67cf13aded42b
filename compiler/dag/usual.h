/* What values are where the parameters have their defaults: for what is chosen, checked and shown, never for what is
 * generated.
 * Filled in by the checker. Memory is the DAG's arena. */
#ifndef RIGIDC_USUAL_H
#define RIGIDC_USUAL_H

#include "dag.h"

struct Usual *usual_new(struct Arena *arena);
/* The default of a new element. */
void usual_add(struct Dag *dag, double number);

/* The value with defaults; NaN if it depends on the state. */
double dag_usual(const struct Dag *dag, Ref a);

#endif
