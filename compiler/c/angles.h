/* Sines and cosines under --size: one call of the looping function for all angles known at a point of the program.
 * Called by body.c. All memory is the arena's. */
#ifndef RIGIDC_C_ANGLES_H
#define RIGIDC_C_ANGLES_H

#include "printer.h"

/* Sines and cosines of the step's group within the printed run, at the first of them. */
void c_put_angles(struct Printer *p, uint32_t index);

#endif
