/* Placements that readers of other formats make, in numbers and as items of a statement.
 * Called by those readers. Memory is the arena's. */
#ifndef RIGIDC_MADE_POSE_H
#define RIGIDC_MADE_POSE_H

#include "base/pose.h"
#include "made.h"

/* A placement as numbers and as items of a statement. */
struct MadePlace {
	struct Pose pose;
	struct Arguments at;
};

/* Rotation of a quaternion x y z w, which is divided by its length. */
void made_rotation(double q[4], double R[3][3]);
/* The vector divided by its length, which is returned. */
double made_unit_vector(double v[3]);
/* Angles of R = Rz(yaw) Ry(pitch) Rx(roll) in whole quarter turns, if they are. */
bool made_quarter_angles(const double R[3][3], int turns[3]);

/* The number rounded to 15 digits if the difference is rounding alone; 0 below 1e-15. */
double made_tidy(struct Arena *arena, double x);

/* The placement of b on a. */
struct MadePlace made_place_times(struct Diags *diags, const struct MadePlace *a, const struct MadePlace *b);
/* Pose as a placement: translation and rotation, left out where there is none. */
struct Arguments made_pose_items(struct Diags *diags, struct Span span, const struct Pose *pose);
/* Appends the rotation, unless it is the identity: turns by quarters, or a quaternion. */
void made_push_turn(struct Diags *diags, struct Span span, const double R[3][3], struct Arguments *at);
/* Appends a translation, unless it is 0. */
void made_push_shift(struct Diags *diags, struct Span span, const struct Figure shift[3], bool back,
                     struct Arguments *at);
/* Appends a turn about an axis: rx, ry, rz or axis_angle. */
void made_push_about(struct Diags *diags, struct Span span, const struct Figure axis[3], struct Expr *angle,
                     struct Arguments *at);
/* The position of a free joint, (x, y, z, qx, qy, qz, qw); NULL at the identity. */
struct Expr *made_free_position(struct Diags *diags, struct Span span, const struct Pose *pose);
/* rx(angle), ry(angle) or rz(angle), for the axes 0 to 2. */
struct Expr *made_turn_about(struct Diags *diags, struct Span span, int axis, struct Expr *angle);
/* The expression with the other sign. */
struct Expr *made_negated(struct Diags *diags, struct Expr *expr);
/* FORM(argument) */
struct Expr *made_call_with(struct Diags *diags, struct Span span, const char *form, struct Expr *argument);
/* x, -y, or the vector as written. */
struct Expr *made_axis(struct Diags *diags, const struct Figure axis[3]);

#endif
