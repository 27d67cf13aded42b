/* Functions for sines and cosines as C text, and their calls, by the operations of program/sincos.h.
 * Called by sines.c and by module/. Memory is the Text's arena's. */
#ifndef RIGIDC_C_PRINT_SINCOS_H
#define RIGIDC_C_PRINT_SINCOS_H

#include "sincos_rows.h"

/* Functions called for a group of `count` angles: bit n for the function of n angles. Results are combined by or. */
unsigned sincos_sizes(const struct SincosPrinter *printer, int count);

/* Functions of the given sizes, at file scope, where gcc's contraction is off. */
void sincos_put_functions(struct SincosPrinter *printer, unsigned sizes);

/* <prefix>_sincos(angle, sines, count): the sine and cosine of each angle, one after the other, in a loop. */
void sincos_put_loop(struct SincosPrinter *printer);

/* JavaScript function <prefix>_sincos1(x), which leaves sine and cosine in the module's array. */
void sincos_put_javascript(struct SincosPrinter *printer, const char *array);

/* Declarations of the functions, if they are defined elsewhere. */
void sincos_put_prototypes(struct SincosPrinter *printer, unsigned sizes);

/* Statements that define the sines and cosines of angles (expressions) under the names given; a name
 * may be NULL. Uses the names sines<n> and cosines<n>, n = 1, 2, ... */
void sincos_put_group(struct SincosPrinter *printer, const char *const *angle, const char *const *sine,
                      const char *const *cosine, int count);

#endif
