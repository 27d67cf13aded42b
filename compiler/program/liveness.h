/* How long the temporaries of a program live.
 * Called by the lowering, last, and after loops have moved statements. Nothing in `scratch` is needed afterwards. */
#ifndef RIGIDC_PROGRAM_LIVENESS_H
#define RIGIDC_PROGRAM_LIVENESS_H

#include "program.h"

/* Requires statements in order. Sets `set`, `last` and `slot` of every temporary, and the program's alive and
 * slots. */
void liveness_ranges(struct Program *program, struct Arena *scratch);

#endif
