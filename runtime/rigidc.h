/* librigidc: load a rigid-body model, evaluate its dynamics, get its C.
 *
 * A model is read once and checked; its functions run through libtcc, the system's C
 * compiler or an evaluator. The library never prints and never exits. It is independent of the
 * locale.
 *
 * Threads: several may use the library at once, each with models of its own. Several threads may call one function
 * at once (rigidc_call, rigidc_call_checked, rigidc_call_many). Only one thread at a time may make, set or free it.
 * The process shares a mutex, which lets one thread at a time use libtcc and load objects, and the
 * queue of upgrades (options.upgrade) with its mutex.
 * fork: a child may go on with models and functions, and make new ones. fork waits for libtcc. Upgrades unfinished
 * at the fork have failed in the child.
 * Ownership: results returned by pointer belong to the model or the function and live as long, unless stated
 * otherwise; rigidc_model_free and rigidc_function_free take NULL.
 * Stack: 256 KB are enough for every call. Signals: none is handled. RIGIDC_CC blocks the signals that would leave its
 * files behind, until the files are gone.
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
#define RIGIDC_VERSION_MINOR 2
#define RIGIDC_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef enum rigidc_status {
	RIGIDC_OK = 0,
	RIGIDC_INVALID = 1,     /* the model has errors: rigidc_messages lists them */
	RIGIDC_SYSTEM = 2,      /* a file or program could not be read, written or run */
	RIGIDC_UNAVAILABLE = 3, /* this executor is unavailable here; another is available */
	RIGIDC_NO_MEMORY = 4,
	RIGIDC_USAGE = 5,    /* meaningless arguments: NULL, an unknown name, a number out of range */
	RIGIDC_INTERNAL = 70 /* a fault of the library itself */
} rigidc_status;

typedef enum rigidc_tier {
	RIGIDC_EVALUATOR, /* interprets; always available */
	RIGIDC_TCC,       /* libtcc in memory: ready in well under a millisecond for an arm */
	RIGIDC_CC,        /* cc -O1 and dlopen: fast code, ready in tenths of a second */
	RIGIDC_AUTO       /* immediately the best available of the others; with options.upgrade later
	                   * cc -O3 -march=native, with identical results */
} rigidc_tier;

typedef struct rigidc_model rigidc_model;
typedef struct rigidc_function rigidc_function;

/* Format of a model's source. */
typedef enum rigidc_format {
	RIGIDC_BY_CONTENT, /* the root element of XML says which; .csv is a DH table; all else is .rig */
	RIGIDC_RIG,
	RIGIDC_URDF,
	RIGIDC_OSIM,
	RIGIDC_MJCF,
	RIGIDC_SDF,
	RIGIDC_DH
} rigidc_format;

/* "rig", "urdf", "osim", "mjcf", "sdf", "dh": the name for --from; NULL: by content, and behind the last. */
const char *rigidc_format_name(rigidc_format format);

/* "no memory", ... */
const char *rigidc_strerror(rigidc_status status);

/* Options of the command line: --prefix, --real, --wrench, -D, --lock, -W, -O, --no-pass and so on. All zero:
 * the defaults. The strings are copied. An unknown name is refused: RIGIDC_USAGE, with a message. */
