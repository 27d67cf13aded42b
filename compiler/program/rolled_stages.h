/* A program with limbs in lanes (rewrite/fold_limbs.h) as what is done once and what is done for each limb, in turn. A stage with
 * an even number is in numbers, one with an odd number is gone through once for every limb l = 0, 1, ...
 *
 *     a = cos(q[0])                   0   once
 *     f = own*q_1_2 + a               1   for each limb: keeps f
 *     s = pick(f, 0) + pick(f, 1)     2   once, behind the loop that finds all f
 *     g = f*s                         3   for each limb
 *     tau[1] = pick(g, 0)             3   a result of every limb: tau[1 + l] = g
 *     tau[2] = pick(g, 1)
 *     tau[0] = s*a                    2
 *
 * A value is found in the first stage of its kind that can read its operands. A limb reads its own values of this stage and
 * of those before, and of what is done once what is done before; what is done once reads of limbs what they keep of the
 * stages before.
 *
 * Called by the printers that write loops. Memory is the program's arena. */
#ifndef RIGIDC_PROGRAM_ROLLED_STAGES_H
#define RIGIDC_PROGRAM_ROLLED_STAGES_H

#include "program.h"
#include "rewrite/fold_limbs.h"

/* A result of every limb: element[l] of an output is that of lane l. */
struct LimbStore {
	uint32_t array, element[LIMB_LANES_MOST];
	bool negative;
	uint32_t next; /* of the same step, + 1 */
};

struct RolledStages {
	uint32_t count;
	uint32_t *end;    /* by stage: the statement behind its last */
	uint32_t *stage;  /* by step with a name: where it is found */
	/* By step: its place among what each limb keeps, + 1, for what is not of limbs and for later stages; 0: none reads it. */
	uint32_t *kept;
	uint32_t keeps;
	struct LimbStores { struct LimbStore *item; size_t count, capacity; } store;
	uint32_t *stores; /* by step: the first of its stores, + 1 */
};

/* The same program with its statements in the order of stages, without the stores in `apart` (NULL: there are none). Values
 * picked of a lane are no statements, nor are results that every limb has at a place of its own: those are stored by the
 * stage that finds them. */
struct Program roll_stages(const struct Program *program, const struct LimbFold *lanes, const bool *apart,
                              struct RolledStages *stages);

#endif
