/* Classes of <default>.
 * Called by mjcf.c; mj_class by those who read elements. */
#ifndef RIGIDC_MJCF_CLASSES_H
#define RIGIDC_MJCF_CLASSES_H

#include "model.h"

/* Reads the <default> sections of a file. */
void mj_classes_read(struct Mjcf *m, struct MjDocument *document);
/* Class that an attribute of the element names, or `otherwise`. An unknown class is reported. */
const struct MjClass *mj_class(struct Mjcf *m, const struct XmlElement *element, const char *attribute,
                               const struct MjClass *otherwise);
/* The element with its class: its `class`, else `around`. */
struct MjElement mj_element(struct Mjcf *m, const struct XmlElement *element, const struct MjClass *around);
/* Name of the class around an element of <worldbody>: its `childclass`, else the outermost one. */
const char *mj_class_around(const struct XmlElement *element);
/* The element of a section other than <worldbody>: its `class`, else the outermost one. */
struct MjElement mj_section_element(struct Mjcf *m, const struct XmlElement *element);

#endif
