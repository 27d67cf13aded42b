/* Velocities that move no inertia and that no row holds: the null space of [M; J], by numbers at closed states. Forward dynamics under
 * rows has a value if there are none: massless rods are held by the loops that they close. Called by check_singular.c. Memory is the
 * arena's of the row numbers.
 *
 * M + s J^T J has this null space, for any s > 0. With J x = c, the equations M x = b + J^T lambda become
 *   (M + s J^T J) x = b + s J^T c + J^T lambda,
 * so M may be replaced where it is singular, or nearly so: a velocity with next to no inertia leaves only rounding errors of the
 * forces that rows balance. Rows without which [M; J] keeps its rank are left out of this sum. */
#ifndef RIGIDC_PIPELINE_HELD_MOTIONS_H
#define RIGIDC_PIPELINE_HELD_MOTIONS_H

#include "dynamics/tree/null_motions.h"
#include "row_numbers.h"

/* Rows of loops and constraints, and of contacts of the model. */
struct HeldBy {
	const struct RowNumbers *numbers;
	const int *contact;
	int contacts;
};

/* At most `most` of these motions. */
struct NullMotions held_null_motions(const struct HeldBy *held, int most);
/* A velocity that moves less than this share of the largest inertia is light: of the forces that rows balance, only rounding errors
 * would be left to it. */
#define HELD_LIGHT 1e-10
/* Requires that no such motion exists. Marks the rows that make M regular, without light velocities, in set->found. */
void held_choose_braces(const struct HeldBy *held, const struct RowSet *set);

#endif
