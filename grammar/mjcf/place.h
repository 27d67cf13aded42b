/* Placements of MJCF: five ways to give an orientation, in numbers and as items of a statement.
 * Called by the files of this room. */
#ifndef RIGIDC_MJCF_PLACE_H
#define RIGIDC_MJCF_PLACE_H

#include "model.h"

/* Reads `pos` and the orientation of an element. */
struct MadePlace mj_place(struct Mjcf *m, const struct MjElement *e);
/* Reads an orientation: `quat` or one of the others. */
void mj_turn(struct Mjcf *m, const struct MjElement *e, double R[3][3], struct Arguments *at);
/* Reads `fromto`: the place between the ends, not turned, and the way from the first to the second. False: none. */
bool mj_between(struct Mjcf *m, const struct MjElement *e, struct MadePlace *middle, double way[3]);
/* The smallest turn that takes z to a unit vector. */
void mj_turn_z(struct Mjcf *m, struct Span span, const double z[3], double R[3][3], struct Arguments *at);
/* Turns a vector by the frames around it; a point is shifted too. */
void mj_direction_in_body(struct Mjcf *m, const struct Pose *frame, struct Figure v[3]);
void mj_point_in_body(struct Mjcf *m, const struct Pose *frame, struct Figure v[3]);

#endif
