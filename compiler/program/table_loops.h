/* Loops over statements of the same form. Long functions have many statements of few forms, such as
 *
 *     t = a*b - c*d
 *
 * on values that pieces of the function hand on in arrays. A loop computes such statements one after the other, and
 * finds their values by a table of places. A place has two bytes, where an instruction that reads the value has eight.
 *
 * Called by the printers. Memory is the program's arena. */
#ifndef RIGIDC_PROGRAM_TABLE_LOOPS_H
#define RIGIDC_PROGRAM_TABLE_LOOPS_H

#include "program.h"
#include "sum_loops.h"

/* A loop: statements from `first` up to `end`, in order. Later ones may read results of earlier ones. */
struct TableLoop {
	uint32_t first, end;
	uint32_t leaves;
	struct Program body;   /* its first steps are the leaves */
	struct Operand value;  /* the result in the body */
	struct Operand **leaf; /* by statement */
};

struct TableLoops {
	struct Program program;
	struct TableLoop *loop; /* in order of their statements */
	uint32_t loops;
};

/* The loop that begins or continues at a statement, or NULL. `loops` may be NULL. */
const struct TableLoop *table_loop_at(const struct TableLoops *loops, uint32_t statement);
/* First statement of the next loop, at most `end`. */
uint32_t table_loop_after(const struct TableLoops *loops, uint32_t statement, uint32_t end);
/* Finds the loops of a program with so many outputs. `sums`: its loops over sums, or NULL. Their statements move. */
struct TableLoops table_loops_find(const struct Program *program, uint32_t outputs, struct SumLoops *sums);

#endif
