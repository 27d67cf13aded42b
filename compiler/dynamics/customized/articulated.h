/* Articulated inertias: the linear relation of force and moment at the origin of a frame to the acceleration there,
 * for a body with free joints beyond it (Featherstone, RBDA, section 7.2). Called by the algorithms. Plain values.
 *
 * With the angular acceleration al and the linear acceleration a of the origin,
 *   N = A al + H a,   F = H^T al + M a,   A and M symmetric. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_ARTICULATED_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_ARTICULATED_H

#include "dag/moments.h"

struct Articulated {
	struct Mat A, H, M;
};

struct Articulated articulated_zero(struct Dag *dag);
/* Rigid body: A = tr(D) 1 - D, H = [h x], M = m 1. */
struct Articulated articulated_of(struct Dag *dag, const struct Moments *mass);
struct Articulated articulated_add(struct Dag *dag, struct Articulated a, struct Articulated b);
/* Inertia in axes rotated by R, about the same origin. */
struct Articulated articulated_turn(struct Dag *dag, struct Mat R, struct Articulated a);
/* Inertia about an origin moved so that r becomes r + p. */
struct Articulated articulated_shift(struct Dag *dag, struct Vec p, struct Articulated a);

struct Spatial articulated_column(const struct Articulated *a, int row);
/* Sets row and column `row` to g. */
void articulated_set(struct Articulated *a, int row, struct Spatial g);
/* a -= g G^T + w W^T, where this sum is symmetric. */
void articulated_take_pair(struct Dag *dag, struct Articulated *a, struct Spatial g, struct Spatial G, struct Spatial w,
                           struct Spatial W);
/* a -= e g^T, where e is a multiple of g. */
void articulated_take(struct Dag *dag, struct Articulated *a, struct Spatial e, struct Spatial g);

#endif
