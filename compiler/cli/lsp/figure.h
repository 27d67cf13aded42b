/* Values of expressions as text, in SI units: "0.3 m", "(0, 0, 1)".
 * Called by hover. */
#ifndef RIGIDC_LSP_FIGURE_H
#define RIGIDC_LSP_FIGURE_H

#include "model/value.h"

/* Appends a value with its dimension; parameters have their default values. */
void figure_put(struct Text *out, const struct Dag *dag, const struct Value *value);
/* Appends a number in a dimension. */
void figure_put_number(struct Text *out, const struct Dag *dag, Ref number, const char *symbol);

#endif
