/* Mass distributions by their moments up to the second, over symbolic scalars: the pseudo-inertia.
 * Called by the canonical tree and the algorithms. Plain values.
 *
 * Where spatial algebra has the moment of inertia J, this has D = integral of r r^T dm, so that
 * J = tr(D) 1 - D and D = tr(J)/2 1 - J. A point mass on the z axis has D_zz only; what can be handed across
 * a joint without changing its motion is a set of entries of (m, h, D). */
#ifndef RIGIDC_MOMENTS_H
#define RIGIDC_MOMENTS_H

#include "spatial.h"

/* Mass, first moment h = m c, second moment D about the origin of the frame. */
struct Moments { Ref m; struct Vec h; struct Mat D; };

struct Moments moments_zero(struct Dag *dag);
struct Moments moments_add(struct Dag *dag, struct Moments a, struct Moments b);
/* R a: the same in a frame B of rotation R seen from A, B about the same origin. */
struct Moments moments_turn(struct Dag *dag, struct Mat R, struct Moments a);
/* The origin moved so that what was at r is at r + p. */
struct Moments moments_shift(struct Dag *dag, struct Vec p, struct Moments a);
/* Given in frame B at `ab` in A, seen from A. */
struct Moments moments_out(struct Dag *dag, const struct Placement *ab, const struct Moments *a);
/* Constants that are nothing but rounding beside the others of their kind made zero. */
struct Moments moments_clean(struct Dag *dag, struct Moments a);
/* moments_out without what is nothing but rounding: before the origin moves, too, as behind it may not look so any more. */
struct Moments moments_seen(struct Dag *dag, struct Placement ab, struct Moments a);

/* The force that gives the body the acceleration e alone: column `row` of its inertia, of (vx vy vz wx wy wz). */
struct Spatial moments_force(struct Dag *dag, const struct Moments *a, int row);

struct Moments moments_of(struct Dag *dag, const struct Inertia *I);
struct Inertia moments_inertia(struct Dag *dag, const struct Moments *a);

#endif
