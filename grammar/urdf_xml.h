/* URDF as XML to plain structs.
 * Made by urdf_xml_read through expat, for the reader of URDF only. All memory is the arena's. */
#ifndef RIGIDC_URDF_XML_H
#define RIGIDC_URDF_XML_H

#include "base/diag.h"
#include "urdf_document.h"

/* Reads a text that is clean UTF-8. Faults are reported; what was read before one is returned all the same. */
struct Urdf urdf_xml_read(struct Diags *diags, uint32_t source, const char *text, size_t length);

/* The command that expands the file of a diagnostic. */
void urdf_xacro_help(struct Diags *diags, struct Diag *of);
/* "link", "joint": as the element is written. */
const char *urdf_part_name(enum UrdfPart part);
/* Tries the names of the elements that may stand in another. */
void urdf_parts_nearest(enum UrdfPart inside, struct Nearest *nearest);
/* Tries those of its attributes. */
void urdf_attributes_nearest(enum UrdfPart part, struct Nearest *nearest);

#endif
