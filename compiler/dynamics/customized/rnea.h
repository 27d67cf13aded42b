/* Results of the Newton-Euler passes, for algorithms that continue from there (equations in rnea.c). Called by the
 * algorithms over the canonical tree. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_RNEA_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_RNEA_H

#include "dynamics/plan/build_options.h"
#include "transform.h"
#include "dynamics/tree/tree.h"

/* Motion of a link in its working frame: w, its derivative, the acceleration V of the origin less gravity, and the
 * acceleration field U. Lengths in V are measured in plan_length. */
struct Motion3 {
	struct Vec w, wd, V;
	struct Mat U;
	Ref above[3]; /* U_kk - U_jj of each cycle i, j, k of the axes, by i */
};

/* Wrenches in the links' working frames. Forces are measured in 1 / plan_force, offsets inward in plan_force. */
struct Loads {
	const struct LinkTransform *transform; /* for the inward pass */
	struct Spatial *f;
	const struct Motion3 *motion;
};

/* Motion of the world, with lengths measured in `length`. */
struct Motion3 rnea_rest(struct Dag *dag, const struct Tree *tree, double length);
/* Wrench that moves a mass, less the external wrench. */
struct Spatial rnea_load(struct Dag *dag, const struct Plan *plan, const struct Moments *mass,
                         const struct Spatial *f_ext, const struct Motion3 *m);
/* Does the column of U along the axis of a turning joint come from its parent, rather than from w and wd? */
bool rnea_carries(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link);
/* Outward pass: the motion of every link. */
const struct Motion3 *rnea_motions(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options);
/* Motion of a frame fixed in the link. */
struct Motion3 rnea_seen(struct Dag *dag, const struct Motion3 *link, const struct Placement *at);
/* Outward pass, and the wrench that moves each link alone. */
struct Loads rnea_loads(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options);
/* The same, for an acceleration of the free base at which the last link of a path from the base does not turn faster and a point
 * of it, in its own frame, is at rest; then the base accelerates by `base`. */
struct Loads rnea_loads_standing(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                 const int *path, int links, struct Vec point, struct Spatial *base);
/* Outward and inward pass: the wrench through each joint, and tau (nv) without joint-space terms. */
struct Loads rnea_wrenches(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *tau);

#endif
