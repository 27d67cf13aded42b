/* What the user asks of one compilation, as on the command line: texts, not yet looked up.
 * Filled in by the library's caller; read by the checker, the tree and the printers. Borrowed. */
#ifndef RIGIDC_REQUEST_H
#define RIGIDC_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

/* How long to look for the shape that costs least. */
enum SearchEffort { SEARCH_NONE, SEARCH_QUICK, SEARCH_THOROUGH, SEARCH_COUNT };

/* How many states a function of a batch takes at once. */
enum Batch { BATCH_NONE, BATCH_AUTO, BATCH_2, BATCH_4, BATCH_8, BATCH_16, BATCH_COUNT };

/* How many limbs that are alike stand side by side: LIMB_LANES_AUTO: as many as seem to pay. */
enum LimbLanes { LIMB_LANES_AUTO, LIMB_LANES_OFF, LIMB_LANES_2, LIMB_LANES_4, LIMB_LANES_8, LIMB_LANES_COUNT };

/* Where sines and cosines come from. */
enum Sincos { SINCOS_INLINE, SINCOS_LIBM, SINCOS_GIVEN, SINCOS_COUNT };

/* May a product and a sum be one operation? FMA_AUTO: in C files, where the compiler says that the machine has it. */
enum Fma { FMA_OFF, FMA_ON, FMA_AUTO };

struct Request {
	const char *prefix;          /* NULL: the model's name */
	bool real_float;             /* generated code in float */
	const char *const *wrench;   /* body names, or "all" alone */
	size_t wrenches;
	const char *const *define;   /* "name=expression" */
	size_t defines;
	const char *const *include;  /* folders of files that the model includes */
	size_t includes;
	const char *const *sensor;   /* fixed joints of a URDF whose wrench is asked for */
	size_t sensors;
	const char *const *lock;     /* "joint" or "joint=value" */
	size_t locks;
	const char *gravity;         /* a vector, instead of the model's; NULL: that */
	const char *const *param;    /* "inertial", "payload:BODY", "geometry", "gravity": numbers given at run time */
	size_t params;
	const char *const *warning;  /* arguments of -W */
	size_t warnings;
	int level;                   /* 1 + that of -O; 0: the default */
	const char *const *no_pass;  /* names of passes */
	size_t no_passes;
	bool search_given;           /* else quick for text, none for execution */
	enum SearchEffort search;
	/* what to call at every step of a thorough search, or NULL: the part of all that is done, the operations
	 * now; not 0: the best so far will do */
	int (*progress)(void *context, const char *function, double part, unsigned long operations);
	void *progress_context;
	enum Sincos sincos;
	enum Batch batch;            /* functions of many states too */
	enum LimbLanes limb_lanes;   /* limbs side by side */
	enum Fma fma;                /* products and sums in one operation */
	bool sparse;                 /* matrices as their entries that are not zero by structure */
	bool zeros_once;             /* text: zeros of matrices are written by a function of their own */
	bool compact;                  /* text: as few bytes of machine code as can be */
	bool misra;                  /* text: in the form that MISRA C asks for */
	bool packed;                 /* symmetric matrices as their lower triangle, by rows */
	bool contract;               /* the C compiler may contract a * b + c as it likes */
	bool no_snapping;            /* no angle next to a quarter turn is taken as one */
	bool upgrade;                /* RIGIDC_AUTO: the C compiler makes faster code meanwhile */
	const char *cache;           /* a folder for its objects; NULL: none */
	/* of a URDF */
	bool floating_base;          /* the body that is fixed on the world is free */
	bool keep_damping;           /* take damping and friction */
	bool keep_rotors;            /* take rotor inertia, as armature */
	double snap_angles;          /* rad; angles as near to a quarter turn are that */
};

#endif
