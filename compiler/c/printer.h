/* Interface between the printers: their state, the names in generated code, the comments.
 * Called by the files of this room and of module/, by the table of targets and by `package` only.
 * All memory is the arena's. */
#ifndef RIGIDC_C_PRINT_H
#define RIGIDC_C_PRINT_H

#include "dialect.h"
#include "model/limit.h"
#include "pipeline/job.h"
#include "printed.h"
#include "program/sincos.h"

/* The arrays in which pieces of a long function pass on temporaries: numbers, and vectors with a limb in each lane. No
 * argument has these names. */
#define PIECES_ARRAY "kept"
#define PIECES_LIMBS_ARRAY "limb"

/* Types of values: a number, or a vector with a state, limb or angle in each of its lanes; either may be computed for
 * each limb in turn, by a loop. */
enum Lanes { LANES_NONE, LANES_STATES, LANES_LIMBS, LANES_ANGLES };

struct Type {
	enum Lanes lanes;
	int width;        /* count of lanes; 0: as many as a register holds (PREFIX_LANES) */
	bool loop;        /* a value for each limb, by a loop over limbs (print_rolled.c) */
	const char *name; /* in C */
	const char *fma;  /* function for a*b + c in one operation; NULL: none */
};

struct Printer {
	struct Arena *arena;
	struct Arena *passing; /* of what is needed for a statement; emptied after some */
	struct Text *out;      /* at the moment */
	struct Printed *printed;
	const struct Job *job;
	const char *storage; /* storage class of each function: "static inline " */
	const struct Dialect *dialect;
	const struct Real *real;
	const struct Generated *function;
	const char **name;                /* names of the temporaries, by step */
	bool *set;                        /* by step: has a temporary set inside another statement been set? */
	struct Type type[2];              /* of values: [1] of steps with a value for each limb, [0] of others */
	const struct LimbFold *limbs;     /* inputs of limbs in lanes or loops; NULL: no limbs together */
	struct OutputLoops *output_loops; /* results written by loops; NULL without --size=on (print_compact.c) */
	struct Rolled *rolled;            /* body with limbs in loops (print_rolled.c) */
	struct {
		uint32_t first, end;
	} run;                              /* the statements printed together */
	const struct ProgramStages *stages; /* after the body's statements (print_stages.c); NULL: none */
	const struct Members *members;      /* whose values are printed; NULL: not those of a stage */
	bool loops_over_members;            /* some function has stages in loops */
	bool loops_over_limbs;              /* some body with fewer lanes than limbs has loops (print_rolled.c) */
	bool loops_over_angles;             /* one function with a loop computes all sines and cosines (sines.c) */
	bool compact;                       /* --size: smallest code size, with loops (print_compact.c) */
	bool dispatch;                      /* code for several machines in one file (dispatch.c) */
	bool batch_dispatch;                /* the same of batches (print_batch_lanes.c) */
	int states;           /* lanes of a batch for a machine that is chosen at run time; 0: PREFIX_LANES */
	bool dispatches;      /* some function makes the choice */
	bool wide;            /* the body is compiled for AVX2 if the machine is chosen at run time */
	bool chooses;         /* the body calls the wide body of its function where the machine has AVX2 */
	bool zeros_apart;     /* a separate function writes the zeros of matrices */
	bool turned;          /* the next number is printed with opposite sign */
	int groups;           /* groups of sines and cosines printed so far in this function */
	const uint32_t *link; /* c_links_of, by statement, for headings; NULL: no headings */
	struct {
		bool *crosses;      /* by step: is its value read by a later piece? NULL: a function in one piece */
		uint32_t *place;    /* by step: index in PIECES_ARRAY, of vectors in PIECES_LIMBS_ARRAY */
		uint32_t places[2]; /* [0] of numbers, [1] of vectors */
		uint32_t first;     /* first statement of the current piece */
	} piece;
};

/* --- files (files.c): the printers in the rows of targets.def --- */

void print_header(struct Printer *p);
void print_pair(struct Printer *p);
/* A header, and its functions over matrices of Eigen (print_eigen.c). eigen_refused: an option that is not of it. */
void print_eigen(struct Printer *p);
const char *eigen_refused(const struct Request *request);
/* Code for executors. Each function has an entry
 *   void callN(const real *const *in, real *const *out)
 * with pointers to the arrays in order. Code for libtcc (print_memory) includes no header. */
