/* Inertias that no solid body has, of bodies that are fixed to others. Programs look at each body alone and refuse them.
 * Called by the writers of MJCF and SDFormat. */
#ifndef RIGIDC_EXPORT_JOIN_FIXED_H
#define RIGIDC_EXPORT_JOIN_FIXED_H

#include "robot.h"

/* Gives the mass of each such body to the body that it is fixed on, with a note. The motion stays the same. */
void export_join_fixed(struct Robot *robot, const struct ExportLoss *loss);

#endif
