/* Declarations of wraps. Called by the checker before tendons are declared. Memory is the arena's. */
#ifndef RIGIDC_MODEL_LINE_WRAP_H
#define RIGIDC_MODEL_LINE_WRAP_H

#include "model/part/expand.h"
#include "model/wrap.h"
#include "point.h"

/* Fills in model->wraps. */
void wraps_declare(struct Scope *scope, struct Model *model, const struct Resolver *resolver,
                   const struct Items *items);
/* Wrap by its name and side in a tendon; false after a diagnostic. */
bool wrap_around(struct Scope *scope, struct Model *model, const struct Expr *around, struct Around *found);
/* Notes wraps that no tendon uses. */
void wraps_note_unused(const struct Model *model, struct Diags *diags);

#endif
