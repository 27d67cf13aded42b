/* Functions for sines and cosines as C text, and their calls, by the operations of program/sincos.h.
 * Called by sines.c, print_batch_lanes.c and module/. Memory is the printer's arena's. */
#ifndef RIGIDC_C_PRINT_SINCOS_H
#define RIGIDC_C_PRINT_SINCOS_H

#include "sincos_rows.h"

/* Functions <prefix>_sincos1, 2, 4 (float: and 8; vectors: 1 to 6, with fma and 8) for as many angles, at file scope,
 * where gcc's contraction is off. Equal operations of all angles are neighbours: in vectors, or in straight lines
 * that gcc (from 12 at -O2) and clang pack into vectors. `few`: no function has more than SINCOS_FEW angles.
 * `later`: sizes of functions that follow by sincos_put_later, but whose types come with the others'. */
void sincos_put_functions(struct Printer *p, unsigned sizes, unsigned later, bool few);
void sincos_put_later(struct Printer *p, unsigned sizes, bool few);

/* TYPE_sincos, for an angle of every state. `attribute`: of functions with such vectors. */
void sincos_put_states(struct Printer *p, const struct Type *states, const char *attribute);

/* Functions TYPE_sincos1, 2, 3, with arrays of 1, 2, 3 vectors. `attribute`: a line before each, or "". */
void sincos_put_limbs(struct Printer *p, unsigned sizes, bool few, const struct Type *limbs, const char *attribute);

/* True if functions of angles that are numbers use vectors where the machine has them. */
bool sincos_in_vectors(const struct Printer *p);

/* <prefix>_sincos(angle, sines, count): the sine and cosine of each angle, one after the other, in a loop. */
void sincos_put_loop(struct Printer *p);

/* Comment for functions: the beginning, then method and precision. */
void sincos_put_explanation(struct Printer *p, const char *beginning);

/* Declarations of the functions, if they are defined elsewhere. */
void sincos_put_prototypes(struct Printer *p, unsigned sizes);

#endif