typedef struct rigidc_options {
	size_t size; /* of this struct, as its user knows it; 0: as in this header */
	const char *prefix;
	const char *preset; /* "portable", "native", "throughput", "microcontroller": values for options that are not
	                     * set, see `rigidc --list=presets`; NULL: none */
	int real_float;     /* 1: generated code and execution in float; -1: in double, whatever the preset is */
	const char *const *wrench;
	size_t wrenches; /* "[NAME=]BODY[:world][:point]", names of bodies or frames, in quotation marks if need be; or "all" alone */
	const char *const *define;
	size_t defines; /* "name=expression" */
	const char *const *lock;
	size_t locks; /* "joint" or "joint=value" */
	const char *const *parametrize;
	size_t parametrizes; /* given at run time: "inertial", "body:BODY", "payload:FRAME", "geometry", "gravity"; "none": no parameters of the model */
	const char *const *warning;
	size_t warnings;    /* "name", "no-name", "error", "error=name" */
	int level;          /* 1 + the level of -O; 0: the default */
	const char *search; /* "none", "quick", "thorough"; NULL: quick for text, none for execution */
	const char
		*batch; /* "none", "auto", "2", "4", "8", "16": generated text also has functions for so many states at
	                     * once; if the C compiler compiles them, rigidc_call_many calls them; NULL: none */
	const char *sincos; /* "inline", "libm", "given"; NULL: inline */
	int fma;            /* 1: fma(a, b, c) where only one sum reads a product, for machines with fma; 2: text has
	                     * both forms, and the C compiler chooses by its machine; -1: none, whatever the preset
	                     * is */
	const char
		*matrix; /* "full"; "packed": symmetric matrices as their lower triangle, by rows; "sparse": matrices as
	                     * their entries that are not structural zeros, row by row; "packed-sparse": both. NULL:
	                     * full */
	int zeros_once;  /* text: PREFIX_FN_init writes the structural zeros of matrices, the function the rest; with
	                  * batch also PREFIX_FN_batch_init, _batch_soa_init and _batch_blocks_init */
	int contract;    /* 1: the C compiler may fuse a*b + c: results differ from the other executors'; -1: it may
	                     * not, whatever the preset is */
	/* Called at every step of a thorough search, else at the beginning and the end of each function; or NULL.
	 * `function` is the function being searched; `part` is the
	 * share of the work on all functions done (up to 1). `operations` is the number of multiplications and
	 * additions of the best form so far (0: none yet). A result other than 0 ends a thorough search: the best form so far
	 * is taken, with the warning search-interrupted. */
	int (*progress)(void *context, const char *function, double part, unsigned long operations);
	void *progress_context;
	const char *const *no_pass;
	size_t no_passes; /* names of `rigidc --list=passes` */
	rigidc_format from;
	int no_snapping; /* angles within 1e-10 rad of a quarter turn are not taken as one; excludes snap_angles */
	/* for other formats; keep_rotors, sensor and snap_angles for a URDF alone */
	const char *base; /* "fixed": the root body is fixed to the world; "free": it moves freely; NULL: as the format
	                   * has it: fixed in a URDF, free in SDFormat, else as the file says */
	int keep_damping; /* take damping and friction */
	int keep_rotors;  /* take rotor inertia, as armature */
	const char *const *sensor;
	size_t sensors;     /* fixed joints whose wrench `reaction` gives */
	double snap_angles; /* rad: angles so near to a quarter turn are taken as one; 0: within 1e-10 */
	/* Allocates memory for models and functions, except a few hundred bytes each and the memory of libtcc and
	 * expat; NULL: malloc and free do. With block NULL it returns a new block of that size, aligned for any type,
	 * or NULL; with size 0 it frees the block. It must exist as long as the model, for all threads that use the
	 * model. */
	void *(*allocate)(void *context, void *block, size_t size);
	void *allocate_context;
	/* for executors */
	int upgrade;         /* RIGIDC_AUTO: the C compiler makes faster code in the background, which calls use when
	                     * ready. As many compilers run at once as there are cores. Freeing a function removes it
	                     * from the queue. A process that ends meanwhile does not wait. If it is killed, it may leave
	                     * a folder rigidc-cc-XXXXXX among the temporary files, which a later process removes */
	const char *cache;   /* a folder of objects of the C compiler for the next start; NULL: none. It is ours, has
	                     * mode 0700, is made if missing, and holds 256 MB at most. Whoever can write to it can run
	                     * code here. */
	const char *gravity; /* replaces the model's gravity, in world axes: "(0, 0, -1.62 m/s^2)"; NULL: the model's */
	const char *lanes;   /* limbs of the same structure in SIMD lanes: "auto", "off", "2", "4", "8"; NULL: auto */
	const char *const *include;
	size_t includes; /* folders of files that the model includes, beside its own */
	const char
		*code_size; /* text: "on": C with as few bytes of machine code as possible, with loops; excludes batch.
	                        * "auto": loops only in functions longer than an instruction cache. "off": none.
	                        * NULL: auto */
	int misra;          /* text: in the form required by MISRA C:2012; excludes batch */
	const char *const *contact;
	size_t contacts; /* "name=frame" or "name=frame:kind" */
	const char *const *phase;
	size_t phases; /* "name=contact,contact" */
	const char *const *idle;
	size_t idles;      /* joints that nothing drives */
	int markers;       /* of an OpenSim model: markers are frames */
	int muscles;       /* of an OpenSim model or an MJCF file: muscles are tendons */
	const char *model; /* of an SDFormat file: name of the model to read; NULL: the model that is not static */
	const char *dh;    /* of a Denavit-Hartenberg table: "standard", "modified"; NULL: its comment says it */
	int dh_degrees, dh_millimetres; /* its units */
	const char *const *without;
	size_t withouts; /* "friction", "damping", "armature", "limits" of joints, struts and tendons that are left out */
	double closure, closure_angle; /* closed loops may be open by them: a share of the model's own size, and
	                                * rad; 0: 5e-5. A row of a loop that depends on others within them is
	                                * left out, with the note loop-rounded */
	int outside; /* of an MJCF file: files that it names by "../" may lie outside of its folder and of `include` */
	const char *dispatch; /* text: "auto": C for x86-64 has code for AVX2 too, and chooses at run time. "off":
	                       * it has not. NULL: auto */
	int xacro;            /* a path that ends in .xacro: the program xacro of PATH expands the file */
	int keep_actuators;   /* of an MJCF file: actuators are inputs */
	int keep_forces;      /* of an OpenSim model: forces of coordinates, springs, bushings, smooth contacts */
} rigidc_options;

