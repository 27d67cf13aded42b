/* Three-dimensional and spatial algebra over symbolic scalars: vectors, rotations, placements, rigid-body inertias.
 * Zeros and ones vanish in the DAG's constructors, so no function here tests for them.
 * Called by the evaluation of placements, the canonical tree and the algorithms. Plain values.
 *
 * Spatial vectors are pairs of 3-vectors in one frame, linear part first: twist (v, w), wrench (f, n). */
#ifndef RIGIDC_SPATIAL_H
#define RIGIDC_SPATIAL_H

#include "dag.h"

struct Vec {
	Ref e[3];
};
struct Mat {
	Ref e[3][3];
};

/* Placement of frame B in frame A: x_A = R x_B + p. */
struct Placement {
	struct Mat R;
	struct Vec p;
};

/* Linear and angular part of a motion or a force. */
struct Spatial {
	struct Vec lin, ang;
};

/* Mass, first moment h = m c and moment of inertia J about the origin of the frame (symmetric). */
struct Inertia {
	Ref m;
	struct Vec h;
	struct Mat J;
};

/* Motion of a point at p of a frame, in the axes of the frame: r' = rate, r'' = V + U p. */
struct PointMotion {
	struct Vec rate, V;
	struct Mat U;
};

struct Vec vec_const(struct Dag *dag, double x, double y, double z);
struct Vec vec_unit(struct Dag *dag, int axis);
/* Three elements of an input, from `first` on. */
struct Vec vec_input(struct Dag *dag, enum Input array, int first);
/* Vector of a length along coordinate axis 0, 1 or 2. */
struct Vec vec_along(struct Dag *dag, int axis, Ref length);
struct Vec vec_add(struct Dag *dag, struct Vec a, struct Vec b);
struct Vec vec_sub(struct Dag *dag, struct Vec a, struct Vec b);
struct Vec vec_neg(struct Vec a);
struct Vec vec_scale(struct Dag *dag, Ref s, struct Vec a);
struct Vec vec_cross(struct Dag *dag, struct Vec a, struct Vec b);
Ref vec_dot(struct Dag *dag, struct Vec a, struct Vec b);
bool vec_is_zero(const struct Dag *dag, struct Vec a);
bool vec_is_const(const struct Dag *dag, struct Vec a);

/* Labels for the printers, by link: w3x; U3xy, each entry of a symmetric matrix once. */
void vec_label(struct Dag *dag, struct Vec a, const char *quantity, int link);
void mat_label(struct Dag *dag, const struct Mat *a, const char *quantity, int link);

/* Entries of a symmetric matrix in order: xx xy yy xz yz zz. */
enum { SYMMETRIC = 6 };
extern const int symmetric_row[SYMMETRIC], symmetric_column[SYMMETRIC];

struct Mat mat_identity(struct Dag *dag);
bool mat_is_identity(const struct Dag *dag, const struct Mat *a);
struct Mat mat_zero(struct Dag *dag);
struct Mat mat_transpose(struct Mat a);
struct Mat mat_add(struct Dag *dag, struct Mat a, struct Mat b);
struct Mat mat_mul(struct Dag *dag, struct Mat a, struct Mat b);
struct Vec mat_vec(struct Dag *dag, struct Mat a, struct Vec x);
/* a^T x */
struct Vec mat_tvec(struct Dag *dag, struct Mat a, struct Vec x);
/* Column k; row k. */
struct Vec mat_column(const struct Mat *a, int k);
struct Vec mat_row(const struct Mat *a, int k);
void mat_set_column(struct Mat *a, int k, struct Vec column);
/* Acceleration field U = [wd x] + [w x]^2: a point r of a body accelerates by U r against its origin. */
struct Mat mat_field(struct Dag *dag, struct Vec w, struct Vec wd);
/* Its entries ii, ij and ji, where j follows i. */
void mat_put_field(struct Dag *dag, int i, struct Vec w, struct Vec wd, struct Mat *U);
/* a + x y^T */
struct Mat mat_add_outer(struct Dag *dag, struct Mat a, struct Vec x, struct Vec y);

