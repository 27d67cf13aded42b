/* Armature, damping and friction of balls and free joints: one number of the file for each velocity.
 * Called by chain.c. Memory is the arena's. */
#ifndef RIGIDC_MJCF_QUATERNION_H
#define RIGIDC_MJCF_QUATERNION_H

#include "curve.h"

/* Adds `armature`. MuJoCo has the linear one of a free joint in world axes, so `passive` is added too: tau gains
 * m (vdot + w x v) there. */
void mj_quaternion_armature(struct Mjcf *m, const struct MjJoint *joint, const struct Figure *armature,
                            struct Stmt *stmt);
/* Leaves out what MuJoCo has along the axes of the world: friction of a free joint, and coefficients of its damping after the
 * first. Returns whether damping remains. */
bool mj_free_lose(struct Mjcf *m, const struct MjJoint *joint, struct Figure damping[MJ_COEFFICIENTS],
                  struct Figure *friction);
/* Adds `damping`, `friction` and the further coefficients of a damper. */
void mj_quaternion_losses(struct Mjcf *m, const struct MjJoint *joint, const struct Figure damping[MJ_COEFFICIENTS],
                          const struct Figure *friction, struct Stmt *stmt);

#endif
