/* Partial velocities (Kane): the motion of each link for a unit of one velocity of the model. The power of a wrench on
 * the link under this motion is the wrench's part of tau. Called by the regressors. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_REGRESSOR_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_REGRESSOR_H

#include "transform.h"
#include "rnea.h"
#include "dynamics/tree/tree.h"

struct PartialVelocity {
	int v;             /* index in the model */
	struct Spatial of; /* motion of the link, in its working frame */
};

/* Partial velocities of one link, in order from the root. */
struct PartialVelocities {
	struct PartialVelocity *item;
	size_t count, capacity;
};

/* Makes the partial velocities of every link, in its own frame. */
struct PartialVelocities *partial_velocities_make(struct Dag *dag, const struct Tree *tree);
/* Motions of the links, in SI, in their own frames; `column` is that of struct BuildOptions. */
const struct Motion3 *partial_velocities_motions(struct Dag *dag, const struct Tree *tree, bool column);

/* Parts of the power for the mass and for the first moment about the origin. */
void partial_velocity_first(struct Dag *dag, const struct Motion3 *m, const struct Spatial *moved, Ref *mass,
                            Ref moment[3]);
/* Part of the power for the entry D_jk of the second moment; for j != k it is for both entries together. */
Ref partial_velocity_second(struct Dag *dag, const struct Motion3 *m, const struct Spatial *moved, int j, int k);

#endif
