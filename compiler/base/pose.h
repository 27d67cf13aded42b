/* Poses and rotations as numbers, the same on every machine. x_A = R x_B + p.
 * Called by readers of foreign formats, the checks of loops, compare, export and the commands that draw. Plain values. */
#ifndef RIGIDC_POSE_H
#define RIGIDC_POSE_H

/* Pose of a frame B in a frame A. */
struct Pose {
	double R[3][3], p[3];
};

extern const struct Pose pose_identity;

/* Pose of C in A, from B in A and C in B. */
struct Pose pose_compose(const struct Pose *ab, const struct Pose *bc);
struct Pose pose_inverse(const struct Pose *ab);
/* Pose of B seen from A, from their poses in one frame. */
struct Pose pose_relative(const struct Pose *a, const struct Pose *b);
/* R x + p; R x; R^T x. `out` may be x. */
void pose_point(const struct Pose *a, const double x[3], double out[3]);
void pose_turn(const struct Pose *a, const double x[3], double out[3]);
void pose_turn_back(const struct Pose *a, const double x[3], double out[3]);

double vector_dot(const double a[3], const double b[3]);
double vector_length(const double a[3]);
/* a x b; `out` is another array. */
void vector_cross(const double a[3], const double b[3], double out[3]);

/* a b; `out` may be one of them. */
void rotation_compose(const double a[3][3], const double b[3][3], double out[3][3]);
/* R J R^T; `out` may be J. */
void rotation_congruence(const double R[3][3], const double J[3][3], double out[3][3]);
/* Rotation by an angle about a unit vector. */
void rotation_about(const double axis[3], double angle, double R[3][3]);
/* The smallest rotation from z to a unit vector; a half turn about x to -z. */
void rotation_from_z(const double a[3], double R[3][3]);
/* Rotation of a unit quaternion x y z w. */
void rotation_of_quaternion(const double q[4], double R[3][3]);
/* Unit quaternion x y z w of a rotation, w >= 0. */
void rotation_quaternion(const double R[3][3], double q[4]);
/* Angle of a rotation, rad: exact for small angles too. */
double rotation_angle(const double R[3][3]);

#endif
