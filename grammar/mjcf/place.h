/* Placements of MJCF: five ways to give an orientation, in numbers and as items of a statement.
 * Called by the files of this room. */
#ifndef RIGIDC_MJCF_PLACE_H
#define RIGIDC_MJCF_PLACE_H

#include "model.h"

extern const struct MjPose mj_here; /* the identity */

struct MjPose mj_pose_times(const struct MjPose *a, const struct MjPose *b);
/* a^-1 b */
struct MjPose mj_pose_from(const struct MjPose *a, const struct MjPose *b);
/* x_A of x_B */
void mj_pose_point(const struct MjPose *pose, const double x[3], double out[3]);
/* Rotation by an angle about a unit vector. */
void mj_turn_about(const double axis[3], double angle, double R[3][3]);
/* x y z w, of unit length, w >= 0 */
void mj_quaternion(const double R[3][3], double q[4]);
/* Rotation of a quaternion x y z w, which is divided by its length. */
void mj_quaternion_turn(double q[4], double R[3][3]);
/* The vector divided by its length, which is returned. */
double mj_unit_vector(double v[3]);

/* Reads `pos` and the orientation of an element. */
struct MjPlace mj_place(struct Mjcf *m, const struct MjElement *e);
/* Reads an orientation: `quat` or one of the others. */
void mj_turn(struct Mjcf *m, const struct MjElement *e, double R[3][3], struct Arguments *at);
/* Reads `fromto`: the place between the ends, not turned, and the way from the first to the second. False: none. */
bool mj_between(struct Mjcf *m, const struct MjElement *e, struct MjPlace *middle, double way[3]);
/* The smallest turn that takes z to a unit vector. */
void mj_turn_z(struct Mjcf *m, struct Span span, const double z[3], double R[3][3], struct Arguments *at);
/* The placement of b on a. */
struct MjPlace mj_place_times(struct Mjcf *m, const struct MjPlace *a, const struct MjPlace *b);
/* Pose as a placement: translation and rotation, left out where there is none. */
struct Arguments mj_pose_items(struct Mjcf *m, struct Span span, const struct MjPose *pose);
/* Appends the rotation, unless it is the identity: turns by quarters, or a quaternion. */
void mj_push_turn(struct Mjcf *m, struct Span span, const double R[3][3], struct Arguments *at);
/* Appends a translation, unless it is 0. */
void mj_push_shift(struct Mjcf *m, struct Span span, const struct Figure shift[3], bool back, struct Arguments *at);
/* Appends a turn about an axis: rx, ry, rz or axis_angle. */
void mj_push_about(struct Mjcf *m, struct Span span, const struct Figure axis[3], struct Expr *angle,
                   struct Arguments *at);
/* x, -y, or the vector as written. */
struct Expr *mj_axis(struct Mjcf *m, const struct Figure axis[3]);

#endif
