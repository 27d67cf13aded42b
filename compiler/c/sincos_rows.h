/* The rows of program/sincos_rows.def as text, for the bodies of sine functions.
 * Called by print_sincos.c, sines.c, print_kernels.c and module/. */
#ifndef RIGIDC_SINCOS_ROWS_H
#define RIGIDC_SINCOS_ROWS_H

#include "base/tuning.h"
#include "printer.h"

/* A list "const double a = b, c = d" with line breaks. */
struct SincosList {
	struct Text *out;
	size_t column; /* 0: nothing yet */
	bool apart;    /* each declaration on a line of its own */
};

/* Appends an item. The first follows `open`, the others a comma. */
void sincos_put_item(struct SincosList *list, const char *open, const char *item);

/* What the functions' names begin with: PREFIX_sincos4. */
const char *sincos_prefix(const struct Printer *p);

/* "void NAME_sincos4(double x0, double x1, ... , double *sine, double *cosine)"; `angles`: "x". */
void sincos_put_signature(struct Printer *p, const char *storage, const char *angles, int size);

/* Start of a body, with clang's pragmas. gcc's are before all functions. */
void sincos_open_body(struct Printer *p);

/* A constant of the printer's numbers. */
struct SincosConstant {
	const char *name, *number;
};
/* Iterates over all constants: *next is 0 at first; false: no more. */
bool sincos_next_constant(const struct Printer *p, size_t *next, struct SincosConstant *constant);

/* Definitions "NAME = NUMBER", with `before` before the name and `less` after the number. */
void sincos_put_constants(struct Printer *p, const char *open, const char *before, const char *less);
/* Definitions of constants as numbers, without both. */
void sincos_put_numbers(struct Printer *p);

/* Count of rows, and whether a row exists for the printer's numbers. */
extern const int sincos_rows;
bool sincos_has_row(const struct Printer *p, int row);

/* Statement of a row for an angle or vector. Names of one letter are values, and get the angle's number; -1: a
 * single angle, no number. Names of constants get `before`. `fma`: name of the function; NULL: none. */
const char *sincos_row(const struct Printer *p, int row, int angle, const char *before, const char *fma);

/* All rows for an angle x, a row a line. */
void sincos_put_rows(struct Printer *p, const char *open, const char *fma);

static inline bool sincos_has_size(unsigned sizes, int size)
{
	return sizes >> size & 1;
}

#endif
