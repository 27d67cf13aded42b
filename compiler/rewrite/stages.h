/* Stages: what a function computes in the same way for several members, such as the columns of a solution with the
 * factors of M. The algorithm writes the operations of one member down once, over inputs, and lists the values of each
 * member:
 *
 *     of the function:   L = ..., y0 = ..., y1 = ...      x0 = result 0,  x1 = result 1
 *     of a member:       result = shared[0]*own[0]        shared: L;  own: y0, y1
 *
 * The function and the form of a member go through the passes apart. Written out, every member has its own nodes.
 *
 * Made by algorithms, called by the pipeline. Memory is the arena of the stages. */
#ifndef RIGIDC_REWRITE_STAGES_H
#define RIGIDC_REWRITE_STAGES_H

#include "rewrite.h"

struct Stage {
	struct Form form; /* of a member: from INPUT_SHARED and INPUT_OWN to its results */
	uint32_t members;
	uint32_t owns;   /* own values of a member */
	uint32_t own;    /* place of the first member's in `own`; the next member's follow */
	uint32_t result; /* the first member's first result, as an element of INPUT_RESULT; the next follow */
};

struct Stages {
	struct Arena *arena;
	bool in_lanes; /* limbs are in lanes, which shorten the code too: only the longest functions have stages */
	struct Stage *item;
	size_t count, capacity;
	struct StageValues ARENA_LIST(Ref) shared,
		own; /* values of the function: elements of INPUT_SHARED; of all members */
	uint32_t results;
};

/* Do stages pay that save so many operations of a function's code? Code that fits the instruction cache is faster without. */
bool stages_pay(const struct Stages *stages, const struct Dag *function, long saved);
/* The DAG for a member of a new stage. */
struct Dag *stage_begin(struct Stages *stages);
/* A value of the function as a member reads it. */
Ref stage_shared(struct Stages *stages, const struct Dag *function, struct Dag *member, Ref value);
/* Ends a stage with these results. Its members follow, by their own values. */
void stage_end(struct Stages *stages, const struct Dag *member, const Ref *result, size_t results, uint32_t owns);
/* Adds a member to the last stage. Its results in the function's DAG: `result`. */
void stage_member(struct Stages *stages, struct Dag *function, const Ref *own, Ref *result);
/* Adds the values that members read to those of the form. */
void stages_keep(struct Form *form);
/* The form without stages: with the operations of each member. */
struct Form stages_written_out(const struct Form *form);

#endif
