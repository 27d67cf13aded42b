/* What is left out of an OpenSim model: one message for all elements of a kind.
 * Called by the files of this room, which count losses by losses_add. Memory is the arena's. */
#ifndef RIGIDC_OSIM_LOSSES_H
#define RIGIDC_OSIM_LOSSES_H

#include "model.h"

void osim_losses_init(struct Osim *o);
/* Counts a loss; `name` of the body, joint, coordinate or constraint. */
void osim_lose(struct Osim *o, enum OsimLossId id, struct Ident name);
/* Counts unknown attributes and inner elements of an element of OpenSim. NULL: nothing. */
void osim_check(struct Osim *o, const struct XmlElement *element);

#endif
