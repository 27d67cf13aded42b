/* librigidc: load a rigid-body model, evaluate its dynamics, get its C.
 *
 * A model is read once and checked; functions made from it run through libtcc, the system's C
 * compiler or an evaluator. The library never prints and never exits. It is independent of the
 * locale.
 *
 * Threads: several may use the library at once, each with models of its own. One function may be called by several
 * at once (rigidc_call, rigidc_call_many); making, setting and freeing is for one at a time.
 * Of the process as a whole the library holds a mutex, which lets one thread at a time use libtcc and load objects, and the
 * queue of upgrades (options.upgrade) with its mutex.
 * fork: a child may go on with models and functions, and make new ones. fork waits for libtcc. An upgrade that was not done
 * by then has failed in the child.
 * Ownership: what is returned by pointer belongs to the model or the function and lives as long, unless it is said
 * otherwise; rigidc_model_free and rigidc_function_free take NULL.
 * Stack: 256 KB are enough for every call. Signals: none is handled; RIGIDC_CC holds those back that would leave its files
 * behind, until they are gone.
 *
 *     rigidc_model *model;
 *     rigidc_function *rnea;
 *     if (rigidc_load("arm.rig", NULL, &model) == RIGIDC_OK &&
 *         rigidc_function_new(model, "rnea", RIGIDC_TCC, &rnea) == RIGIDC_OK) {
 *             const double *in[] = { q, qd, qdd };
 *             double *out[] = { tau };
 *             rigidc_call(rnea, in, out);
 *             rigidc_function_free(rnea);
 *     } else {
 *             fputs(rigidc_messages(model), stderr);
 *     }
 *     rigidc_model_free(model);
 *
 * Units are SI and radians; conventions are in the README. */
#ifndef RIGIDC_H
#define RIGIDC_H

#include <stddef.h>

#define RIGIDC_VERSION_MAJOR 0
#define RIGIDC_VERSION_MINOR 1
#define RIGIDC_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef enum rigidc_status {
	RIGIDC_OK = 0,
	RIGIDC_INVALID = 1,     /* the model has errors: rigidc_messages says which */
	RIGIDC_SYSTEM = 2,      /* a file or program could not be read, written or run */
	RIGIDC_UNAVAILABLE = 3, /* this executor is not to be had here; another is */
	RIGIDC_NO_MEMORY = 4,
	RIGIDC_USAGE = 5,       /* arguments that mean nothing: NULL, an unknown name, a number out of range */
	RIGIDC_INTERNAL = 70    /* a fault of the library itself */
} rigidc_status;

typedef enum rigidc_tier {
	RIGIDC_EVALUATOR, /* interprets; always there */
	RIGIDC_TCC,       /* libtcc in memory: ready in well under a millisecond for an arm */
	RIGIDC_CC,        /* cc -O1 and dlopen: fast code, ready in tenths of a second */
	RIGIDC_AUTO       /* at once, by the best of the others that is to be had; with options.upgrade by cc -O3
	                   * -march=native as soon as that is done, with the same bits */
} rigidc_tier;

typedef struct rigidc_model rigidc_model;
typedef struct rigidc_function rigidc_function;

/* What a model is written in. */
typedef enum rigidc_format {
	RIGIDC_BY_CONTENT, /* a text that begins with `<`: URDF; all else: .rig */
	RIGIDC_RIG,
	RIGIDC_URDF
} rigidc_format;

/* "rig", "urdf": the name for --from; NULL: by content, and behind the last. */
const char *rigidc_format_name(rigidc_format format);

/* "no memory", ... */
const char *rigidc_strerror(rigidc_status status);

/* What the command line calls --prefix, --real, --wrench, -D, --lock, -W, -O, --no-pass and so on. All zero:
 * the defaults. The strings are copied. A name that is not known is refused: RIGIDC_USAGE, with a message. */