void print_memory(struct Printer *p);
void print_object(struct Printer *p);

/* --- length (code_length.c) --- */

/* Operations in a function's code for two lanes, the lanes of any x86-64: of each loop, those of one turn. */
uint32_t c_code_length(const struct Printer *p, const struct Generated *function);

/* --- expressions (expression.c) --- */

/* The operation of a step; any operand. */
void c_put_operation(struct Printer *p, uint32_t index);
void c_put_value(struct Printer *p, struct Operand operand);
/* Input of all limbs together: the vector q_7_10 holds elements 7 and 10 of q; own3 holds a number in which the limbs
 * differ. */
const char *c_lane_name(const struct Printer *p, enum Input array, uint32_t element);

/* --- types of values (value_type.c) --- */

/* Numbers; a state in each lane; `width` limbs or angles, one in each lane. */
struct Type c_number(const struct Printer *p);
struct Type c_states(const struct Printer *p);
struct Type c_limbs(const struct Printer *p, int width);
/* Macro for an element of all states in lanes; `result`: to write it. */
const char *c_lanes_macro(const struct Printer *p, bool result);
struct Type c_angles(const struct Printer *p, int width);
const struct Type *c_type(const struct Printer *p, const struct Step *step);
/* "const double ": start of a declaration, before the name of a value that is set once. */
const char *c_declaring(const struct Printer *p, const struct Type *type);
/* True if an operand is a vector, false for a number beside vectors. */
bool c_is_vector(const struct Printer *p, struct Operand operand);
/* Is a temporary a vector of limbs, in a body with limb lanes? */
bool c_is_of_limbs(const struct Printer *p, uint32_t index);
/* Element of the pieces' array for a temporary that crosses from piece to piece. */
const char *c_aside(const struct Printer *p, uint32_t index);
/* Turns a number into a vector where `type` is required: " - nothing" after the operand. */
void c_put_beside(struct Printer *p, const struct Type *type, struct Operand operand);
/* The vector `nothing` of zeros, if the body's functions take vectors. */
void c_put_nothing(struct Printer *p);
/* An element of the caller's array, by number or by an expression ("7 + 3*l"). `result`: the element is written. */
const char *c_element(const struct Printer *p, const char *array, const char *element, bool result);
/* NaN as an expression. */
const char *c_no_number(const struct Printer *p);

/* --- statements (statements.c) --- */

/* Start of any body. */
void c_open_body(struct Printer *p);
/* Names the temporaries of a function, before its statements. */
void c_begin_statements(struct Printer *p);
/* All statements of the function, without braces or declarations around them. */
void c_put_statements(struct Printer *p);
/* Statements from `first` up to `end`. */
void c_put_run(struct Printer *p, uint32_t first, uint32_t end);
/* Has the function a separate one for zeros of matrices? */
static inline bool c_has_init(const struct Printer *p)
{
	return p->zeros_apart && generated_has_zeros(p->function);
}
/* Body of the separate function for zeros of matrices. */
void c_put_zeros(struct Printer *p);
/* Functions longer than compilers take well are printed in pieces: statements `first` to c_piece_end(first). Pieces
 * have vectors of limbs, but no others and no loops. */
bool c_is_long(const struct Printer *p);
void c_begin_pieces(struct Printer *p);
uint32_t c_piece_end(const struct Printer *p, uint32_t first);
/* Name of a piece, or of a function for a stage: they are numbered together from 1 on. */
const char *c_piece_name(const struct Printer *p, int number);
/* Statements of a piece, without the braces around them. */
void c_put_piece_statements(struct Printer *p, uint32_t first, uint32_t end);

/* --- inputs of limbs in lanes (limb_inputs.c) --- */

/* Declares the inputs of limbs that statements from `first` up to `end` read. */
void c_declare_leaves(struct Printer *p, uint32_t first, uint32_t end);

/* --- bodies (body.c) --- */

/* Body of a function, by the types of its values, loops over limbs and code size. */
void c_put_body(struct Printer *whole);
void c_put_piece(struct Printer *p, uint32_t first, uint32_t end);

/* --- sines and cosines of our own (sines.c) --- */

