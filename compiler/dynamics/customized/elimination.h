/* The elimination of aba.c, the rows of contacts and loops in it (aba_rows.c, aba_loops.c, aba_pairs.c), and a contact as its
 * root (aba_support.c). Called by these files only. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_ELIMINATION_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_ELIMINATION_H

#include "articulated.h"
#include "postures.h"
#include "rnea.h"
#include "dynamics/plan/pivot_log.h"
#include "dynamics/tree/row_math.h"

/* Joint: one column of S. */
struct JointColumn {
	int link, row; /* S is the unit vector of this row */
	int v;
	Ref scale;         /* qdd = scale x' */
	Ref armature, tau; /* at the link; tau less the resistance */
	bool whole;        /* are the carried columns subtracted from g? */
	struct Spatial g;  /* in the working frame of link `at` */
	struct Spatial e;  /* g / d, once eliminated */
	Ref d, over, x;    /* d; 1 / d; x */
	Ref u;             /* tau - S^T f */
	Ref gain;          /* x' */
	int at;            /* the link of g; -1: eliminated */
	int top;           /* the link of its elimination; -1: none */
	int pair;          /* the row eliminated with it; -1: none */
	struct Spatial w;  /* with a pair: its wrench beside g, or k beside e (aba_pairs.c) */
	struct Pair *by;   /* what the elimination with a row leaves for the way outward */
};

struct Pair {
	bool clear;             /* was D = 0 in the row? */
	Ref al, be, de;         /* of a row that was not clear */
	struct Spatial g, G, W; /* at the joint's own link */
	Ref x, m;               /* x' and -lambda at a = 0 */
	Ref *to_x, *to_lambda;  /* by row: coefficients of lambda in x' and -lambda */
};

/* End of a row on its way inward. */
struct CarriedEnd {
	int at;           /* the link of w; -1: past the root, or eliminated */
	struct Spatial w; /* in the working frame of link `at` */
};

/* Row on its way inward. A contact has one end; a loop has two, on the ways to frames B and A. */
struct CarriedRow {
	int block, place; /* in lambda */
	bool angular;
	struct CarriedEnd end[2];
	Ref y;
	Ref *s;               /* by column: S_j^T w, where the row has met it */
	struct Spatial lever; /* of a contact: w without the parts of joints eliminated alone: geometry only */
	double reach;         /* of a contact: length of the way from the first joint to it, in P */
	int pair;             /* the column eliminated with it; -1: none */
	Ref lambda;           /* once known */

	Ref *J;       /* of a loop: entry of the Jacobian, by column */
	int common;   /* the last link that carries both frames; -1: the world */
	bool alone;   /* has it been eliminated at that link? */
	Ref over;     /* 1 / D_rr then */
	Ref *to_rows; /* D_rs then, by row */
};

static inline bool carried_is_of_loop(const struct CarriedRow *row)
{
	return row->J != NULL;
}

/* w of a row at a link; NULL: the row is not there. */
static inline struct Spatial *carried_at(struct CarriedRow *row, int link)
{
	for (int k = 0; k < 2; k++)
		if (row->end[k].at == link)
			return &row->end[k].w;
	return NULL;
}

/* The contact that is the root in place of the base: all three forces at a point hold it, or these with all three moments. */
struct Support {
	const struct RowBlock *block; /* NULL: the base is the root */
	int place;                    /* of its first row, in lambda */
	const int *path;              /* links from the base to the contact's */
	int links;
	int turns;           /* columns of the root: 3 if the contact lets its link turn */
	struct Vec r;        /* from the last link's origin to the contact, in P */
	struct Spatial base; /* acceleration of the base at x' = 0 */
	struct Spatial jump; /* of the root: 0, or the change of its velocity during an impact */
	struct Spatial *a;   /* by link of the path: the link's acceleration; that beyond its joint is Elimination.a */
};

struct Elimination {
	struct Dag *dag;
	const struct Tree *tree;
	const struct LinkTransform *transform;
	double length, force; /* units of the plan */
	bool impact;          /* of velocities by impulses, not of accelerations by forces */
	bool pairs;           /* joints may be eliminated together with rows */
	bool *articulates;    /* by link */
	Ref *armature, *tau;  /* by velocity; tau less the resistance */
	int *first;           /* by link: its first column */
	int *rank;            /* by link: columns from it to the root, if all are carried to the root; 0: not all */
	struct JointColumn *column;
	int columns;
	Ref *H, *L;                  /* S_j^T g_k by k and j; and divided by d_k */
	struct Moments *mass;        /* of the rigid part of the subtree */
	struct Articulated *inertia; /* of the articulated part */
	bool *gives;                 /* is there an articulated part? */
	struct Spatial *f, *a;
	struct Support support;
	int *order; /* links, from the root on; the base is none of them if there is a support; eliminated from the last on */
	int orders;
	struct RowMotion motion; /* of the frames of rows */
	struct CarriedRow *row;
	int rows;
	Ref *D;                   /* by pairs of rows */
	struct Postures postures; /* at which levers are looked at */
	struct PivotLog *pivots;  /* NULL: not wanted */
};

