#include "model_poses.h"

#include <math.h>

#include "model/body.h"
#include "model/joint.h"

struct Pose pose_moved(enum MotionKind kind, const double axis[3], double y)
{
	struct Pose a = pose_identity;
	if (kind == MOTION_ROTATE)
		rotation_about(axis, y, a.R);
	for (int i = 0; i < 3 && kind == MOTION_TRANSLATE; i++)
		a.p[i] = axis[i] * y;
	return a;
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
	struct Pose a = pose_identity;
	double q[4];
	for (int k = 0; k < 4; k++)
		q[k] = coordinate(posture, joint, first + k);
	rotation_of_quaternion(q, a.R);
	return a;
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
	return pose_moved(motion->kind, axis, y);
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
		const struct Pose moved = pose_of_joint(posture, body->joint);
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
