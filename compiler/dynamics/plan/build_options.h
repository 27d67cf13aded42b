/* Options of the algorithms with the fewest operations. They change the operations, never the results. Made by the
 * pipeline, read by the algorithms. */
#ifndef RIGIDC_DYNAMICS_PLAN_BUILD_OPTIONS_H
#define RIGIDC_DYNAMICS_PLAN_BUILD_OPTIONS_H

#include <stdbool.h>

#include "pivot_log.h"
#include "plan.h"

struct BuildOptions {
	const struct Plan *plan;
	bool unrotated;          /* links may be evaluated un-rotated */
	bool column;             /* columns of U may be carried over turning joints */
	bool pairs;              /* joints may be eliminated together with rows of contacts */
	bool columns;            /* the Jacobian of the same frame is computed too */
	struct PivotLog *pivots; /* by part of the function; for one part: its own. NULL: not wanted */
	double row_length;       /* unit of lengths in the rows of loops; 0: 1 */
	bool planned_forces;     /* forces of rows stay along the vectors of the plan */
	struct Stages *stages;   /* where algorithms put their stages; NULL: none are wanted */
	bool slopes;             /* derivatives of inverse dynamics are computed too, by the same plan */
};

#endif
