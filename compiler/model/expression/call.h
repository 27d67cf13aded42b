/* Calls of the functions of the language, of the model, and of its tables.
 * Called by the evaluation of expressions. Memory is the arena's. */
#ifndef RIGIDC_MODEL_EXPRESSION_CALL_H
#define RIGIDC_MODEL_EXPRESSION_CALL_H

#include "task.h"

/* The steps of an EXPR_CALL. */
bool call_step(struct Scope *scope, struct Task *task, struct Value *value);

/* The steps of reading the points of a table, task->of, which is not read yet. The value is of no use. */
bool call_table_step(struct Scope *scope, struct Task *task, struct Value *value);

#endif
