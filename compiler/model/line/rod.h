/* Shape of closed forms: a rod leads a joint. Listed by closed_shapes.c. Static data. */
#ifndef RIGIDC_MODEL_LINE_ROD_H
#define RIGIDC_MODEL_LINE_ROD_H

#include "closed_form.h"

extern const struct ClosedShape rod_shape;

#endif