/* Reads and checks a model. `*model` is set whenever memory suffices, so that its messages can be
 * read; free it in any case. `name` is the source's name in messages. options may be NULL. */
rigidc_status rigidc_load(const char *path, const rigidc_options *options, rigidc_model **model);
rigidc_status rigidc_read(const char *text, size_t length, const char *name, const rigidc_options *options,
                          rigidc_model **model);
void rigidc_model_free(rigidc_model *model);

/* All diagnostics so far: errors, warnings, notes, each `file:line:col: severity: text [name]` with the
 * source line. "" if there are none. Valid until the next call with this model. */
const char *rigidc_messages(const rigidc_model *model);

/* Single diagnostics, in the order of the source. They are valid until the next call with this model. */
typedef enum rigidc_severity { RIGIDC_NOTE = 1, RIGIDC_WARNING, RIGIDC_ERROR } rigidc_severity;
typedef struct rigidc_diagnostic {
	size_t size; /* set by the caller, as in all structs below: sizeof, or 0 for this header's */
	rigidc_severity severity;
	const char *check;        /* its name: "unknown-name" */
	const char *file;         /* the model's name; "-D" and the like for options */
	int line, column, length; /* from 1; in characters; how many */
	const char *text;
	const char *help; /* NULL: none */
	const char *note; /* NULL: none; else a remark about another position */
	const char *note_file;
	int note_line, note_column;
} rigidc_diagnostic;
size_t rigidc_diagnostics(const rigidc_model *model);
rigidc_status rigidc_get_diagnostic(const rigidc_model *model, size_t number, rigidc_diagnostic *diagnostic);

/* Sizes of q, of qd, of u: numbers of the inputs that the model declares, and of s: those of its states. */
int rigidc_nq(const rigidc_model *model);
int rigidc_nv(const rigidc_model *model);
int rigidc_nu(const rigidc_model *model);
int rigidc_ns(const rigidc_model *model);

/* Contents of the model. Numbers are SI and for default values of parameters; -1 is the world; RIGIDC_USAGE: no
 * such number. Bodies come parents before children, and joint i carries body i. */
