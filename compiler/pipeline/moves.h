/* How far an assembly moves joints, as a sentence. Called by the check of poses and the command. Memory is the arena's. */
#ifndef RIGIDC_PIPELINE_MOVES_H
#define RIGIDC_PIPELINE_MOVES_H

#include "model/model.h"

/* A named joint that moves farther, in rad and shares of the model's size, is a warning. */
#define MOVES_FAR 0.01

struct Moves {
	const char *
		text; /* "'knee' moves by 12.3 deg, 'rod.x' by 4 mm"; NULL: all moves are within the rounding of numbers in a file */
	double named; /* the farthest move of a named joint, in rad and shares of the model's size */
};

/* Driven and free joints come first, the farthest move first. q is in the model's order; `named` is by body; `length`: the model's size
 * in m. */
struct Moves moves_of(struct Arena *arena, const struct Model *model, double length, const bool *named,
                      const double *from, const double *to);

#endif
