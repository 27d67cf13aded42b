/* Sign placement: signs move into reversed differences, into constants and through products.
 * Called by the lowering. */
#ifndef RIGIDC_PROGRAM_SIGN_PLACEMENT_H
#define RIGIDC_PROGRAM_SIGN_PLACEMENT_H

#include "program.h"

/* For each step: does it hold the negative of its value? Requires statements in order, and operands with the DAG's
 * signs. The choice decides the signs of zeros, so all executors of a function must pass the same program. */
bool *choose_signs(const struct Program *program);

/* Makes a step compute its value, or its negative if `flip`. On entry the signs of operands account for the values
 * held by their steps. Removes signs the operation can absorb, and counts negations. */
void place_signs(struct Program *program, struct Step *step, bool flip);

#endif
