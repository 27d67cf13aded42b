/* From the canonical tree to the values of a function: its own tree, the algorithm, the passes over both.
 * Called by the column of compile.c, and by the search, which tries plans. Memory is the arena that is lent. */
#ifndef RIGIDC_BUILD_H
#define RIGIDC_BUILD_H

#include "validate.h"
#include "job.h"
#include "pass.h"

/* One function by one plan. */
struct Build {
	const struct Job *job;
	const struct Generated *function;
	struct Arena *arena;
	const struct Plan *plan;
	int cycles;        /* for which the DAG is annealed */
	bool trial;        /* only its cost is asked for */
	int least;         /* of them, even if nobody waits any more */
	struct Progress *progress; /* of a search that is annealed for long; or NULL */
	struct Dump *dump; /* NULL: nobody looks */
	struct Validation validation;
};

/* The tree as the function wants it: its own, with a DAG of its own, in frames and with parameters of its
 * own; and as those parts see it that need more of the model's truth. */
struct Shaped { struct Tree *tree, *faithful; };
struct Shaped build_tree(const struct Build *b);
/* The outputs, one after the other, as the algorithm computes them. */
struct Form build_form(struct Build *b, const struct Shaped *shaped);
/* The same in fewer operations. A DAG in an arena of its own goes with it if it is large; the values stay where they are. */
void build_rewrite(struct Build *b, struct Form *form);

#endif
