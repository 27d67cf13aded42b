/* Physical plausibility of a checked model.
 * Called by the checker, for a model without errors. Owns nothing. */
#ifndef RIGIDC_MODEL_CHECK_LINT_H
#define RIGIDC_MODEL_CHECK_LINT_H

#include "model/model.h"

/* Physical plausibility: inertias, masses, sizes, joints without a load. */
void model_lint(struct Model *model, struct Diags *diags);

#endif