typedef struct rigidc_model_info {
	size_t size;
	const char *name, *doc; /* doc: "" or lines */
	int nq, nv, bodies, frames;
	size_t params;
	double gravity[3];
	size_t poses, contacts, phases;
	size_t inputs, states; /* that the model declares: without a rate, with one */
	size_t struts, groups;
} rigidc_model_info;
typedef struct rigidc_body_info {
	size_t size;
	const char *name;
	int parent;        /* a body */
	double R[9], p[3]; /* of the joint's frame in the parent's body frame: x_parent = R x + p; R by rows */
	double mass, com[3];
	double inertia[6]; /* about com, in body axes: xx xy yy xz yz zz */
} rigidc_body_info;
typedef struct rigidc_joint_info {
	size_t size;
	const char *name, *kind; /* "revolute", ... */
	int parent;              /* the body that carries the joint */
	int q, nq, v, nv;        /* first coordinate and velocity, and how many; 0: fixed, locked, coupled */
	int moves, locked, coupled, limited;
	double lower, upper;  /* where limited; else infinite */
	double effort, speed; /* maximum of a joint with one velocity, both directions; else infinite */
} rigidc_joint_info;
typedef struct rigidc_frame_info {
	size_t size;
	const char *name;
	int body;
	double R[9], p[3]; /* in the body frame */
} rigidc_frame_info;
typedef struct rigidc_coordinate_info {
	size_t size;
	const char *name; /* "elbow"; of a joint with several "base.qx" */
	const char *unit;
	int joint, element;   /* the element-th of the joint */
	double lower, upper;  /* of a coordinate; infinite: no limit */
	double effort, speed; /* of a velocity, both directions: force (N, N m), speed; infinite: no limit */
} rigidc_coordinate_info;
typedef struct rigidc_param_info { /* of a parameter, or of an input or state that the model declares */
	size_t size;
	const char *name, *doc, *unit;
	int first, count;    /* among the numbers of all; of inputs among those of u, of states among those of s */
	const double *usual; /* the defaults */
	int moving;          /* of an input: 1 if it moves, so that ud and udd have its rate and acceleration */
} rigidc_param_info;
typedef struct rigidc_pose_info {
	size_t size;
	const char *name, *doc;
	const double *q; /* nq numbers */
} rigidc_pose_info;
typedef struct rigidc_contact_info {
	size_t size;
	const char *name, *kind;         /* "point", "fixed", "line", "slide" */
	int body;                        /* that it holds */
	double R[9], p[3];               /* of its frame in the body frame */
	double ground_R[9], ground_p[3]; /* of its ground in the world; z is the normal */
	int rows;
	const char *const *row; /* names of the rows: "fx" */
	const int *holds;       /* by row: does the row hold by itself? Then its force is 0 */
	double friction, restitution, weight;
} rigidc_contact_info;
typedef struct rigidc_phase_info {
	size_t size;
	const char *name;
	int rows, contacts; /* the rows of all its contacts */
	const int *contact; /* their numbers, in order */
} rigidc_phase_info;
typedef struct rigidc_strut_info { /* strut or tendon: a row of lengths, arms and length_rates */
	size_t size;
	const char *name;
	int tendon; /* 0: a strut */
} rigidc_strut_info;
typedef struct rigidc_group_info { /* of struts and tendons: the rows of lengths:NAME */
	size_t size;
	const char *name;
	int struts;
	const int *strut; /* their numbers, in order */
} rigidc_group_info;
rigidc_status rigidc_get_model(const rigidc_model *model, rigidc_model_info *info);
rigidc_status rigidc_get_body(const rigidc_model *model, int number, rigidc_body_info *info);
rigidc_status rigidc_get_joint(const rigidc_model *model, int number, rigidc_joint_info *info);
rigidc_status rigidc_get_frame(const rigidc_model *model, int number, rigidc_frame_info *info);
rigidc_status rigidc_get_coordinate(const rigidc_model *model, int q, rigidc_coordinate_info *info);
rigidc_status rigidc_get_velocity(const rigidc_model *model, int v, rigidc_coordinate_info *info);
rigidc_status rigidc_get_param(const rigidc_model *model, size_t param, rigidc_param_info *info);
rigidc_status rigidc_get_declared_input(const rigidc_model *model, size_t input, rigidc_param_info *info);
rigidc_status rigidc_get_state(const rigidc_model *model, size_t state, rigidc_param_info *info);
rigidc_status rigidc_get_pose(const rigidc_model *model, size_t pose, rigidc_pose_info *info);
rigidc_status rigidc_get_contact(const rigidc_model *model, int number, rigidc_contact_info *info);
rigidc_status rigidc_get_phase(const rigidc_model *model, int number, rigidc_phase_info *info);
rigidc_status rigidc_get_strut(const rigidc_model *model, int number, rigidc_strut_info *info);
rigidc_status rigidc_get_group(const rigidc_model *model, int number, rigidc_group_info *info);
/* The number of a name; -1: the model has no such name. */
int rigidc_find_body(const rigidc_model *model, const char *name);
int rigidc_find_joint(const rigidc_model *model, const char *name);
int rigidc_find_frame(const rigidc_model *model, const char *name);
int rigidc_find_contact(const rigidc_model *model, const char *name);
int rigidc_find_phase(const rigidc_model *model, const char *name);

