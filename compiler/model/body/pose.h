/* Poses: named states of rest, `pose home { elbow = 90 deg }`. Called by the checker. Memory is the arena's. */
#ifndef RIGIDC_MODEL_BODY_POSE_H
#define RIGIDC_MODEL_BODY_POSE_H

#include "model/expression/evaluate.h"
#include "model/model.h"

/* Declares all poses. Requires numbered coordinates. Joints that a pose does not name are in the neutral position. */
void poses_declare(struct Scope *scope, struct Model *model, const struct Ast *ast);

/* Pose by name; NULL: no such pose. */
const struct ModelPose *pose_find(const struct Model *model, const char *name);

#endif
