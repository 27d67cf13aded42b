/* Coordinates of two models that count from different places: q of B is that of A less a shift. Files of SDFormat count from the state
 * that they show.
 * Called by compare, if models differ at the same coordinates. Memory is the first model's. */
#ifndef RIGIDC_COMPARE_SHIFTS_H
#define RIGIDC_COMPARE_SHIFTS_H

#include "pairs.h"

/* Finds shifts by which all bodies of B are at rest where those of A are. False: no coordinate has any. */
bool shifts_find(struct Arena *arena, struct Pairs *pairs);

#endif
