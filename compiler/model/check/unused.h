/* Unused constants, parameters, functions and tables of a model. Called by the checker for a model without errors.
 * Owns nothing. */
#ifndef RIGIDC_MODEL_CHECK_UNUSED_H
#define RIGIDC_MODEL_CHECK_UNUSED_H

#include "base/diag.h"
#include "grammar/ast.h"

/* Notes each unused declaration in the file of the `model` statement. Declarations in included files are a library's,
 * and may be for others. */
void unused_note(struct Diags *diags, const struct Ast *ast, const struct Stmt *model);

#endif