typedef struct rigidc_options {
	size_t size; /* of this struct, as its user knows it; 0: as this header has it */
	const char *prefix;
	int real_float; /* generated code and execution in float */
	const char *const *wrench;  size_t wrenches; /* body names, or "all" alone */
	const char *const *define;  size_t defines;  /* "name=expression" */
	const char *const *lock;    size_t locks;    /* "joint" or "joint=value" */
	const char *const *param;   size_t params;   /* what is given at run time: "inertial", "payload:BODY", "geometry",
	                                              * "gravity" */
	const char *const *warning; size_t warnings; /* "name", "no-name", "error", "error=name" */
	int level;      /* 1 + the level of -O; 0: the default */
	const char *search; /* "none", "quick", "thorough"; NULL: quick for text, none for execution */
	const char *batch;  /* "auto", "2", "4", "8", "16": text has functions of many states too, so many at once, and what the
	                     * C compiler makes, rigidc_call_many calls; NULL: none */
	const char *sincos; /* "inline", "libm", "given"; NULL: inline */
	int fma;            /* 1: fma(a, b, c) where only one sum reads a product, for machines that have it; 2: text has either
	                     * form, and the C compiler takes what its machine has */
	int sparse;         /* matrices as their entries that are not zero by structure, row by row */
	int zeros_once;     /* text: PREFIX_FN_init writes the zeros by structure of matrices, the function the rest */
	int packed;         /* symmetric matrices as their lower triangle, by rows */
	int contract;       /* the C compiler may fuse a*b + c: other bits than the other executors */
	/* Called at every step of a thorough search, or NULL. `function` is the one that is searched for, `part` how much of the
	 * work on all functions is done (to 1), `operations` the multiplications and additions of the best form so far (0: none
	 * yet). If it returns anything but 0 the search ends: the best so far is taken, with the warning search-interrupted. */
	int (*progress)(void *context, const char *function, double part, unsigned long operations);
	void *progress_context;
	const char *const *no_pass; size_t no_passes; /* names of `rigidc --list=passes` */
	rigidc_format from;
	int no_snapping;    /* angles within 1e-10 rad of a quarter turn are not that; excludes snap_angles */
	/* of a URDF */
	int floating_base;  /* the one body that is fixed on the world becomes free */
	int keep_damping;   /* take damping and friction */
	int keep_rotors;    /* take rotor inertia, as armature */
	const char *const *sensor;  size_t sensors;  /* fixed joints whose wrench `reaction` has */
	double snap_angles; /* rad: angles as near to a quarter turn are that; 0: within 1e-10 */
	/* Gives memory to models and functions, but for a few hundred bytes of each and what libtcc and expat take; NULL: malloc and
	 * free do. With block NULL it returns a new block of that size, aligned for any type, or NULL; with size 0 it takes the block
	 * back. It must be there as long as the model, for all threads that use it. */
	void *(*allocate)(void *context, void *block, size_t size);
	void *allocate_context;
	/* of executors */
	int upgrade;        /* RIGIDC_AUTO: the C compiler makes faster code in the background, which calls take when it is there. As
	                     * many compilers run at once as there are cores; freeing a function takes it out of the queue. A
	                     * process that ends meanwhile may leave a folder rigidc-XXXXXX where temporary files go */
	const char *cache;  /* a folder, ours and mode 0700, made if it is missing, where objects of the C compiler are kept for the
	                     * next start, 256 MB of them at most; NULL: none. Whoever can write there can run code here. */
	const char *gravity; /* instead of the model's, in world axes: "(0, 0, -1.62 m/s^2)"; NULL: that */
	const char *lanes;  /* limbs that are alike side by side, in lanes of vectors: "auto", "off", "2", "4", "8"; NULL: auto */
	const char *const *include; size_t includes; /* folders of files that the model includes, beside its own */
	int small;          /* text: C that takes as few bytes of machine code as can be, with loops; excludes batch */
	int misra;          /* text: in the form that MISRA C:2012 asks for; excludes batch */
} rigidc_options;

/* Reads and checks a model. `*model` is set whenever there is memory for it, so that its messages can be
 * read; free it in any case. `name` is what messages call the text. options may be NULL. */
rigidc_status rigidc_load(const char *path, const rigidc_options *options, rigidc_model **model);
rigidc_status rigidc_read(const char *text, size_t length, const char *name, const rigidc_options *options,
                          rigidc_model **model);
void rigidc_model_free(rigidc_model *model);

/* All diagnostics so far: errors, warnings, notes, each `file:line:col: severity: text [name]` with the
 * source line. "" if there are none. Valid until the next call with this model. */
const char *rigidc_messages(const rigidc_model *model);

