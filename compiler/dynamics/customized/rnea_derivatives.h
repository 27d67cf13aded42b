/* Derivatives of inverse dynamics with all that was found on the way, for those of forward dynamics.
 * Called by fd_derivatives.c and crba.c. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_RNEA_DERIVATIVES_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_RNEA_DERIVATIVES_H

#include "rnea.h"
#include "dynamics/tree/tangent.h"

struct Derivatives {
	struct Dag *dag;
	const struct Tree *tree;
	const struct Tangent *tangent;
	Ref *by_q, *by_qd;       /* nv x nv each */
	Ref *bend;               /* d(ydd)/dq of links, and where those of each begin */
	size_t *first_bend;
	struct Loads loads;      /* lengths are measured in plan_length, forces in its inverse */
	bool *forced, *resisted; /* by velocity: do what coordinates carry and wrenches depend on its coordinate, on it? */
};

/* dtau/dq and dtau/dqd (nv x nv each) are written into `out`, at these accelerations, which stay as they are; NULL: at those
 * that are an input. */
struct Derivatives rnea_derivatives_make(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, const Ref *qdd,
                               Ref *out);
/* M (nv x nv) of the same nodes. */
void rnea_derivatives_inertia(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *M);

/* What wrenches in axes of the world add to dtau/dq (world_load.c). */
void world_loads_add(struct Derivatives *s, double length);

#endif
