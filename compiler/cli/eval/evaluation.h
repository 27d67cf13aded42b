/* Inside of `rigidc eval`: what it works on, and its parts: one line of numbers, a first line of names, a whole series.
 * Called by eval.c and these parts only. Memory is the model's. */
#ifndef RIGIDC_EVALUATION_H
#define RIGIDC_EVALUATION_H

#include "cli/options.h"
#include "cli/rows.h"
#include "runtime/library.h"

/* A coordinate in rad. */
struct Angle {
	size_t input;          /* which of the inputs it is */
	bool round, told;      /* may it turn all the way round? has a jump been told of? */
	double last;           /* rad, in the last row that has it; NaN: there is none */
};

struct Evaluation {
	rigidc_model *model;
	rigidc_function *function;
	const struct Options *options;
	struct Columns wanted, results; /* names of inputs, parameters and the time of a series, and of outputs */
	struct Rows rows;
	bool named;            /* the input has a first line of names */
	double *row;           /* inputs and parameters; what a row does not say of these stays */
	double *numbers;       /* all inputs, then all outputs */
	size_t inputs, params, outputs;
	const double **input;  /* into numbers */
	double **output;
	struct Text line, kept;
	struct Angles { struct Angle *item; size_t count, capacity; } angles;
	size_t not_numbers;    /* lines of results of which some were none */
	bool prompt;           /* answer each line at once: somebody may wait for it */
};

/* --- one line (eval_line.c); what returns an int returns an exit code --- */

/* "stdin:LINE: warning: " on standard error. */
void eval_put_place(size_t line, enum Severity severity);
int eval_bad_line(size_t line, const char *problem, size_t number);
bool eval_takes_q(const struct Evaluation *e);
/* Fills in the inputs from numbers in the order of the C arguments. */
int eval_read_line(struct Evaluation *e, char *text, size_t length, size_t line);
/* Evaluates, and warns of what is suspicious. False if the results cannot be written. `kept` goes before them. */
bool eval_answer(struct Evaluation *e, size_t line, const char *kept);

/* --- names (eval_names.c) --- */

void eval_find_names(struct Evaluation *e);
int eval_take_header(struct Evaluation *e, char *line);
void eval_write_header(struct Evaluation *e);
/* The numbers of a row, in e->row; and from there to the inputs and the parameters. */
int eval_read_row(struct Evaluation *e, char *text, size_t length, size_t line);
void eval_take_row(struct Evaluation *e);
/* What --keep carries along of the row that was read, with a comma behind. */
const char *eval_kept(struct Evaluation *e);

/* --- angles from row to row (eval_turns.c), where columns have names --- */

void eval_find_angles(struct Evaluation *e);
/* Takes whole turns out of the angles in e->row, or warns of the first jump of each by more than half a turn. */
void eval_follow_angles(struct Evaluation *e, size_t line);

/* --- a series (eval_series.c), where --filter or --differentiate needs all rows at once --- */

struct Series {
	double *t, *row;      /* e->wanted.count numbers a row */
	const char **kept;
	size_t *line;
	size_t count, capacity;
};

static inline bool eval_wants_series(const struct Evaluation *e)
{
	return e->options->filter > 0 || e->options->differentiate;
}

/* Can it be done for this model and these columns? */
int eval_series_begin(struct Evaluation *e);
int eval_series_add(struct Evaluation *e, struct Series *series, size_t line);
int eval_series_end(struct Evaluation *e, struct Series *series);

#endif
