/* Joints of OpenSim to bodies of the language: chains of bodies, one coordinate each.
 * Called by osim.c. Memory is the arena's. */
#ifndef RIGIDC_OSIM_JOINT_H
#define RIGIDC_OSIM_JOINT_H

#include "place.h"

/* Decides which joints become chains, and gives names to all joints. */
void osim_plan_joints(struct OsimModel *m);
/* Adds the statements of a body and its joint. */
void osim_add_body(struct OsimModel *m, int body);

#endif