/* Table of available functions: name and summary; NULL after the last. A name has a further row if a frame may be seen
 * from another, and if the function is also one of a phase. */
const char *rigidc_function_name(size_t number);
const char *rigidc_function_summary(size_t number);
/* Table of operators, which stand before a function as in "vjp:fd": name and summary; NULL after the last. */
const char *rigidc_operator_name(size_t number);
const char *rigidc_operator_summary(size_t number);

/* Name of a fused function of the model's `generate`: "dyn" of `generate dyn = crba + bias`; NULL after the last.
 * rigidc_function_new knows it by this name, in double quotes if it is no plain name. */
const char *rigidc_fused_name(const rigidc_model *model, size_t number);

/* C text of functions ("rnea,crba"; NULL: the functions named in the model), owned by the model. With an `include`
 * name *source is set too and *header holds prototypes; with NULL *header is self-contained. */
rigidc_status rigidc_emit(rigidc_model *model, const char *functions, const char *include, const char **header,
                          const char **source);

/* The state after a pass of the compiler (`rigidc --list=passes`) as text, owned by the model. */
rigidc_status rigidc_dump(rigidc_model *model, const char *functions, const char *pass, const char **text);

/* Makes a callable function: a name of the table, or a fused function, "both=rnea+crba". Free the function before its model,
 * which keeps the memory used to make it. */
rigidc_status rigidc_function_new(rigidc_model *model, const char *function, rigidc_tier tier, rigidc_function **made);
void rigidc_function_free(rigidc_function *function);

/* rigidc_function_tier: the executor that runs the function now: the one that made it, or RIGIDC_CC after an upgrade
 * (options.upgrade). rigidc_upgraded: state of the upgrade. 1: done; 0: not yet; -1: none was requested, the compiler
 * failed, or this process is a child of the process that requested it. With `wait` the call waits until the state is 1
 * or -1. */
rigidc_tier rigidc_function_tier(const rigidc_function *function);
int rigidc_upgraded(const rigidc_function *function, int wait);

/* Arrays of a function in the order of the C signature, and their numbers of elements. */
int rigidc_inputs(const rigidc_function *function);
int rigidc_outputs(const rigidc_function *function);
size_t rigidc_input_size(const rigidc_function *function, int input);
size_t rigidc_output_size(const rigidc_function *function, int output);
const char *rigidc_input_name(const rigidc_function *function, int input);
const char *rigidc_output_name(const rigidc_function *function, int output);

/* Arrays as structs. */
typedef struct rigidc_array_info {
	size_t size;
	const char *name, *meaning; /* "tau", "joint forces and torques" */
	const char *unit;           /* of all elements, or the units that occur: "N, N m" */
	int rows, columns;          /* by rows; a vector has 1 column. Packed and sparse matrices: of the full matrix */
	size_t numbers;
	const char *phase; /* phase or contact whose rows its rows are; NULL: none */
	int real_float;    /* 1: the function computes in float */
} rigidc_array_info;
rigidc_status rigidc_get_input(const rigidc_function *function, int input, rigidc_array_info *info);
rigidc_status rigidc_get_output(const rigidc_function *function, int output, rigidc_array_info *info);

