/* The order of the coordinates: that of the bodies, or the one that the model chooses with `order`.
 * Called by the checker, once the names are resolved. Memory is the model's.
 *
 * Everything is computed in the order of the bodies, in which parents come before children: M = L^T D L keeps its zeros
 * there, and like limbs look alike. `order` chooses where the numbers stand in the arrays of those who call. It is told
 * from the other at two places alone: here, and where a program is done (pipeline/permute_coordinates.h). So it changes no number and
 * no operation. */
#ifndef RIGIDC_MODEL_BODY_ORDER_H
#define RIGIDC_MODEL_BODY_ORDER_H

#include "model/model.h"
#include "model/expression/scope.h"

/* Numbers the coordinates. Those of the joints that `stmt` names come first, those of others behind; NULL: as the bodies are. */
void coordinates_number(struct Scope *scope, struct Model *model, const struct Stmt *stmt);

#endif