/* Functions for groups of angles, if any group calls them. */
void c_put_sincos_functions(struct Printer *p);
/* The functions for sines called only by code with limb lanes, inside the section of limb lanes. */
void c_put_later_sincos_functions(struct Printer *p);
/* True if --size=on prints a single function with a loop over angles. No loop: several calls with a single angle each. */
bool c_loops_over_angles(const struct Printer *p);
/* Statements for a sine or cosine: of its whole group, at the first step, but in loops over limbs. */
void c_put_sincos(struct Printer *p, uint32_t index);
/* Functions for the angles of `width` limbs in vectors. */
void c_put_limb_sincos(struct Printer *p, int width, const struct Type *limbs);
/* Angles of a group as expressions, with the names [0] of the sine and [1] of the cosine; a name may be NULL. */
struct Angle {
	struct Operand value;
	uint32_t step;
	const char *text, *name[2];
};
struct Angles ARENA_LIST(struct Angle);
/* Functions called for a group of `count` angles: bit n for the function of n angles. */
unsigned c_sincos_sizes(const struct Printer *p, bool lanes, int count);
/* Statements that define the names of a group. Arrays are angles<n>, sines<n> and cosines<n>, n = 1, 2, ... */
void c_put_sincos_calls(struct Printer *p, const struct Type *type, const struct Angles *angles);

/* --- arguments (arguments.c) --- */

/* An array that a function takes or returns. */
struct Array {
	const char *name;
	const char *type; /* of an element, or of the struct */
	size_t size;      /* 0: a struct, passed as a pointer */
	bool input, structure;
};
struct Arrays ARENA_LIST(struct Array);
/* Arguments of p->function, in order. */
struct Arrays c_arguments(const struct Printer *p);
/* "q, qd, tau": their names. */
void c_put_names(struct Printer *p);

/* --- parameters (params.c) --- */

/* An element of an input array, or a member of the parameters. */
void c_put_element(struct Printer *p, const char *array, uint32_t element);
/* "kg; default 2": unit and default value of a parameter. */
void c_put_parameter_words(struct Printer *p, const struct Parameter *parameter);
void c_put_param_types(struct Printer *p);
void c_put_param_prototypes(struct Printer *p);
void c_put_params_default(struct Printer *p);
/* Under -DPREFIX_CHECK, inside a function body: the setup function marks its result, other functions return NaN
 * without the mark. */
void c_put_stamp(struct Printer *p);

/* --- kernels (print_kernels.c) --- */

/* Kernel of p->function, and in CUDA the function that launches it; nothing in languages without kernels. */
void c_put_kernel(struct Printer *p);
/* Before all functions: what kernels need. */
void c_put_kernel_helpers(struct Printer *p);
/* Requested option that languages with kernels have no form for; NULL: none. */
const char *c_kernels_refused(const struct Request *request);

/* --- names (names.c) --- */

const char *c_function_name(struct Arena *arena, const struct Job *job, const struct Generated *function);
/* --prefix or the model's name, as it was said. */
const char *c_wanted_prefix(const struct Job *job);
/* What names begin with: --prefix or the model's name, behind robot_ if that begins with a digit. */
const char *c_prefix(struct Arena *arena, const struct Job *job);
const char *c_upper_prefix(struct Arena *arena, const struct Job *job);
/* A name of own.def; `number` replaces the # of the name. */
enum OwnName {
#define OWN(id, name, numbers, takes, what) OWN_##id,
#include "own.def"
};
const char *c_own_name(struct Arena *arena, const struct Job *job, enum OwnName own, int number);
const char *c_own(const struct Printer *p, enum OwnName own);
/* A name of companion.def; of an output, or NULL. */
enum Companion {
#define COMPANION(id, name, sparse, there, what) COMPANION_##id,
#include "companion.def"
};
const char *c_companion_name(struct Arena *arena, const struct Job *job, const struct Generated *function,
                             const char *output, enum Companion companion);
/* Both of p->function. */
const char *c_function(const struct Printer *p);
const char *c_companion(const struct Printer *p, const char *output, enum Companion companion);
/* RIGIDC_PREFIX_H. Not PREFIX_H: a model called _math or stdio would hide a header of the C library. */
const char *c_guard_name(const struct Printer *p, const char *ending);
/* Function for a*b + c: PREFIX_FMA under --fma=auto, else fma. */
const char *c_fma_function(const struct Printer *p);
/* Preprocessor condition (machines.c): the machine has an fma instruction. */
const char *c_fma_condition(const struct Printer *p);