/* The compiled function itself, to be cast to its type in the generated header: void (*)(const double *q, ..., double
 * *tau), in float under real_float. NULL: for the evaluator, and for a function with parameters. */
typedef void (*rigidc_code)(void);
rigidc_code rigidc_function_code(const rigidc_function *function);

/* Evaluates. Outputs must not overlap inputs. If memory for a second thread is missing, outputs are NaN. Nothing is checked: the
 * arrays are those of rigidc_inputs and rigidc_outputs. External wrenches of a model are one input more. */
void rigidc_call(rigidc_function *function, const double *const *input, double *const *output);

/* The same, for functions of models that the program does not know: input_size[i] numbers are at input[i]. RIGIDC_USAGE: the numbers or
 * sizes of the arrays are not those of the function, or a pointer is NULL; nothing is written. */
rigidc_status rigidc_call_checked(rigidc_function *function, size_t inputs, const double *const *input,
                                  const size_t *input_size, size_t outputs, double *const *output,
                                  const size_t *output_size);

/* Evaluates `count` states. Arrays of state k begin `stride` numbers after those of state k - 1: input_stride[i] for
 * input i, where 0 is the same array for all states, output_stride[i] for output i. NULL for all strides: states are
 * contiguous. States are computed several at once, with identical results, if the option `batch` was given and the C
 * compiler's code is ready; arrays that are not contiguous are then copied, 64 states at a time. RIGIDC_USAGE: a pointer
 * is NULL, or an output has stride 0 and there are several states. */
rigidc_status rigidc_call_many(rigidc_function *function, size_t count, const double *const *input,
                               const ptrdiff_t *input_stride, double *const *output, const ptrdiff_t *output_stride);
/* The same with floats. Under real_float they are used as they are, and otherwise converted. */
rigidc_status rigidc_call_many_float(rigidc_function *function, size_t count, const float *const *input,
                                     const ptrdiff_t *input_stride, float *const *output,
                                     const ptrdiff_t *output_stride);

/* Loops and constraints. Parameters have their default values. Without loops and constraints both functions return RIGIDC_OK and
 * change nothing. RIGIDC_USAGE: q is NULL, or q or qd has a number that is not finite.
 *
 * rigidc_assemble moves q[nq] until all of them are closed: joints stay within their limits, and first q itself is tried, then 20
 * states around it, always the same. fixed[nv] is not 0 for velocities whose coordinates keep their values; NULL: none do.
 * *residual is the largest error that is left, in rad and in shares of the model's largest offset, at most 1e-12 if they are
 * closed; NULL: not wanted. RIGIDC_INVALID: they stay open, q is unchanged, and the message names the loop and what remains. The
 * warning loop-branch says that q is in another branch than before.
 *
 * rigidc_project moves a state q[nq], qd[nv] that has drifted to the nearest in the metric of M at which they are closed and
 * J qd = 0. qd may be NULL. RIGIDC_INVALID: q is too far from such a state; nothing is changed.
 *
 * Each call makes its equations anew, in about the time that it takes to read the model. The function `project` is one step of
 * rigidc_project, for each step of a motion. */
rigidc_status rigidc_assemble(rigidc_model *model, double *q, const int *fixed, double *residual);
rigidc_status rigidc_project(rigidc_model *model, double *q, double *qd);

