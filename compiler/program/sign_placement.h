/* Where the signs of a program go: into differences that are turned around, constants, and products that carry them on.
 * Called by the lowering. */
#ifndef RIGIDC_PROGRAM_SIGN_PLACEMENT_H
#define RIGIDC_PROGRAM_SIGN_PLACEMENT_H

#include "program.h"

/* For each step, whether it holds the negative of its value. Requires statements in order, and operands with the signs that the DAG
 * has; a zero has the sign that this gives it, so executors of one function have to ask of one and the same program. */
bool *choose_signs(const struct Program *program);

/* With the signs of its operands, which say what their steps hold, a step computes its value or the negative: leaves no sign where
 * the operation has none, and counts the negations. */
void place_signs(struct Program *program, struct Step *step, bool flip);

#endif
