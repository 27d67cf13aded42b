/* The rows of sincos_rows.def as text: what the bodies of functions for sines are made of. Called by sincos.c and sincos_vectors.c. */
#ifndef RIGIDC_SINCOS_ROWS_H
#define RIGIDC_SINCOS_ROWS_H

#include "base/text.h"

/* For bodies with such sums, of clang from 13 on. Where -ffast-math or one of its parts lets compilers take sums for exact, they
 * make x of x + whole - whole: every angle would be a whole number of quarter turns. */
#define SINCOS_IN_ORDER "#if __clang_major__ >= 13\n#pragma clang fp reassociate(off)\n#endif\n"

/* The text: functions <prefix>_sincos1, 2, 4 (float: and 8; vectors: 1 to 6, with fma and 8) of so many angles, where what is done
 * for neighbouring angles stands together: in vectors, or in straight lines that gcc (from 12 at -O2) and clang pack into some. */
struct SincosPrinter {
	struct Text *out;
	bool real_float;
	const char *prefix;
	bool misra;    /* products in sums in parentheses, a declaration a line */
	bool contract; /* may the C compiler contract a*b + c here? */
	const char *fma; /* the function or macro that computes it in one operation; NULL: none does */
	const char *fused_if; /* what the preprocessor must find true for that; else the macro is (a)*(b) + (c), of vectors, too. NULL: always */
	const char *lanes; /* the type of vectors that stand for numbers, of like limbs, under whose name the functions are then; or NULL */
	bool vectors;  /* in double: also in vectors of two and four angles, as the machine has registers */
	bool few;      /* angles of the function that has the most: no more than SINCOS_FEW */
	int groups; /* printed in this C function; 0 at its beginning */
};

/* The most angles of one function; so few are evaluated in place. */
enum { SINCOS_LARGEST = 8, SINCOS_FEW = 12 };
/* The most of one function where angles are of limbs. */
enum { SINCOS_VECTOR = 3 };

/* "const double a = b, c = d", broken into lines. */
struct SincosList {
	struct Text *out;
	size_t column; /* 0: nothing yet */
	bool apart;    /* declarations: one a line */
};

/* The first item follows `open`, the others a comma. */
void sincos_put_item(struct SincosList *list, const char *open, const char *item);

/* What one number is, and what functions compute with: numbers, or the printer's lanes. */
const char *sincos_real(const struct SincosPrinter *printer);
const char *sincos_type(const struct SincosPrinter *printer);

/* "void NAME_sincos4(double x0, double x1, ... , double *sine, double *cosine)": of angles under that name and a number. */
void sincos_put_signature(struct SincosPrinter *printer, const char *storage, const char *angles, int size);

/* At the beginning of a body; what gcc is told stands before all functions. */
void sincos_put_pragmas(struct SincosPrinter *printer);

/* A constant of the printer's numbers. */
struct SincosConstant {
	const char *name, *number;
};
/* All of them: *next is 0 at first, and then behind the one found; false: no more. */
bool sincos_next_constant(const struct SincosPrinter *printer, size_t *next, struct SincosConstant *constant);

/* "NAME = NUMBER" of each, `before` before the name and `less` behind the number. */
void sincos_put_constants(struct SincosPrinter *printer, const char *open, const char *before, const char *less);
/* Numbers, without either. */
void sincos_put_numbers(struct SincosPrinter *printer);

/* How many rows there are, and which of them are of the printer's numbers. */
extern const int sincos_rows;
bool sincos_has_row(const struct SincosPrinter *printer, int row);

/* What is in a row, for one of several angles or vectors: its values, the names of one letter, get the number of that; for the only
 * one, -1. Constants get what stands before theirs. `fma` is the name of that; NULL: without. */
const char *sincos_row(const struct SincosPrinter *printer, int row, int angle, const char *before, const char *fma);

/* All of one angle x, a row a line. */
void sincos_put_rows(struct SincosPrinter *printer, const char *open, const char *fma);

/* How a function of few angles and one of many is kept: in place, where compilers see what goes on around, and apart. */
extern const char *const sincos_inlined, *const sincos_called;

static inline bool sincos_has_size(unsigned sizes, int size)
{
	return sizes >> size & 1;
}

#endif
