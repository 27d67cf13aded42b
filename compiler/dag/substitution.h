/* Values with other values of inputs, or of nodes, in them. Called by laws of the model, the algorithms and the pipeline.
 * Memory is the DAG's. */
#ifndef RIGIDC_DAG_SUBSTITUTION_H
#define RIGIDC_DAG_SUBSTITUTION_H

#include "dag.h"

/* Values with `instead` for the elements of an input; NULL: zero. */
void values_substitute(struct Dag *dag, Ref *value, size_t count, enum Input array, const Ref *instead);
/* The same with many values of one input: the nodes that depend on it are found once. The first `count` values with
 * `instead` for the elements of the input go to `to`. */
struct Substitution *substitution_make(struct Dag *dag, Ref *value, size_t count, enum Input array);
void substitution_values(struct Substitution *s, const Ref *instead, size_t count, Ref *to);
/* Values at another state: q and qd take the place of these inputs, both at once. */
void values_at_state(struct Dag *dag, Ref *value, size_t count, const Ref *q, const Ref *qd);

/* --- step by step: what is wanted, computing, taking --- */

struct Replacing {
	struct Dag *dag;
	uint64_t inputs;                 /* a set of INPUT_BIT */
	const Ref *instead[INPUT_COUNT]; /* values for the elements of `inputs`; NULL: zero */
	const bool *given;               /* by node: `now` is set by the caller; NULL: of none */
	bool *wanted;                    /* by node: is it an operand of a wanted node, or a result? */
	Ref *now;
	uint32_t count;
};

/* Inputs become zero; those of one array the values `instead`. */
struct Replacing replacing_of(struct Dag *dag, uint64_t inputs);
struct Replacing replacing_with(struct Dag *dag, enum Input array, const Ref *instead);
void replacing_want(struct Replacing *h, Ref *value, size_t count);
void replacing_compute(struct Replacing *h);
void replacing_take(struct Replacing *h, Ref *value, size_t count);
/* All three. */
void replacing_values(struct Replacing *h, Ref *value, size_t count);

#endif
