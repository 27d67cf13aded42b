/* Elements and attributes that OpenSim does not have, told once for each name.
 * Called by document.c where it reads elements. Memory is the arena's. */
#ifndef RIGIDC_OSIM_KNOWN_H
#define RIGIDC_OSIM_KNOWN_H

#include "model.h"

void osim_known_init(struct Osim *o);
/* Counts unknown attributes and inner elements of an element of OpenSim. NULL: nothing. */
void osim_check(struct Osim *o, const struct XmlElement *element);
/* Reports all that was counted. */
void osim_known_report(struct Osim *o);

#endif
