/* Rows of a phase on the tree: two frames, and a vector for each row. Called by the algorithms of rows, the checks of rows, and by
 * printers for the names of rows. Memory is the arena's of the model. */
#ifndef RIGIDC_DYNAMICS_TREE_ROW_SET_H
#define RIGIDC_DYNAMICS_TREE_ROW_SET_H

#include "tree.h"

#include "model/row.h"

/* Rows of a contact, a loop or a constraint. */
struct RowBlock {
	struct Ident name;
	const char *owner;    /* "contact", "loop", "constraint" */
	int a, b;             /* sites of the frames A and B of its rows; of a constraint -1 */
	int body[2];          /* the bodies of A and B in the model; -1: the world, or a constraint */
	const char *frame[2]; /* names of A and B; NULL: a constraint, or a contact displaced on its frame */
	struct ConstraintRow row[ROWS_MOST];
	int rows;
	Ref restitution; /* of linear rows along z of A */
	Ref weight;      /* of its forces in inverse dynamics */
	/* of a loop */
	const struct LoopKind *kind; /* NULL: no loop */
	struct Vec axis;             /* n of its rows, in the axes of A */
	Ref length;                  /* of `distance` */
	/* of a constraint */
	Ref value;          /* stays 0 */
	bool on_velocities; /* the value is J qd: it has no closure */
	bool seen;          /* of two frames, B and A: sites, bodies, and the wrenches of lambda = 1 on them */
	struct RowEnd {
		int site, body;
		struct Spatial f;
	} end[2];
	bool settles;
	Ref settle;
};

/* What numbers show of rows. */
struct RowFindings {
	/* Rows of loops and idle velocities, as many of each, whose block of J has an inverse: the rows balance these velocities
	 * (row_balance.h). By place in lambda, by velocity. */
	bool *row, *velocity;
	/* Where M is singular: rows that hold what moves no inertia, or hardly any, all of one sort of a block, and a factor
	 * of the size of M over J^T J (pipeline/held_motions.h); 0: M is regular. */
	bool *brace;
	double stiffness;
};

/* Rows of J(q) qd = 0 that hold at once, block by block: loops, constraints, then the contacts of a phase. */
struct RowSet {
	struct RowBlock *block;
	int blocks, rows;
	struct RowFindings *found; /* by pipeline/check_balance.c and check_singular.c; all zero before */
};

/* Rows of all loops and constraints and of contacts, `contact` indices in the model, with new sites. */
struct RowSet *tree_add_rows(struct Tree *tree, const struct Model *model, const int *contact, int contacts);
/* Places in lambda of the rows that do not hold by themselves. */
const int *row_set_kept(struct Arena *arena, const struct RowSet *set, int *rows);
/* Are all three rows of one sort there, linear or angular, in the axes of A? Then they may be taken along any axes. */
bool row_block_is_free(const struct RowBlock *block, bool angular);
/* Block of the row at a place in lambda, and its number there. */
const struct RowBlock *row_set_block(const struct RowSet *set, int place, int *row);
/* Restitution of the row at a place in lambda: not 0 along a normal only. */
Ref row_set_restitution(struct Dag *dag, const struct RowSet *set, int place);
/* Is it the block of a contact, not of a loop or constraint? */
bool row_block_is_of_contact(const struct RowBlock *block);
/* Has it a closure? Contacts and constraints on velocities have none. */
bool row_block_closes(const struct RowBlock *block);
/* Copy in which frame B of a block is seen from its frame A. */
const struct Tree *tree_of_rows(const struct Tree *tree, const struct RowBlock *block);
/* Is every block a contact? Then frame A of all rows is at rest in the world. */
bool row_set_is_of_contacts(const struct RowSet *set);
/* Weight of the row at a place in lambda. */
static inline Ref row_set_weight(const struct RowSet *set, int place)
{
	int row;
	return row_set_block(set, place, &row)->weight;
}
/* Adds the force of a contact on its body: lambda of its rows. */
void tree_press_contact(struct Tree *tree, const struct RowBlock *block, const Ref *lambda);

#endif
