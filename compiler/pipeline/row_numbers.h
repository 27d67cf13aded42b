/* Rows of J(q) qd = 0 of a model by their numbers, at random states and at the model's poses, and their
 * rank. Called by the checks of rows, and by `info` and `eval` for pivots and dead points. Memory is the arena's.
 *
 * Rows are dependent if at every state one of them is a combination of others, by the rule of base/linear.h. */
#ifndef RIGIDC_PIPELINE_ROW_NUMBERS_H
#define RIGIDC_PIPELINE_ROW_NUMBERS_H

#include "base/linear.h"
#include "dynamics/tree/row_set.h"

enum { ROW_NUMBERS_RANDOM = 8 }; /* random states; the poses follow */

/* Loop, constraint or contact. */
struct RowItem {
	const struct Ident *name;
	const struct ConstraintRow *row;
	int rows, first; /* first: its first row in J */
};

/* J of all loops, constraints and contacts, one below the other, at all states. Random states are closed: moved until
 * loops and constraints hold. */
struct RowNumbers {
	struct Arena *arena;
	const struct Model *model;
	struct Tree *tree; /* of a copy of the model */
	int nv, rows, states;
	struct RowItem *item;
	int items, closing;        /* closing: how many of the items, the first, are loops and constraints */
	double **q;                /* by state: its coordinates */
	const bool *drawn;         /* parameters that have other values than the default ones (sample.h); NULL: all */
	bool closed;               /* could all random states be closed? */
	int open_row;              /* the most open row at the least closure reached */
	const char *remains;       /* there: "14.2 mm and 0.3 deg"; NULL: all are closed */
	struct Assembly *assembly; /* of loops and constraints; NULL: there are none */
	double *J;      /* (states + 1) x rows x nv; the last is of an open state with other values of parameters */
	double *size;   /* likewise: the sum of absolute terms in the entry */
	double *error;  /* likewise: of the entry, by roundings; terms that cancel leave theirs */
	double *H;      /* states x rows x inputs that move: the rows are J qd + H ud */
	double *weight; /* states x nv: 1 / sqrt(M_vv), or 1 if this is 0; NULL: all are 1 */
	double *work;   /* rows x nv, for linear_rank */
};

struct RowNumbers row_numbers(struct Arena *arena, const struct Model *model);
/* A state with the default values of parameters if the model has loops, which are closed with these; else with any. */
struct Sample row_numbers_state(const struct RowNumbers *n, int state);
/* Multiplies entries by 1 / sqrt(M_vv) from now on: heavy bodies beyond light ones, or long ones beyond short ones, make
 * entries of very different size. */
void row_numbers_weigh(struct RowNumbers *n);

static inline const double *row_numbers_at(const struct RowNumbers *n, int state, int row)
{
	return n->J + ((size_t)state * (size_t)n->rows + (size_t)row) * (size_t)n->nv;
}

/* Length of row r of an item, with each entry as large as at the open state, and as those of the other rows of its sort. */
double row_numbers_length(const struct RowNumbers *n, const struct RowItem *item, int state, int r);

/* Marks rows that hold by themselves, which inputs that move open where no joint can close them again: their entries of J and H are
 * no combination of those of the rows that do not hold by themselves. By row. */
void row_numbers_mark_moved(const struct RowNumbers *n, bool *moved);

/* Are all entries of row r of an item 0 at a state, but for roundings? */
bool row_numbers_vanishes(const struct RowNumbers *n, const struct RowItem *item, int state, int r);

/* Contacts of a phase, beside all loops and constraints; `left` may leave out some, and may be NULL. */
struct ChosenRows {
	const int *contact;
	int contacts;
	bool *left;
};

/* Marks those of the rows that are `left` out, which open where the others close: beside a random state. By row of loops and constraints. */
void row_numbers_mark_opening(const struct RowNumbers *n, const bool *left, bool *opens);

/* Rows that do not hold by themselves, of items at a state, one below the other. */
struct GatheredRows {
	double *row;
	size_t rows;
	int *item, *number; /* by row: its item, its number there */
};

/* The chosen rows at a state, in the work of `n`. */
struct GatheredRows row_numbers_gather(const struct RowNumbers *n, const struct ChosenRows *chosen, int state);

/* Smallest remainder of the chosen rows at a state, from 0 to 1: near 0 some are combinations of others. */
double row_numbers_least(const struct RowNumbers *n, const struct ChosenRows *chosen, int state);

#endif
