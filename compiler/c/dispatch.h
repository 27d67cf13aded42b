/* Dispatch: a choice at run time between code for any x86-64 and code for AVX2, in files that are compiled without options for
 * a machine.
 * Called by the printers of files and lanes. All memory is the arena's. */
#ifndef RIGIDC_C_DISPATCH_H
#define RIGIDC_C_DISPATCH_H

#include "print_lanes.h"

/* True if the request and the dialect allow a choice at run time. Code with fma is for one machine. */
bool c_may_dispatch(const struct Printer *p);

/* Machines for which batches have code too, the widest first: name for the compiler, lanes, names of functions. */
struct DispatchedBatch {
	const char *machine;
	int lanes;
	enum Companion function, set;
	const char *unfused[2]; /* pragmas around functions */
};
/* Count of them in `batch`; 0: none. */
enum { DISPATCHED_BATCHES = 2 };
int c_dispatched_batches(const struct Printer *p, struct DispatchedBatch batch[DISPATCHED_BATCHES]);

/* Macros: does the compiler make code for several machines, and the attributes of functions for these. */
void c_put_dispatch_macros(struct Printer *p);

/* Number of the body for AVX2 that bodies behind it call; -1: none. */
int c_dispatched_body(const struct Printer *p, const struct Bodies *bodies);

/* Start of a body that calls p->function's code for AVX2 if the machine has it. */
void c_put_dispatch(struct Printer *p);

/* Cleans the upper halves of registers, before a return. */
void c_put_clean(struct Printer *p);
/* End of a body for a machine that is chosen at run time; nothing elsewhere. */
void c_put_dispatch_end(struct Printer *p);

/* "PREFIX_AVX2\n" before a function that is compiled for AVX2; "" elsewhere. */
const char *c_avx2(const struct Printer *p, bool wide);

#endif
