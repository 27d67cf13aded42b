/* Inside of the printers: their state, the names that everything gets, and the comments.
 * Called by the files of this room, by those of module/, the table of targets and `package` only. All memory is the arena's. */
#ifndef RIGIDC_C_PRINT_H
#define RIGIDC_C_PRINT_H

#include "dialect.h"
#include "model/limit.h"
#include "pipeline/job.h"
#include "program/sincos.h"
#include "printed.h"

/* What the pieces of a long function hand temporaries on in: the name of no argument. */
#define PIECES_ARRAY "kept"

struct Printer {
	struct Arena *arena;
	struct Arena *passing;   /* of what is needed for a statement; emptied after some */
	struct Text *out;        /* at the moment */
	struct Printed *printed;
	const struct Job *job;
	const char *storage;     /* of each function: "static inline " */
	const struct Dialect *dialect;
	const struct Real *real;
	const struct Generated *function;
	const char **name;       /* of the temporaries, by step */
	bool *set;               /* by step: is what is set inside of a statement set yet? */
	/* of a body with limbs in lanes (print_limb_lanes.c) or loops: what they read, and the type of steps that have lanes */
	const struct LimbFold *lanes;
	const char *lanes_type;
	struct Compact *compact;     /* under --size, within a function (print_compact.c) */
	struct Rolled *rolled;     /* of a body with limbs in loops (print_rolled.c) */
	struct { uint32_t first, end; } run; /* the statements that are printed together */
	bool loops_over_angles;  /* sines and cosines are those of a loop (sines.c) */
	bool zeros_apart;        /* zeros of matrices are written by a function of their own */
	bool turned;             /* the next number is printed with its sign turned around */
	int groups;              /* of sines and cosines, printed in this function */
	const uint32_t *link;    /* by statement, of c_links_of, for headings; NULL: there are none */
	struct {
		bool *crosses;   /* by step: is it read in a later piece? NULL: the function is in one piece */
		uint32_t *place; /* and where it is in PIECES_ARRAY */
		uint32_t places;
		uint32_t first;  /* statement of the piece at hand */
	} piece;
};

/* --- files (files.c): what the rows of targets.def print --- */

void print_header(struct Printer *p);
void print_pair(struct Printer *p);
/* What executors compile. For each function an entry
 *   void callN(const real *const *in, real *const *out)
 * that takes the arrays in order. libtcc's text includes nothing. */
void print_memory(struct Printer *p);
void print_object(struct Printer *p);

/* --- expressions (expression.c) --- */

/* The operation of a step; an operand, whatever it is. */
void c_put_operation(struct Printer *p, uint32_t index);
void c_put_value(struct Printer *p, struct Operand operand);
/* Does it differ from state to state? If not it is a number where others are vectors. */
bool c_varies(struct Operand operand);

/* --- bodies (body.c) --- */

/* All statements of the function, with nothing around them. */
void c_put_statements(struct Printer *p);
void c_put_body(struct Printer *p);
/* What a body begins with, the names of its temporaries too; its statements from `first` up to `end`. */
void c_open_body(struct Printer *p);
void c_put_run(struct Printer *p, uint32_t first, uint32_t end);
/* The body that writes the zeros which are written apart. */
void c_put_zeros(struct Printer *p);
/* Functions too long for a C compiler to take whole: from statement `first` to c_piece_end, a piece at a
 * time. */
bool c_is_long(const struct Printer *p);
void c_begin_pieces(struct Printer *p);
uint32_t c_piece_end(const struct Printer *p, uint32_t first);
void c_put_piece(struct Printer *p, uint32_t first, uint32_t end);
/* The statements of one alone. */
void c_put_piece_statements(struct Printer *p, uint32_t first, uint32_t end);

/* --- sines and cosines of our own (sines.c) --- */

/* What prints them at the moment. */
struct SincosPrinter c_sincos_printer(const struct Printer *p);
/* The functions that evaluate groups of them, if any does. */
void c_put_sincos_functions(struct Printer *p);
/* Under --size they are one, a loop, unless there are several calls and each is of one angle. */
bool c_loops_over_angles(const struct Printer *p);
/* All of a group, which begins with a step. */
void c_put_group(struct Printer *p, uint32_t first);
/* The functions for angles of so many limbs, of that type, and the fma that they call, or NULL. */
void c_put_limb_sincos(struct Printer *p, int width, const char *type, const char *fma);
/* Of one angle in the lanes of a batch, where the first of both stands. */
void c_put_lanes_angle(struct Printer *p, uint32_t index);

/* --- parameters (params.c) --- */

