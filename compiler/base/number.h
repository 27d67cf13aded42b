/* Numbers to text and back: the shortest decimal that reads back to the same value.
 * Called by every printer and by the scanner.
 * Requires the thread's LC_NUMERIC to be "C": the library's entry points ensure this (runtime/library.c). */
#ifndef RIGIDC_NUMBER_H
#define RIGIDC_NUMBER_H

#include "text.h"

/* The shortest decimal that reads back to the same double: 0.1, 1e-23, -0, inf, nan. */
void number_put(struct Text *text, double value);
/* The shortest decimal that reads back to the same float. */
void number_put_float(struct Text *text, float value);

/* Reads `digits` (a decimal literal) times ten to the power `shift`, correctly rounded. */
double number_read(struct Arena *arena, const char *digits, size_t length, int shift);

#endif
