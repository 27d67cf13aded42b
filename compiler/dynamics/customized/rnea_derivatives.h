/* Derivatives of inverse dynamics with their intermediate results, for derivatives of forward dynamics. Called by
 * fd_derivatives.c, rows_derivatives.c, world_load.c and crba.c. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_RNEA_DERIVATIVES_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_RNEA_DERIVATIVES_H

#include "rnea.h"
#include "dynamics/tree/tangent.h"

struct Derivatives {
	struct Dag *dag;
	const struct Tree *tree;
	const struct Tangent *tangent;
	Ref *by_q, *by_qd; /* nv x nv each */
	Ref *bend;         /* d(ydd)/dq by link and map entry; and the first index of each link */
	size_t *first_bend;
	struct Loads loads;      /* lengths are measured in plan_length, forces in its inverse */
	bool *forced, *resisted; /* by velocity: do terms or wrenches depend on its coordinate, or on the velocity? */
};

/* Writes dtau/dq and dtau/dqd (nv x nv each) into `out`, at the accelerations `qdd`, which are held constant; NULL: at
 * the input qdd. */
struct Derivatives rnea_derivatives_make(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                         const Ref *qdd, Ref *out);
/* Inertia matrix M (nv x nv) from the same nodes. */
void rnea_derivatives_inertia(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *M);

/* Adds the effect of wrenches in world axes to dtau/dq (world_load.c). */
void world_loads_add(struct Derivatives *s, double length);
/* Adds the effect of laws to dtau/dq and dtau/dqd (law_derivatives.c). */
void laws_add(struct Derivatives *s, double length);

#endif
