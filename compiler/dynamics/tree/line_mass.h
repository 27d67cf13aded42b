/* Mass on the line of a leg: its force and its inertia at the leg's ball, instead of on two links. Called by the pipeline as a pass
 * over its own copy of a tree, and by followed_point.c. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_TREE_LINE_MASS_H
#define RIGIDC_DYNAMICS_TREE_LINE_MASS_H

#include "tree.h"

struct Plan;

/* Moments along the line: of the lower body from the centre of the leg to the ball, of the upper body from the ball to the centre. */
struct LineMass {
	Ref lower, upper; /* first moments */
	Ref second;       /* sum of both second moments */
	Ref about;        /* moment of inertia about the line, of both */
	struct Mat axes;  /* from the axes of the point's z to those of the world */
	struct Vec axis;  /* of the first turn, in the axes of the point's z */
};

/* Takes masses on lines of legs from the links. Only tree_fold_forces and tree_fold_inertia add them again. `plan` is not read: it is
 * an argument of all passes over a tree. */
void line_masses_take(struct Tree *tree, const struct Plan *plan);
/* Force at the ball that moves the mass, and the inertia of the ball, in the axes of z. */
struct Vec line_mass_force(struct Dag *dag, const struct Tree *tree, const struct TreePoint *point);
struct Mat line_mass_inertia(struct Dag *dag, const struct TreePoint *point);

#endif
