/* AST to .rig text, laid out as a person would: a blank line between blocks, the statements of a block aligned.
 * Called for `rigidc import`. What is printed reads back to the same AST, but for comments and redundant
 * brackets. */
#ifndef RIGIDC_PRINT_RIG_H
#define RIGIDC_PRINT_RIG_H

#include "ast.h"
#include "base/text.h"

void print_rig(const struct Ast *ast, struct Text *out);

/* A name as it is written: in quotes where it has to be. */
void print_name(struct Text *out, const char *name);

#endif
