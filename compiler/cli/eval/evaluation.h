/* State of `rigidc eval`, and its parts: a line of numbers, a first line of names, a whole series.
 * Called by eval.c and these parts only. Memory is the model's. */
#ifndef RIGIDC_EVALUATION_H
#define RIGIDC_EVALUATION_H

#include "loads.h"
#include "cli/columns.h"
#include "cli/options.h"
#include "cli/rows.h"
#include "pipeline/dead_state.h"
#include "runtime/library.h"

/* A coordinate in rad. */
struct Angle {
	size_t input;     /* index among the inputs */
	bool round, told; /* the joint can make a whole turn; a jump was reported */
	double last;      /* rad, last finite value; NaN: none yet */
};

/* A joint with a quaternion whose recorded coordinates are angles, and shifts of a free one. Among the wanted numbers
 * are these, then their rates, then their accelerations. */
struct AngleJoint {
	const struct Joint *joint;
	size_t first;      /* index of the first angle */
	size_t count;      /* 3 or 6 */
	size_t q, qd, qdd; /* indices of the inputs; SIZE_MAX: the function does not take them */
	bool given;        /* columns have them all, and no columns have q */
};

/* Lines whose states leave loops open, or whose velocities open them. */
struct OpenLine {
	double by;          /* largest error */
	size_t line, lines; /* line of the largest error; number of open lines */
};

/* Lines at whose states rows of a phase, or of loops, depend on each other, or M is singular. */
struct DeadPoints {
	const struct FunctionPart *part; /* the first of its phase */
	bool inverts, balances;          /* what functions of the phase do */
	struct DeadState state;
	size_t line, lines; /* the first line; their number */
	const char *why;    /* there */
};

struct OpenStates {
	bool returned; /* closure is all that the function returns */
	bool looked;   /* the model has loops, and the function takes q */
	struct Assembly assembly;
	double *q,
		*worst; /* of the current line and of the worst, in the tree's order; NULL: states are not looked at */
	const double *qd, *u, *ud; /* inputs; NULL: the function takes none */
	double *worst_u;           /* u of the worst line */
	struct OpenLine closure, rate;
	struct DeadPoints *dead; /* by phase */
	int deads;
};

/* Forces of a free root, over all rows (eval_residuals.c). */
enum { RESIDUALS = 6 };

struct Residuals {
	bool told;        /* there are any */
	const char *root; /* the body */
	struct Residual {
		const char *name;
		size_t output;
		bool slides;
		double squares, largest;
	} item[RESIDUALS];
	int count;
	double external, height; /* the largest external force, N; the sum of heights of the centre of mass, m */
	size_t rows;
};

struct Evaluation {
	rigidc_model *model;
	rigidc_function *function, *com; /* com: the function of this name, with loads; or NULL */
	const struct Options *options;
	struct InputColumns columns; /* inputs, parameters and the time of a series */
	struct Columns wanted;       /* names of these columns */
	struct OutputColumns results;
	struct MapFiles map_files;
	struct Rows rows;
	struct Loads loads;
	struct Residuals residuals;
	bool named;          /* the input has a first line of names */
	bool differentiates; /* qd and qdd that no column gives follow from q */
	double *row;         /* inputs and parameters, then the time; values absent from a row stay */
	double *numbers;     /* all inputs, then all outputs */
	size_t inputs, params, outputs;
	const double **input; /* arrays in numbers */
	double **output;
	struct Text line, kept;
	struct Angles ARENA_LIST(struct Angle) angles;
	struct AngleJoints ARENA_LIST(struct AngleJoint) angle_joints;
	struct OpenStates open;
	size_t not_numbers;   /* number of lines whose results contain NaN */
	size_t not_rotations; /* number of inputs that should be rotations and are none */
	const double *start;  /* q of @start, once it is asked for, of a model without such a pose */
	bool normalizes;      /* the function only gives quaternions length 1 */
	bool prompt;          /* flush each line: another program may wait for the answer */
	struct EvalFile {     /* of -o: all lines, written at the end */
		bool storage; /* in the format of OpenSim */
		size_t rows;
		struct Text text; /* without the header */
	} * file;                 /* NULL: standard output */
};

/* --- what all parts need (eval_common.c) --- */

/* Prints "stdin:LINE: warning: " on standard error. */
void eval_put_place(size_t line, enum Severity severity);
/* Begins a warning about a line. False after ten of a kind: then one more says "AGAIN again". *count is theirs. */
bool eval_warn(size_t line, size_t *count, const char *again);
/* Prints an error with the number in the line, if it is not 0. Returns an exit code. */
int eval_bad_line(size_t line, const char *problem, size_t number);
bool eval_takes_q(const struct Evaluation *e);
/* Writes e->line. False if it cannot be written. */
bool eval_write(struct Evaluation *e);

/* --- a line (eval_line.c); functions that return int return an exit code --- */

/* Writes the numbers of a line: "12: q[6] qd[6]". */
void eval_put_inputs(const struct Evaluation *e, struct Text *out);
/* Reads the inputs from a line of numbers in the order of the C arguments. */
int eval_read_line(struct Evaluation *e, char *text, size_t length, size_t line);
/* Evaluates the function, warns of suspicious inputs and results, and writes `kept` and the results. False if they
 * cannot be written. */
bool eval_answer(struct Evaluation *e, size_t line, const char *kept);

/* --- rotations among the inputs (eval_rotations.c) --- */

/* Does the function only give quaternions length 1? */
bool eval_normalizes(const struct Generated *function);
/* Warns of quaternions that have not length 1 (1e-9), and of R if R^T R is not the identity (1e-6) or R mirrors. */
void eval_look_at_rotations(struct Evaluation *e, size_t line);