/* The same one by one, in the order of the text. Valid as long as those messages. */
typedef enum rigidc_severity { RIGIDC_NOTE = 1, RIGIDC_WARNING, RIGIDC_ERROR } rigidc_severity;
typedef struct rigidc_diagnostic {
	size_t size;              /* set by the caller, as in all structs below: sizeof, or 0 for this header's */
	rigidc_severity severity;
	const char *check;        /* its name: "unknown-name" */
	const char *file;         /* as the model was called; "-D" and the like for options */
	int line, column, length; /* from 1; in characters; how many */
	const char *text;
	const char *help;         /* NULL: none */
	const char *note;         /* NULL: none; else what is to be said of another place */
	const char *note_file;
	int note_line, note_column;
} rigidc_diagnostic;
size_t rigidc_diagnostics(const rigidc_model *model);
rigidc_status rigidc_get_diagnostic(const rigidc_model *model, size_t number, rigidc_diagnostic *diagnostic);

/* Sizes of q and qd. */
int rigidc_nq(const rigidc_model *model);
int rigidc_nv(const rigidc_model *model);

/* What the model is. Numbers are SI and those of the parameters' defaults; -1 is the world; RIGIDC_USAGE: there is no
 * such number. Bodies come parents before children, and joint i carries body i. */
typedef struct rigidc_model_info {
	size_t size;
	const char *name, *doc;     /* doc: "" or lines */
	int nq, nv, bodies, frames;
	size_t params;
	double gravity[3];
	size_t poses;
} rigidc_model_info;
typedef struct rigidc_body_info {
	size_t size;
	const char *name;
	int parent;                 /* a body */
	double R[9], p[3];          /* of the joint's frame in the parent's body frame: x_parent = R x + p; R by rows */
	double mass, com[3];
	double inertia[6];          /* about com, in body axes: xx xy yy xz yz zz */
} rigidc_body_info;
typedef struct rigidc_joint_info {
	size_t size;
	const char *name, *kind;    /* "revolute", ... */
	int parent;                 /* the body it is on */
	int q, nq, v, nv;           /* its first coordinate and velocity, and how many; none of a fixed, locked, coupled one */
	int moves, locked, coupled, limited;
	double lower, upper;        /* where limited; else infinite */
	double effort, speed;       /* of a joint with one velocity, at most, either way; else, or without a limit, infinite */
} rigidc_joint_info;
typedef struct rigidc_frame_info {
	size_t size;
	const char *name;
	int body;
	double R[9], p[3];          /* in the body frame */
} rigidc_frame_info;
typedef struct rigidc_coordinate_info {
	size_t size;
	const char *name;           /* "elbow"; of a joint with several "base.qx" */
	const char *unit;
	int joint, element;         /* the element-th of that joint */
	double lower, upper;        /* of a coordinate; infinite: no limit */
	double effort, speed;       /* of a velocity, either way: of its force in N or N m, and of itself; infinite: no limit */
} rigidc_coordinate_info;
typedef struct rigidc_param_info {
	size_t size;
	const char *name, *doc, *unit;
	int first, count;           /* among the numbers of all */
	const double *usual;        /* the defaults */
} rigidc_param_info;
typedef struct rigidc_pose_info {
	size_t size;
	const char *name, *doc;
	const double *q;            /* nq numbers */
} rigidc_pose_info;
rigidc_status rigidc_get_model(const rigidc_model *model, rigidc_model_info *info);
rigidc_status rigidc_get_body(const rigidc_model *model, int number, rigidc_body_info *info);
rigidc_status rigidc_get_joint(const rigidc_model *model, int number, rigidc_joint_info *info);
rigidc_status rigidc_get_frame(const rigidc_model *model, int number, rigidc_frame_info *info);
rigidc_status rigidc_get_coordinate(const rigidc_model *model, int q, rigidc_coordinate_info *info);
rigidc_status rigidc_get_velocity(const rigidc_model *model, int v, rigidc_coordinate_info *info);
rigidc_status rigidc_get_param(const rigidc_model *model, size_t param, rigidc_param_info *info);
rigidc_status rigidc_get_pose(const rigidc_model *model, size_t pose, rigidc_pose_info *info);
/* The number of a name; -1: the model has none of that name. */
int rigidc_find_body(const rigidc_model *model, const char *name);
int rigidc_find_joint(const rigidc_model *model, const char *name);
int rigidc_find_frame(const rigidc_model *model, const char *name);

/* The table of functions that can be asked for: name and what it is; NULL behind the last. */
const char *rigidc_function_name(size_t number);
const char *rigidc_function_summary(size_t number);

