/* Closure of loops and constraints, their J and that of contacts, and rates of coordinates, at one state. Called by the assembly of
 * states. Memory is the arena's of the tree's DAG.
 *
 * Angular closure is the angle by which frame B has to turn, so it is far from 0 at half a turn. Of all three angular rows it
 * is the rotation vector of A^T B. Of two, beside the axis n, it is the shortest turn that takes n of B to n of A.
 * Lengths are divided by the characteristic length, the largest offset of the model, in the closure and in J. */
#ifndef RIGIDC_PIPELINE_CLOSURE_NUMBERS_H
#define RIGIDC_PIPELINE_CLOSURE_NUMBERS_H

#include "dynamics/tree/row_set.h"
#include "dynamics/tree/sample.h"

struct ClosureNumbers {
	const struct Tree *tree;
	struct Sample sample; /* of parameters */
	const double *params; /* their numbers; NULL: those of the sample */
	const double *u;      /* inputs of the model; NULL: their default values */
	int rows;             /* of loops and constraints, then contacts */
	double length;        /* m */
	double own;           /* share of it that is the model's own size, wherever in the world it is */
	double *c;            /* rows; 0 without a closure */
	double *J;            /* rows x nv */
	double *H;            /* rows x inputs that move: the rows are J qd + H ud */
	double *rate;         /* nv x nq: rates of the coordinates for a unit of each velocity */
	double *M;            /* nv x nv, if it was added; NULL */
	/* values that are computed, and the nodes below them */
	Ref *value; /* of blocks, J, H, rates, M */
	size_t values, first_of_J;
	uint32_t *node;
	size_t nodes;
	double *number; /* by node */
};

/* Of the first `rows` rows of tree->rows. `sample` has the values of parameters. */
struct ClosureNumbers closure_numbers(const struct Tree *tree, int rows, const struct Sample *sample);
/* Computes M as well from now on. */
void closure_numbers_add_inertia(struct ClosureNumbers *n);
void closure_numbers_at(struct ClosureNumbers *n, const double *q);

#endif
