/* The tree, or values, with other values of inputs. Called by the algorithms and the pipeline. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_TREE_SUBSTITUTE_H
#define RIGIDC_DYNAMICS_TREE_SUBSTITUTE_H

#include "tree.h"

/* Copy without gravity and external wrenches. */
struct Tree *tree_weightless(const struct Tree *tree);
/* Tree with some inputs zero, a set of INPUT_BIT (substitute.c). */
const struct Tree *tree_zero_inputs(const struct Tree *tree, uint64_t inputs);
/* Tree with other values for the elements of one input; the second function does this to values outside the tree. */
const struct Tree *tree_substitute(const struct Tree *tree, enum Input array, const Ref *instead);
void values_substitute(struct Dag *dag, Ref *value, size_t count, enum Input array, const Ref *instead);
/* The same with many values of one input: the nodes that depend on it are found once. The first `count` values with
 * `instead` for the elements of the input go to `to`. */
struct Substitution *substitution_make(struct Dag *dag, Ref *value, size_t count, enum Input array);
void substitution_values(struct Substitution *s, const Ref *instead, size_t count, Ref *to);
/* Values at q/|q|: each quaternion of an input of coordinates is divided by its length. */
void values_normalize(const struct Tree *tree, Ref *value, size_t count);
/* Values at another state: q and qd take the place of these inputs, both at once. */
void values_at_state(struct Dag *dag, Ref *value, size_t count, const Ref *q, const Ref *qd);

#endif
