/* A root that is bolted down only because its format does not say whether it is. Called by the checker, for a model without
 * errors. Nothing is kept. */
#ifndef RIGIDC_MODEL_CHECK_ROOT_DOUBT_H
#define RIGIDC_MODEL_CHECK_ROOT_DOUBT_H

#include "base/request.h"
#include "model/model.h"

/* A note if the root looks like the trunk of a walking, swimming or flying robot, and no base was asked for. */
void root_doubt(const struct Model *model, struct Diags *diags, const struct Ast *ast, const struct Request *request);

#endif
