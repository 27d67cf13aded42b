/* Columns of recordings by the names of OpenSim: coordinates, states, moments.
 * Called by eval and sim. Memory is the rows'. */
#ifndef RIGIDC_RECORDED_NAMES_H
#define RIGIDC_RECORDED_NAMES_H

#include "rows.h"

/* Does a joint turn about an axis by coordinate k itself, but for sign and a constant? In OpenSim such coordinates
 * alone are angles: they are in degrees in a file in degrees, and their forces are moments. */
bool coordinate_turns(const struct Model *model, const struct Joint *joint, int k);
/* Its name without that of the joint. */
const char *coordinate_own_name(const struct Joint *joint, int k);
/* Have the rows a column with the values of a coordinate of OpenSim? */
bool recorded_names_have(const struct Rows *rows, const char *coordinate);
/* Adds an expression for each wanted number that a column of a recording means, unless `maps` has one: q.knee for
 * `knee` and `/jointset/walker_knee/knee/value`, qd.knee for `.../knee/speed`, tau.knee for `knee_moment` and
 * `knee_force`. Joints with a quaternion have wanted numbers of the names of their angles. Angles become rad. */
void recorded_names_add(struct Rows *rows, const struct Model *model, const struct Columns *wanted,
                        struct FormulaList *maps);

#endif
