/* The first time within a step at which a watched function has fallen below 0, also where it has risen again at the end of the step.
 * Called by the methods of integration. Memory is the model's. */
#ifndef RIGIDC_CROSSING_H
#define RIGIDC_CROSSING_H

#include "course.h"

/* State of a method at a time after the begin of its last step, as exact as the method is. */
typedef void StateWithin(struct Course *course, double after, double *y);

enum { CROSSING_NODES = 5 };

/* A step, and the watched functions (conditions.h) within. */
struct Crossing {
	double from, step;      /* s: begin and length of the step */
	double *y[2], *rate[2]; /* states at both ends, and their rates */
	double *before,
		*inside; /* functions at the begin of the search; at the end of the step, if there is no event */
	bool *happened;  /* by function: it is among the first to fall below 0 */
	size_t count;    /* of functions */
	double longest;  /* s: longest next part within which nothing is missed; for contacts finite */
	double noise;    /* smaller variations of functions are roundings */
	double *value[CROSSING_NODES], *spare, *state; /* functions at nodes of a part of the step; a state */
	int looks;                                     /* at parts of the step */
};

struct Crossing *crossing_new(const struct Course *course);
/* Finds the first event after `begin`. Requires both ends, and `before` at `begin`. Returns the time after the begin of the step at
 * which nothing has happened yet, by bisection to the last double; NAN: there is no event. Sets `happened` and `longest`. */
double crossing_find(struct Course *course, struct Crossing *c, double begin, StateWithin *state);

#endif
