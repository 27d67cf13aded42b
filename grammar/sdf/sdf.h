/* SDFormat, models of Gazebo, to the AST of a .rig file.
 * Called through the table of formats. All memory is the arena's. */
#ifndef RIGIDC_SDF_H
#define RIGIDC_SDF_H

#include "base/request.h"
#include "grammar/ast.h"
#include "grammar/model_text.h"

/* Reads an SDFormat file. Faults are reported, and the readable part is returned. *snapped is 0: no angle is changed beyond
 * rounding. */
struct Ast sdf_read(struct Diags *diags, const struct ModelText *text, const struct Request *request, size_t *snapped);

#endif
