/* Functions of many states: text that computes several at once, one in each lane of a vector.
 * Called by files.c. */
#ifndef RIGIDC_C_PRINT_BATCH_LANES_H
#define RIGIDC_C_PRINT_BATCH_LANES_H

#include "printer.h"

/* What the functions of a batch need, once a file: the type of the lanes and their sines. Nothing if there are none. */
void c_put_batch_lanes(struct Printer *p);

/* PREFIX_FN_batch and PREFIX_FN_batch_soa of p->function, behind that one. */
void c_put_batch(struct Printer *p);
/* And their declarations. */
void c_put_batch_prototypes(struct Printer *p);

#endif
