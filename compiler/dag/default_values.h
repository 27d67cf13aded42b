/* What values are where the parameters have their defaults: for what is chosen, checked and shown, never for what is
 * generated.
 * Filled in by the checker. Memory is the DAG's arena. */
#ifndef RIGIDC_DAG_DEFAULT_VALUES_H
#define RIGIDC_DAG_DEFAULT_VALUES_H

#include "dag.h"

struct DefaultValues *default_values_new(struct Arena *arena);
/* The default of a new element. */
void default_values_add(struct Dag *dag, double number);

/* The value with defaults; NaN if it depends on the state. */
double dag_default_value(const struct Dag *dag, Ref a);

#endif
