/* Order of the coordinates: the order of bodies, or the listed order that the model chooses with `order`. Called by
 * the checker, after the names are resolved. Memory is the model's.
 *
 * All computations use the order of bodies, where parents come before children: M = L^T D L keeps its zeros there, and
 * limbs of the same structure look the same. `order` only permutes the callers' arrays. Only this file and the last
 * step of a program (pipeline/array_layout.h) know both orders. So `order` changes no number and no
 * operation. */
#ifndef RIGIDC_MODEL_BODY_ORDER_H
#define RIGIDC_MODEL_BODY_ORDER_H

#include "model/model.h"
#include "model/expression/scope.h"

/* Numbers the coordinates. Joints named in `stmt` come first, then the others; NULL: the order of bodies. */
void coordinates_number(struct Scope *scope, struct Model *model, const struct Stmt *stmt);

#endif
