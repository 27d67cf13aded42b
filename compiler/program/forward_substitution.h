/* Temporaries that are set where they are first read: x = (a = u + v)*a2.
 * Called by the lowering, for C whose compiler keeps every temporary in memory: read where it is set it need not be loaded.
 * Nothing in `scratch` is needed afterwards. */
#ifndef RIGIDC_PROGRAM_FORWARD_SUBSTITUTION_H
#define RIGIDC_PROGRAM_FORWARD_SUBSTITUTION_H

#include "program.h"

/* Requires statements in order. Marks such temporaries `inside`, and takes their statements out. */
void forward_substitute(struct Program *program, struct Arena *scratch);

#endif