/* What an entry of lambda is, in two lines for a comment before the rows of phases. */
extern const char *const c_rows_rule[3]; /* the last: of loops */
/* Name of an argument in the printed language. */
const char *c_array_name(const struct Printer *p, const char *array);
/* Name of an input array of the function being printed, before it is made an argument's. */
const char *c_input_name(const struct Printer *p, int input);
/* The member for a parameter: an identifier, and no such word. */
const char *c_member_name(struct Arena *arena, const struct Parameter *parameter);
/* Macro with the initializer of a pose: PREFIX_POSE_name. */
const char *c_pose_name(struct Arena *arena, const struct Job *job, const struct ModelPose *pose);
/* Macro with the initializer of a limit: PREFIX_LIMIT_LOWER. */
const char *c_limit_name(struct Arena *arena, const struct Job *job, enum Limit limit);
/* Struct type of the array `derived` or `params`; NULL: the array has numbers. */
const char *c_array_type(const struct Printer *p, const char *array);

/* Constant with the index of a coordinate, a velocity, a wrench or a row. */
struct NamedIndex {
	const char *name; /* in C */
	int index;
	const char *what, *owner;  /* "coordinates", "joint"; "row", "contact" */
	struct Ident of;           /* name of this joint or contact */
	const char *unit;          /* of the element, or of all elements of a wrench */
	const struct Joint *joint; /* of a coordinate or velocity; else NULL */
};
typedef void VisitIndex(void *context, const struct NamedIndex *index);

/* Calls `visit` with each coordinate ('Q') or velocity ('V'): PREFIX_Q_joint_x. */
void c_each_index(struct Arena *arena, const struct Job *job, char array, VisitIndex *visit, void *context);
/* The same for each wrench of `reaction`, if the function was requested: PREFIX_W_joint. */
void c_each_reaction(struct Arena *arena, const struct Job *job, VisitIndex *visit, void *context);
/* The same for each number of u, of ud or of s: PREFIX_U_name_x, PREFIX_UD_name_x, PREFIX_S_name_x. */
void c_each_input(struct Arena *arena, const struct Job *job, enum Input array, VisitIndex *visit, void *context);
/* The same for each strut and tendon, if a function of all was requested: PREFIX_T_tendon. */
void c_each_strut(struct Arena *arena, const struct Job *job, VisitIndex *visit, void *context);
/* The same for each row of a part's phase: PREFIX_L_stand_lf_fz. */
void c_each_row(struct Arena *arena, const struct Job *job, const struct FunctionPart *part, VisitIndex *visit,
                void *context);
/* Constants of a phase: its number of rows, PREFIX_NC_stand; by contact the coefficient of friction,
 * PREFIX_FRICTION_stand. */
const char *c_rows_name(struct Arena *arena, const struct Job *job, const struct FunctionPart *part);
const char *c_friction_name(struct Arena *arena, const struct Job *job, const struct FunctionPart *part);
/* --- constants (constants.c) --- */

void c_put_couplings(struct Printer *p);
void c_put_limits(struct Printer *p);
void c_put_poses(struct Printer *p);

/* --- comments (comment.c) --- */

/* Prints a comment's text so that nothing in it ends the comment, continues a line, reorders text or makes a
 * trigraph. */
void c_put_comment(struct Text *out, const char *text);
/* Puts a literal of C and C++ with these bytes. */
void c_put_string(struct Text *out, const char *text);
void c_put_banner(struct Printer *p);
/* The functions of <math.h> that the programs call: a bit for each operation. */
uint64_t c_called(const struct Job *job);
/* Hash of the model and of the request: PREFIX_CODE. */
uint64_t c_code_hash(const struct Printer *p);
/* Table of links, by the numbers in the names of temporaries. */
void c_put_links(struct Printer *p);
/* At which states functions in motion with rows have no result: where the rows depend on each other. */
void c_put_state_notes(struct Printer *p);
/* Comment of p->function: arguments, units, cost. */
void c_put_function_doc(struct Printer *p);
/* Parts of this comment: title, arguments, meaning of an output, special inputs, cost. Lines begin with ` * `. */
void c_put_title(struct Printer *p);
void c_put_arguments(struct Printer *p);
const char *c_argument_meaning(const struct Printer *p, const struct FunctionArgument *argument);
void c_put_inputs_apart(struct Printer *p);
void c_put_cost(struct Printer *p);

#endif
