/* Attributes of a URDF's elements that URDF does not have: their figures, and what is said of them.
 * Called by urdf.c, urdf_rotor.c and urdf_report.c. All memory is the arena's. */
#ifndef RIGIDC_URDF_ATTRIBUTE_H
#define RIGIDC_URDF_ATTRIBUTE_H

#include "urdf_tree.h"

/* The attribute of an element that has a meaning and a number other than 0; NULL: there is none. Of several it is that of the
 * first row. */
const struct UrdfForeign *urdf_foreign(struct UrdfReader *r, const struct UrdfElement *element, enum UrdfMeaning meaning,
                                       struct UrdfNumber *number);

/* What is lost with such attributes, and those that mean nothing. */
void urdf_attributes_report(struct UrdfTree *tree);

#endif
