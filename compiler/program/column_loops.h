/* Loops over columns. Derivatives of accelerations have a column for each velocity, and most of their operations serve
 * one column alone: a solution with the factors of M. Columns whose last operations are the same, on other values, are
 * computed by one loop at the end of the function:
 *
 *     before:  all other operations. Values that the loop reads are stored in arrays: common ones once, those of each
 *              column side by side
 *     body:    the operations of one column
 *
 * Limbs of the same structure in lanes have their columns together: a member of the loop has a column of each limb.
 *
 * Called by the printers. Memory is the program's arena. */
#ifndef RIGIDC_PROGRAM_COLUMN_LOOPS_H
#define RIGIDC_PROGRAM_COLUMN_LOOPS_H

#include "program.h"
#include "rewrite/fold_limbs.h"

/* An output of the program: its rows and columns if it has blocks side by side with a column for each velocity, else 0. */
struct ColumnOutput {
	uint32_t rows, columns, velocities;
};

/* A value from before the loop: of every member its own, at first + member*width + place of the loop's own values, or
 * common to all, at place. */
struct ColumnInput {
	bool own, lanes;
	uint32_t place;
};

struct ColumnMember {
	uint32_t output;                  /* array of its results */
	uint32_t column[LIMB_LANES_MOST]; /* of each limb */
};

struct ColumnLoop {
	/* Members computed in a turn. Usually two, because operations of a single member wait for each other. One for a loop of
	 * three members: two turns would compute four. */
	uint32_t per_turn;
	/* Operations of these members, in turn. Its first steps are `input` of the one, then of the other, without
	 * statements. A store has in `array` the column, limb + limbs*(0 or 1 by member), and in `element` the first
	 * element of its row. */
	struct Program body;
	struct ColumnInput *input;
	uint32_t inputs;
	struct ColumnMember *member;
	uint32_t members, limbs;     /* limbs: columns of a member */
	uint32_t first[2], width[2]; /* own values: [0] numbers, [1] of limbs in lanes */
};

struct ColumnLoops {
	struct Program before; /* stores for loops have arrays outputs (numbers) and outputs + 1 (limbs in lanes) */
	struct ColumnLoop *loop;
	uint32_t loops;
	uint32_t places[2]; /* lengths of the two arrays */
};

/* Finds the loops of a program with so many outputs. `lanes`: its limbs in lanes, or NULL. */
struct ColumnLoops column_loops_find(const struct Program *program, const struct ColumnOutput *output, uint32_t outputs,
                                     const struct LimbFold *lanes);

#endif
