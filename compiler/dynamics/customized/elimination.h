/* The elimination of aba.c, and the rows of a phase in it (aba_rows.c). Called by these two files only. Memory is the
 * DAG's. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_ELIMINATION_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_ELIMINATION_H

#include "articulated.h"
#include "rnea.h"
#include "dynamics/tree/sample.h"

/* Joint: one column of S. */
struct Column {
	int link, row; /* S is the unit vector of this row */
	int v;
	Ref scale;                      /* qdd = scale x' */
	Ref armature, tau;              /* at the link; tau less the resistance */
	bool whole;                     /* are the carried columns subtracted from g? */
	struct Spatial g;               /* in the working frame of link `at` */
	struct Spatial e;               /* g / d, once eliminated */
	Ref d, over, x;                 /* d; 1 / d; x */
	Ref u;                          /* tau - S^T f */
	Ref gain;                       /* x' */
	int at;                         /* the link of g; -1: eliminated */
	int top;                        /* the link of its elimination; -1: none */
	int pair;                       /* the row eliminated with it; -1: none */
	struct Spatial k, own_g, own_k; /* with a pair: k beside e in place of g; g and k at the joint's own link */
};

enum { ROW_DIGITS = 3, ROW_STATES = 27 }; /* postures at which levers are looked at */

/* Row of the phase on its way inward. */
struct CarriedRow {
	int block, place; /* in lambda */
	bool angular;
	int at;           /* the link of w; -1: past the root, or eliminated with a joint */
	struct Spatial w; /* in the working frame of link `at` */
	Ref y;
	Ref *s;     /* by column: S_j^T w, where the row has met it */
	int pair;   /* the column eliminated with it; -1: none */
	Ref lambda; /* once known */
};

struct Elimination {
	struct Dag *dag;
	const struct Tree *tree;
	const struct LinkTransform *transform;
	double length, force; /* units of the plan */
	bool impact;          /* of velocities by impulses, not of accelerations by forces */
	bool *articulates;    /* by link */
	Ref *armature, *tau;  /* by velocity; tau less the resistance */
	int *first;           /* by link: its first column */
	int *rank;            /* by link: columns from it to the root, if all are carried to the root; 0: not all */
	struct Column *column;
	int columns;
	Ref *H, *L;                  /* S_j^T g_k by k and j; and divided by d_k */
	struct Moments *mass;        /* of the rigid part of the subtree */
	struct Articulated *inertia; /* of the articulated part */
	bool *gives;                 /* is there an articulated part? */
	struct Spatial *f, *a;
	struct CarriedRow *row;
	int rows;
	Ref *D; /* by pairs of rows */
	struct Sample state[ROW_STATES];
};

/* Articulates the first link beyond the root on the way of each row, so that columns are whole there. */
void carried_mark_links(struct Elimination *r);
/* Rows at their links: w, and y of their drift. */
void carried_begin(struct Elimination *r, const struct Loads *loads);
/* S_j^T w of the rows at the link of column j. */
void carried_meet(struct Elimination *r, int j);
/* Eliminates column j from the rows at its link, with a row or alone. The link's inertia is the caller's. */
void carried_take(struct Elimination *r, int j);
void carried_hand_on(struct Elimination *r, int link);
/* lambda of the rows that are left when all joints are eliminated. */
void carried_solve_left(struct Elimination *r);
/* sum of s lambda over the rows that column j has met, but for its pair. */
Ref carried_force(struct Elimination *r, int j);
/* Solution of column j and of its pair. */
void carried_regain_pair(struct Elimination *r, int j);
/* lambda in the axes of the phase. */
void carried_put_lambda(struct Elimination *r, Ref *lambda);

#endif
