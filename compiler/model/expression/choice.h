/* Choice of two values by a comparison: `if a < b then c else d`. Called by the evaluation of expressions. Memory is
 * the arena's. */
#ifndef RIGIDC_MODEL_EXPRESSION_CHOICE_H
#define RIGIDC_MODEL_EXPRESSION_CHOICE_H

#include "task.h"

bool choice_step(struct Scope *scope, struct Task *task, struct Value *value);

#endif
