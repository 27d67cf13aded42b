/* Checks of the rows of contacts and phases: rows that hold by themselves, and dependent rows. Called after a model is
 * read. Messages go to `diags`. */
#ifndef RIGIDC_PIPELINE_CHECK_ROWS_H
#define RIGIDC_PIPELINE_CHECK_ROWS_H

#include "base/diag.h"
#include "model/model.h"

/* Marks the rows that hold by themselves. Reports these, and contacts and phases with dependent rows. */
void check_rows(struct Diags *diags, struct Model *model);

#endif
