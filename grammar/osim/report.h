/* Messages about an OpenSim model as a whole: what is left out, and what means something else here.
 * Called by osim.c. Memory is the arena's. */
#ifndef RIGIDC_OSIM_REPORT_H
#define RIGIDC_OSIM_REPORT_H

#include "model.h"

void osim_report(struct Osim *o);
/* "12 Thelen2003Muscle, 3 CoordinateLimitForce": forces of the model, by their types; NULL: none. */
const char *osim_forces(struct Osim *o, struct Span *first);

#endif
