/* Attributes that URDF does not have: their figures, and the messages about them.
 * Called by urdf.c, rotor.c and report.c. All memory is the arena's. */
#ifndef RIGIDC_URDF_ATTRIBUTE_H
#define RIGIDC_URDF_ATTRIBUTE_H

#include "tree.h"

/* The first foreign attribute with the given meaning and a number other than 0, in the order of the rows of meanings;
 * NULL: none. */
const struct UrdfForeign *urdf_foreign(struct UrdfReader *r, const struct UrdfElement *element,
                                       enum UrdfMeaning meaning, struct Figure *number);

/* Reports foreign attributes whose figures are left out. */
void urdf_attributes_report(struct UrdfTree *tree);

#endif
