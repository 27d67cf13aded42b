/* Joints that nothing drives, by the statement `idle JOINT, JOINT`. Called by the checker, once coordinates are
 * numbered. Memory is the model's. */
#ifndef RIGIDC_MODEL_BODY_IDLE_H
#define RIGIDC_MODEL_BODY_IDLE_H

#include "model/part/expand.h"

/* Marks the joints of all such statements. */
void idle_declare(struct Scope *scope, struct Model *model, const struct Items *items);

#endif
