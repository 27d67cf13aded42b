/* Directions of a URDF: axes of joints and loops.
 * Called by urdf.c and loop.c. Memory is the arena's. */
#ifndef RIGIDC_URDF_DIRECTION_H
#define RIGIDC_URDF_DIRECTION_H

#include "value.h"

struct UrdfDirection {
	struct Figure number[3];
	struct Span span;
	double scaled[3]; /* the largest entry is 1 or -1; all are 0 without length */
	double length;    /* as written */
};

/* Reads the xyz of an <axis>, the first attribute of an element. Without an element the direction is that of coordinate
 * axis `along`, with the span `owner`. False after a diagnostic. */
bool urdf_direction(struct UrdfReader *r, const struct UrdfElement *axis, struct Span owner, int along,
                    struct UrdfDirection *direction);

/* Reports a direction without length, and one of another length than 1. False without length. */
bool urdf_direction_check(struct UrdfReader *r, const struct UrdfDirection *direction);

/* x, -z, or the vector as given. */
struct Expr *urdf_direction_value(struct UrdfReader *r, const struct UrdfDirection *direction);

#endif
