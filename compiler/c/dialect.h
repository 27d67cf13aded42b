/* Dialects of C and types of numbers, a row each. Other languages with the arithmetic of C differ by the fields at
 * the end.
 * Read by the printers. Static data. */
#ifndef RIGIDC_DIALECT_H
#define RIGIDC_DIALECT_H

#include "base/request.h"
#include "base/text.h"
#include "reserved.h"

/* Preprocessor condition: a compiler with attributes and vectors of the GNU kind. */
#define GNU "defined(__GNUC__) && !defined(__TINYC__)"

/* Spelling of numbers that are not finite. */
struct NoNumber {
	const char *nan, *infinite;
};

/* Storage classes and qualifiers, as they begin a declaration. Those of functions for callers are the target's. */
struct Storage {
	const char *table;    /* a table of constants, */
	const char *local;    /* or within a function */
	const char *helper;   /* a function of the file's own, */
	const char *called;   /* not to be inlined, */
	const char *sines;    /* with sines and cosines of numbers, */
	const char *clearing; /* with a loop not to be replaced by memset, which a small machine may lack */
	const char *inlined;  /* or in a header, not used by every file */
	const char
		*vectors[2]; /* a function of vectors: [0] called, [1] inlined, so that compilers see the code around */
	const char *states;  /* a function of states in lanes, after its attribute */
};

/* Words of a language with kernels, which compute a state in each thread (print_kernels.c). */
struct KernelWords {
	const char *open;     /* before the name of a kernel */
	const char *array;    /* before the type of an array in memory: its address space */
	const char *alone;    /* after the star of an array that overlaps no other */
	const char *count;    /* type of the number of states */
	const char *state;    /* index of the thread's state */
	const char *thread;   /* in comments */
	const char *where[2]; /* around a kernel */
	bool launched;        /* functions of the host start kernels */
};

struct Dialect {
	const char *open_pieces, *close_pieces; /* around the pieces of long functions; NULL: nothing */
	const char *load;                       /* format of an element, from array and index: "%s[%s]" */
	const char *result;                     /* likewise of an element that is written; NULL: as `load` */
	/* Qualifier in the declaration of a temporary ("const "). NULL: a few variables without names of their own
	 * are declared first and reused, for a compiler that keeps every local in memory. */
	const char *temporary;
	const char *select[5]; /* text before u, between u, 0, a and b, and after b in u < 0 ? a : b */
	/* "sincos": libm's function for sine and cosine of the same angle; NULL: two calls, which the compiler
	 * merges */
	const char *sincos;
	const char *nan[2]; /* NaN in double and in float; NULL: as in <math.h> */
	/* Prefix of the sine functions provided by the host (program/sincos.h); NULL: the generated code defines them. */
	const char *own_sincos;
	/* Pragmas that keep compilers from reordering sums and from contracting a*b + c to a single rounding.
	 * open_file and close_file enclose all functions: [0] without contraction, [1] with. open_body begins each
	 * function, open_sines each function of sines. refuse_file rejects compilers whose sines would be wrong in spite
	 * of the pragmas. */
	const char *open_file[2], *refuse_file, *opened_file, *close_file[2];
	const char *open_body, *open_sines[2];
	/* Pragmas that keep vectorizers from fusing: between the functions for sines and the others; of compact code, with its
	 * loops, before all functions. */
	const char *open_functions, *open_loops;
	bool vectors; /* vectors of the GNU kind, for compilers and machines that have them (machines.c) */
	struct Storage storage;
	const char *include_math, *include_size; /* headers with functions of <math.h>, and with size_t */
	size_t width; /* column at which lines break; 0: no line breaks, as nobody reads the code */
	uint32_t longest
		[2]; /* most statements in a function, [1] under --size=on; longer ones call pieces; 0: any number */
	const char *nature; /* in the banner: what the code does without */
	bool loopless;      /* has no loops either, except under --size=on and those listed by comment.c */
	const char *open_language[2], *close_language; /* around everything; [1] in float */
	const char *guard;                             /* end of the macro that guards against a second inclusion */
	/* syntax of statements */
	const char *end;        /* end of a statement: ";" */
	const char *comment[2]; /* around a comment on a line of its own */
	const char *broken[2];  /* around a value of several lines */
	/* the parameters' numbers, and the values computed at setup time */
	const char *member, *derived;
	/* languages other than C */
	enum ReservedBy reserved; /* whose words no argument may have */
	enum ReservedBy members;  /* likewise of parameters, beside the words of C */
	bool untyped;             /* temporaries are declared without a type */
	bool builtins;            /* gcc and clang take builtin functions for those of <math.h> that are instructions */
	const char *const *called; /* functions by operation: "Math.sqrt"; NULL: as in <math.h> */
	/* A call "%s_sincos1(" for a sine and cosine, by prefix, and the array with its results. NULL: groups call
	 * functions of C, or with `called` each sine and cosine is a call. */
	const char *one_sincos, *sines;
	/* languages with kernels */
	const struct KernelWords *kernel; /* NULL: none */
	const char *structs;              /* address space of structs that functions read */
	bool overloaded;                  /* functions of <math.h> have one name for all types */
};

extern const struct Dialect dialect_readable, dialect_tcc, dialect_opencl, dialect_cuda;

/* States at once, in words: "none", "auto", "2", ... */
extern const char *const batch_name[BATCH_COUNT];

struct Real {
	const char *name, *suffix; /* "float", "f": suffix of literals and of <math.h>'s functions */
	bool narrow;
	void (*put)(struct Text *out, double value);
	struct NoNumber words; /* for C with <math.h> */
};

const struct Real *real_of(bool narrow);

/* A literal of the type; the value must be finite in it. */
void real_put(const struct Real *real, struct Text *out, double value);
/* Writes a value only if it is not finite in the type; else returns false. */
bool real_put_no_number(const struct Real *real, struct Text *out, double value, const struct NoNumber *words);
/* Any value, as an expression of C. */
void real_put_any(const struct Real *real, struct Text *out, double value);

#endif
