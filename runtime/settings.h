/* From the options of the public header to a request.
 * Called when a model is read. The request and its strings are the arena's. */
#ifndef RIGIDC_SETTINGS_H
#define RIGIDC_SETTINGS_H

#include "rigidc.h"

#include "base/arena.h"
#include "base/request.h"

/* Largest tolerance for quarter turns, in rad: no angle farther off is meant as a quarter turn. */
#define SETTINGS_SNAP_MOST 0.1

/* Tolerances of closed loops, in shares of the model's size or rad. */
#define SETTINGS_CLOSURE_LEAST 1e-15
#define SETTINGS_CLOSURE_MOST 0.1

static inline bool settings_closure_possible(double tolerance)
{
	return tolerance >= SETTINGS_CLOSURE_LEAST && tolerance <= SETTINGS_CLOSURE_MOST;
}

/* Why the options are refused; NULL if accepted. */
const char *settings_refused(struct Arena *arena, const rigidc_options *options);
void settings_copy(struct Arena *arena, const rigidc_options *options, struct Request *request);

#endif
