/* Inertias that no solid body has, of bodies that are fixed together. Programs look at each body alone and refuse them.
 * Called by the writers of MJCF and SDFormat. */
#ifndef RIGIDC_EXPORT_JOIN_FIXED_H
#define RIGIDC_EXPORT_JOIN_FIXED_H

#include "robot.h"

/* Joins the masses of bodies fixed on each other, with a note. The motion stays
 * the same. */
void export_join_fixed(struct Robot *robot, const struct ExportLoss *loss);

#endif
