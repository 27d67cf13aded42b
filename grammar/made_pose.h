/* Placements that readers of other formats make, in numbers and as items of a statement.
 * Called by those readers. Memory is the arena's. */
#ifndef RIGIDC_MADE_POSE_H
#define RIGIDC_MADE_POSE_H

#include "made.h"

/* Placement of a frame in another: x_A = R x_B + p. */
struct MadePose {
	double R[3][3], p[3];
};

/* A placement as numbers and as items of a statement. */
struct MadePlace {
	struct MadePose pose;
	struct Arguments at;
};

extern const struct MadePose made_here; /* the identity */

/* The product of two matrices; `out` may be one of them. */
void made_times(const double a[3][3], const double b[3][3], double out[3][3]);
struct MadePose made_pose_times(const struct MadePose *a, const struct MadePose *b);
/* a^-1 b */
struct MadePose made_pose_from(const struct MadePose *a, const struct MadePose *b);
/* x_A of x_B */
void made_pose_point(const struct MadePose *pose, const double x[3], double out[3]);
/* Rotation by an angle about a unit vector. */
void made_turn_about(const double axis[3], double angle, double R[3][3]);
/* x y z w, of unit length, w >= 0 */
void made_quaternion(const double R[3][3], double q[4]);
/* Rotation of a quaternion x y z w, which is divided by its length. */
void made_quaternion_turn(double q[4], double R[3][3]);
/* The vector divided by its length, which is returned. */
double made_unit_vector(double v[3]);
/* Angles of R = Rz(yaw) Ry(pitch) Rx(roll) in whole quarter turns, if they are. */
bool made_quarter_angles(const double R[3][3], int turns[3]);

/* The number with 15 digits, if that is it but for rounding; 0 below 1e-15. */
double made_tidy(struct Arena *arena, double x);

/* The placement of b on a. */
struct MadePlace made_place_times(struct Diags *diags, const struct MadePlace *a, const struct MadePlace *b);
/* Pose as a placement: translation and rotation, left out where there is none. */
struct Arguments made_pose_items(struct Diags *diags, struct Span span, const struct MadePose *pose);
/* Appends the rotation, unless it is the identity: turns by quarters, or a quaternion. */
void made_push_turn(struct Diags *diags, struct Span span, const double R[3][3], struct Arguments *at);
/* Appends a translation, unless it is 0. */
void made_push_shift(struct Diags *diags, struct Span span, const struct Figure shift[3], bool back,
                     struct Arguments *at);
/* Appends a turn about an axis: rx, ry, rz or axis_angle. */
void made_push_about(struct Diags *diags, struct Span span, const struct Figure axis[3], struct Expr *angle,
                     struct Arguments *at);
/* The position of a free joint, (x, y, z, qx, qy, qz, qw); NULL at the identity. */
struct Expr *made_free_position(struct Diags *diags, struct Span span, const struct MadePose *pose);
/* FORM(argument) */
struct Expr *made_call_with(struct Diags *diags, struct Span span, const char *form, struct Expr *argument);
/* x, -y, or the vector as written. */
struct Expr *made_axis(struct Diags *diags, const struct Figure axis[3]);

#endif