/* sin and cos of a placement angle: exact zeros and ones at quarter turns. */
void angle_sincos(struct Dag *dag, Ref angle, Ref *s, Ref *c);
/* True if a is within `within` rad of a multiple of a quarter turn, or for 0 is the nearest double to one; *turns:
 * the multiple. */
bool angle_quarter(double a, double within, long *turns);

/* Rotation about coordinate axis 0, 1 or 2, by the sine and cosine of the angle. */
struct Mat mat_turn(struct Dag *dag, int axis, Ref s, Ref c);
/* Rotation by an angle about a unit vector (Rodrigues). */
struct Mat mat_axis_angle(struct Dag *dag, struct Vec axis, Ref s, Ref c);
/* R of a unit quaternion (x, y, z, w), in the form 1 - 2 (yy + zz). */
struct Mat mat_quaternion(struct Dag *dag, const Ref q[4]);
/* R J R^T for a symmetric J. */
struct Mat mat_congruence(struct Dag *dag, struct Mat R, struct Mat J);
/* R X R^T for any X. */
struct Mat mat_similar(struct Dag *dag, struct Mat R, struct Mat X);

struct Placement placement_identity(struct Dag *dag);
/* Sets constant entries of R near 0 and +-1 to these values, removing rounding errors of products of rotations. */
struct Placement placement_clean(struct Dag *dag, struct Placement a);
/* Placement of C in A from B in A and C in B, cleaned. */
struct Placement placement_compose(struct Dag *dag, struct Placement ab, struct Placement bc);
struct Placement placement_inverse(struct Dag *dag, struct Placement ab);
/* R by rows, then p. */
void placement_put(const struct Placement *a, Ref out[12]);
struct Placement placement_get(const Ref number[12]);
bool placement_is_identity(const struct Dag *dag, struct Placement a);

/* v_B = X v_A for B at `ab` in A, and f_A = X^T f_B: RBDA table 2.1, eqs. 2.24 to 2.27. The offset is taken in the
 * frame where it has more zeros. */
struct Spatial motion_into(struct Dag *dag, const struct Placement *ab, struct Spatial v);
struct Spatial force_out(struct Dag *dag, const struct Placement *ab, struct Spatial f);
/* The same force about an origin from which the old origin is at p. */
struct Spatial force_shift(struct Dag *dag, struct Vec p, struct Spatial f);

struct Spatial spatial_zero(struct Dag *dag);
struct Spatial spatial_add(struct Dag *dag, struct Spatial a, struct Spatial b);
struct Spatial spatial_sub(struct Dag *dag, struct Spatial a, struct Spatial b);
struct Spatial spatial_scale(struct Dag *dag, Ref factor, struct Spatial a);
/* The same vector in other axes: R a. */
struct Spatial spatial_turn(struct Dag *dag, struct Mat R, struct Spatial a);
void spatial_label(struct Dag *dag, const struct Spatial *a, const char *lin, const char *ang, int link);
/* Six numbers, linear part first. */
void spatial_put(const struct Spatial *a, Ref number[6]);
/* Number by its row: vx vy vz wx wy wz. */
static inline Ref *spatial_entry(struct Spatial *a, int row)
{
	return row < 3 ? &a->lin.e[row] : &a->ang.e[row - 3];
}
static inline Ref spatial_at(const struct Spatial *a, int row)
{
	return row < 3 ? a->lin.e[row] : a->ang.e[row - 3];
}
/* v x m and v x* f (RBDA eqs. 2.31, 2.32). */
struct Spatial spatial_cross_motion(struct Dag *dag, struct Spatial v, struct Spatial m);
struct Spatial spatial_cross_force(struct Dag *dag, struct Spatial v, struct Spatial f);

struct Inertia inertia_add(struct Dag *dag, struct Inertia a, struct Inertia b);
/* Inertia from mass, centre of mass and moment about it. */
struct Inertia inertia_about_com(struct Dag *dag, Ref m, struct Vec c, struct Mat Jc);
/* Inertia of a body given in frame B, in frame A (RBDA eq. 2.66). */
struct Inertia inertia_out(struct Dag *dag, const struct Placement *ab, const struct Inertia *I);
/* I v (RBDA eq. 2.63) */
struct Spatial inertia_times(struct Dag *dag, const struct Inertia *I, struct Spatial v);

#endif
