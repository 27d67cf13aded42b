/* URDF to AST: the second front door of the grammar. What comes out is what a .rig file of the same robot would
 * give, each statement with its place in the URDF; nothing behind it knows where a model came from.
 * Called by the table of formats. The text is borrowed; the AST is the arena's. */
#ifndef RIGIDC_URDF_H
#define RIGIDC_URDF_H

#include "grammar/ast.h"
#include "base/diag.h"
#include "base/request.h"
#include "grammar/model_text.h"

/* Faults are reported; what could be understood is returned all the same. *snapped: angles that --snap-angles has
 * changed. */
struct Ast urdf_read(struct Diags *diags, const struct ModelText *text, const struct Request *request, size_t *snapped);

/* Turns bodies into frames if they are fixed, have no mass and carry nothing but frames. */
void urdf_fold_frames(struct Arena *arena, struct Ast *ast);

#endif
