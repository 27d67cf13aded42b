#include "pose.h"

#include <math.h>

const struct Pose pose_identity = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0, 0, 0 } };

void pose_turn(const struct Pose *a, const double x[3], double out[3])
{
	for (int i = 0; i < 3; i++)
		out[i] = a->R[i][0] * x[0] + a->R[i][1] * x[1] + a->R[i][2] * x[2];
}

void pose_turn_back(const struct Pose *a, const double x[3], double out[3])
{
	for (int i = 0; i < 3; i++)
		out[i] = a->R[0][i] * x[0] + a->R[1][i] * x[1] + a->R[2][i] * x[2];
}

void pose_point(const struct Pose *a, const double x[3], double out[3])
{
	pose_turn(a, x, out);
	for (int i = 0; i < 3; i++)
		out[i] += a->p[i];
}

static void multiply(const double a[3][3], const double b[3][3], double out[3][3])
{
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			out[i][k] = a[i][0] * b[0][k] + a[i][1] * b[1][k] + a[i][2] * b[2][k];
}

struct Pose pose_compose(const struct Pose *ab, const struct Pose *bc)
{
	struct Pose ac;
	multiply(ab->R, bc->R, ac.R);
	pose_point(ab, bc->p, ac.p);
	return ac;
}

struct Pose pose_inverse(const struct Pose *ab)
{
	struct Pose ba;
	pose_turn_back(ab, ab->p, ba.p);
	for (int i = 0; i < 3; i++) {
		ba.p[i] = -ba.p[i];
		for (int k = 0; k < 3; k++)
			ba.R[i][k] = ab->R[k][i];
	}
	return ba;
}

struct Pose pose_relative(const struct Pose *a, const struct Pose *b)
{
	struct Pose from = pose_inverse(a);
	return pose_compose(&from, b);
}

void pose_congruence(const struct Pose *a, double J[3][3], double out[3][3])
{
	double back[3][3], half[3][3];
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			back[i][k] = a->R[k][i];
	multiply(a->R, J, half);
	multiply(half, back, out);
}

/* R = 1 + sin(angle) [axis x] + (1 - cos(angle)) [axis x]^2 */
struct Pose pose_axis_angle(const double axis[3], double angle)
{
	struct Pose a = pose_identity;
	const double s = sin(angle), c = 1 - cos(angle);
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		a.R[i][i] = 1 - c * (axis[j] * axis[j] + axis[k] * axis[k]);
		a.R[i][j] = c * axis[i] * axis[j] - s * axis[k];
		a.R[j][i] = c * axis[i] * axis[j] + s * axis[k];
	}
	return a;
}

struct Pose pose_quaternion(const double q[4])
{
	struct Pose a = pose_identity;
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		a.R[i][i] = 1 - 2 * (q[j] * q[j] + q[k] * q[k]);
		a.R[i][j] = 2 * (q[i] * q[j] - q[k] * q[3]);
		a.R[j][i] = 2 * (q[i] * q[j] + q[k] * q[3]);
	}
	return a;
}

/* |R - R^T| is 2 sqrt(2) |sin| and trace R is 1 + 2 cos. */
double pose_angle(const struct Pose *a)
{
	double x = a->R[2][1] - a->R[1][2], y = a->R[0][2] - a->R[2][0], z = a->R[1][0] - a->R[0][1];
	return atan2(sqrt(x * x + y * y + z * z), a->R[0][0] + a->R[1][1] + a->R[2][2] - 1);
}

struct Pose pose_of(struct Posture *posture, const struct Placement *at)
{
	struct Pose a;
	for (int i = 0; i < 3; i++) {
		a.p[i] = posture_value(posture, at->p.e[i]);
		for (int k = 0; k < 3; k++)
			a.R[i][k] = posture_value(posture, at->R.e[i][k]);
	}
	return a;
}

/* Coordinate k of a joint with a quaternion. */
static double coordinate(struct Posture *posture, const struct Joint *joint, int k)
{
	return joint->locked ? posture_value(posture, joint->lock[k]) : posture->q[joint->tree.q + k];
}

static struct Pose pose_of_quaternion(struct Posture *posture, const struct Joint *joint, int first)
{
	double q[4];
	for (int k = 0; k < 4; k++)
		q[k] = coordinate(posture, joint, first + k);
	return pose_quaternion(q);
}

static struct Pose pose_of_motion(struct Posture *posture, const struct Joint *joint, const struct Motion *motion)
{
	struct Pose a = pose_identity;
	double axis[3], y;
	if (motion->kind == MOTION_SPHERICAL)
		return pose_of_quaternion(posture, joint, 0);
	if (motion->kind == MOTION_FREE) {
		a = pose_of_quaternion(posture, joint, 3);
		for (int k = 0; k < 3; k++)
			a.p[k] = coordinate(posture, joint, k);
		return a;
	}
	for (int i = 0; i < 3; i++)
		axis[i] = posture_value(posture, motion->axis.e[i]);
	y = posture_value(posture, motion->y);
	if (motion->kind == MOTION_ROTATE)
		return pose_axis_angle(axis, y);
	for (int i = 0; i < 3; i++)
		a.p[i] = axis[i] * y;
	return a;
}

struct Pose pose_of_joint(struct Posture *posture, const struct Joint *joint)
{
	struct Pose a = pose_identity;
	for (int i = 0; i < joint->motions; i++) {
		struct Pose motion = pose_of_motion(posture, joint, &joint->motion[i]);
		a = pose_compose(&a, &motion);
	}
	return a;
}

void pose_of_bodies(struct Posture *posture, const struct Model *model, struct Pose *out)
{
	for (int i = 0; i < model->bodies; i++) {
		const struct Body *body = &model->body[i];
		const struct Pose at = pose_of(posture, &body->at), then = pose_of(posture, &body->then);
		const struct Pose moved = pose_of_joint(posture, &body->joint);
		out[i] = body->parent < 0 ? at : pose_compose(&out[body->parent], &at);
		out[i] = pose_compose(&out[i], &moved);
		out[i] = pose_compose(&out[i], &then);
	}
}

double pose_extent(const struct Pose *pose, int count)
{
	double square = 0;
	for (int k = 0; k < 3; k++) {
		double low = HUGE_VAL, high = -HUGE_VAL;
		for (int i = 0; i < count; i++) {
			low = fmin(low, pose[i].p[k]);
			high = fmax(high, pose[i].p[k]);
		}
		square += high > low ? pow(high - low, 2) : 0;
	}
	return sqrt(square);
}
