/* Poses of placements, joints and bodies at a state. Parameters have their default values.
 * Called by compare and export. Plain values. */
#ifndef RIGIDC_CLI_MODEL_POSES_H
#define RIGIDC_CLI_MODEL_POSES_H

#include "base/pose.h"
#include "dag/posture.h"
#include "model/model.h"

/* Rotation by y about a unit vector, or translation by y along it, by the kind of the motion. */
struct Pose pose_moved(enum MotionKind kind, const double axis[3], double y);
/* A placement as numbers at a state. */
struct Pose pose_of(struct Posture *posture, const struct Placement *at);
/* Moving frame of a joint in its fixed frame, at a state. */
struct Pose pose_of_joint(struct Posture *posture, const struct Joint *joint);
/* Poses of all bodies in the world, by body. */
void pose_of_bodies(struct Posture *posture, const struct Model *model, struct Pose *out);
/* Diagonal of the box around all origins, in m. */
double pose_extent(const struct Pose *pose, int count);

#endif
