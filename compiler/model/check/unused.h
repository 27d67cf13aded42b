/* Constants, parameters, functions and tables of a model that nothing uses.
 * Called by the checker for a model without errors. Owns nothing. */
#ifndef RIGIDC_MODEL_CHECK_UNUSED_H
#define RIGIDC_MODEL_CHECK_UNUSED_H

#include "base/diag.h"
#include "grammar/ast.h"

/* A note for each that the file of the `model` statement declares. What included files declare is a library's: it may be for
 * others. */
void unused_note(struct Diags *diags, const struct Ast *ast, const struct Stmt *model);

#endif
