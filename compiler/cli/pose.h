/* Poses as numbers, x_A = R x_B + p, and the poses of all bodies at a state. Parameters have their default values.
 * Called by compare and export. Plain values. */
#ifndef RIGIDC_CLI_POSE_H
#define RIGIDC_CLI_POSE_H

#include "dag/posture.h"
#include "model/model.h"

struct Pose {
	double R[3][3], p[3];
};

extern const struct Pose pose_identity;

/* Pose of C in A, from B in A and C in B. */
struct Pose pose_compose(const struct Pose *ab, const struct Pose *bc);
struct Pose pose_inverse(const struct Pose *ab);
/* Pose of B seen from A, from their poses in the world. */
struct Pose pose_relative(const struct Pose *a, const struct Pose *b);
/* R x + p; R x; R^T x. */
void pose_point(const struct Pose *a, const double x[3], double out[3]);
void pose_turn(const struct Pose *a, const double x[3], double out[3]);
void pose_turn_back(const struct Pose *a, const double x[3], double out[3]);
/* R J R^T for a symmetric J. */
void pose_congruence(const struct Pose *a, double J[3][3], double out[3][3]);
/* Rotation by an angle about a unit vector (Rodrigues); rotation of a unit quaternion x y z w. */
struct Pose pose_axis_angle(const double axis[3], double angle);
struct Pose pose_quaternion(const double q[4]);
/* Angle of the rotation, rad: exact for small angles too. */
double pose_angle(const struct Pose *a);

/* A placement as numbers at a state. */
struct Pose pose_of(struct Posture *posture, const struct Placement *at);
/* Moving frame of a joint in its fixed frame, at a state. */
struct Pose pose_of_joint(struct Posture *posture, const struct Joint *joint);
/* Poses of all bodies in the world, by body. */
void pose_of_bodies(struct Posture *posture, const struct Model *model, struct Pose *out);
/* Diagonal of the box around all origins, in m. */
double pose_extent(const struct Pose *pose, int count);

#endif
