/* Sines and cosines in vectors of the GNU kind, as C text.
 * Called by print_sincos.c for angles that are numbers, by the printers for limb lanes and batch lanes. */
#ifndef RIGIDC_SINCOS_VECTORS_H
#define RIGIDC_SINCOS_VECTORS_H

#include "sincos_rows.h"

/* True if functions of angles that are numbers use vectors where the machine has them. */
bool sincos_in_vectors(const struct Printer *p);

/* Functions of the given sizes for machines with vectors, under an #if; the caller prints the #else. */
void sincos_put_machines(struct Printer *p, unsigned sizes, bool few);

/* TYPE_sincos, for an angle of every state. `attribute`: of functions with such vectors. */
void sincos_put_states(struct Printer *p, const struct Type *states, const char *attribute);

/* Functions TYPE_sincos1, 2, 3, with arrays of 1, 2, 3 vectors. */
void sincos_put_limbs(struct Printer *p, unsigned sizes, bool few, const struct Type *limbs);

#endif
