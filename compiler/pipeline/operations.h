/* Operators applied to the values of a function's parts. Called by build.c. Memory is the DAG's. */
#ifndef RIGIDC_PIPELINE_OPERATIONS_H
#define RIGIDC_PIPELINE_OPERATIONS_H

#include "generated.h"

/* Values that a function returns, from `value`: all entries of the outputs of its parts. The tree is that of the values. */
Ref *operations_run(const struct Generated *function, const struct Tree *tree, const Ref *value, size_t *count);

#endif
