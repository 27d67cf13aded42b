/* A contact as the root of the tree (aba_support.c). Called by the pipeline, which chooses one. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_ABA_SUPPORT_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_ABA_SUPPORT_H

#include "dynamics/tree/row_set.h"

/* May the contact of a block be the root in motion with tree->rows, in place of the base? */
bool support_possible(const struct Dag *dag, const struct Tree *tree, const struct RowBlock *block);

#endif
