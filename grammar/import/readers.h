/* The readers of other formats: a file to the AST of a .rig file of the same robot, each statement with its place in
 * the file. Nothing after them knows the format.
 * Called by the table of formats; urdf_fold_frames by `rigidc import`. The text is borrowed; the AST is the arena's. */
#ifndef RIGIDC_READERS_H
#define RIGIDC_READERS_H

#include "base/diag.h"
#include "base/request.h"
#include "grammar/ast.h"
#include "grammar/model_text.h"

/* Faults are reported; what could be understood is returned all the same. *snapped: angles that --snap-angles has
 * changed, 0 but for URDF. */
typedef struct Ast FormatRead(struct Diags *diags, const struct ModelText *text, const struct Request *request,
                              size_t *snapped);
FormatRead dh_read, mjcf_read, osim_read, sdf_read, urdf_read;

/* For an import of a URDF: turns bodies into frames if they are fixed, have no mass and carry nothing but frames. */
void urdf_fold_frames(struct Arena *arena, struct Ast *ast);

#endif
