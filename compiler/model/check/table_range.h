/* Range check of tables: do they cover the range of the joint coordinates in their arguments? Called by the checker
 * after all motions are known. Owns nothing. */
#ifndef RIGIDC_MODEL_CHECK_TABLE_RANGE_H
#define RIGIDC_MODEL_CHECK_TABLE_RANGE_H

#include "model/model.h"
#include "model/expression/scope.h"

/* Notes each use of a table that ends within the limits of a joint. Only arguments c q + d are checked. */
void table_ranges_check(struct Scope *scope, const struct Model *model);

#endif
