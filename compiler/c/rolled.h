/* Functions of a batch whose like limbs stand in a loop.
 * Called by batch.c. All memory is the arena's. */
#ifndef RIGIDC_C_ROLLED_H
#define RIGIDC_C_ROLLED_H

#include "printer.h"

/* What prints a function of vectors, a state in each lane, with a loop over like limbs: c_put_body then does. False: it has
 * no such form, and `rolled` is as `p`. */
bool c_roll(const struct Printer *p, struct Printer *rolled);
/* The numbers in which the limbs differ, of this type. */
void c_put_rolled_numbers(struct Printer *p, const struct Real *real);

#endif
