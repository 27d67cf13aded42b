/* A motion in progress within `rigidc sim`, by any method: its limits, its interruption, its end.
 * Called by sim.c and the methods. Memory is the model's. */
#ifndef RIGIDC_COURSE_H
#define RIGIDC_COURSE_H

#include "simulation.h"

/* What ends a motion: a row each in condition_table (conditions.h). */
enum Arrival {
	ARRIVED,          /* at the requested time: nothing has ended it */
	ARRIVED_AT_LIMIT, /* at the limit `at` */
	ARRIVED_CONTACT,  /* functions of a new set of contacts cannot be made; otherwise the motion goes on */
	ARRIVED_SLIP,     /* never: the motion goes on */
	ARRIVED_SUNK,     /* contact `at` is below its ground and moves down */
	ARRIVED_LOST,     /* velocity `at`, its acceleration or its coordinate is not finite */
	ARRIVED_AWAY,     /* velocity `at` is faster than any machine: the motion diverges */
	ARRIVED_DEAD,     /* rows depend on each other */
	ARRIVED_STUCK,    /* no step is small enough; the largest error is that of velocity `at` */
	ARRIVED_SLOW,     /* too many steps to the next row; the largest error is that of velocity `at` */
	ARRIVED_BUSY,     /* contacts change more often than EVENTS_MOST times a second, the last time contact `at` */
	ARRIVED_INTERRUPTED,
	ARRIVED_NO_MEMORY,
	ARRIVALS
};

/* A side of a joint's limits: q is beyond the limit if outside * (q - bound) > 0. If the motion begins on the limit,
 * `bound` is moved outside by the rounding of a coordinate. So a joint may rest there, and is seen when it moves on. */
struct Bound {
	int q;
	double bound, outside;
	bool begun_on;
};

struct Course {
	struct Simulation *simulation;
	const struct Integrator *integrator;
	const struct Sheet *sheet; /* columns of the output */
	double time, end;          /* time of the state; end of the motion: no input is evaluated later */
	double step; /* length of steps, a divisor of the time between rows; adaptive: maximum, or 0: none */
	double rtol, atol;
	double mean_step;                              /* s, mean length of the last steps, set with ARRIVED_SLOW */
	struct Bounds ARENA_LIST(struct Bound) bounds; /* empty: limits are ignored */
	unsigned long steps;
	bool jumped; /* the state of the simulation has changed within a step: the method begins anew */
	int at;      /* the limit or velocity at which the motion has ended */
	void *own;   /* data of the method */
};

/* Interrupts (SIGINT, SIGTERM) end the motion instead of the process. course_interrupted is true after an interrupt. A
 * signal that is ignored, as after nohup, stays ignored. */
void course_take_interrupts(void);
/* They end the process again. */
void course_leave_interrupts(void);
bool course_interrupted(void);
/* Flushes the rows written so far, because the next row takes long. */
void course_show_rows(void);
/* Adds the limits of the joints with own coordinates. For coupled joints a message says that their limits are not
 * watched. The simulation must be in its initial state. */
void course_bounds(struct Course *course);
/* Distance of a state from a bound; negative beyond the bound. */
double course_inside(const struct Bound *bound, const double *y);

#endif
