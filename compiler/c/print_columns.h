/* Loops over columns (program/column_loops.h) in C, each a function after the pieces of a long function. Example, with
 * two columns of an output:
 *
 *     static const short place[2][2] = { { 0, 6 }, { 0, 7 } };
 *     double *const result[1] = { dqdd_dq };
 *     for (int member = 0; member < 2; member++) {
 *         const double *const own = kept + 1 + 2*member;
 *         double *const column0 = result[place[member][0]] + place[member][1];
 *         const double t3 = own[0]*kept[0];
 *         column0[0] = t3;
 *         column0[18] = t3*own[1];
 *     }
 *
 * Called by files.c and print_limb_lanes.c. All memory is the arena's. */
#ifndef RIGIDC_C_PRINT_COLUMNS_H
#define RIGIDC_C_PRINT_COLUMNS_H

#include "printer.h"

/* Takes loops over columns and over sums (print_sums.h) out of p->function, if the request allows them and the code would
 * exceed the instruction cache. p->columns and p->sums have them. */
void c_take_loops(struct Printer *p);
/* Body of the function for a loop. */
void c_put_column_loop(struct Printer *p, uint32_t number);

#endif
