/* The XML of an SDFormat file, with all that it includes, to links, joints, frames and models.
 * Called by sdf.c first. */
#ifndef RIGIDC_SDF_DOCUMENT_H
#define RIGIDC_SDF_DOCUMENT_H

#include "model.h"

/* Fills in the lists of entities, scopes and links. False after a diagnostic about the file as a whole. */
bool sdf_document_read(struct Sdf *s);

#endif
