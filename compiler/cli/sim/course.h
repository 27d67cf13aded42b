/* Inside of `rigidc sim`: a motion under way, by some method; its limits, its end by an interrupt.
 * Called by sim.c and the methods. Memory is the model's. */
#ifndef RIGIDC_COURSE_H
#define RIGIDC_COURSE_H

#include "simulation.h"

/* How it was that a method came no farther. */
enum Arrival {
	ARRIVED,             /* where it should */
	ARRIVED_AT_LIMIT,    /* of coordinate `at` */
	ARRIVED_LOST,        /* velocity `at` has no finite acceleration, or it or its coordinate is no number */
	ARRIVED_STUCK,       /* no step is small enough, for velocity `at` most of all */
	ARRIVED_SLOW,        /* steps have become so short, for velocity `at` most of all, that a row would take too many */
	ARRIVED_AWAY,        /* velocity `at` is faster than any machine: the motion runs away */
	ARRIVED_INTERRUPTED,
	ARRIVED_NO_MEMORY
};

/* A side of a joint's limits: outside * (q - bound) > 0 is beyond it. Where the motion begins on it, `bound` is moved outwards by
 * the rounding of a coordinate, so that a joint that rests there may rest and is seen when it leaves. */
struct Bound {
	int q;
	double bound, outside;
	bool begun_on;
};

struct Course {
	struct Simulation *simulation;
	double time, end;      /* of the state; of the motion, beyond which no input is asked for */
	double step;           /* of each, a part of the time between rows; adaptive: at most, 0: as it likes */
	double rtol, atol;
	double mean_step;      /* s, of the last steps, where they have become too short */
	struct Bounds { struct Bound *item; size_t count, capacity; } bounds; /* where it stops; may be empty */
	unsigned long steps;
	int at;
	void *own;             /* the method's */
};

/* An interrupt (SIGINT, SIGTERM) ends the motion and not the process; and was there one? */
void course_take_interrupts(void);
bool course_interrupted(void);
/* The next row is long in coming: the rows before are handed on. */
void course_show_rows(void);
/* The limits of the joints that have coordinates of their own; of others it says that they are not watched. The simulation is in
 * the state that it begins in. */
void course_bounds(struct Course *course);
/* The coordinate of a bound that the motion begins beyond, or on and then leaves: by its velocity, or from rest by its
 * acceleration. -1: none. */
int course_begins_outside(const struct Course *course);
/* How far inside of a bound a state is; negative: beyond it. */
double course_inside(const struct Bound *bound, const double *y);
/* The coordinate of a bound that a state is beyond, or at and moves on; -1: none. */
int course_leaves(const struct Course *course, const double *y);
/* A velocity that is faster than any machine; -1: none. */
int course_away(const struct Course *course, const double *y);

#endif
