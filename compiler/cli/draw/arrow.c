#include "draw.h"

#include <math.h>

#include "base/pose.h"

static const double *force_at(const struct SkeletonPostures *postures, size_t posture, size_t contact)
{
	return &postures->force[3 * (posture * postures->contacts + contact)];
}

/* Of all contacts and postures. */
static double largest_force(const struct SkeletonPostures *postures)
{
	double most = 0;
	for (size_t i = 0; i < postures->count * postures->contacts; i++) {
		double force = vector_length(&postures->force[3 * i]);
		most = isfinite(force) ? fmax(most, force) : most;
	}
	return most;
}

/* Diagonal of the box around the first posture, m. */
static double robot_size(const struct SkeletonPostures *postures)
{
	double box[3];
	for (size_t k = 0; k < 3; k++) {
		double low = HUGE_VAL, high = -HUGE_VAL;
		for (size_t p = 0; p < postures->points; p++) {
			low = fmin(low, postures->position[3 * p + k]);
			high = fmax(high, postures->position[3 * p + k]);
		}
		box[k] = high - low;
	}
	return vector_length(box);
}

double arrow_scale(const struct Skeleton *skeleton, const struct SkeletonPostures *postures)
{
	const double most = largest_force(postures), size = robot_size(postures), weight = skeleton->weight;
	if (!(most > 0))
		return 0;
	return weight > 0 ? fmin(size / 2 / weight, size / most) : size / 2 / most;
}

void arrow_tip(const struct Skeleton *skeleton, const struct SkeletonPostures *postures, double per_newton,
               size_t posture, size_t contact, double tip[3])
{
	const size_t point = posture * postures->points + (size_t)skeleton->contact[contact].point;
	const double *force = force_at(postures, posture, contact);
	const double length = isfinite(vector_length(force)) ? per_newton : 0;
	for (size_t k = 0; k < 3; k++)
		tip[k] = postures->position[3 * point + k] + (length > 0 ? length * force[k] : 0);
}
