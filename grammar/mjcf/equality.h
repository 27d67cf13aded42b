/* Equality constraints of MJCF: coupled joints and closed loops.
 * Called by mjcf.c: the couplings before the bodies, the loops after them. */
#ifndef RIGIDC_MJCF_EQUALITY_H
#define RIGIDC_MJCF_EQUALITY_H

#include "model.h"

/* Sets the coupling of joints. */
void mj_couplings_read(struct Mjcf *m);
/* Adds `loop` statements, with a frame for each end that is not a body. */
void mj_loops_add(struct Mjcf *m);

#endif
