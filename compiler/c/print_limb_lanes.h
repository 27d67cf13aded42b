/* Functions with like limbs side by side, for compilers and machines that have vectors.
 * Called by files.c. All memory is the arena's. */
#ifndef RIGIDC_C_PRINT_LIMB_LANES_H
#define RIGIDC_C_PRINT_LIMB_LANES_H

#include "printer.h"

/* The vector types, and the macro that says how many lanes the machine has. */
void c_put_limb_types(struct Printer *p);
/* The bodies in lanes, for machines that have so many, and goes over to that in numbers; ends the choice. */
void c_put_limb_bodies(struct Printer *p);
void c_end_limb_bodies(struct Printer *p);
#endif
