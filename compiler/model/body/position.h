/* Positions of joints as constant coordinates. Called by the checker for locked joints, poses and `order`, and for --q.
 * Owns nothing. */
#ifndef RIGIDC_MODEL_BODY_POSITION_H
#define RIGIDC_MODEL_BODY_POSITION_H

#include "model/model.h"

/* Body of a named joint; a joint in a closed form has a place in poses, which choose the form's branch, and may be idle.
 * -1 after a diagnostic. The diagnostic is `check` if the joint has no `what` of its own:
 * "position". */
int position_joint(const struct Model *model, struct Diags *diags, const struct NameTable *joints, struct Ident name,
                   enum Check check, const char *what);

/* Adds a help to the report of an unknown joint, if the name is that of the body, which has this joint, or of one of its coordinates. */
void position_help(struct Diags *diags, struct Diag *unknown, const struct Body *of, const char *name);

/* Is the quaternion of unit length, as positions need it? */
bool position_is_unit(const double quaternion[4]);

/* Neutral position of a kind: zeros, and quaternions without rotation. */
void position_neutral(struct Dag *dag, const struct JointKind *kind, Ref *position);

/* Position of the joint from a value. False after a diagnostic, which is `check` if the numbers do not fit. `what` is
 * the subject in messages: "the position of a locked joint". */
bool position_value(const struct Dag *dag, struct Diags *diags, enum Check check, const char *what,
                    const struct Joint *joint, struct Value value, Ref *position);

#endif
