/* Joint statements, with their properties and couplings.
 * Called by body.c. */
#ifndef RIGIDC_SDF_JOINT_H
#define RIGIDC_SDF_JOINT_H

#include "model.h"

/* The statement of axis k of a joint that carries a link, or of a joint without axes. */
struct Stmt *sdf_joint(struct Sdf *s, const struct SdfJoint *joint, int k);
/* The joint with an axis, in an expression. */
struct Expr *sdf_coordinate(struct Sdf *s, const struct SdfAxis *axis, struct Span span);
/* Has the joint a spring, damping or limits? */
bool sdf_has_properties(struct Sdf *s, const struct SdfJoint *joint);

#endif
