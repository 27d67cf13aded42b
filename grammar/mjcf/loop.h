/* Closed loops of MJCF: <connect>, <weld>, and a <tendon> between two sites that keeps its length.
 * Called by equality.c, and by tendon.c. Memory is the arena's. */
#ifndef RIGIDC_MJCF_LOOP_H
#define RIGIDC_MJCF_LOOP_H

#include "model.h"

/* Is a constraint taken? Inactive ones are counted. */
bool mj_is_active(struct Mjcf *m, const struct XmlElement *element);
/* Begins; then looks at each constraint, before the bodies are statements. Returns whether it is a loop. */
void mj_loops_begin(struct Mjcf *m);
bool mj_loop_prepare(struct Mjcf *m, const struct XmlElement *element);
/* Does a constraint keep the length of the tendon? */
bool mj_holds_tendon(const struct Mjcf *m, const char *name);
/* Adds the `loop` statement of a constraint, with a frame for each end that is neither a body nor a site. Two <connect> of the same
 * bodies are one hinge. */
void mj_loop_add(struct Mjcf *m, const struct XmlElement *element);

#endif
