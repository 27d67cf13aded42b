/* <attach> and <replicate> as frames with copies of elements.
 * Called by expand.c. Memory is the arena's. */
#ifndef RIGIDC_MJCF_ATTACH_H
#define RIGIDC_MJCF_ATTACH_H

#include "model.h"

/* Replaces <attach> and <replicate> in the file. Requires its classes, and the models of its assets. */
void mj_attach_all(struct Mjcf *m, struct MjDocument *document);
/* Does the file have one of these? */
bool mj_attaches(const struct MjDocument *document, const char *name);

#endif
