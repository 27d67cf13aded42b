/* Numeric values of a DAG at random states: for checks of the compiler, and for tests of dependence between columns.
 * Called by the base parameters, null motions and the pipeline's validation. Memory is the arena's of the DAG. */
#ifndef RIGIDC_DYNAMICS_TREE_SAMPLE_H
#define RIGIDC_DYNAMICS_TREE_SAMPLE_H

#include "tree.h"

/* Random state: coordinates in [-reach, reach), quaternions of unit length. Other inputs are drawn on demand. */
struct Sample {
	const struct Tree *tree;
	double *q;
	uint64_t seed;
	const bool *drawn; /* by element of INPUT_PARAMS: false of one that keeps its default; NULL: all are drawn */
};

/* The same seed gives the same state. */
struct Sample sample_new(const struct Tree *tree, uint64_t seed, double reach);
/* Value of an input, whose node this is. */
double sample_input(const struct Dag *dag, const struct Sample *sample, const struct Node *node);
/* Values, and for each its size: the sum of the absolute terms, which may cancel in the value. */
void sample_values(const struct Dag *dag, const struct Sample *sample, const Ref *value, size_t count, double *out,
                   double *size);
/* A few values alone: only the nodes below them are computed. */
void sample_few(const struct Dag *dag, const struct Sample *sample, const Ref *value, size_t count, double *out);
/* Values, and for each an estimate of its rounding error: roundings are taken as independent, so their squares add
 * up. */
void sample_errors(const struct Dag *dag, const struct Sample *sample, const Ref *value, size_t count, double *out,
                   double *error);

#endif
