/* A robot as lines: the origins of its bodies and frames, each joined to the one it hangs on; struts and tendons from point to
 * point.
 * Called by sim. Memory is the model's. */
#ifndef RIGIDC_SKELETON_H
#define RIGIDC_SKELETON_H

#include "sheet.h"
#include "runtime/library.h"

struct SkeletonPoint {
	int joined;       /* the point before it; -1: none */
	bool bare;        /* the world's, where a strut ends: nothing is drawn there */
	int frame;        /* whose pose it belongs to, of those of skeleton_function; -1: the world's */
	double at[3];     /* in that frame */
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

/* Postures one after the other: numbers x y z of point p in posture k begin at 3 * (k * points + p). */
struct Postures {
	double *time, *position;
	size_t count, points;
};

/* The function of all poses, as -f would ask for it. In a call of the library. */
const char *skeleton_function(rigidc_model *model);
/* Its points. */
struct Skeleton skeleton_points(rigidc_model *model);
/* Where they are, at rows of a motion (t, q ...) that are a picture of a film apart; `poses` is that function. */
struct Postures skeleton_move(rigidc_model *model, const struct Skeleton *skeleton, rigidc_function *poses, const struct Sheet *rows);

#endif