/* One element of what is read, or a member. */
void c_put_element(struct Printer *p, const char *array, uint32_t element);
/* "kg; default 2": what a parameter is measured in, and what it is unless it is given. */
void c_put_parameter_words(struct Printer *p, const struct Parameter *parameter);
void c_put_param_types(struct Printer *p);
void c_put_param_prototypes(struct Printer *p);
void c_put_params_default(struct Printer *p);
/* In the body of a function: it marks what it has prepared, or returns NaN unless that was done. */
void c_put_stamp(struct Printer *p);

/* --- names (names.c) --- */

const char *c_function_name(struct Arena *arena, const struct Job *job, const struct Generated *function);
/* --prefix or the model's name, as it was said. */
const char *c_wanted_prefix(const struct Job *job);
/* What names begin with: --prefix or the model's name, behind robot_ if that begins with a digit. */
const char *c_prefix(struct Arena *arena, const struct Job *job);
const char *c_upper_prefix(struct Arena *arena, const struct Job *job);
/* A name of own.def; `number` is what # stands for, if it has one. */
enum OwnName {
#define OWN(id, name, numbers, takes, what) OWN_##id,
#include "own.def"
};
const char *c_own_name(struct Arena *arena, const struct Job *job, enum OwnName own, int number);
const char *c_own(const struct Printer *p, enum OwnName own);
/* A name of companion.def; of an output, or NULL. */
enum Companion {
#define COMPANION(id, name, there, what) COMPANION_##id,
#include "companion.def"
};
const char *c_companion_name(struct Arena *arena, const struct Job *job, const struct Generated *function, const char *output,
                             enum Companion companion);
/* RIGIDC_PREFIX_H. Not PREFIX_H: a model called _math or stdio would hide a header of the C library. */
const char *c_guard_name(const struct Printer *p, const char *ending);
/* PREFIX_FMA, which is fma where the machine has it. */
const char *c_fma_macro(const struct Printer *p);
/* What computes it: that macro where it chooses, or fma. */
const char *c_fma_function(const struct Printer *p);
/* Of the preprocessor: the machine has it. */
const char *c_fma_condition(const struct Printer *p);

/* Is a name a word of C, C++ or their headers, so that nothing can have it? (words.c) */
bool c_is_taken(const char *name);
/* The member for a parameter: an identifier, and no such word. */
const char *c_member_name(struct Arena *arena, const struct Parameter *parameter);
/* The macro that initialises q: PREFIX_POSE_name. */
const char *c_pose_name(struct Arena *arena, const struct Job *job, const struct ModelPose *pose);
/* In a body with limbs in lanes, what all of them read: q_7_10 for elements 7 and 10 of q; own3 for a number of theirs. */
const char *c_lane_name(const struct Printer *p, enum Input array, uint32_t element);
/* The macro that initialises a limit: PREFIX_LIMIT_LOWER. */
const char *c_limit_name(struct Arena *arena, const struct Job *job, enum Limit limit);
/* The struct that stands for an array, `derived` or `params`; NULL: it is one of numbers. */
const char *c_array_type(const struct Printer *p, const char *array);

/* Calls `visit` with the name of each wrench of `reaction`, if that is asked for: PREFIX_W_joint. */
void c_each_reaction(struct Arena *arena, const struct Job *job,
                     void (*visit)(void *context, const char *name, int index, const struct Body *body, const char *unit),
                     void *context);

/* Calls `visit` with the name of each coordinate ('Q') or velocity ('V'): PREFIX_Q_joint_x. */
void c_each_index(struct Arena *arena, const struct Job *job, char array,
                  void (*visit)(void *context, const char *name, int index, const struct Body *body,
                                const char *unit), void *context);

/* --- constants (constants.c) --- */

void c_put_couplings(struct Printer *p);
void c_put_limits(struct Printer *p);
void c_put_poses(struct Printer *p);

/* --- comments (comment.c) --- */

/* Nothing in the text can end the comment, continue a line, reorder it or be taken for a trigraph. */
void c_put_comment(struct Text *out, const char *text);
/* A literal of C and C++ that is those bytes. */
void c_put_string(struct Text *out, const char *text);
void c_put_banner(struct Printer *p);
/* Of the model and of what was asked for: PREFIX_CODE. */
uint64_t c_code_hash(const struct Printer *p);
/* The links by the numbers that temporaries carry. */
void c_put_links(struct Printer *p);
/* Arguments, units, cost of p->function. */
void c_put_function_doc(struct Printer *p);
/* The parts of that: what p->function is, what an output means, and lines that begin with ` * `. */
void c_put_title(struct Printer *p);
void c_put_arguments(struct Printer *p);
const char *c_output_meaning(const struct Printer *p, const struct GeneratedOutput *output);
void c_put_inputs_apart(struct Printer *p);
void c_put_cost(struct Printer *p);

#endif
