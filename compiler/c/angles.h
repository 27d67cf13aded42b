/* Sines and cosines of all angles that are known at a place, by one call of the function with a loop over them (--size).
 * Called by body.c. All memory is the arena's. */
#ifndef RIGIDC_C_ANGLES_H
#define RIGIDC_C_ANGLES_H

#include "printer.h"

/* Those of the run that is printed that go together with a step, where the first of them stands. */
void c_put_angles(struct Printer *p, uint32_t index);

#endif
