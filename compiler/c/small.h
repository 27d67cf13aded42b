/* Functions that take the fewest bytes (--size): loops over zeros, over what a matrix has on both sides of its diagonal, and
 * over limbs that are alike but for numbers (loops.h).
 * Called by files.c; what prints statements looks at `apart`. All memory is the arena's. */
#ifndef RIGIDC_C_SMALL_H
#define RIGIDC_C_SMALL_H

#include "printer.h"

/* Which results of a function are left to loops over zeros and mirrored entries. */
struct Small {
	bool *apart;           /* by store */
	bool *clear, *mirror;  /* by output: does it begin with zeros, does it end with copies? */
};

/* What functions of the package call. */
void c_put_small_helpers(struct Printer *p);
/* Before and behind a function; between, p->small and p->loops say how it is written. */
void c_begin_small(struct Printer *p);
void c_end_small(struct Printer *p);

void c_put_small_body(struct Printer *p);
/* Before and behind the pieces of a long function: results that loops write. */
void c_open_small(struct Printer *p);
void c_close_small(struct Printer *p);
/* The body that writes the zeros which are written apart, and whatever else is in such an output. */
void c_put_small_zeros(struct Printer *p);

#endif
