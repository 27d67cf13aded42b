/* Equations of rows from the motion of its frame B as frame A sees it (relative motion, in the axes of A). Called by the
 * algorithms of rows. Plain values.
 *
 * With R = R_A^T R_B, p = R_A^T (p_B - p_A), v = dp/dt, w the angular velocity, a and b their derivatives, a row has
 *   velocity  t . v or t . w    drift  t . a or t . b, and dt/dt . v or dt/dt . w
 * at zero joint accelerations. A vector t fixed in A is constant. A vector R t_B moves by w x t, square to w. For t = e_x x
 * R e_y (of `universal`) dt/dt = e_x x (w x R e_y). For t = p / |p| (of `distance`) the drift is
 *   t . a + |v less its part along t|^2 / |p|.
 *
 * Closure of a row, 0 where its loop is closed: t . p; for all three angular rows the rotation vector of R; for two, beside
 * the axis n, t . (n x R n); of `universal` -e_x . R e_y; of `distance` |p| less its length; of a constraint its value.
 * With `settle T` the drift gains 2 (J qd) / T + c / T^2. */
#ifndef RIGIDC_DYNAMICS_TREE_ROW_MATH_H
#define RIGIDC_DYNAMICS_TREE_ROW_MATH_H

#include "tree.h"

/* Motion of a block's frame B as frame A sees it, by an algorithm of two frames. */
struct RowMotion {
	const void *options;
	/* rotation from the axes of A to those of the vectors below; NULL: they are in the axes of A */
	struct Mat (*axes)(const struct Tree *tree, const struct RowBlock *block);
	void (*pose)(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block, const void *options,
	             Ref *out);
	void (*jacobian)(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block, const void *options,
	                 Ref *J);
	void (*velocity)(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block, const void *options,
	                 Ref *v);
	void (*acceleration)(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block,
	                     const void *options, Ref *a);
};

/* All rows of tree->rows: J (rows x nv), J qd, the drift and the closure (rows each). Those that hold by themselves are 0 in
 * the first three. The closure of contacts is 0. */
void rows_put_jacobian(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion, Ref *J);
void rows_put_velocity(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion, Ref *velocity);
void rows_put_drift(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion, Ref *drift);
void rows_put_closure(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion, Ref *closure);

#endif
