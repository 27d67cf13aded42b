/* Closed loops, contacts and phases of a model. Called by the checker. Memory is the arena's. */
#ifndef RIGIDC_MODEL_LINE_LOOPS_H
#define RIGIDC_MODEL_LINE_LOOPS_H

#include "declared.h"
#include "model/part/expand.h"

/* Couples the joints of closed forms, before coordinates are numbered. */
void loops_couple(struct Scope *scope, struct Model *model, const struct Resolver *resolver, const struct Items *items);
/* Declares the loops in their order, once bodies are merged. */
void loops_declare(struct Scope *scope, struct Model *model, struct DeclaredNames *names, const struct Items *items);
/* Declares all contacts in their order, once bodies are merged, then the phases, which name contacts. */
void contacts_declare(struct Scope *scope, struct Model *model, struct DeclaredNames *names, const struct Items *items);

#endif
