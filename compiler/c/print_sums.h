/* Loops over sums of products (program/sum_loops.h) in C, each a piece of a long function. Example, with two sums:
 *
 *     static const short place[2][2] = { { 0, 8 }, { 0, 12 } };
 *     for (int member = 0; member < 2; member++) {
 *         const double *const left = kept + place[member][0];
 *         const double *const right = kept + place[member][1];
 *         kept[16 + member] = left[0]*right[0] + (left[1]*right[1]
 *             + (left[2]*right[2] + left[3]*right[3]));
 *     }
 *
 * Called by print_columns.c, statements.c and body.c. All memory is the arena's. */
#ifndef RIGIDC_C_PRINT_SUMS_H
#define RIGIDC_C_PRINT_SUMS_H

#include "printer.h"
#include "program/sum_loops.h"

/* Takes loops over sums out of p->function. p->sums has them. */
void c_take_sums(struct Printer *p);
/* The loop that begins or continues at a statement, or NULL. */
const struct SumLoop *c_sum_loop(const struct Printer *p, uint32_t statement);
/* End of the statements before the next loop. */
uint32_t c_before_sums(const struct Printer *p, uint32_t statement);
/* Statements of the function for a loop. */
void c_put_sum_loop(struct Printer *p, const struct SumLoop *loop);

#endif
