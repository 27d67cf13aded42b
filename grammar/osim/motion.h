/* Motions of joints: those of a type, of a CustomJoint in the file, of a joint on an ellipsoid.
 * Called by document.c, tree.c and osim.c. Memory is the arena's. */
#ifndef RIGIDC_OSIM_MOTION_H
#define RIGIDC_OSIM_MOTION_H

#include "model.h"

/* Reads the motions of a joint. Requires its coordinates. */
void osim_read_motions(struct Osim *o, struct OsimJoint *joint);
/* Counts the motions of each coordinate. A coordinate of translations alone is a length. */
void osim_count_motions(struct Osim *o, const struct OsimJoint *joint);
/* Gives a ball or free joint the angles of OpenSim, each a motion of its own. */
void osim_use_angles(struct Osim *o, struct OsimJoint *joint);
/* Decides which ball and free joints keep the angles of OpenSim. Requires the couplers to be read. */
void osim_choose_angles(struct Osim *o);

#endif
