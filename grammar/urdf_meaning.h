/* Attributes that other tools give to elements of a URDF, and what they mean there: a row each.
 * Looked up by urdf_xml.c where URDF has no such attribute, and by urdf_attribute.c.
 * The strings are constants. */
#ifndef RIGIDC_URDF_MEANING_H
#define RIGIDC_URDF_MEANING_H

#include <stddef.h>

#include "urdf_document.h"

/* What an attribute of that name means in an element. */
enum UrdfMeaning urdf_meaning(enum UrdfPart part, const char *name);

/* The names with a meaning, in the order of their rows: *row is 0 at first. NULL: no more. */
const char *urdf_meant(enum UrdfMeaning meaning, size_t *row);

#endif
