/* The XML of a URDF to its elements, with tables of elements and attributes.
 * Called by the URDF reader only. All memory is the arena's. */
#ifndef RIGIDC_URDF_DOCUMENT_H
#define RIGIDC_URDF_DOCUMENT_H

#include "base/diag.h"
#include "grammar/import/losses.h"
#include "model.h"

/* Reads a source of clean UTF-8. Mistakes are reported; elements before a mistake are returned all the same. What URDF does not
 * have is counted. */
struct Urdf urdf_document_read(struct Losses *losses, uint32_t source);
/* The elements and attributes of URDF, as rows to an end. */
const struct KnownRow *urdf_known(struct Arena *arena);

/* "link", "joint": the name of an element in XML. */
const char *urdf_part_name(enum UrdfPart part);
const char *urdf_attribute_name(enum UrdfPart part, int attribute);

#endif
