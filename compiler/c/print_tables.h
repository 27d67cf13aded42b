/* Loops over statements of the same form (program/table_loops.h) in C, each a piece of a long function. Example, with
 * two statements:
 *
 *     static const short place[2][4] = {
 *         { 7, 1, 2, 3 },
 *         { 8, 4, 5, 6 }
 *     };
 *     for (int member = 0; member < 2; member++) {
 *         const short *const at = place[member];
 *         kept[at[0]] = kept[at[1]]*kept[at[2]] - kept[at[3]];
 *     }
 *
 * Called by print_columns.c and body.c. All memory is the arena's. */
#ifndef RIGIDC_C_PRINT_TABLES_H
#define RIGIDC_C_PRINT_TABLES_H

#include "printer.h"
#include "program/table_loops.h"

/* Takes loops over statements of the same form out of p->function. p->tables has them. */
void c_take_tables(struct Printer *p);
/* Statements of the function for a loop. */
void c_put_table_loop(struct Printer *p, const struct TableLoop *loop);

#endif
