/* States at which loops and constraints are closed. Called by the checks of rows, the library and the command. Memory is the
 * arena's of the tree's DAG.
 *
 * The damped Gauss-Newton method for c(q) = 0. With B = J W a step is
 *   dq = -W B^T (B B^T + d |c|^2)^-1 c.
 * W has the unit of each velocity, 1 rad or the characteristic length, times the share of a whole turn or of this length that its
 * limits leave. d falls tenfold after a step that lowers |c|, and rises tenfold after another, which is taken back. */
#ifndef RIGIDC_PIPELINE_ASSEMBLY_H
#define RIGIDC_PIPELINE_ASSEMBLY_H

#include "closure_numbers.h"

enum { ASSEMBLY_RESTARTS = 20 };

/* A row of B that is not 0. */
struct AssemblyRow {
	size_t row, begin, end; /* its number; its entries are in [begin, end) */
};

struct Assembly {
	const struct Tree *tree;
	int rows; /* of loops and constraints, the first of tree->rows; perhaps of contacts */
	struct ClosureNumbers at;
	bool *held;                        /* by velocity: it does not move */
	bool limits;                       /* only states within the limits of joints are taken */
	const bool *left;                  /* by row: it is left out, and may open; NULL: none is */
	bool *rounded;                     /* by row: it counts only where it is open beyond the tolerance */
	double within;                     /* closure that is sought, in rad and characteristic lengths */
	struct ClosureTolerance tolerance; /* closure that may remain */
	double floor;                      /* of the damping; 0: none */
	double longest;                    /* step, in rad and characteristic lengths */
	int restarts;                      /* of a search */
	bool *slides;                      /* by velocity: its coordinate is a length */
	double *unit, *share; /* by velocity: 1 rad or the characteristic length; share of a turn or of this length */
	/* the state with the least closure so far */
	double *least;  /* its closure, by row */
	double open;    /* its length, DBL_MAX if it is not finite; infinite: none yet */
	double largest; /* its largest entry */
	int open_row;   /* its largest entry */
	int beyond;     /* coordinate beyond its limits at a closed state; -1: none was */
	double beyond_at;
	/* work */
	double *step, *B, *factor, *right;
	struct AssemblyRow *row;
	size_t *first; /* by row of the factor: where it begins */
	double *trial;
};

/* Requires tree->rows, whose first `rows` rows are of loops and constraints. Parameters have their default values. */
struct Assembly assembly_of(const struct Tree *tree, int rows, struct ClosureTolerance tolerance);
/* Forgets the states so far, and looks at q: is it closed? */
bool assembly_begin(struct Assembly *a, const double *q);
/* Is the closure of the last state within the tolerance? */
bool assembly_is_tolerable(const struct Assembly *a);
/* Are all coordinates within their limits? */
bool assembly_within_limits(const struct Assembly *a, const double *q);
/* Closes the state q; false: it stays open. At most 100 steps. */
bool assembly_close(struct Assembly *a, double *q);
/* Closes the rows at q that are far from a combination of others, and leaves the remainder of those that are near one: with a floor
 * of the damping, steps along these are short. Ends where |c| stops to fall. */
enum Settled { SETTLED_CLOSED, SETTLED_WITHIN, SETTLED_OPEN };
enum Settled assembly_settle(struct Assembly *a, double *q);
/* The same as assembly_close from q, within limits if these count, then from states around it. Returns the number of starts beside q; -1: it
 * stays open. */
int assembly_search(struct Assembly *a, double *q);
/* The same from states around `near`, within 0.1 rad or 1.6 % of the characteristic length, then nearer, and at last from `near`. */
bool assembly_close_near(struct Assembly *a, uint64_t seed, const double *near, double *q);
/* The same from one state around `near`, within `reach` turns or characteristic lengths. */
bool assembly_close_beside(struct Assembly *a, uint64_t seed, double reach, const double *near, double *q);
/* The same from several random states; the first is the one that a sample with this seed has. */
bool assembly_close_any(struct Assembly *a, uint64_t seed, double *q);
/* Puts a state within `reach` turns or characteristic lengths of `near` in q. */
void assembly_scatter(struct Assembly *a, uint64_t seed, double reach, const double *near, double *q);
/* Gives quaternions unit length. */
void assembly_normalize(const struct Tree *tree, double *q);
/* Moves q along velocities, at most by `longest`; J is at q. */
void assembly_move(const struct Assembly *a, const double *step, double longest, double *q);
/* "14.2 mm and 0.3 deg": closure of the most open loop, at the state with the least closure. A closure that is not a number hides no
 * other: "values that are not numbers, and 0.3 deg of 'pin'". */
const char *assembly_remains(const struct Assembly *a);

/* "14.2 mm and 0.3 deg": a closure in characteristic lengths, and one in rad. */
const char *assembly_size(const struct Assembly *a, double length, double angle);

/* Row of the largest entry of a closure; the first that is not a number, if there is one. */
int assembly_most_open(const double *c, int rows);

/* Name of the loop or constraint with the largest entry, at the state with the least closure. */
const char *assembly_most_open_name(const struct Assembly *a);

/* --- linear algebra of rows, for assembly and branches --- */

/* x := B^T (B B^T + damping)^-1 b, for nv numbers x. False: B is not finite. */
bool assembly_pull(struct Assembly *a, double damping, const double *b, double *x);

#endif
