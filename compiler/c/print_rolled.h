/* Loops over like limbs (rewrite/fold_limbs.h) as C: what is computed for each of them is the body of a loop, and what belongs to
 * none stands between the loops. Of two legs, each with a joint and a foot on it,
 *
 *     static const double own[2][1] = {
 *         { 0.75 },
 *         { 0.8 }
 *     };
 *     double limb[2][1];
 *     for (int l = 0; l < 2; l++) {
 *         const double f1x = own[l][0]*q[7 + l];
 *         limb[l][0] = f1x;
 *         tau[6 + l] = 2.0*f1x;
 *     }
 *     tau[0] = limb[0][0] + limb[1][0];
 *
 * Every limb is computed to the bit as without.
 * Called by print_batch_lanes.c, where a state is in each lane so that limbs have none left, and by print_compact.c, where bytes count. All
 * memory is the arena's. */
#ifndef RIGIDC_C_PRINT_ROLLED_H
#define RIGIDC_C_PRINT_ROLLED_H

#include "rolled_operands.h"

/* p->function with its like limbs in loops, without the results that are `apart` (by store; NULL: none are); NULL: it has
 * no such limbs, or would be too long for one piece. */
struct Rolled *c_roll_limbs(const struct Printer *p, const bool *apart);
/* Makes p->function that of p->loops, before c_open_body. Without loops it stays. */
void c_take_rolled(struct Printer *p);
/* All statements, behind the tables they read. */
void c_put_rolled(struct Printer *p);

#endif
