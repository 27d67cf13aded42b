/* Functions that take the fewest bytes (--size): loops over zeros, over what a matrix has on both sides of its diagonal, and
 * over limbs that are alike but for numbers (print_rolled.h).
 * Called by files.c; what prints statements looks at `apart`. All memory is the arena's. */
#ifndef RIGIDC_C_PRINT_COMPACT_H
#define RIGIDC_C_PRINT_COMPACT_H

#include "printer.h"

/* Which results of a function are left to loops over zeros and mirrored entries. */
struct Compact {
	bool *apart;           /* by store */
	bool *clear, *mirror;  /* by output: does it begin with zeros, does it end with copies? */
};

/* What functions of the package call. */
void c_put_compact_helpers(struct Printer *p);
/* Before and behind a function; between, p->small and p->loops say how it is written. */
void c_begin_compact(struct Printer *p);
void c_end_compact(struct Printer *p);

void c_put_compact_body(struct Printer *p);
/* Before and behind the pieces of a long function: results that loops write. */
void c_open_compact(struct Printer *p);
void c_close_compact(struct Printer *p);
/* The body that writes the zeros which are written apart, and whatever else is in such an output. */
void c_put_compact_zeros(struct Printer *p);

#endif
