/* The rows of program/sincos_rows.def as text, for the bodies of sine functions.
 * Called by print_sincos.c and sincos_vectors.c. */
#ifndef RIGIDC_SINCOS_ROWS_H
#define RIGIDC_SINCOS_ROWS_H

#include "base/text.h"

/* Pragma for clang from 13 on, in bodies with the sum x + whole - whole. Under -ffast-math or a part of it compilers
 * simplify this sum to x, and every angle would be a whole number of quarter turns. */
#define SINCOS_IN_ORDER "#if __clang_major__ >= 13\n#pragma clang fp reassociate(off)\n#endif\n"

/* Printer of functions <prefix>_sincos1, 2, 4 (float: and 8; vectors: 1 to 6, with fma and 8) for as many angles.
 * Equal operations of all angles are neighbours: in vectors, or in straight lines that gcc (from 12 at -O2) and
 * clang pack into vectors. */
struct SincosPrinter {
	struct Text *out;
	bool real_float;
	const char *prefix;
	bool misra;    /* products in sums get parentheses, each declaration a line */
	bool contract; /* may the C compiler contract a*b + c here? */
	const char *fma; /* function or macro for a*b + c in one operation; NULL: none */
	const char *fused_if; /* preprocessor condition of fma, else (a)*(b) + (c), also of vectors; NULL: always */
	const char *lanes; /* vector type of limb lanes, whose name begins the functions' names; NULL: numbers */
	bool vectors;  /* in double: also vectors of two and four angles, by the machine's registers */
	bool few;      /* no function has more than SINCOS_FEW angles */
	int groups; /* groups printed in this C function; 0 at its beginning */
};

/* Most angles of a call; most angles in a function whose calls are inlined. */
enum { SINCOS_LARGEST = 8, SINCOS_FEW = 12 };
/* Most angles of a call in limb lanes. */
enum { SINCOS_VECTOR = 3 };

/* A list "const double a = b, c = d" with line breaks. */
struct SincosList {
	struct Text *out;
	size_t column; /* 0: nothing yet */
	bool apart;    /* each declaration on a line of its own */
};

/* Appends an item. The first follows `open`, the others a comma. */
void sincos_put_item(struct SincosList *list, const char *open, const char *item);

/* C type of a number, and type of the values computed: numbers, or the printer's lanes. */
const char *sincos_real(const struct SincosPrinter *printer);
const char *sincos_type(const struct SincosPrinter *printer);

/* "void NAME_sincos4(double x0, double x1, ... , double *sine, double *cosine)"; `angles`: "x". */
void sincos_put_signature(struct SincosPrinter *printer, const char *storage, const char *angles, int size);

/* Pragmas at the beginning of a body, for clang. gcc's are before all functions. */
void sincos_put_pragmas(struct SincosPrinter *printer);

/* A constant of the printer's numbers. */
struct SincosConstant {
	const char *name, *number;
};
/* Iterates over all constants: *next is 0 at first; false: no more. */
bool sincos_next_constant(const struct SincosPrinter *printer, size_t *next, struct SincosConstant *constant);

/* Definitions "NAME = NUMBER", with `before` before the name and `less` after the number. */
void sincos_put_constants(struct SincosPrinter *printer, const char *open, const char *before, const char *less);
/* Definitions of constants as numbers, without both. */
void sincos_put_numbers(struct SincosPrinter *printer);

/* Count of rows, and whether a row exists for the printer's numbers. */
extern const int sincos_rows;
bool sincos_has_row(const struct SincosPrinter *printer, int row);

/* Statement of a row for an angle or vector. Names of one letter are values, and get the angle's number; -1: a
 * single angle, no number. Names of constants get `before`. `fma`: name of the function; NULL: none. */
const char *sincos_row(const struct SincosPrinter *printer, int row, int angle, const char *before, const char *fma);

/* All rows for an angle x, a row a line. */
void sincos_put_rows(struct SincosPrinter *printer, const char *open, const char *fma);

/* Storage classes: inlined for functions of few angles, so that compilers see the code around; called for many. */
extern const char *const sincos_inlined, *const sincos_called;

static inline bool sincos_has_size(unsigned sizes, int size)
{
	return sizes >> size & 1;
}

#endif
