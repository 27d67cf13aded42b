/* States at which loops and constraints are closed. Called by the checks of rows. Memory is the arena's of the tree's DAG.
 *
 * Newton's method for c(q) = 0: the step dq is the shortest with J dq = -c, by the modified Gram-Schmidt method on the rows of
 * J, which leaves out rows that depend on those before. A step is at most 0.3 rad or m in any velocity. */
#ifndef RIGIDC_PIPELINE_ASSEMBLY_H
#define RIGIDC_PIPELINE_ASSEMBLY_H

#include "dynamics/tree/tree.h"

struct Assembly {
	const struct Tree *tree;
	int rows;   /* of loops and constraints, the first of tree->rows */
	Ref *value; /* closure, J, and rates of the coordinates for each velocity */
	size_t values;
	double open;  /* least closure that was reached so far */
	int open_row; /* row of the largest closure there */
};

/* Requires tree->rows, whose first `rows` rows are of loops and constraints. */
struct Assembly assembly_of(const struct Tree *tree, int rows);
/* Closes the state q; false: it stays open. */
bool assembly_close(struct Assembly *a, double *q);
/* The same from several random states; the first is the one that a sample with this seed has. */
bool assembly_close_any(struct Assembly *a, uint64_t seed, double *q);

#endif