/* C text of functions ("rnea,crba"; NULL: those the model names), owned by the model. With an `include`
 * name *source is set too and *header holds prototypes; with NULL *header is self-contained. */
rigidc_status rigidc_emit(rigidc_model *model, const char *functions, const char *include,
                          const char **header, const char **source);

/* The state after a pass of the compiler (`rigidc --list=passes`) as text, owned by the model. */
rigidc_status rigidc_dump(rigidc_model *model, const char *functions, const char *pass, const char **text);

/* Makes a function ready to be called: one of the table, or several fused, "both=rnea+crba". It must be freed
 * before its model, which keeps what making it took. */
rigidc_status rigidc_function_new(rigidc_model *model, const char *function, rigidc_tier tier,
                                  rigidc_function **made);
void rigidc_function_free(rigidc_function *function);

/* The executor that runs it at the moment: the one that made it, or RIGIDC_CC after an upgrade (options.upgrade). And how far
 * the upgrade is: 1: done; 0: not yet; -1: none was asked for, the compiler could not make it, or this process is a child of
 * the one that had it made. With `wait` the call waits until it is 1 or -1. */
rigidc_tier rigidc_function_tier(const rigidc_function *function);
int rigidc_upgraded(const rigidc_function *function, int wait);

/* Its arrays in the order of the C signature, and their numbers of elements. */
int rigidc_inputs(const rigidc_function *function);
int rigidc_outputs(const rigidc_function *function);
size_t rigidc_input_size(const rigidc_function *function, int input);
size_t rigidc_output_size(const rigidc_function *function, int output);
const char *rigidc_input_name(const rigidc_function *function, int input);
const char *rigidc_output_name(const rigidc_function *function, int output);

/* The same as structs. */
typedef struct rigidc_array_info {
	size_t size;
	const char *name, *meaning; /* "tau", "joint forces and torques" */
	const char *unit;           /* of all elements, or those that occur: "N, N m" */
	int rows, columns;          /* by rows; a vector has 1 column. Packed and sparse matrices: what they stand for */
	size_t numbers;
} rigidc_array_info;
rigidc_status rigidc_get_input(const rigidc_function *function, int input, rigidc_array_info *info);
rigidc_status rigidc_get_output(const rigidc_function *function, int output, rigidc_array_info *info);

/* The compiled function itself, to be cast to its type in the generated header: void (*)(const double *q, ..., double *tau),
 * in float under real_float. NULL: the evaluator has none, nor has a function with parameters. */
typedef void (*rigidc_code)(void);
rigidc_code rigidc_function_code(const rigidc_function *function);

/* Evaluates. Outputs may not overlap inputs. Where memory for a second thread is short, outputs are NaN. */
void rigidc_call(rigidc_function *function, const double *const *input, double *const *output);

/* The same of `count` states. State k has each array `stride` numbers behind that of state k - 1: of input i
 * input_stride[i], where 0 is the same array for all, of output i output_stride[i]. NULL for all strides: one state right
 * behind the other. States that are so go several at once where the option `batch` has been given and the C compiler's code is
 * there, to the same bits. RIGIDC_USAGE: a pointer is NULL, or an output has stride 0 and there are several states. */
rigidc_status rigidc_call_many(rigidc_function *function, size_t count, const double *const *input,
                               const ptrdiff_t *input_stride, double *const *output, const ptrdiff_t *output_stride);

/* Parameters: what the model leaves to be given at run time, in the order of their numbers. */
size_t rigidc_param_count(const rigidc_model *model);
const char *rigidc_param_name(const rigidc_model *model, size_t param);
size_t rigidc_param_size(const rigidc_model *model, size_t param); /* 1, a vector's, or 6: xx xy yy xz yz zz */

/* Gives a function's parameters other values, at first the model's: one as text, "payload=3 kg", or all their numbers one
 * after the other, in SI units; NULL: the model's again. Computes what depends on them alone. Not while the function is
 * being called. RIGIDC_INVALID: the text is no value of a parameter, see rigidc_messages. */
rigidc_status rigidc_set_param(rigidc_function *function, const char *text);
rigidc_status rigidc_set_params(rigidc_function *function, const double *numbers);

/* Their numbers at the moment; NULL: the function has none. */
const double *rigidc_params(const rigidc_function *function);

/* "0.1.0" */
const char *rigidc_version(void);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
