/* Stages (program/stage.h) in C, each a function that a long function calls after its pieces. Example, with two members
 * in each turn:
 *
 *     static const short place[4][2] = { { 0, 6 }, { 0, 7 }, { 1, 6 }, { 1, 7 } };
 *     double *const result[2] = { dqdd_dq, dqdd_dqd };
 *     for (int member = 0; member < 4; member += 2) {
 *         const double *const at0 = staged + 31 + 2*member;
 *         const double *const at1 = at0 + 2;
 *         double *const to0 = result[place[member][0]] + place[member][1];
 *         double *const to1 = result[place[member + 1][0]] + place[member + 1][1];
 *         const m_limbs2 own1 = { at0[1], at1[1] };
 *         const m_limbs2 t1 = own1*spread[12];
 *         to0[36] = t1[0];
 *         to1[36] = t1[1];
 *     }
 *
 * `staged` has the values that members read, and `spread` has those for all members in each lane. With --size=off every
 * turn is a function of its own.
 * Called by files.c, body.c and print_limb_lanes.c. All memory is the arena's. */
#ifndef RIGIDC_C_PRINT_STAGES_H
#define RIGIDC_C_PRINT_STAGES_H

#include "stage_operands.h"

/* Takes the stages out of p->function, if it has any. */
void c_take_stages(struct Printer *p);
/* Functions for the stages, from 0 on, and the body of one. */
int c_stage_functions(const struct Printer *p);
void c_put_stage(struct Printer *p, int number);
/* The arrays, before the function's statements; after these the calls. The function has so many pieces. */
void c_open_stages(struct Printer *p);
void c_put_stage_calls(struct Printer *p, int pieces);

#endif
