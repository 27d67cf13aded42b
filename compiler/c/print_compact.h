/* Smallest code size (--size=on): loops over zeros, over mirrored entries of a matrix, and over limbs of the same
 * structure (print_rolled.h).
 * Called by files.c, body.c and code_length.c; printers of statements read `apart`. All memory is the arena's. */
#ifndef RIGIDC_C_PRINT_COMPACT_H
#define RIGIDC_C_PRINT_COMPACT_H

#include "printer.h"

/* Results left to loops over zeros and mirrored entries. */
struct OutputLoops {
	bool *apart;          /* by store */
	bool *clear, *mirror; /* by output: a loop of zeros first, a loop of copies last */
};

/* Without --size=on these do nothing. Helper functions called by the job's functions: */
void c_put_compact_helpers(struct Printer *p);
/* Before and after printing a function under --size=on. In between p->output_loops and p->rolled hold its loops. */
void c_begin_compact(struct Printer *p);
void c_end_compact(struct Printer *p);

/* Loops before and after the pieces of a long function: zeros, mirrored entries. */
void c_open_compact(struct Printer *p);
void c_close_compact(struct Printer *p);
/* Body of the separate function for zeros. It clears every output with such zeros entirely. */
void c_put_compact_zeros(struct Printer *p);

#endif
