/* Calls of the functions of the language, of the model, and of its tables.
 * Called by the evaluation of expressions. Memory is the arena's. */
#ifndef RIGIDC_MODEL_EXPRESSION_CALL_H
#define RIGIDC_MODEL_EXPRESSION_CALL_H

#include "task.h"

/* Step of an EXPR_CALL. */
bool call_step(struct Scope *scope, struct Task *task, struct Value *value);

/* Step that reads the points of the table task->of, not read yet. Its value has no meaning. */
bool call_table_step(struct Scope *scope, struct Task *task, struct Value *value);

#endif
