/* States at which accelerations or forces are not unique: rows depend on each other, no forces balance all idle velocities, or M is
 * singular. Called by eval, sim and package. Memory is the arena's of the tree's DAG. */
#ifndef RIGIDC_PIPELINE_DEAD_STATE_H
#define RIGIDC_PIPELINE_DEAD_STATE_H

#include "assemble.h"

struct DeadState {
	struct Assembly *assembly;   /* rows of loops, then of contacts; none for the open tree */
	bool rows, balance, inertia; /* what is looked at: rows; their forces on idle velocities; M along the rows */
	/* what was found, at the last state */
	int depends;     /* place of a row that depends on others; -1: none */
	bool unbalanced; /* loads of idle velocities have no answer */
	bool *moves;     /* by velocity: it takes part in a motion without inertia; NULL: there is no such motion */
	/* work */
	double *J, *B, *M, *x, *square;
	int *place;
	size_t *order;
	bool *moving;
};

/* Assembly of the tree alone, without rows. */
struct Assembly dead_state_open_tree(struct Arena *arena, const struct Model *model);
/* Chooses what is looked at. Where no state has a singular M, inertia is not. */
void dead_state_begin(struct DeadState *state, struct Assembly *assembly, bool rows, bool balance, bool inertia);
/* Looks at q, in the tree's order; `known`: the assembly has been there already. True: something was found. */
bool dead_state_look(struct DeadState *state, const double *q, bool known);
/* "row fz of 'pin' depends on other rows of loops, so forces and accelerations are not unique". `phase`: of contacts; NULL: loops. */
const char *dead_state_why(struct Arena *arena, const struct Model *model, const struct DeadState *state,
                           const char *phase);

#endif
