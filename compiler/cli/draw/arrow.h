/* Length and ends of the arrows that are forces of contacts.
 * Called by scene.c and overlay.c. */
#ifndef RIGIDC_ARROW_H
#define RIGIDC_ARROW_H

#include "skeleton.h"

/* Length of forces, m/N: the weight is half as long as the robot, and the largest force at most as long as the robot. 0: no
 * forces. */
double arrow_scale(const struct Skeleton *skeleton, const struct SkeletonPostures *postures);
/* End of the arrow of a contact's force, which begins at the contact. A force that is not finite has no length. */
void arrow_tip(const struct Skeleton *skeleton, const struct SkeletonPostures *postures, double per_newton,
               size_t posture, size_t contact, double tip[3]);

#endif
