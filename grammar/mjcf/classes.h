/* Classes of <default>.
 * Called by mjcf.c; mj_class by those who read elements. */
#ifndef RIGIDC_MJCF_CLASSES_H
#define RIGIDC_MJCF_CLASSES_H

#include "model.h"

/* Reads all <default> sections. */
void mj_classes_read(struct Mjcf *m);
/* Class that an attribute of the element names, or `otherwise`. An unknown class is reported. */
const struct MjClass *mj_class(struct Mjcf *m, const struct XmlElement *element, const char *attribute,
                               const struct MjClass *otherwise);
/* The element with its class: its `class`, else `around`. */
struct MjElement mj_element(struct Mjcf *m, const struct XmlElement *element, const struct MjClass *around);

#endif
