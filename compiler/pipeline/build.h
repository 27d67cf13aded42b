/* From the canonical tree to the values of a function: its own tree, the algorithm, the passes over both.
 * Called by compile.c, and by the search, which tries plans. Memory is the arena that is lent. */
#ifndef RIGIDC_BUILD_H
#define RIGIDC_BUILD_H

#include "validate.h"
#include "job.h"
#include "pass.h"

/* Construction of one function by one plan. */
struct Build {
	const struct Job *job;
	const struct Generated *function;
	struct Arena *arena;
	const struct Plan *plan;
	int cycles;                /* cycles of annealing */
	bool trial;                /* only the cost is needed */
	bool parts_alone;          /* without the operators */
	bool counting;             /* only the count of nodes is needed */
	bool in_lanes;             /* limbs are in lanes */
	int least;                 /* minimum of cycles, even if the search is stopped */
	struct Progress *progress; /* of a thorough search; or NULL */
	struct Dump *dump;         /* NULL: no dump */
	struct PivotLog *pivots;   /* by part, as in Generated; NULL: not wanted */
	struct Validation validation;
};

/* Trees of a function, each with a DAG of its own. `tree` has the function's own frames and parameters. `faithful` is
 * for parts that need more of the model's truth. */
struct Shaped {
	struct Tree *tree, *faithful;
};
struct Shaped build_tree(const struct Build *b);
/* The outputs in sequence, as the algorithm computes them. */
struct Form build_form(struct Build *b, const struct Shaped *shaped);
/* Runs the passes over the DAG. A large DAG gets an arena of its own; the array of values stays. */
void build_rewrite(struct Build *b, struct Form *form);

#endif
