/* What Newton and Euler's passes find, for algorithms that go their own way from there (rnea.c has the equations).
 * Called by those over the canonical tree. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_RNEA_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_RNEA_H

#include "dynamics/plan/build_options.h"
#include "transform.h"
#include "dynamics/tree/tree.h"

/* Of a link in its working frame: w, its derivative, the acceleration V of the origin less gravity, and the field U; V
 * is measured in plan_length. */
struct Motion3 {
	struct Vec w, wd, V;
	struct Mat U;
	Ref above[3];   /* U_kk - U_jj of each cycle i, j, k of the axes, by i */
};

/* Wrenches in the links' working frames. Forces are measured in 1 / plan_force, offsets on the way back in plan_force. */
struct Loads {
	const struct LinkTransform *transform; /* for the way back */
	struct Spatial *f;
	const struct Motion3 *motion;
};

/* Of the world, with lengths measured in `length`. */
struct Motion3 rnea_rest(struct Dag *dag, const struct Tree *tree, double length);
/* What moves some mass, less what the environment does to it. */
struct Spatial rnea_load(struct Dag *dag, const struct Plan *plan, const struct Moments *mass, const struct Spatial *f_ext,
                           const struct Motion3 *m);
/* Does the column of U along the axis of a turning joint come from its parent, rather than from w and wd? */
bool rnea_carries(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link);
/* The way out, of every link. */
const struct Motion3 *rnea_motions(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options);
/* The same of a frame that rests in the link. */
struct Motion3 rnea_seen(struct Dag *dag, const struct Motion3 *link, const struct Placement *at);
/* And what moves each link alone. */
struct Loads rnea_loads(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options);
/* The way back: what goes through the joint of each, and tau (nv) without what the coordinates carry. */
struct Loads rnea_wrenches(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *tau);

#endif
