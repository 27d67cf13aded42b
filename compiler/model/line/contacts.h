/* Contacts and phases of a model. Called by the checker, once bodies are merged. Memory is the arena's. */
#ifndef RIGIDC_MODEL_LINE_CONTACTS_H
#define RIGIDC_MODEL_LINE_CONTACTS_H

#include "model/part/expand.h"
#include "declared.h"

/* Declares all contacts in their order, then the phases, which name contacts. */
void contacts_declare(struct Scope *scope, struct Model *model, struct DeclaredNames *names, const struct Items *items);

#endif
