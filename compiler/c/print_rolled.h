/* Loops over limbs of the same structure (rewrite/fold_limbs.h) in C. Loop bodies compute the values of each limb;
 * statements between the loops compute the rest. Example: two legs, each with a joint and a foot,
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
 * Every limb has the same result as without loops, to the bit. A body with fewer lanes than limbs has several limbs in each
 * turn, in the lanes of a vector.
 * Called by print_batch_lanes.c, whose lanes hold states instead of limbs, by print_limb_lanes.c for bodies with fewer lanes
 * than limbs, by print_compact.c for code size, and by body.c.
 * All memory is the arena's. */
#ifndef RIGIDC_C_PRINT_ROLLED_H
#define RIGIDC_C_PRINT_ROLLED_H

#include "rolled_operands.h"

/* p->function with loops over its limbs, without the results in `apart` (by store; NULL: none). NULL: the function
 * has no limbs of the same structure, or is too long for one piece. */
struct Rolled *c_roll_limbs(const struct Printer *p, const bool *apart);
/* The same for a body with fewer lanes than limbs: its lanes in a loop, so many limbs in each turn. NULL also where
 * that is not estimated to have fewer bytes. */
struct Rolled *c_roll_lanes(const struct Printer *p);
/* Sets p->function to the function with loops, before c_open_body. Without loops nothing changes. */
void c_take_rolled(struct Printer *p);
/* Lines indented by another tab. */
void c_put_lines(struct Text *out, const char *lines);
/* Statements from `first` up to `end`, likewise. */
void c_put_run_inside(struct Printer *p, uint32_t first, uint32_t end);
/* All statements, after the tables they read. */
void c_put_rolled(struct Printer *p);

#endif
