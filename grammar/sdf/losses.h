/* What is left out of an SDFormat file, or added to it: one message for all elements of a kind.
 * Called by the files of this room; sdf_report by sdf.c at the end. */
#ifndef RIGIDC_SDF_LOSSES_H
#define RIGIDC_SDF_LOSSES_H

#include "model.h"

void sdf_losses_init(struct Sdf *s);
/* Counts a loss; `name` of the link or joint. */
void sdf_lose(struct Sdf *s, enum SdfLossId id, struct Span span, const char *name);
/* Counts inner elements and attributes unknown to SDFormat. */
void sdf_check(struct Sdf *s, const struct XmlElement *element);
/* Reports all that was counted. */
void sdf_report(struct Sdf *s);

#endif