/* Linear dynamics about a state: x' = A x + B u, or x[k+1] = A x[k] + B u[k] for a step dt. x has changes of q, then those of qd, and u
 * changes of the torques of the drives, which are all velocities but those of idle joints and of a free joint on the world, then those of
 * the inputs that the model declares, then the rates and the accelerations of those that move. Inputs that move are at rest in the
 * state, and no rows hold beside them. x has the changes of states of the model behind all others.
 *
 * Changes of q are along directions of velocities, so those of a quaternion are turns about axes of the body. With loops,
 * constraints or the contacts of a phase x has only the changes of independent velocities; delta q = N y and delta qd = N z + E y
 * are those of all for x = (y, z). E is 0 at rest. Constraints on velocities leave more coordinates independent: delta q = P y. Wrenches are 0. The matrices stay in memory until the next call with the model.
 *
 * Without tau it is the torque under which independent velocities do not accelerate, with forces of contacts as in `id`. The warning
 * linearize-equilibrium says that there is none; then it is the one with the least qdd^T M qdd. RIGIDC_USAGE: q is NULL, a number is
 * not finite, dt is negative, or 0 with another method than zoh, or there is no such method. RIGIDC_INVALID: there is no such phase, loops are open, or qd breaks rows, or
 * this is a dead point, or M is singular here; the message says so. */
typedef struct rigidc_linear_request {
	size_t size;
	const double *q;      /* nq */
	const double *qd;     /* nv; NULL: at rest */
	const double *tau;    /* nv; NULL: the torque that holds the state */
	const char *phase;    /* a phase or contact that holds; NULL: loops and constraints, if there are any */
	int all;              /* not 0: x has the changes of all velocities, even if rows forbid them */
	double dt;            /* s; 0: continuous time */
	const char *method;   /* of the step: a name of rigidc_linear_method; NULL: zoh */
	const double *params; /* numbers of all parameters; NULL: their defaults */
	const double *u;      /* numbers of all inputs of the model; NULL: their defaults */
	const double *s;      /* of all its states; NULL: their defaults */
} rigidc_linear_request;
typedef struct rigidc_linear {
	size_t size;
	int states, inputs;
	const double *A, *B;              /* by rows: states x states, states x inputs */
	int directions;                   /* independent velocities */
	const int *direction;             /* velocity of each direction */
	const int *drive;                 /* velocity of each of the first `drives` inputs */
	const double *N, *E;              /* by rows: nv x directions, nv x places */
	const double *q, *qd, *tau, *qdd; /* of the state: nq, nv, nv, nv */
	int drives;                       /* the other inputs are the numbers of u, then those of ud and udd */
	const double *u;                  /* of the state: nu */
	int places;       /* independent coordinates: as many as directions but with rows on velocities */
	const int *place; /* velocity of each place */
	const double *P;  /* by rows: nv x places; N but with rows on velocities */
	const double *s;  /* of the state: ns. The last ns numbers of x are their changes */
	const double *Q;  /* by rows: nv x (inputs - drives), changes of q where rows follow inputs that move; else 0 */
	const double *R;  /* the same of qd */
} rigidc_linear;
rigidc_status rigidc_linearize(rigidc_model *model, const rigidc_linear_request *request, rigidc_linear *linear);
/* Methods of steps: "zoh", the torque is constant during the step; "euler", "rk4": that of step:euler, step:rk4. NULL after the last. */
const char *rigidc_linear_method(size_t number);

/* Parameters: values of the model to be given at run time, in the order of their numbers. */
size_t rigidc_param_count(const rigidc_model *model);
const char *rigidc_param_name(const rigidc_model *model, size_t param);
size_t rigidc_param_size(const rigidc_model *model, size_t param); /* 1, a vector's, or 6: xx xy yy xz yz zz */

/* Gives a function's parameters other values, at first the model's: one as text, "payload=3 kg", or all their numbers
 * in sequence, in SI units; NULL: the model's again. Computes values that depend on parameters alone. Not allowed
 * while the function is being called. RIGIDC_INVALID: the text is no value of a parameter, see rigidc_messages. */
rigidc_status rigidc_set_param(rigidc_function *function, const char *text);
rigidc_status rigidc_set_params(rigidc_function *function, const double *numbers);

/* Current numbers of the parameters; NULL: the function has none. */
const double *rigidc_params(const rigidc_function *function);

/* "0.2.0": the release, or the last one before what was built */
const char *rigidc_version(void);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
