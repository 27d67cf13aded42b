/* Sines and cosines in vectors of the GNU kind, as C text.
 * Called by print_sincos.c for angles that are numbers, by the printers for limb lanes and batch lanes. */
#ifndef RIGIDC_SINCOS_VECTORS_H
#define RIGIDC_SINCOS_VECTORS_H

#include "sincos_rows.h"

/* Functions of the given sizes for machines with vectors, under an #if; the caller prints the #else. */
void sincos_put_machines(struct SincosPrinter *printer, unsigned sizes);

/* NAME(a, b, c), an fma of vectors. `width`: count of lanes, a number or a macro. Each lane is computed by
 * printer->fma. */
void sincos_put_fma(struct SincosPrinter *printer, const char *type, const char *name, const char *width);

/* TYPE_sincos, for an angle in every lane of a vector type. `fma`: vector function for fma, or NULL. `attribute`: of
 * functions with such vectors, or "". */
void sincos_put_lanes(struct SincosPrinter *printer, const char *attribute, const char *type, const char *fma);

/* Functions TYPE_sincos1, 2, 3 of the printer's lanes, with arrays of 1, 2, 3 vectors. `fma`: vector function for
 * fma, or NULL. */
void sincos_put_limbs(struct SincosPrinter *printer, unsigned sizes, const char *fma);

#endif
