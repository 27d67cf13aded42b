/* Motions of bodies with added mass, and the wrenches of the fluid on them. Called by the checker. Memory is the model's. */
#ifndef RIGIDC_MODEL_LINE_ADDED_H
#define RIGIDC_MODEL_LINE_ADDED_H

#include "model/model.h"

/* Has any body added mass? */
bool added_any(const struct Model *model);
/* Requires merged bodies and the motions of joints. */
void added_declare(struct Model *model, struct Diags *diags);

#endif
