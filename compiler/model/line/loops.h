/* Closed loops and constraints of a model. Called by the checker, once bodies are merged. Memory is the arena's. */
#ifndef RIGIDC_MODEL_LINE_LOOPS_H
#define RIGIDC_MODEL_LINE_LOOPS_H

#include "declared.h"
#include "model/part/expand.h"

/* Declares the loops and the constraints, each in their order. */
void loops_declare(struct Scope *scope, struct Model *model, struct DeclaredNames *names, const struct Items *items);

#endif
