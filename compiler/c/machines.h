/* Machines with vectors, a row each, and vectors of the GNU kind on them.
 * Called by the printers for limb lanes, batch lanes and sines. Memory is the printer's arena's. */
#ifndef RIGIDC_C_MACHINES_H
#define RIGIDC_C_MACHINES_H

#include "printer.h"

/* Widest registers first. */
enum Machine { MACHINE_AVX512, MACHINE_AVX, MACHINE_SSE, MACHINE_VSX, MACHINES };

/* Preprocessor condition: the machine's registers hold vectors of the printer's numbers. */
const char *c_machine_condition(const struct Printer *p, enum Machine machine);

/* Count of numbers in a register. */
int c_in_register(const struct Printer *p, enum Machine machine);

/* Definitions of a macro as the count of numbers in a register, up to #endif; `first` is #if or #elif. `none`: 1 on
 * machines that are not in the table. */
void c_put_registers(struct Printer *p, const char *first, const char *macro, bool none);

/* Definition of a vector type; `more`: further attributes. */
void c_put_vector_type(struct Printer *p, const struct Type *type, const char *more);

/* Function type->fma(a, b, c) of vectors. `any`: also for machines without an fma instruction. */
void c_put_vector_fma(struct Printer *p, const struct Type *type, bool any);

#endif
