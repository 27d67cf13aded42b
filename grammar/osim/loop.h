/* Constraints of OpenSim between bodies, to loops.
 * Called by osim.c. Memory is the arena's. */
#ifndef RIGIDC_OSIM_LOOP_H
#define RIGIDC_OSIM_LOOP_H

#include "place.h"

/* Adds a loop for each constraint between bodies. */
void osim_add_loops(struct OsimModel *m);

#endif
