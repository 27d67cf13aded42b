/* A robot drawn as lines: origins of bodies and frames, each joined to its parent's origin; struts, tendons and loops from
 * point to point; contacts with their grounds.
 * Called by sim. Memory is the model's. */
#ifndef RIGIDC_SKELETON_H
#define RIGIDC_SKELETON_H

#include "sheet.h"
#include "runtime/library.h"

struct SkeletonPoint {
	int joined;   /* parent point; -1: none */
	bool bare;    /* end of a strut or loop on the world: no dot is drawn */
	int frame;    /* index among the poses of skeleton_function; -1: world */
	double at[3]; /* position in this frame */
};

struct SkeletonStrut {
	bool tendon;
	int *point, points;
};

struct SkeletonLoop {
	bool rod;     /* keeps the distance of its ends */
	int point[2]; /* A, B */
};

/* A contact whose lambda the motion has. */
struct SkeletonContact {
	int point;
	double R[9], p[3]; /* its ground in the world */
	struct SkeletonRow {
		size_t column; /* of lambda in the motion */
		bool force;
		double t[3]; /* direction in the world, of a force */
	} row[ROWS_MOST];
	int rows;
	size_t closed; /* column of the motion: 1 closed, 0 open; 0: the motion has none */
};

struct Skeleton {
	struct SkeletonPoint *item;
	size_t count, capacity;
	int frames;
	struct SkeletonStrut *strut;
	size_t struts;
	struct SkeletonLoop *loop;
	size_t loops;
	struct SkeletonContact *contact;
	size_t contacts;
	double weight; /* of all moving bodies, N */
};

/* Postures in order: x y z of point p in posture k begin at position[3 * (k * points + p)]. Likewise force: what the ground
 * does to the body at contact c, N in world axes; closed: as the motion says, else
 * is any of its lambda not 0? */
struct SkeletonPostures {
	double *time, *position, *force;
	bool *closed;
	size_t count, points, contacts;
};

/* The function of all poses, in the syntax of -f. Within a call of the library. */
const char *skeleton_function(rigidc_model *model);
/* The skeleton of a motion: points, struts, tendons, loops, and those contacts of which the motion has columns. */
struct Skeleton skeleton_points(rigidc_model *model, const struct Sheet *rows);
/* Positions of the points at those rows of a motion (t, q ...) that are at least a picture of a film apart. `poses`:
 * the function of skeleton_function. */
struct SkeletonPostures skeleton_move(rigidc_model *model, const struct Skeleton *skeleton, rigidc_function *poses,
                                      const struct Sheet *rows);

#endif
