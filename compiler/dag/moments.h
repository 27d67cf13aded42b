/* Mass distributions by their moments up to the second, over symbolic scalars: the pseudo-inertia.
 * Called by the canonical tree and the algorithms. Plain values.
 *
 * Spatial algebra has the moment of inertia J; here is D = integral of r r^T dm, so that J = tr(D) 1 - D and D =
 * tr(J)/2 1 - J. A point mass on the z axis has D_zz only. Parameters that can move across a joint without changing
 * the motion are entries of (m, h, D). */
#ifndef RIGIDC_MOMENTS_H
#define RIGIDC_MOMENTS_H

#include "spatial.h"

/* Mass, first moment h = m c, second moment D about the origin of the frame. */
struct Moments {
	Ref m;
	struct Vec h;
	struct Mat D;
};

struct Moments moments_zero(struct Dag *dag);
struct Moments moments_add(struct Dag *dag, struct Moments a, struct Moments b);
/* R a: the moments in frame A, from those in a frame B with rotation R in A and the same origin. */
struct Moments moments_turn(struct Dag *dag, struct Mat R, struct Moments a);
/* Moments about a moved origin: points at r are then at r + p. */
struct Moments moments_shift(struct Dag *dag, struct Vec p, struct Moments a);
/* Moments given in frame B, in frame A; `ab` is B in A. */
struct Moments moments_out(struct Dag *dag, const struct Placement *ab, const struct Moments *a);
/* Sets constants to zero that are only rounding errors beside others of their kind. */
struct Moments moments_clean(struct Dag *dag, struct Moments a);
/* moments_out without rounding errors. They are removed before the origin moves too, since the shift may hide them. */
struct Moments moments_seen(struct Dag *dag, struct Placement ab, struct Moments a);

/* Force for the unit acceleration e: column `row` of the inertia, of (vx vy vz wx wy wz). */
struct Spatial moments_force(struct Dag *dag, const struct Moments *a, int row);

struct Moments moments_of(struct Dag *dag, const struct Inertia *I);
struct Inertia moments_inertia(struct Dag *dag, const struct Moments *a);

#endif
