/* Virtual velocities: how each velocity of the model, of unit size and alone, moves each link. By the power of a wrench on
 * the link it gets its part of tau. Called by the regressors. Memory is the DAG's. */
#ifndef RIGIDC_VIRTUAL_H
#define RIGIDC_VIRTUAL_H

#include "hop.h"
#include "newton.h"
#include "tree.h"

struct Virtual {
	int v;              /* of the model */
	struct Spatial of;  /* the motion of the link, in its working frame */
};

/* Those that move a link, from the root on. */
struct Virtuals {
	struct Virtual *item;
	size_t count, capacity;
};

/* Of every link, in its own frame. */
struct Virtuals *virtuals_make(struct Dag *dag, const struct Tree *tree);
/* What moves the links, in SI, in their own frames; `column` as struct Approach says. */
const struct Motion3 *virtuals_motions(struct Dag *dag, const struct Tree *tree, bool column);

/* The parts of the power that go with the mass and with the first moment about the origin. */
void virtual_first(struct Dag *dag, const struct Motion3 *m, const struct Spatial *moved, Ref *mass, Ref moment[3]);
/* And with the entry D_jk of the second moment; for j and k that are not the same it stands for both. */
Ref virtual_second(struct Dag *dag, const struct Motion3 *m, const struct Spatial *moved, int j, int k);

#endif
