/* OpenSim to AST. The result is what a .rig file of the same model would give, each statement with its place in the
 * file. Nothing after it knows the format.
 * Called by the table of formats. The text is borrowed; the AST is the arena's. */
#ifndef RIGIDC_OSIM_H
#define RIGIDC_OSIM_H

#include "grammar/ast.h"
#include "base/diag.h"
#include "base/request.h"
#include "grammar/model_text.h"

/* Faults are reported; what could be understood is returned all the same. *snapped stays 0. */
struct Ast osim_read(struct Diags *diags, const struct ModelText *text, const struct Request *request, size_t *snapped);

#endif
