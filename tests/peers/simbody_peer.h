/* Forward dynamics on contacts by Simbody, in our conventions.
 * Called by simbody_test.c. Keeps nothing; arrays are the caller's.
 *
 * Simbody closes contacts by constraints on positions: Ball for a point, Weld for `fixed`, PointInPlane for `slide`, Ball
 * and two ConstantAngle for `line`. They are put where the bodies are, so they are closed. Accelerations then agree with
 * ours only for velocities that keep the contacts: its rows of rotation have other derivatives elsewhere. */
#ifndef SIMBODY_PEER_H
#define SIMBODY_PEER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "reference/dense_functions.h"

enum simbody_kind { SIMBODY_POINT, SIMBODY_FIXED, SIMBODY_LINE, SIMBODY_SLIDE };

struct simbody_contact {
	enum simbody_kind kind;
	struct dense_site site;
	struct dense_frame ground; /* its axes alone count */
	dense_real square[2][3];   /* of a line: two vectors square to it, in the axes of the site */
};

/* Accelerations, and for each contact the force and moment of the ground on the body, in world axes, at the site: wrench
 * (6 x n). False: Simbody refuses, and says why. Joints are fixed, revolute, prismatic, spherical or free, without
 * armature; all bodies that move have mass. */
bool simbody_fd(const struct dense_tree *tree, const struct simbody_contact *contact, int n, const double *q,
                const double *qd, const double *tau, double *qdd, double *wrench, char *message, size_t size);

#ifdef __cplusplus
}
#endif

#endif
