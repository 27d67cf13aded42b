/* The joint between the world and the root of a model of another format, as --base asks for it.
 * Called by the readers of those formats, after all bodies. */
#ifndef RIGIDC_BASE_JOINT_H
#define RIGIDC_BASE_JOINT_H

#include "grammar/ast.h"
#include "base/diag.h"
#include "base/request.h"

/* Makes the joint of the only body on the world free, or checks that none is free. `included`: the file is one of a
 * .rig file; `whole`: the place of messages if there is no body. */
void base_apply(struct Diags *diags, const struct Request *request, bool included, struct Span whole,
                const struct StmtList *statements);

#endif
