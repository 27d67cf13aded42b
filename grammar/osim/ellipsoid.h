/* Joints on an ellipsoid: the origin of the child is on its surface, and its z axis is along the normal there.
 * Called by document.c and joint.c. Memory is the arena's. */
#ifndef RIGIDC_OSIM_ELLIPSOID_H
#define RIGIDC_OSIM_ELLIPSOID_H

#include "model.h"

/* Motions of a joint whose type has radii. */
void osim_read_ellipsoid(struct Osim *o, struct OsimJoint *joint);
/* The shift of such a motion where its coordinates have these values. */
struct Expr *osim_on_ellipsoid(struct Osim *o, const struct OsimMotion *motion, struct Expr *const value[]);
/* Splits a ScapulothoracicJoint, the last of the joints, into one on an ellipsoid and a hinge for its last coordinate. */
void osim_split_scapula(struct Osim *o);

#endif
