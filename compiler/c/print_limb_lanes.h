/* Functions with limb lanes, for compilers and machines with vectors.
 * Called by files.c. All memory is the arena's. */
#ifndef RIGIDC_C_PRINT_LIMB_LANES_H
#define RIGIDC_C_PRINT_LIMB_LANES_H

#include "printer.h"

/* Vector types, and the macro with the machine's number of lanes. */
void c_put_limb_types(struct Printer *p);
/* Bodies with limb lanes under #if, then #else for the body in numbers; the #endif. */
void c_put_limb_bodies(struct Printer *p);
void c_end_limb_bodies(struct Printer *p);
#endif
