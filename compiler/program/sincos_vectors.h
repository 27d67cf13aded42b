/* Sines and cosines in vectors of the GNU kind, as text. Called by sincos.c for angles that are numbers, by the printers for limbs
 * and batches. */
#ifndef RIGIDC_SINCOS_VECTORS_H
#define RIGIDC_SINCOS_VECTORS_H

#include "sincos_rows.h"

/* The functions of these sizes for machines with vectors, behind an #if whose #else is the caller's. */
void sincos_put_machines(struct SincosPrinter *printer, unsigned sizes);

/* NAME(a, b, c) of vectors with so many lanes, a number or a macro of one, each a b + c as printer->fma computes it. */
void sincos_put_fma(struct SincosPrinter *printer, const char *type, const char *name, const char *width);

/* TYPE_sincos of an angle in every lane of a vector type; with fma by the function of that name, which takes vectors, or NULL.
 * The attribute is one for functions that have such vectors, or none: "". */
void sincos_put_lanes(struct SincosPrinter *printer, const char *attribute, const char *type, const char *fma);

/* The functions TYPE_sincos1, 2, 3 of the printer's lanes, each of arrays of so many; with fma by the function of that name. */
void sincos_put_limbs(struct SincosPrinter *printer, unsigned sizes, const char *fma);

#endif
