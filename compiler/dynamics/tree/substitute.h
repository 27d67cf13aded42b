/* The tree, or values, with other values of inputs. Called by the algorithms and the pipeline. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_TREE_SUBSTITUTE_H
#define RIGIDC_DYNAMICS_TREE_SUBSTITUTE_H

#include "tree.h"
#include "dag/substitution.h"

/* Copy without gravity and external wrenches. */
struct Tree *tree_weightless(const struct Tree *tree);
/* Tree with some inputs zero, a set of INPUT_BIT (substitute.c). */
const struct Tree *tree_zero_inputs(const struct Tree *tree, uint64_t inputs);
/* Tree with other values for the elements of one input. */
const struct Tree *tree_substitute(const struct Tree *tree, enum Input array, const Ref *instead);
/* Values at q/|q|: each quaternion of an input of coordinates is divided by its length. */
void values_normalize(const struct Tree *tree, Ref *value, size_t count);

#endif
