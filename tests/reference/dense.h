/* The textbook reference: rigid-body dynamics in 6 x 6 matrices and long double, no sparsity.
 * Called by the tests only, never by the compiler; it shares no code with the compiler.
 * The caller owns every array, the tree included; nothing is kept between calls. */
#ifndef DENSE_H
#define DENSE_H

/* After R. Featherstone, Rigid Body Dynamics Algorithms (RBDA), with the linear part first:
 * a twist is (v, w), a wrench (f, n). Vectors of a body are in its axes, at its origin. */

typedef long double dense_real;

enum dense_joint {
	DENSE_FIXED,
	DENSE_REVOLUTE,
	DENSE_PRISMATIC,
	DENSE_FREE,
	DENSE_SPHERICAL, /* q = (qx qy qz qw), velocity w in the moving frame's axes */
	DENSE_MOTION     /* any motion, given by its placement alone */
};

/* placement of a frame B in a frame A: the columns of R are B's axes, p is B's origin, in A's axes */
struct dense_frame {
	dense_real R[3][3], p[3];
};

/* The placement of a moving frame in its joint frame as a smooth function of the coordinates;
 * *moving is the identity on entry. */
typedef void dense_motion(const dense_real *q, const dense_real *param, struct dense_frame *moving);

enum { DENSE_PARAMETERS = 8 };

struct dense_body {
	int parent; /* index into dense_tree.body, -1 is the world */
	enum dense_joint joint;
	dense_real axis[3];      /* in the joint frame, any length but zero */
	struct dense_frame at;   /* the joint frame in the parent's body frame */
	struct dense_frame then; /* the body frame in the joint's moving frame; identity for free, spherical */
	dense_real mass, com[3];
	dense_real inertia[3][3]; /* about the centre of mass, body axes */
	dense_real armature[6];   /* one for each velocity of the joint */

	/* of a DENSE_MOTION: up to 6 coordinates, whose time derivatives are the velocities */
	dense_motion *pose;
	int coordinates;
	dense_real param[DENSE_PARAMETERS];
};

/* Bodies may have any order. A fixed body is a body like any other, with a joint of no
 * velocities. Coordinates go parents before children, depth first, the children of one body
 * (fixed ones too, each followed by its own subtree) in the order of the array. */
struct dense_tree {
	int n;
	struct dense_body *body;
	dense_real gravity[3]; /* world axes */
};

/* Motions as sequences: frame := frame, then a rotation about an axis (any length but
 * zero) or a shift, each in the axes of the frame reached so far. */
void dense_turn(struct dense_frame *frame, dense_real x, dense_real y, dense_real z, dense_real angle);
void dense_shift(struct dense_frame *frame, dense_real x, dense_real y, dense_real z);

/* Named motions. Parameters: the axis, then the pitch; the axis; none; none. */
dense_motion dense_helical, dense_cylindrical, dense_universal, dense_planar;

/* Doubles of the compiler to long double; x and y (n). */
void dense_widen(const double *x, int n, dense_real *y);

int dense_nq(const struct dense_tree *t);
int dense_nv(const struct dense_tree *t);

/* The order of the bodies and the first coordinate of each:
 * order[k] is the k-th body, q_of[b] and v_of[b] belong to body b; (n) each, any may be NULL. */
void dense_index(const struct dense_tree *t, int *order, int *q_of, int *v_of);

/* Each body frame in the world; pose (n). */
void dense_pose(const struct dense_tree *t, const dense_real *q, struct dense_frame *pose);

/* q moved for a time h at the velocity v (of every joint); q and moved (nq), v (nv). */
void dense_move(const struct dense_tree *t, const dense_real *q, const dense_real *v, dense_real h, dense_real *moved);

/* Inverse dynamics: tau (nv) = M qdd + h(q, qd) - J^T f_ext, armature included.
 * q (nq); qd, qdd (nv); f_ext (n x 6) in the order of the array, or NULL.
 * scale, unless NULL, gets the largest term that a sound computation may cancel and that can reach a joint.
 * Where a joint at the body or towards the root turns: the moment components of the net wrench
 * of a body, of f_ext and of the wrench through a joint, and the moments force x lever arm (about
 * the body origin of the net force at the centre of mass; about the parent's origin of the joint's
 * force). Where such a joint slides: the force components through a joint. Always: armature * qdd. The two
 * halves I a and v x* I v are not counted separately: they cancel by the choice of origin alone. */
void dense_rnea(const struct dense_tree *t, const dense_real *q, const dense_real *qd, const dense_real *qdd,
                const dense_real *f_ext, dense_real *tau, dense_real *scale);

/* The joint-space inertia matrix: M (nv x nv), row-major, full, armature on the diagonal.
 * scale, unless NULL, gets the largest single product J_ki I_kl J_lj in M = sum of J^T I J,
 * or the largest armature. */
void dense_crba(const struct dense_tree *t, const dense_real *q, dense_real *M, dense_real *scale);

#endif
