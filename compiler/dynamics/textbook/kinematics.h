/* Pose and motion of the sites of the function being built. Called by the algorithms for one frame and for two. Plain
 * values. */
#ifndef RIGIDC_DYNAMICS_TEXTBOOK_KINEMATICS_H
#define RIGIDC_DYNAMICS_TEXTBOOK_KINEMATICS_H

#include "dynamics/tree/tree.h"

/* Pose of tree->asked[frame] in the world. */
struct Placement textbook_site_pose(struct Dag *dag, const struct Tree *tree, int frame);
/* Its velocity and classical acceleration, in its axes at its origin. */
void textbook_site_motion(struct Dag *dag, const struct Tree *tree, int frame, struct Spatial *v, struct Spatial *a);

#endif
