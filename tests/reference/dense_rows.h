/* The textbook reference of constraints: rows that hold frames of bodies together, and the dynamics under them as one
 * dense linear system for the accelerations of all bodies, the wrenches through all joints and the constraint forces.
 * Called by the tests only, never by the compiler; it shares no code with the compiler.
 * The caller owns every array; matrices are row-major; nothing is kept between calls.
 *
 * `scale`, unless NULL, gets the size of the largest term that a sound computation may cancel; `condition` is filled
 * with it. */
#ifndef DENSE_ROWS_H
#define DENSE_ROWS_H

#include "dense_functions.h"

/* Which direction t a row has. */
enum dense_direction {
	DENSE_ALONG_T, /* the vector t of the row, fixed in a or b */
	DENSE_ACROSS,  /* the x axis of a times the y axis of b; the row is angular */
	DENSE_BETWEEN  /* d / |d|; the row is linear */
};

/* One equation between the velocities of the frames a and b. With d from the origin of a to that of b,
 *   linear   J qd = t . (v_b - v_a - w_a x d)
 *   angular  J qd = t . (w_b - w_a)
 * lambda is the force (moment) on the body of b along t, at the origin of b; the body of a gets the opposite. The
 * ground of a contact is frame a. */
struct dense_row {
	struct dense_site a, b;
	bool angular, of_b; /* of_b: t is fixed in b, and not in a */
	dense_real t[3];    /* in the axes of a or b, of any length but zero */
	enum dense_direction direction;
	dense_real n[3];   /* for the closure of an angular row: the axis about which the loop turns; 0: about none */
	dense_real length; /* for the closure of DENSE_BETWEEN: of d where the loop is closed */
};

/* Velocities y of the tree by independent ones: y = G qd, dy/dt = G qdd + rest. G (velocities of the tree x nv) and
 * rest (velocities of the tree) belong to one state. */
struct dense_coupling {
	int nv;
	const dense_real *G, *rest;
};

/* A tree and its rows. Rows that are `dropped`, and rows with J = 0 at the state, have lambda = 0. */
struct dense_constraints {
	const struct dense_tree *tree;
	const struct dense_coupling *coupling; /* NULL: all velocities of the tree are independent */
	int n;
	const struct dense_row *row; /* (n) */
	const bool *dropped;         /* (n), or NULL: none */
};

/* In all functions q and qd are of the tree, in which coupled joints have followed, and f_ext is as in dense_rnea. nv
 * stands for the number of independent velocities: tau, qdd as a result, qd_plus and the columns of J have that size.
 * `condition` is the 1-norm condition number of [M J^T; J 0], scaled by the diagonal of M, then rows of J to length 1;
 * it is infinite if the rows depend on each other. */

int dense_rows_nv(const struct dense_constraints *c);

/* J (n x nv), and d(n) = d(J qd)/dt at qdd = 0. */
void dense_rows_jac(const struct dense_constraints *c, const dense_real *q, dense_real *J, dense_real *scale);
void dense_rows_drift(const struct dense_constraints *c, const dense_real *q, const dense_real *qd, dense_real *d,
                      dense_real *scale);

/* How far rows are open (n), t being fixed in a. With R_a and R_b, of the frames in the world,
 *   linear   t . R_a^T d, of DENSE_BETWEEN |d| - length
 *   angular  t . (n x R_a^T R_b n), without n t . (rotation vector of R_a^T R_b), of DENSE_ACROSS -x_a . y_b */
void dense_rows_closure(const struct dense_constraints *c, const dense_real *q, dense_real *closure, dense_real *scale);

/* Is J = 0 in a row that is not dropped? To rounding: no entry above 1e-12 of scale. holds (n). */
void dense_rows_that_hold(const struct dense_constraints *c, const dense_real *q, bool *holds);

/* Least part of a row that is independent of all others, for rows neither dropped nor zero: from entries scaled by the
 * square roots of the diagonal of M, and rows of length 1. 1: all are orthogonal; 0: dependent; 1 without rows. */
dense_real dense_rows_independence(const struct dense_constraints *c, const dense_real *q);

/* M qdd + h = tau + J^T lambda and J qdd + drift = 0. scale: of qdd, and of lambda; as in dense_solve. */
void dense_rows_fd(const struct dense_constraints *c, const dense_real *q, const dense_real *qd, const dense_real *tau,
                   const dense_real *f_ext, dense_real *qdd, dense_real *lambda, dense_real *condition,
                   dense_real scale[2]);

/* M (qd_plus - qd) = J^T impulse and J qd_plus = -e J qd, with a restitution e of each row. scale: of both outputs. */
void dense_rows_impact(const struct dense_constraints *c, const dense_real *q, const dense_real *qd,
                       const dense_real *restitution, dense_real *qd_plus, dense_real *impulse, dense_real *condition,
                       dense_real scale[2]);

/* M x = J^T impulse and J x = -jump, a jump (n) for each row. scale: of both outputs. */
void dense_rows_jump(const struct dense_constraints *c, const dense_real *q, const dense_real *jump, dense_real *x,
                     dense_real *impulse, dense_real *condition, dense_real scale[2]);

/* tau = M qdd + h - J^T lambda, with constraint forces as wrenches on bodies. Here qdd is of the tree, in which coupled
 * joints have followed. All rows count. */
void dense_rows_rnea(const struct dense_constraints *c, const dense_real *q, const dense_real *qd,
                     const dense_real *qdd, const dense_real *lambda, const dense_real *f_ext, dense_real *tau,
                     dense_real *scale);

/* Wrenches through all joints (n x 6), as dense_reaction, with constraint forces as wrenches on bodies. All rows count. */
void dense_rows_reaction(const struct dense_constraints *c, const dense_real *q, const dense_real *qd,
                         const dense_real *qdd, const dense_real *lambda, const dense_real *f_ext, dense_real *w,
                         dense_real *scale);

/* tau and lambda for which qdd (of the tree) occurs and tau = 0 at idle velocities; of all such lambda the one with
 * the least sum of weight lambda^2. idle (nv); weight (n), above 0 in rows that count. `condition` is that of the
 * equations for lambda; it is infinite if lambda cannot balance all idle velocities. scale: of tau, and of lambda.
 *
 * Rows of loops have the weight 0. With such rows, of all lambda of the least sum the one with the least sum of tau^2; `condition` is the
 * square of the product of the conditions of both problems. */
void dense_rows_id(const struct dense_constraints *c, const dense_real *q, const dense_real *qd, const dense_real *qdd,
                   const bool *idle, const dense_real *weight, const dense_real *f_ext, dense_real *tau,
                   dense_real *lambda, dense_real *condition, dense_real scale[2]);

#endif
