/* Losses of an MJCF file: elements left out or changed, a message for each kind.
 * Called by the files of this room, which count losses by losses_add. */
#ifndef RIGIDC_MJCF_LOSSES_H
#define RIGIDC_MJCF_LOSSES_H

#include "model.h"

void mj_losses_init(struct Mjcf *m);
/* Checks that the element is known inside its parent. False: an unknown element is counted, and an element that MuJoCo
 * expands is an error. */
bool mj_known(struct Mjcf *m, const struct XmlElement *element);
/* Reports an element or attribute that only MuJoCo can write out. */
void mj_not_expanded(struct Mjcf *m, struct Span span, const char *what);
/* Counts inner elements that MJCF does not have in this element. */
void mj_check_inside(struct Mjcf *m, const struct XmlElement *element);

#endif
