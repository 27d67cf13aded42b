/* A motion in progress within `rigidc sim`: its limits, its interruption and its end; the methods of integration.
 * Called by sim.c and the methods. Memory is the model's. */
#ifndef RIGIDC_COURSE_H
#define RIGIDC_COURSE_H

#include "simulation.h"

/* What ends a motion: a row each in condition_table (conditions.c). */
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

/* --- what ends or interrupts a motion: a table of conditions --- */

/* Members are NULL where a condition has none. Conditions without root functions and tests are found by the methods. */
struct Condition {
	/* Root functions: their number, and their values at a time and state, which fall below 0 when it happens. */
	size_t (*roots)(const struct Course *course);
	void (*inside)(struct Course *course, double time, const double *y, double *inside);
	/* Test of a state, and another of the first state: what ends the motion there (Course.at), or -1. */
	int (*test)(const struct Course *course, const double *y);
	int (*first)(const struct Course *course);
	/* Changes the state of the simulation where root functions `happened`, so that the motion goes on; else it
	 * ends. */
	enum Arrival (*change)(struct Course *course, const bool *happened);
	bool row; /* the state where it ends is a row of the output */
	/* The message at its end. */
	void (*tell)(const struct Course *course);
};

extern const struct Condition condition_table[ARRIVALS];

/* Number of all root functions, and their values. */
size_t conditions_roots(const struct Course *course);
void conditions_inside(struct Course *course, double time, const double *y, double *inside);
/* Tests of a state, and of the first state. */
enum Arrival conditions_test(struct Course *course, const double *y);
enum Arrival conditions_first(struct Course *course);
/* What follows where root functions, by their number, have fallen below 0: ARRIVED if the motion goes on. */
enum Arrival conditions_happened(struct Course *course, const bool *happened);

/* --- the first time within a step at which a watched function has fallen below 0 --- */

/* State of a method at a time after the begin of its last step, as exact as the method is. */
typedef void StateWithin(struct Course *course, double after, double *y);

enum { CROSSING_NODES = 5 };

/* A step, and the watched functions (conditions.c) within. */
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
/* Finds the first event after `begin`. Requires both ends, and `before` at `begin`. Returns the time after the begin of
 * the step at which nothing has happened yet, by bisection to the last double; NAN: there is no event. Sets `happened`
 * and `longest`. */
double crossing_find(struct Course *course, struct Crossing *c, double begin, StateWithin *state);

enum IntegratorId {
#define INTEGRATOR(id, name, adaptive, implicit, begin, go, end) INTEGRATOR_##id,
#include "integrators.def"
	INTEGRATOR_COUNT
};

struct Integrator {
	const char *name;
	bool adaptive, implicit;
	/* Begins at the state of course->time. False after a message: the method is unavailable, or out of memory. */
	bool (*begin)(struct Course *course);
	/* Integrates to a later time, or until it has to stop. Quaternions of the state have unit length afterwards. */
	enum Arrival (*go)(struct Course *course, double until);
	void (*end)(struct Course *course);
};

extern const struct Integrator integrator_table[INTEGRATOR_COUNT];
/* The default method, without --method and --step. One-step methods may be projected after each step, so they are
 * taken for motions that hold rows. */
enum IntegratorId integrator_usual(bool holds);

bool integrate_fixed(struct Course *course);
enum Arrival integrate_fixed_go(struct Course *course, double until);
bool integrate_cvode(struct Course *course);
bool integrate_arkode(struct Course *course);
enum Arrival integrate_sundials_go(struct Course *course, double until);
void integrate_sundials_end(struct Course *course);

#endif
