/* Do tables reach as far as the joints whose coordinates they are looked up in?
 * Called by the checker once all motions are known. Owns nothing. */
#ifndef RIGIDC_MODEL_CHECK_TABLE_RANGE_H
#define RIGIDC_MODEL_CHECK_TABLE_RANGE_H

#include "model/model.h"
#include "model/expression/scope.h"

/* A note for each use of a table that ends within the limits of a joint. Looked at are uses in a coordinate, c q + d. */
void table_ranges_check(struct Scope *scope, const struct Model *model);

#endif
