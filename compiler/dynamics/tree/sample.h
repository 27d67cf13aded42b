/* Numeric values of a DAG at random states: for checks of the compiler, and for tests of dependence between columns.
 * Called by the base parameters, null motions, postures of pivots, the numbers of rows and the pipeline's validation. Memory is the
 * arena's of the DAG. */
#ifndef RIGIDC_DYNAMICS_TREE_SAMPLE_H
#define RIGIDC_DYNAMICS_TREE_SAMPLE_H

#include "tree.h"

/* Random state: coordinates in [-reach, reach), quaternions of unit length. Other inputs are drawn on demand. */
struct Sample {
	const struct Tree *tree;
	double *q;
	uint64_t seed;
	const bool *
		drawn; /* by element of INPUT_PARAMS: false of one that keeps its default, as all of INPUT_U do; NULL: all are drawn */
	struct SineAt *sine; /* sines and cosines of this state that were computed last; NULL: none are kept */
};

/* What a few values are computed from. */
struct NeededNodes {
	const struct Dag *dag;
	const Ref *value;
	size_t count;
	uint32_t *node;
	size_t nodes;
	double *number; /* by node of the DAG */
};

/* The same seed gives the same state. */
struct Sample sample_new(const struct Tree *tree, uint64_t seed, double reach);
/* Value of an input, whose node this is. */
double sample_input(const struct Dag *dag, const struct Sample *sample, const struct Node *node);
/* Values, and for each its size: the sum of the absolute terms, which may cancel in the value. */
void sample_values(const struct Dag *dag, const struct Sample *sample, const Ref *value, size_t count, double *out,
                   double *size);
/* The nodes that a few values need, operands first. Memory is the arena's. */
struct NeededNodes sample_needed(struct Arena *arena, const struct Dag *dag, const Ref *value, size_t count);
/* These values alone, at one of many states. */
void sample_few(const struct NeededNodes *needed, const struct Sample *sample, double *out);
/* Values, and for each an estimate of its rounding error: roundings are taken as independent, so their squares add
 * up. */
void sample_errors(const struct Dag *dag, const struct Sample *sample, const Ref *value, size_t count, double *out,
                   double *error);

#endif
