/* Functions with a value in each lane of a vector: of a state (print_batch_lanes.c), or of a limb, for compilers and
 * machines with vectors (print_limb_lanes.c).
 * Called by files.c, and by code_length.c for the bodies. All memory is the arena's. */
#ifndef RIGIDC_C_PRINT_LANES_H
#define RIGIDC_C_PRINT_LANES_H

#include "printer.h"

/* True if batches choose their lanes at run time. */
bool c_dispatches_batches(struct Printer *p);
/* Types, macros and sines for batch lanes, once a file. Prints nothing if no function has a form in lanes. */
void c_put_batch_lanes(struct Printer *p);
/* PREFIX_FN_batch, PREFIX_FN_batch_soa and PREFIX_FN_batch_blocks of p->function, after the function itself. */
void c_put_batch(struct Printer *p);
/* Their declarations. */
void c_put_batch_prototypes(struct Printer *p);

/* Vector types, and the macro with the machine's number of lanes. */
void c_put_limb_types(struct Printer *p);
/* The bodies of a function, a printer each: those with limb lanes, widest first, then the body in numbers. */
struct Bodies {
	struct Printer item[LIMB_PROGRAMS + 1];
	int count;
	int wide; /* number of the body that others choose at run time (dispatch.h); -1: none */
};
struct Bodies c_bodies(const struct Printer *p);
/* Prints each body under the condition of its lanes. `head` prints what precedes a body, once for all bodies that exclude each
 * other; NULL: nothing. */
void c_each_body(struct Bodies *bodies, void (*head)(struct Printer *p), void (*put)(struct Printer *p));

#endif
