/* A robot for the contestants: the dense tree of a model file, and states.
 * Called by contest.c. A robot lies in the caller's struct and points into itself: do not copy it. */
#ifndef BENCH_ROBOT_H
#define BENCH_ROBOT_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "reference/dense_functions.h"

/* NQ, NV: the limits of tests/peers/ */
enum { ROBOT_BODIES = 72, ROBOT_NQ = 84, ROBOT_NV = 72, ROBOT_STATES = 256 };

enum robot_function {
	ROBOT_RNEA,
	ROBOT_CRBA,
	ROBOT_FD,
	ROBOT_FK,
	ROBOT_JAC,
	ROBOT_DYN,
	ROBOT_RNEA_DERIVATIVES,
	ROBOT_FD_DERIVATIVES,
	ROBOT_REGRESSOR,
	ROBOT_FUNCTIONS
};

struct robot {
	struct dense_tree tree; /* moving bodies only, fixed ones merged, all axes coordinate axes */
	struct dense_body body[ROBOT_BODIES];
	int nq, nv;
	struct dense_site tip; /* frame of the functions: the last body's, as declared in the model */
	char tip_name[64];
	struct dense_frame declared[ROBOT_BODIES]; /* each body's declared frame, in the frame used here */
	/* arrays of each state; states are contiguous, as in a caller's array */
	double *q[ROBOT_STATES], *qd[ROBOT_STATES], *qdd[ROBOT_STATES], *tau[ROBOT_STATES];
	__attribute__((aligned(64))) double number[(ROBOT_NQ + 3 * ROBOT_NV) * ROBOT_STATES];
};

/* Reads a robot. False, after a reason on stderr, unless the model is a tree of revolute, prismatic and free joints
 * without joint-space terms other than inertia. */
bool robot_read(struct robot *robot, const char *path);

#ifdef __cplusplus
}
#endif

#endif
