/* Functions of many states at once, a state in each lane of a vector.
 * Called by files.c. */
#ifndef RIGIDC_C_PRINT_BATCH_LANES_H
#define RIGIDC_C_PRINT_BATCH_LANES_H

#include "printer.h"

/* Types, macros and sines for batch lanes, once a file. Prints nothing if no function has a form in lanes. */
void c_put_batch_lanes(struct Printer *p);

/* PREFIX_FN_batch and PREFIX_FN_batch_soa of p->function, after the function itself. */
void c_put_batch(struct Printer *p);
/* Their declarations. */
void c_put_batch_prototypes(struct Printer *p);

#endif
