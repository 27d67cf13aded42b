/* XML to the bodies, joints, coordinates and motions of an OpenSim model.
 * Called by osim.c. Memory is the arena's. */
#ifndef RIGIDC_OSIM_DOCUMENT_H
#define RIGIDC_OSIM_DOCUMENT_H

#include "model.h"

/* Requires o->model. Faults are reported. */
void osim_document_read(struct Osim *o);

#endif
