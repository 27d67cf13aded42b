/* Constraints: expressions of coordinates, or of velocities, that stay 0. Called by the checker. Memory is the arena's. */
#ifndef RIGIDC_MODEL_LINE_CONSTRAINTS_H
#define RIGIDC_MODEL_LINE_CONSTRAINTS_H

#include "declared.h"
#include "model/part/expand.h"

/* Does a constraint look at a frame? Then velocities of quaternions have derivatives (couple.c). */
bool constraints_see(const struct Items *items);
/* Declares all constraints once bodies are merged: in their order, those on velocities after the others. */
void constraints_declare(struct Scope *scope, struct Model *model, struct DeclaredNames *names,
                         const struct Items *items);

#endif
