/* Rows of a cyclic motion over per cent of the cycle: the mean of all cycles, and its standard deviation.
 * Called by plot, before the sheets are drawn. Memory is the arena's. */
#ifndef RIGIDC_CYCLE_H
#define RIGIDC_CYCLE_H

#include "sheet.h"

/* Cuts each sheet where --cycle says: 'COLUMN > NUMBER', where the column rises above the number (0 if none is given), or
 * times in s, 'T,T,...'. A sheet becomes one of 0 to 100 % (struct Sheet). Returns an exit code, after a message. */
int cycle_average(struct Arena *arena, const char *cycle, struct Sheets *sheets);

#endif
