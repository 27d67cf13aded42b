/* AST to .rig text, laid out as a person would: a blank line between blocks, the statements of a block aligned.
 * Called for `rigidc import` and wherever couplings are shown. What is printed reads back to the same AST, but for comments and redundant
 * brackets. */
#ifndef RIGIDC_PRINT_RIG_H
#define RIGIDC_PRINT_RIG_H

#include "ast.h"
#include "base/text.h"

void print_rig(const struct Ast *ast, struct Text *out);

/* An expression on one line, which takes some stack for each of its levels. */
void print_expr(const struct Expr *expr, struct Text *out);

#endif
