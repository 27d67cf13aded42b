/* Coordinates of OpenSim in expressions, and those that follow others.
 * Called by osim.c, joint.c and loop.c. Memory is the arena's. */
#ifndef RIGIDC_OSIM_COUPLING_H
#define RIGIDC_OSIM_COUPLING_H

#include "place.h"

/* Gives each dependent coordinate its constraint. */
void osim_read_couplers(struct Osim *o);
/* Value of a dependent coordinate; NULL after a diagnostic. */
struct Expr *osim_coupling(struct OsimModel *m, const struct OsimCoordinate *coordinate);
/* Is a constraint on, and does the constraint couple coordinates? */
bool osim_is_on(const struct XmlElement *constraint);
bool osim_is_coupler(const struct XmlElement *constraint);

#endif
