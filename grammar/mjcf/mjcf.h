/* MJCF to AST: the models of MuJoCo. The AST is that of a .rig file of the same robot, each statement with its place in
 * the MJCF.
 * Called by the table of formats. The text is borrowed; the AST is the arena's. */
#ifndef RIGIDC_MJCF_H
#define RIGIDC_MJCF_H

#include "base/diag.h"
#include "base/request.h"
#include "grammar/ast.h"
#include "grammar/model_text.h"

/* Faults are reported, and what could be understood is returned. *snapped stays 0: no angle is changed. */
struct Ast mjcf_read(struct Diags *diags, const struct ModelText *text, const struct Request *request, size_t *snapped);

#endif
