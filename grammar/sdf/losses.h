/* Losses of an SDFormat file: elements left out, and defaults added, a message for each kind.
 * Called by the files of this room, which count losses by losses_add. */
#ifndef RIGIDC_SDF_LOSSES_H
#define RIGIDC_SDF_LOSSES_H

#include "model.h"

void sdf_losses_init(struct Sdf *s);
/* Counts inner elements and attributes unknown to SDFormat. */
void sdf_check(struct Sdf *s, const struct XmlElement *element);

#endif
