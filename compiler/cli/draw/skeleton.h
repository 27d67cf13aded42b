/* A robot drawn as lines: origins of bodies and frames, each joined to its parent's origin; struts and tendons from
 * point to point.
 * Called by sim. Memory is the model's. */
#ifndef RIGIDC_SKELETON_H
#define RIGIDC_SKELETON_H

#include "sheet.h"
#include "runtime/library.h"

struct SkeletonPoint {
	int joined;   /* parent point; -1: none */
	bool bare;    /* end of a strut on the world: no dot is drawn */
	int frame;    /* index among the poses of skeleton_function; -1: world */
	double at[3]; /* position in this frame */
};

struct SkeletonStrut {
	bool tendon;
	int *point, points;
};

struct Skeleton {
	struct SkeletonPoint *item;
	size_t count, capacity;
	int frames;
	struct SkeletonStrut *strut;
	size_t struts;
};

/* Postures in order: x y z of point p in posture k begin at position[3 * (k * points + p)]. */
struct Postures {
	double *time, *position;
	size_t count, points;
};

/* The function of all poses, in the syntax of -f. Within a call of the library. */
const char *skeleton_function(rigidc_model *model);
/* The points, struts and tendons of the skeleton. */
struct Skeleton skeleton_points(rigidc_model *model);
/* Positions of the points at those rows of a motion (t, q ...) that are at least a picture of a film apart. `poses`:
 * the function of skeleton_function. */
struct Postures skeleton_move(rigidc_model *model, const struct Skeleton *skeleton, rigidc_function *poses,
                              const struct Sheet *rows);

#endif
