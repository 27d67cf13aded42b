/* Included files of MJCF: their elements stand in the place of each <include>.
 * Called by mjcf.c first. */
#ifndef RIGIDC_MJCF_EXPAND_H
#define RIGIDC_MJCF_EXPAND_H

#include "model.h"

/* Reads the model's XML with all included files. NULL after a diagnostic. */
const struct XmlElement *mj_read_tree(struct Mjcf *m);

#endif
