/* Rows of loops, constraints and contacts in the output of `rigidc info`: mobility, idle joints, the order of
 * elimination, and pivots at poses.
 * Called by info.c, info_json.c, info_loops.c and info_contacts.c. The JSON is the caller's; other memory is the
 * model's arena. */
#ifndef RIGIDC_INFO_ROWS_H
#define RIGIDC_INFO_ROWS_H

#include <jansson.h>

#include "pipeline/job.h"

/* Names of rows. Redundant rows follow with the words "hold by themselves". */
void info_put_rows(struct Text *out, const struct ConstraintRow *row, int rows);
/* Names of all rows, or of the rows without redundant ones. */
json_t *info_rows_json(const struct ConstraintRow *row, int rows, bool all);

/* Velocities less the independent rows of loops and constraints. */
int info_mobility(const struct Model *model);
/* Mobility, and the joints that nothing drives; nothing without loops and constraints. */
void info_mobility_put(struct Text *out, const struct Model *model);

/* Puts the orders of elimination, by function. */
void info_elimination_put(struct Text *out, const struct Job *job);
/* An array of {velocity, row}; NULL: the function eliminates nothing. */
json_t *info_elimination_json(const struct Model *model, const struct Generated *function);

/* Smallest pivots at each pose: of the rows of loops and constraints, then of each phase. From 0 to 1. */
struct InfoPivots {
	int columns; /* 0: there are no poses or no rows */
	const char **column;
	double *item; /* poses x columns */
};
struct InfoPivots info_pivots(const struct Model *model);
void info_pivots_put(struct Text *out, const struct Model *model, const struct InfoPivots *pivots);
/* {column: pivot} of a pose. */
json_t *info_pivots_json(const struct InfoPivots *pivots, size_t pose);

#endif