/* --- a contact as the root (aba_support.c) --- */

/* The place of the root among the links: behind them. */
static inline int elimination_root(const struct Elimination *e)
{
	return e->tree->links;
}

static inline int support_last(const struct Support *support)
{
	return support->path[support->links - 1];
}

/* Is the link's joint on the way from the base to the support? */
static inline bool support_reverses(const struct Support *support, int link)
{
	for (int k = 1; k < support->links; k++)
		if (support->path[k] == link)
			return true;
	return false;
}

/* The support of the plan, if the tree allows a support. */
struct Support support_of(struct Dag *dag, const struct Tree *tree, const struct Plan *plan);
/* Sets the order of elimination. */
void support_order(struct Elimination *e);
/* Columns of the root, before all others; forces on the base. */
void support_begin(struct Elimination *e);
/* Wrench, moments and inertia from a link to the root, to its parent, or to the joint of its child. */
struct Spatial support_move_force(struct Elimination *e, int from, int to, struct Spatial f);
struct Moments support_move_moments(struct Elimination *e, int from, int to, struct Moments mass);
struct Articulated support_move_inertia(struct Elimination *e, int from, int to, struct Articulated a);
/* Moves all that is at the joint of a link of the path to the link. */
void support_leave_joint(struct Elimination *e, int link);
/* Acceleration from a link of the path to its joint, and from there to the parent. */
struct Spatial support_to_joint(struct Elimination *e, int link, struct Spatial v);
struct Spatial support_to_parent(struct Elimination *e, int link, struct Spatial v);
/* Acceleration of a link for its children; NULL: the world's, 0. */
const struct Spatial *support_acceleration(const struct Elimination *e, int link);
/* Is a velocity the base's, which has no column? */
bool support_moves(const struct Elimination *e, int v);
/* Solution of the base. */
void support_put_base(struct Elimination *e, Ref *x);
/* Forces of the support along its rows, in the axes of the link. */
void support_put_lambda(struct Elimination *e, Ref *lambda);

/* --- rows (aba_rows.c) --- */

static inline Ref *elimination_D(struct Elimination *e, int r, int s)
{
	return &e->D[r * e->tree->rows->rows + s];
}

/* New row at no link. */
static inline struct CarriedRow *carried_new(struct Elimination *e, int block, int place, bool angular)
{
	struct CarriedRow *row = &e->row[e->rows++];
	*row = (struct CarriedRow){ .block = block, .place = place, .angular = angular, .pair = -1 };
	row->end[0].at = row->end[1].at = -1;
	row->s = ARENA_ARRAY(e->dag->arena, Ref, e->tree->nv);
	dag_zeros(e->dag, row->s, e->tree->nv);
	return row;
}

/* Is a row of a loop on its way through the link? */
static inline bool carried_passes_loop(struct Elimination *e, int link)
{
	for (int r = 0; r < e->rows; r++)
		if (carried_is_of_loop(&e->row[r]) && carried_at(&e->row[r], link))
			return true;
	return false;
}

/* Articulates the first link beyond the root on the way of each contact, so that columns are whole there. */
void carried_mark_links(struct Elimination *e);
/* Contacts at their links: w, and y of their drift. */
void carried_begin(struct Elimination *e, const struct Loads *loads);
/* S_j^T w of the rows at the link of column j. */
void carried_meet(struct Elimination *e, int j);
/* Eliminates column j from the rows at its link, with a row or alone. The link's inertia is the caller's. */
void carried_take(struct Elimination *e, int j);
/* Adds the motion a of a link to the values y of the rows at it. */
void carried_move(struct Elimination *e, int link, const struct Spatial *a);
void carried_hand_on(struct Elimination *e, int from, int to);
/* lambda of the rows that are left when all joints are eliminated. */
void carried_solve_left(struct Elimination *e);
/* sum of s lambda over the rows that column j has met. */
Ref carried_force(struct Elimination *e, int j);
/* lambda in the axes of the phase. */
void carried_put_lambda(struct Elimination *e, Ref *lambda);

/* --- loops (aba_loops.c) --- */

/* Articulates the links next to the last link that carries both frames of a loop, on the ways to the frames. */
void loops_mark_links(struct Elimination *e);
/* Rows of all loops at their links. */
void loops_begin(struct Elimination *e);
/* Eliminates the rows of loops that meet at a link, each alone. */
void loops_close(struct Elimination *e, int link);
/* Their lambda, when the link's acceleration is known. */
void loops_regain(struct Elimination *e, int link);

/* --- pairs of a joint with a row (aba_pairs.c) --- */

/* Row to eliminate with column j; -1: none. */
int pair_choose(struct Elimination *e, int j);
/* Eliminates column j with its pair from f and from the other rows. */
void pair_take(struct Elimination *e, int j);
/* Vectors G and W of a pair where it is carried: the inertia loses g G^T + w W^T. */
void pair_vectors(struct Dag *dag, const struct JointColumn *c, struct Spatial *G, struct Spatial *W);
/* Solution of column j and of its pair. */
void pair_regain(struct Elimination *e, int j);

#endif
