/* Inputs that the model declares, `input NAME: UNIT = DEFAULT`: numbers that forces read and that callers give in every
 * call, as the array u. Those with a rate are states, `input NAME: UNIT { rate EXPR }`, the array s. Couplings read those
 * that move, `input NAME: UNIT moving`, whose rates and accelerations are the arrays ud and udd. Declared by the checker;
 * read by laws, forces of struts, passive forces and couplings. Memory is the arena's. */
#ifndef RIGIDC_MODEL_BODY_INPUT_H
#define RIGIDC_MODEL_BODY_INPUT_H

#include "model/part/expand.h"
#include "model/part/resolve.h"

/* Declares all inputs. */
void inputs_declare(struct Scope *scope, struct Model *model, const struct Items *items);
/* Reports inputs with the names of joints, which laws know too. */
void inputs_check_names(struct Scope *scope, const struct Resolver *resolver);
/* For forces, as `input` of struct Locals: an input of the part around, or else of the model. */
const struct Value *input_named(struct Scope *scope, const char *name);
/* The same for couplings: an input that moves. */
const struct Value *input_moving(struct Scope *scope, const char *name);
/* Notes inputs that nothing reads. Requires all forces. */
void inputs_note_unread(const struct Scope *scope);

#endif
