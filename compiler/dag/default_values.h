/* Default values of expressions, with all parameters at their defaults. For choices, checks and output, never
 * generated code.
 * Filled in by the checker. Memory is the DAG's arena. */
#ifndef RIGIDC_DAG_DEFAULT_VALUES_H
#define RIGIDC_DAG_DEFAULT_VALUES_H

#include "dag.h"

struct DefaultValues *default_values_new(struct Arena *arena);
/* Adds the default value of a new element. */
void default_values_add(struct Dag *dag, double number);

/* Values with default parameters; NaN for an expression of the state. */
double dag_default_value(const struct Dag *dag, Ref a);
void dag_default_values(const struct Dag *dag, const Ref *a, int count, double *out);
/* Length of a vector of three. */
double dag_default_length(const struct Dag *dag, const Ref *vector);

#endif
