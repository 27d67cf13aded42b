/* Legs of platforms: a shape of closed forms. Listed by closed_shapes.c. Static data. */
#ifndef RIGIDC_MODEL_LINE_LEG_H
#define RIGIDC_MODEL_LINE_LEG_H

#include "closed_form.h"

extern const struct ClosedShape leg_shape;

#endif
