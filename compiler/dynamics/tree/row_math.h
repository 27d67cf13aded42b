/* Equations of rows from the motion of its frame B as frame A sees it. Called by the algorithms of rows. Plain values.
 *
 * With the rotations A and B of the two frames, p = p_B - p_A, v = dp/dt as A sees it, w the relative angular velocity, a and b
 * their derivatives, all in any axes, a row has
 *   velocity  t . v or t . w    drift  t . a or t . b, and dt/dt . v or dt/dt . w
 * at zero joint accelerations. A vector t fixed in A is constant. A vector B t_B moves by w x t, square to w. For t = A e_x x
 * B e_y (of `universal`) dt/dt = A e_x x (w x B e_y). For t = p / |p| (of `distance`) the drift is
 *   t . a + |v less its part along t|^2 / |p|.
 *
 * Free rows. All three linear rows of a block, or all three angular ones, may be taken along any three vectors T t_r: their
 * forces are the same vector. So may two of them, if the third holds by itself and T leaves its vector constant.
 *
 * Closure of a row, 0 where its loop is closed, with R = A^T B: t . p; for all three angular rows the rotation vector of R; for
 * two, beside the axis n, t . (n x R n); of `universal` -e_x . R e_y; of `distance` |p| less its length; of a constraint its value.
 * With `settle T` the drift gains 2 (J qd) / T + c / T^2. A constraint on velocities has no closure: its drift gains (J qd) / T. */
#ifndef RIGIDC_DYNAMICS_TREE_ROW_MATH_H
#define RIGIDC_DYNAMICS_TREE_ROW_MATH_H

#include "row_set.h"

/* Frames A and B of a block: their rotations, and p_B - p_A. */
struct RowPose {
	struct Mat A, B;
	struct Vec p;
	double length; /* unit of p, in which linear rows are measured too; 0: 1 */
};

/* Motion of a block's frame B as frame A sees it, by an algorithm of two frames, with all vectors in axes of its choice. */
struct RowMotion {
	const void *options;
	struct RowPose (*pose)(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block,
	                       const void *options);
	/* rotation of A without its position; NULL: from the pose */
	struct Mat (*axes)(const struct Tree *tree, const struct RowBlock *block);
	void (*jacobian)(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block, const void *options,
	                 Ref *J);
	void (*velocity)(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block, const void *options,
	                 Ref *v);
	void (*acceleration)(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block,
	                     const void *options, Ref *a);
	/* Are the linear or angular rows free, and taken along constant vectors t instead of those of A? NULL: none are. */
	bool (*free)(struct Dag *dag, const struct RowBlock *block, bool angular, const struct RowPose *pose,
	             struct Vec t[3]);
	/* are rows along p (of `distance`) multiplied by |p|? Then t = p */
	bool whole;
	bool keeps; /* do forces stay those along these vectors t? */
	/* vector to the axes of frame A, where rows can be free */
	struct Vec (*to_A)(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block, const void *options,
	                   struct Vec v);
};

/* All rows of tree->rows: J (rows x nv), J qd, the drift and the closure (rows each). Those that hold by themselves are 0 in
 * all but the closure. The closure of contacts and of constraints on velocities is 0. */
void rows_put_jacobian(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion, Ref *J);
void rows_put_velocity(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion, Ref *velocity);
void rows_put_drift(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion, Ref *drift);
/* J qdd + drift of a tree whose accelerations are the inputs. */
void rows_put_acceleration(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion, Ref *acceleration);
void rows_put_closure(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion, Ref *closure);
/* Subtracts J^T lambda from tau (nv), with lambda as inputs, of the blocks whose forces act so; NULL: of all. */
void rows_less_forces(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion,
                      bool (*acts)(const struct RowBlock *block), Ref *tau);
/* Copy of the tree with forces lambda (rows) along the vectors of the rows, as wrenches on links. Those of constraints are none: they act
 * as drives do, but for `rows_press_seen`, which adds to such a copy the wrenches of those that look at frames. */
struct Tree *rows_press(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion, const Ref *lambda);
void rows_press_seen(struct Dag *dag, struct Tree *pressed, const struct RowSet *set, const Ref *lambda);
/* Where M is singular: M += s J^T J of the rows that brace it, and a right side of the velocities b -= s J^T jump, so that K (x, -lambda)
 * = (b, -jump) has the same solution. J (rows x nv) and jump (rows) are of kept rows, at these places in lambda. */
void rows_brace_inertia(struct Dag *dag, const struct RowSet *set, const Ref *J, const int *place, int rows, int nv,
                        Ref *M);
void rows_brace_force(struct Dag *dag, const struct RowSet *set, const Ref *J, const int *place, int rows, int nv,
                      const Ref *jump, Ref *b);
/* The inputs lambda. */
const Ref *rows_given_forces(struct Dag *dag, const struct Tree *tree);
/* Turns forces of free rows to the axes of A, multiplies those of rows along p by |p|, and divides those of linear rows by the unit of
 * their lengths, in place; unless the motion keeps them. */
void rows_turn_forces(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion, Ref *lambda);

#endif
