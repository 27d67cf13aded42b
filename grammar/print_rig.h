/* AST to .rig source, laid out as a person would: a blank line between blocks, the statements of a block aligned.
 * Called for `rigidc import` and wherever couplings are shown. The output reads back to the same AST, except for
 * comments and redundant brackets. */
#ifndef RIGIDC_PRINT_RIG_H
#define RIGIDC_PRINT_RIG_H

#include "ast.h"
#include "base/text.h"

void print_rig(const struct Ast *ast, struct Text *out);

/* Prints a name, in quotes where it has to be. */
void print_name(const char *name, struct Text *out);

/* Prints an expression on one line. Stack use grows with its depth. */
void print_expr(const struct Expr *expr, struct Text *out);

#endif
