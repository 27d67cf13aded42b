/* Kinds of joints before bodies are read.
 * Called by reference.c. */
#ifndef RIGIDC_MJCF_BODIES_H
#define RIGIDC_MJCF_BODIES_H

#include "model.h"

/* Kind of a <joint> or <freejoint>, by its classes. */
enum MjKind mj_joint_kind(struct Mjcf *m, const struct XmlElement *element);

#endif
