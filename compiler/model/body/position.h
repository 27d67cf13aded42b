/* Positions of joints: their coordinates, as constants.
 * Called by the checker where a joint is locked and where a pose or `order` names it. Owns nothing. */
#ifndef RIGIDC_MODEL_BODY_POSITION_H
#define RIGIDC_MODEL_BODY_POSITION_H

#include "model/model.h"

/* The body whose joint that is; -1 after a diagnostic, of that check where the joint has no `what` of its own: "position". */
int position_joint(const struct Model *model, struct Diags *diags, const struct NameTable *joints, struct Ident name,
                   enum Check check, const char *what);

/* Where a joint of that kind is when it has not moved: at 0, and quaternions that turn nothing. */
void position_neutral(struct Dag *dag, const struct JointKind *kind, Ref *position);

/* The numbers of a value as a position of the joint. False after a diagnostic, which is of that check where they do not fit;
 * `what` says what cannot depend on anything: "the position of a locked joint". */
bool position_value(const struct Dag *dag, struct Diags *diags, enum Check check, const char *what, const struct Joint *joint,
                    struct Value value, Ref *position);

#endif
