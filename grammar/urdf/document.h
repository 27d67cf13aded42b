/* The XML of a URDF to its elements, with tables of elements and attributes.
 * Called by the URDF reader only. All memory is the arena's. */
#ifndef RIGIDC_URDF_DOCUMENT_H
#define RIGIDC_URDF_DOCUMENT_H

#include "base/diag.h"
#include "model.h"

/* Reads a source of clean UTF-8. Mistakes are reported; elements before a mistake are returned all the same. */
struct Urdf urdf_document_read(struct Diags *diags, uint32_t source);

/* "link", "joint": the name of an element in XML. */
const char *urdf_part_name(enum UrdfPart part);
const char *urdf_attribute_name(enum UrdfPart part, int attribute);
/* Tries the names of elements that may stand in another. */
void urdf_parts_nearest(enum UrdfPart inside, struct Nearest *nearest);
/* Tries the names of an element's attributes. */
void urdf_attributes_nearest(enum UrdfPart part, struct Nearest *nearest);

#endif
