/* Virtual velocities: how each velocity of the model, of unit size and alone, moves each link. By the power of a wrench on
 * the link it gets its part of tau. Called by the regressors. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_REGRESSOR_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_REGRESSOR_H

#include "transform.h"
#include "rnea.h"
#include "dynamics/tree/tree.h"

struct PartialVelocity {
	int v;              /* of the model */
	struct Spatial of;  /* the motion of the link, in its working frame */
};

/* Those that move a link, from the root on. */
struct PartialVelocities {
	struct PartialVelocity *item;
	size_t count, capacity;
};

/* Of every link, in its own frame. */
struct PartialVelocities *partial_velocities_make(struct Dag *dag, const struct Tree *tree);
/* What moves the links, in SI, in their own frames; `column` as struct BuildOptions says. */
const struct Motion3 *partial_velocities_motions(struct Dag *dag, const struct Tree *tree, bool column);

/* The parts of the power that go with the mass and with the first moment about the origin. */
void partial_velocity_first(struct Dag *dag, const struct Motion3 *m, const struct Spatial *moved, Ref *mass, Ref moment[3]);
/* And with the entry D_jk of the second moment; for j and k that are not the same it stands for both. */
Ref partial_velocity_second(struct Dag *dag, const struct Motion3 *m, const struct Spatial *moved, int j, int k);

#endif