/* --- open loops (eval_open.c) --- */

/* Does a function only look at open states, or close them? */
bool eval_open_returns(const struct Generated *function);
void eval_open_begin(struct Evaluation *e);
/* Looks at the state of a line: is it closed within the tolerance? Is J qd 0, but for 1e-9 or ten times the closure,
 * in shares of its terms? */
void eval_open_look(struct Evaluation *e, size_t line);
/* Warns of the worst line. */
void eval_open_say(struct Evaluation *e);

/* --- residuals of a free root, with loads (eval_residuals.c) --- */

void eval_residuals_begin(struct Evaluation *e);
/* Adds the results of a line. */
void eval_residuals_see(struct Evaluation *e);
/* Tells them on standard error. */
void eval_residuals_say(const struct Evaluation *e);

/* --- dead points (eval_dead_point.c), of the state that eval_open_look has looked at --- */

/* What a function needs of M and of the rows of its phases. */
void eval_dead_choose(struct Evaluation *e, const struct FunctionRequest *request);
void eval_dead_begin(struct Evaluation *e);
/* Looks for rows of which 1e-6 or less is independent of the others, and for a motion with 1e-12 of the energy of its
 * joints. */
void eval_dead_look(struct Evaluation *e, size_t line);
/* Warns of the first line of each phase. */
void eval_dead_say(struct Evaluation *e);

/* --- names (eval_names.c) --- */

void eval_find_names(struct Evaluation *e);
/* Lists the columns on standard output: name, unit, meaning. */
void eval_list_columns(const struct Evaluation *e);
/* Is some word of a line the name of a number that is wanted? */
bool eval_names_wanted(const struct Evaluation *e, const char *line);
int eval_take_header(struct Evaluation *e, char *line, size_t number);
/* Reads a recording, and finds its columns. A NUL follows the bytes, which are changed. */
int eval_take_recording(struct Evaluation *e, const struct RecordingFormat *format, char *bytes, size_t length);
void eval_write_header(struct Evaluation *e);
/* eval_read_row reads a row into e->row; eval_take_row copies e->row, with the loads at its time, to the inputs and
 * parameters. */
int eval_read_row(struct Evaluation *e, char *text, size_t length, size_t line);
int eval_take_row(struct Evaluation *e, size_t line);
/* The time of e->row. */
static inline double eval_time(const struct Evaluation *e)
{
	return e->row[e->wanted.count - 1];
}
/* Has the input a column of time? */
static inline bool eval_has_time(const struct Evaluation *e)
{
	return e->named && e->rows.origin[e->wanted.count - 1].given;
}
/* The fields of the current row kept by --keep=columns, with a comma after each. */
const char *eval_kept(struct Evaluation *e);

/* --- angles from row to row (eval_turns.c), if columns have names --- */

void eval_find_angles(struct Evaluation *e);
/* With --unwrap removes whole turns from the angles in e->row. Otherwise warns of the first jump of each angle by more
 * than half a turn. */
void eval_follow_angles(struct Evaluation *e, size_t line);

/* --- the file of -o (eval_file.c) --- */

/* Checks the ending of the name. Returns an exit code, after a message. */
int eval_file_check(const char *path);
void eval_file_begin(struct Evaluation *e);
/* The name of an output column in a file of OpenSim: knee_moment for tau.knee. */
const char *eval_file_column(const struct Evaluation *e, const char *name);
/* Writes the file. Returns an exit code, after a message. */
int eval_file_write(struct Evaluation *e);

/* --- joints with a quaternion whose columns are angles (eval_angles.c) --- */

/* Adds the columns of such joints. Requires the columns of inputs. */
void eval_angles_add(struct Evaluation *e);
/* Is a wanted number a rate or an acceleration of an angle, which no column gives? */
bool eval_angles_hides(const struct Evaluation *e, size_t wanted);
/* Coordinates that follow from given angles may lack their columns. Reports angles that are given in part. */
void eval_angles_bind(struct Evaluation *e, bool *optional);
/* Do columns give the angles of a joint? */
bool eval_angles_of(const struct Evaluation *e, const struct Joint *joint);
/* Is it an angle or a shift that columns give? */
bool eval_angles_has(const struct Evaluation *e, size_t wanted);
/* The place of the rate of such a number, 1, or of its acceleration, 2. */
size_t eval_angles_rate(const struct Evaluation *e, size_t wanted, int order);
/* Puts q, qd and qdd of a row in place of angles, rates and accelerations. */
void eval_angles_turn(const struct Evaluation *e, double *row);

/* --- a series (eval_series.c): --filter and --differentiate need all rows at once --- */

struct Series {
	double *t, *row; /* e->wanted.count numbers in each row */
	const char **kept;
	size_t *line;
	size_t count, capacity;
};

/* Do options ask for it? */
static inline bool eval_asks_series(const struct Evaluation *e)
{
	return e->options->filter > 0 || e->options->as_opensim || e->options->differentiate;
}

static inline bool eval_wants_series(const struct Evaluation *e)
{
	return eval_asks_series(e) || e->differentiates;
}

/* Is the time of each row needed? */
static inline bool eval_wants_time(const struct Evaluation *e)
{
	return eval_wants_series(e) || e->loads.count || (e->file && e->file->storage);
}

/* Checks that no joint has a quaternion. */
int eval_series_begin(struct Evaluation *e);
int eval_series_add(struct Evaluation *e, struct Series *series, size_t line);
int eval_series_end(struct Evaluation *e, struct Series *series);

#endif
