/* Lowering: DAG to straight-line program.
 * Called by compile.c, last, once for every function; lower_statements also where loops have moved statements.
 * Memory is the arena's. */
#ifndef RIGIDC_LOWER_H
#define RIGIDC_LOWER_H

#include "program.h"

struct Lower {
	int nesting;    /* most operations nested into a statement from values used once */
	bool kernel;    /* sines and cosines by our own kernel */
	bool fused;     /* with fma */
	bool first_use; /* temporaries are set at their first read */
	bool counted;   /* only multiplications, additions and constants are wanted, no steps */
	bool schedule;  /* order with the fewest temporaries alive, else the algorithm's */
};

/* The program of the results, with live nodes only. */
struct Program lower_dag(struct Arena *arena, const struct Dag *dag, const struct Result *result, int results,
                         const struct Lower *how);

/* The statements anew, as steps stand and by which of them are temporaries. A store follows the step it waits for at once, or
 * the temporary's, so that results die young. Nothing in `scratch` is needed afterwards. */
void lower_statements(struct Program *program, struct Arena *scratch);

#endif
