/* Stages of a program with limb lanes (rewrite/fold_limbs.h): code outside of limbs and loops over limbs, in turn.
 * Even stages compute with numbers; odd stages are loops over limbs l = 0, 1, ...
 *
 *     a = cos(q[0])                   0   once
 *     f = own*q_1_2 + a               1   for each limb: keeps f
 *     s = pick(f, 0) + pick(f, 1)     2   once, after the loop that computes all f
 *     g = f*s                         3   for each limb
 *     tau[1] = pick(g, 0)             3   a result of every limb: tau[1 + l] = g
 *     tau[2] = pick(g, 1)
 *     tau[0] = s*a                    2
 *
 * A value is computed in the first stage of its kind that can read its operands. Odd stages read values of the same
 * limb up to this stage, and numbers of earlier stages. Even stages read values kept by limbs in earlier stages.
 *
 * Called by the printers that write loops. Memory is the program's arena. */
#ifndef RIGIDC_PROGRAM_ROLLED_STAGES_H
#define RIGIDC_PROGRAM_ROLLED_STAGES_H

#include "program.h"
#include "rewrite/fold_limbs.h"

/* A result of every limb: element[l] of the output is lane l's. */
struct LimbStore {
	uint32_t array, element[LIMB_LANES_MOST];
	bool negative;
	uint32_t next; /* next LimbStore of the same step, + 1; 0: none */
};

struct RolledStages {
	uint32_t count;
	uint32_t *end;   /* by stage: index after its last statement */
	uint32_t *stage; /* by named step: its stage */
	/* By step: index of its value among the values kept by each limb, + 1. Later stages and code outside of
	 * limbs read kept values. 0: not kept. */
	uint32_t *kept;
	uint32_t keeps;
	struct LimbStores ARENA_LIST(struct LimbStore) store;
	uint32_t *stores; /* by step: its first LimbStore, + 1 */
};

/* The same program with its statements in the order of stages, without the stores in `apart` (NULL: none). Picks of
 * lanes are no statements. Results of every limb are no statements either: the stage of their step stores them. `most`:
 * most steps of a loop; 0: any, and angles of a group of sines need not be in one stage. */
struct Program roll_stages(const struct Program *program, const struct LimbFold *lanes, const bool *apart,
                           uint32_t most, struct RolledStages *stages);

#endif
