/* What Newton and Euler's passes find, for algorithms that go their own way from there (newton.c has the equations).
 * Called by those over the canonical tree. Memory is the DAG's. */
#ifndef RIGIDC_NEWTON_H
#define RIGIDC_NEWTON_H

#include "approach.h"
#include "hop.h"
#include "tree.h"

/* Of a link in its working frame: w, its derivative, the acceleration V of the origin less gravity, and the field U; V
 * is measured in plan_length. */
struct Motion3 {
	struct Vec w, wd, V;
	struct Mat U;
	Ref above[3];   /* U_kk - U_jj of each cycle i, j, k of the axes, by i */
};

/* Wrenches in the links' working frames. Forces are measured in 1 / plan_force, offsets on the way back in plan_force. */
struct Loads {
	const struct Hop *hop; /* for the way back */
	struct Spatial *f;
	const struct Motion3 *motion;
};

/* Of the world, with lengths measured in `length`. */
struct Motion3 newton_rest(struct Dag *dag, const struct Tree *tree, double length);
/* What moves some mass, less what the environment does to it. */
struct Spatial newton_load(struct Dag *dag, const struct Plan *plan, const struct Moments *mass, const struct Spatial *f_ext,
                           const struct Motion3 *m);
/* Does the column of U along the axis of a turning joint come from its parent, rather than from w and wd? */
bool newton_carries(struct Dag *dag, const struct Hop *hop, const struct Link *link);
/* The way out, of every link. */
const struct Motion3 *newton_motions(struct Dag *dag, const struct Tree *tree, const struct Approach *approach);
/* The same of a frame that rests in the link. */
struct Motion3 newton_seen(struct Dag *dag, const struct Motion3 *link, const struct Placement *at);
/* And what moves each link alone. */
struct Loads newton_loads(struct Dag *dag, const struct Tree *tree, const struct Approach *approach);
/* The way back: what goes through the joint of each, and tau (nv) without what the coordinates carry. */
struct Loads newton_wrenches(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *tau);

#endif
