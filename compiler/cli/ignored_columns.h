/* Columns of a file that no input takes.
 * Called by eval and sim after the columns are bound. Messages are in the diagnostics of the model. */
#ifndef RIGIDC_IGNORED_COLUMNS_H
#define RIGIDC_IGNORED_COLUMNS_H

#include "rows.h"
#include "runtime/library.h"

/* Warns of columns that are meant as inputs by their names, and lists the others in a note unless they are `kept` in the output.
 * Coordinates of the model and the time are neither. */
void ignored_columns_tell(rigidc_model *model, const struct Generated *function, const struct Rows *rows,
                          const struct Columns *wanted, bool kept);

#endif
