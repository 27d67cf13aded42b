/* Poses: states of rest that the model names, `pose home { elbow = 90 deg }`.
 * Called by the checker. Memory is the arena's. */
#ifndef RIGIDC_MODEL_BODY_POSE_H
#define RIGIDC_MODEL_BODY_POSE_H

#include "model/expression/evaluate.h"
#include "model/model.h"

/* Requires the coordinates numbered. Joints that a pose does not name have not moved. */
void poses_declare(struct Scope *scope, struct Model *model, const struct Ast *ast);

/* The pose of a name; NULL: there is none. */
const struct ModelPose *pose_find(const struct Model *model, const char *name);

#endif
