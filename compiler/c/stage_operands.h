/* Operands and results of the members of a stage (print_stages.h):
 *
 *     staged[12]     a value for all members; in lanes spread[12], a vector
 *     at0[3]         a value of the member in lane 0; in lanes own3, a vector with that of each
 *     to0, to1_2     pointers to results of the members in lanes 0 and 1, by column of the table of places
 *
 * Called by the printers of statements; print_stages.c prints the loops around. All memory is the arena's. */
#ifndef RIGIDC_C_STAGE_OPERANDS_H
#define RIGIDC_C_STAGE_OPERANDS_H

#include "printer.h"

/* Vectors of the values for all members. No argument has this name. */
#define STAGES_SPREAD "spread"

/* Members that a turn computes, in the lanes of a vector, or a single one in numbers. */
struct Members {
	const struct ProgramStage *stage;
	int lanes;
	/* by store of a result: the column of the table of places, and the element beyond that of the table */
	uint32_t *column, *beyond, columns;
	uint32_t *first; /* by column: its first store */
};

/* A value of a member. */
const char *c_stage_value(const struct Printer *p, enum Input array, uint32_t element);
/* Pointer to results of the member in a lane. */
const char *c_stage_pointer(const struct Printer *p, uint32_t column, int lane);

#endif
