/* What Newton-Euler finds on its way out, for algorithms that go their own way back.
 * Called by those over the canonical tree. Memory is the DAG's. */
#ifndef RIGIDC_NEWTON_H
#define RIGIDC_NEWTON_H

#include "approach.h"
#include "hop.h"

/* Forces are measured in 1 / plan_force, offsets on the way back in plan_force. */
struct Loads {
	const struct Hop *hop; /* for the way back */
	struct Spatial *f;     /* of every link, what moves it alone, less what the environment does, in its working frame */
};

struct Loads newton_loads(struct Dag *dag, const struct Tree *tree, const struct Approach *approach);

#endif
