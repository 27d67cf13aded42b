/* Sparse matrices: only entries that are not zero by structure are returned.
 * Called by the column of compile.c on the values of a function, before the lowering. Memory is the given arena's. */
#ifndef RIGIDC_SPARSE_H
#define RIGIDC_SPARSE_H

#include "job.h"

/* Finds the pattern of a matrix from all its entries in `value`. */
void sparse_find(struct Arena *arena, const struct Dag *dag, struct GeneratedOutput *output, const Ref *value);
/* The entries of the pattern. */
struct Result sparse_output(struct Arena *arena, const struct GeneratedOutput *output, const Ref *value);

#endif
