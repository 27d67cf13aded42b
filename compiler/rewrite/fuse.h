/* DAG to DAG: a product that only one sum reads becomes part of it, fma(a, b, c) = a b + c with one rounding.
 * Called by the pipeline under --fma, last of the passes over the DAG: others know no fma. */
#ifndef RIGIDC_FUSE_H
#define RIGIDC_FUSE_H

#include "rewrite.h"

/* Does nothing unless the form takes fma. */
void fuse_products(struct Form *form);

#endif
