/* Values of a DAG as numbers at states drawn at random: for checks of the compiler, and to find out what depends on what.
 * Called by the base parameters and by the pipeline's audit. Memory is the arena's of the DAG. */
#ifndef RIGIDC_DYNAMICS_TREE_SAMPLE_H
#define RIGIDC_DYNAMICS_TREE_SAMPLE_H

#include "tree.h"

/* Coordinates in [-reach, reach), quaternions of unit length; all other inputs are drawn as they are asked for. */
struct Sample {
	const struct Tree *tree;
	double *q;
	uint64_t seed;
	const bool *drawn; /* by element of INPUT_PARAMS: false of one that keeps its default; NULL: all are drawn */
};

/* The same seed gives the same state. */
struct Sample sample_new(const struct Tree *tree, uint64_t seed, double reach);
/* size: how large the terms are that each is the sum of, though they may cancel. */
void sample_values(const struct Dag *dag, const struct Sample *sample, const Ref *value, size_t count, double *out, double *size);
/* error: an estimate of the rounding in each, for which roundings are independent of each other: their squares add up. */
void sample_errors(const struct Dag *dag, const struct Sample *sample, const Ref *value, size_t count, double *out, double *error);

#endif
