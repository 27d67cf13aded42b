/* The timed functions, a row each.
 * Called by contest.c and the contestants. Keeps nothing; arrays are the caller's. */
#ifndef BENCH_FUNCTIONS_H
#define BENCH_FUNCTIONS_H

#include <stddef.h>

#include "robot.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	BENCH_PARTS = 3,
	BENCH_PARAMETERS = 10,
	BENCH_NUMBERS = BENCH_PARAMETERS * ROBOT_BODIES * ROBOT_NV,
	BENCH_SPEC = 160
};

enum bench_input { BENCH_Q, BENCH_QD, BENCH_QDD, BENCH_TAU };

/* a robot at one state, for the reference */
struct bench_state {
	const struct robot *robot;
	dense_real q[ROBOT_NQ], qd[ROBOT_NV], qdd[ROBOT_NV], tau[ROBOT_NV];
};

struct bench_function {
	const char *name; /* in C: bench_NAME, loop_NAME, mujoco_call_NAME, kdl_call_NAME */
	const char *spec; /* for -f; %s: the frame of the function */
	enum bench_input input[3];
	int inputs;
	int parts; /* parts of the result, in sequence */
	struct {
		int rows, columns;
	} part[BENCH_PARTS]; /* BENCH_NV, BENCH_ALL, or a number */
	/* computes the parts, and the size of the largest terms of each */
	void (*reference)(const struct bench_state *s, dense_real *out[BENCH_PARTS], dense_real scale[BENCH_PARTS]);
};
enum { BENCH_NV = 0, BENCH_ALL = -1 }; /* the number of velocities; of all parameters of all bodies */
extern const struct bench_function bench_function[ROBOT_FUNCTIONS];

/* Numbers in a part, 0 if absent. */
int bench_part(const struct robot *robot, enum robot_function f, int part);
/* Pointers to the parts of a result. */
void bench_parts(const struct robot *robot, enum robot_function f, double *out, double *part[BENCH_PARTS]);
/* Argument of -f for a function of this robot. */
void bench_spec(enum robot_function f, const struct robot *robot, char spec[BENCH_SPEC]);
const double *bench_array(const struct robot *robot, enum bench_input input, int state);

/* The largest error of a result, each part relative to its largest term. */
double bench_error(const struct robot *robot, enum robot_function f, int state, const double *found);

/* Converts Y from parameters of the bodies in the frames used here to parameters in the declared frames. */
void bench_declare_columns(const struct robot *robot, dense_real *Y);

/* Converts R from the last link's frame to the frame of the function. */
void bench_turn_tip(const struct robot *robot, double R[9]);

#ifdef __cplusplus
}
#endif

#endif
