/* Matrices of which only the entries are returned that are not zero by structure.
 * Called by the column of compile.c on the values of a function, before they are lowered. Memory is that of the arena that is lent. */
#ifndef RIGIDC_SPARSE_H
#define RIGIDC_SPARSE_H

#include "job.h"

/* Gives an output that is a matrix, of which `value` has all entries, its pattern. */
void sparse_find(struct Arena *arena, const struct Dag *dag, struct GeneratedOutput *output, const Ref *value);
/* What is left of it. */
struct Result sparse_output(struct Arena *arena, const struct GeneratedOutput *output, const Ref *value);

#endif
