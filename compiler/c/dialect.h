/* The kinds of C that are printed, and the types of numbers in it: a row each. The statements of other languages
 * that write arithmetic as C does differ by the fields at the end.
 * Read by the printers. Static data. */
#ifndef RIGIDC_DIALECT_H
#define RIGIDC_DIALECT_H

#include "base/request.h"
#include "base/text.h"

/* How a language writes what is not finite. */
struct NoNumber {
	const char *nan, *infinite;
};

struct Dialect {
	const char *load;         /* of an array and an element: "%s[%s]" */
	/* Before the type of a temporary where it is set. NULL: temporaries are a few places without names of
	 * their own, declared at first and used again, for a compiler that keeps every local in memory. */
	const char *temporary;
	const char *select[5];    /* what stands before, between and behind u, 0, a and b of u < 0 ? a : b */
	/* "sincos": libm's function that gives both of one angle; NULL: two calls, which the compiler puts
	 * together */
	const char *sincos;
	const char *nan[2];       /* in double and in float; NULL: as in <math.h> */
	/* Numbers are vectors of this type, a state in each lane (print_batch_lanes.c); NULL: they are numbers. And what `load` is of the caller's
	 * arrays there: [0] is read, [1] written. */
	const char *lanes, *load_lanes[2];
	/* Prefix of the functions for sines without libm that the host has (sincos.h); NULL: they stand in the text. */
	const char *own_sincos;
	/* What keeps the compiler from taking sums apart, and from contracting a*b + c to one rounding. open_file and close_file stand
	 * around all functions, [0] of each, or [1] where it may contract; open_body at the beginning of each function. refuse_file
	 * refuses compilers whose sines would be wrong all the same. */
	const char *open_file[2], *refuse_file, *opened_file, *close_file[2];
	const char *open_body;
	const char *open_functions; /* between the functions for sines and the others */
	bool compact;               /* the fewest bytes: with loops (print_compact.c) */
	size_t width;             /* at which lines are broken; 0: nobody reads them */
	uint32_t longest;         /* statements of a function; beyond, it becomes calls of pieces; 0: any number */
	const char *nature;       /* in the banner: what the code is free of*/
	bool loopless;            /* of loops too, but for those that comment.c names */
	/* how statements are written */
	const char *end;          /* of one: ";" */
	const char *comment[2];   /* around one that stands in a line of its own */
	const char *broken[2];    /* around a value that takes several lines */
	/* of the numbers of parameters, and what was computed of them */
	const char *member, *derived;
	/* of languages that are no C */
	bool untyped;             /* temporaries are declared without a type */
	const char *const *called; /* functions by operation: "Math.sqrt"; NULL: those of <math.h> */
	/* A sine and cosine of our own: the call that puts both into an array, "%s_sincos1(", behind the prefix, and that
	 * array. NULL: groups are calls of C, or if there is `called` each is one of that. */
	const char *one_sincos, *sines;
};

extern const struct Dialect dialect_readable, dialect_small, dialect_tcc;

/* An element of an array of the caller's, which is a number or says how it comes about: "7 + 3*l". `result`: it is written. */
const char *dialect_element(struct Arena *arena, const struct Dialect *dialect, const char *array, const char *element, bool result);

/* How many states at once, in words: "none", "auto", "2", ... */
extern const char *const batch_name[BATCH_COUNT];

struct Real {
	const char *name, *suffix; /* "float", "f": of literals and of the functions of <math.h> */
	bool narrow;
	int in_register; /* how many the narrowest registers of vectors hold, 16 bytes */
	void (*put)(struct Text *out, double value);
	struct NoNumber words; /* in C with <math.h> */
};

const struct Real *real_of(bool narrow);

/* The choices of the preprocessor for wider registers, each of which defines the macro as how many they hold; the first begins
 * with `first`, #if or #elif. */
void real_put_registers(const struct Real *real, struct Text *out, const char *first, const char *macro);

/* A literal of the type; the value is finite in it. */
void real_put(const struct Real *real, struct Text *out, double value);
/* Writes a value that is not finite in the type. False, and nothing is written: it is. */
bool real_put_no_number(const struct Real *real, struct Text *out, double value, const struct NoNumber *words);
/* The one or the other, in C. */
void real_put_any(const struct Real *real, struct Text *out, double value);

#endif
