/* Attributes that other tools give to elements of a URDF, and their meanings: a row each.
 * Called by document.c where URDF has no such attribute, and by attribute.c.
 * The strings are constants. */
#ifndef RIGIDC_URDF_MEANING_H
#define RIGIDC_URDF_MEANING_H

#include <stddef.h>

#include "model.h"

/* Meaning of an attribute name in an element. */
enum UrdfMeaning urdf_meaning(enum UrdfPart part, const char *name);

/* How URDF has the value of an attribute with a meaning, or NULL. */
const char *urdf_meaning_help(enum UrdfPart part, const char *name);

/* The next name with a meaning, in the order of rows; NULL after the last. *row is 0 at first. */
const char *urdf_meant(enum UrdfMeaning meaning, size_t *row);

#endif
