/* Request: the user's options for one compilation, as on the command line, as strings not yet looked up.
 * Filled in by the library's caller; read by the checker, the tree and the printers. Borrowed. */
#ifndef RIGIDC_REQUEST_H
#define RIGIDC_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

/* Effort of the search for the cheapest form. */
enum SearchEffort { SEARCH_NONE, SEARCH_QUICK, SEARCH_THOROUGH, SEARCH_COUNT };

/* States at once in a batch function. */
enum Batch { BATCH_NONE, BATCH_AUTO, BATCH_2, BATCH_4, BATCH_8, BATCH_16, BATCH_COUNT };

/* Limbs of the same structure computed together. LIMB_LANES_AUTO: as many as are estimated to pay. */
enum LimbLanes { LIMB_LANES_AUTO, LIMB_LANES_OFF, LIMB_LANES_2, LIMB_LANES_4, LIMB_LANES_8, LIMB_LANES_COUNT };

/* Source of sines and cosines. */
enum Sincos { SINCOS_INLINE, SINCOS_LIBM, SINCOS_GIVEN, SINCOS_COUNT };

/* Contraction of a product and a sum to one operation. FMA_AUTO: in C files, if the compiler says the machine has
 * it. */
enum Fma { FMA_OFF, FMA_ON, FMA_AUTO };

/* Storage of matrices, as bits: symmetric ones as their lower triangle; all without the entries that are zero by
 * structure. */
enum MatrixForm { MATRIX_FULL, MATRIX_PACKED, MATRIX_SPARSE, MATRIX_PACKED_SPARSE, MATRIX_COUNT };

/* A choice at run time between code for any x86-64 and code for AVX2 (c/dispatch.h). */
enum Dispatch { DISPATCH_AUTO, DISPATCH_OFF, DISPATCH_COUNT };

/* Loops that make C text smaller. CODE_SIZE_AUTO: only in functions longer than the instruction cache, where loops make the
 * code faster or much smaller. */
enum CodeSize { CODE_SIZE_AUTO, CODE_SIZE_ON, CODE_SIZE_OFF, CODE_SIZE_COUNT };

/* Convention of a Denavit-Hartenberg table. DH_OWN: as its comment says. */
enum Dh { DH_OWN, DH_STANDARD, DH_MODIFIED, DH_COUNT };

/* Joint between the world and the root body. BASE_OWN: as the file declares it. */
enum Base { BASE_OWN, BASE_FIXED, BASE_FREE, BASE_COUNT };

/* Properties of joints, struts and tendons that --without leaves out. */
enum Without { WITHOUT_FRICTION, WITHOUT_DAMPING, WITHOUT_ARMATURE, WITHOUT_LIMITS, WITHOUT_COUNT };

/* Names of choices on the command line and in rigidc_options. base_name and dh_name have none for the first. */
extern const char *const matrix_name[MATRIX_COUNT], *const code_size_name[CODE_SIZE_COUNT],
							    *const base_name[BASE_COUNT], *const dh_name[DH_COUNT];

extern const char *const without_name[WITHOUT_COUNT];
extern const char *const dispatch_name[DISPATCH_COUNT];
/* WITHOUT_COUNT: no such name. */
enum Without without_find(const char *name);

struct Request {
	const char *prefix;        /* NULL: the model's name */
	const char *preset;        /* its name, for the banner; its options are among the others. NULL: none */
	bool real_float;           /* generated code in float */
	const char *const *wrench; /* body names, or "all" alone */
	size_t wrenches;
	const char *const *define; /* "name=expression" */
	size_t defines;
	const char *const *include; /* folders for included files of the model */
	size_t includes;
	const char *const *sensor; /* fixed joints of a URDF with requested wrench */
	size_t sensors;
	const char *const *lock; /* "joint" or "joint=value" */
	size_t locks;
	const char *const *contact; /* "name=frame" or "name=frame:kind" */
	size_t contacts;
	const char *const *phase; /* "name=contact,contact" */
	size_t phases;
	const char *const *idle; /* joints that nothing drives */
	size_t idles;
	const char *const *without; /* names of `enum Without` */
	size_t withouts;
	const char *gravity; /* a vector; NULL: the model's */
	double closure,
		closure_angle; /* tolerance of closed loops, in shares of the model's size and rad; 0: the default */
	const char *const *
		parametrize; /* "inertial", "body:BODY", "payload:FRAME", "geometry", "gravity": given at run time; "none": no parameters of the model */
	size_t parametrizes;
	const char *const *warning; /* arguments of -W */
	size_t warnings;
	int level;                  /* level of -O, + 1; 0: the default */
	const char *const *no_pass; /* names of passes */
	size_t no_passes;
	bool search_given; /* else quick for generated text, none for execution */
	enum SearchEffort search;
	/* called at every step of a thorough search, else once a function at its beginning and its end; or NULL. part: share of all work done; operations: of the best
	 * form. Result not 0: a thorough search stops with the best form */
	int (*progress)(void *context, const char *function, double part, unsigned long operations);
	void *progress_context;
	enum Sincos sincos;
	enum Batch batch;          /* also functions of many states */
	enum LimbLanes limb_lanes; /* limbs of the same structure in vector lanes */
	enum Fma fma;              /* products and sums as one operation */
	enum MatrixForm matrix;    /* storage of matrices */
	enum Dispatch dispatch;    /* generated text: code for several machines */
	bool by_columns;           /* entries of full and sparse matrices by columns, for packages */
	bool by_numbers;           /* functions of q/|q|, and derivatives by the numbers of q, for packages */
	bool zeros_once;           /* generated text: a separate function writes the zeros of matrices */
	enum CodeSize code_size;   /* generated text: loops for small machine code */
	bool misra;                /* generated text: in the form required by MISRA C */
	bool contract;             /* the C compiler may contract a * b + c */
	bool no_snapping;          /* angles near a quarter turn stay as they are */
	bool upgrade;              /* RIGIDC_AUTO: the C compiler makes faster code meanwhile */
	const char *cache;         /* folder for compiled objects; NULL: none */
	bool xacro;                /* a file that ends in .xacro is expanded by the program xacro */
	/* for URDF */
	enum Base base;      /* the root body is fixed to the world or free */
	bool keep_damping;   /* damping and friction are read */
	bool keep_rotors;    /* rotor inertia is read, as armature */
	bool keep_actuators; /* actuators are read, as inputs */
	bool keep_forces;    /* forces other than muscles are read */
	double snap_angles;  /* rad; angles this near to a quarter turn become quarter turns */
	/* for MJCF */
	bool outside; /* files with `..` in their names may lie outside of the folders */
	/* for OpenSim */
	bool markers; /* markers become frames */
	bool muscles; /* muscles become tendons */
	/* for Denavit-Hartenberg tables */
	enum Dh dh;
	bool dh_degrees, dh_millimetres;
	/* for SDFormat */
	const char *
		model; /* name of the <model> to read from a file with several; NULL: the only one that is not static */
};

#endif
