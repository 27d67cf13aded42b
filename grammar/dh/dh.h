/* Denavit-Hartenberg tables to the AST of a .rig file.
 * Called through the table of formats. All memory is the arena's. */
#ifndef RIGIDC_DH_H
#define RIGIDC_DH_H

#include "base/request.h"
#include "grammar/ast.h"
#include "grammar/model_text.h"

/* Reads a table. Faults are reported, and the readable part is returned. *snapped is 0: no angle is changed beyond rounding. */
struct Ast dh_read(struct Diags *diags, const struct ModelText *text, const struct Request *request, size_t *snapped);

#endif
