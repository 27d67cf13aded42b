/* The shapes of loops that have closed forms. Called for couplings. Static data. */
#ifndef RIGIDC_MODEL_LINE_CLOSED_SHAPES_H
#define RIGIDC_MODEL_LINE_CLOSED_SHAPES_H

#include "closed_form.h"

/* The shape that a loop is meant to have. NULL after a diagnostic. */
const struct ClosedShape *closed_shape(struct Diags *diags, const struct Model *model, const struct ClosedForm *form);

#endif
