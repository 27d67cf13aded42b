/* A robot as the contestants get it: the dense tree of a model file, and states.
 * Called by contest.c. A robot lies in the caller's struct and points into itself: do not copy it. */
#ifndef BENCH_ROBOT_H
#define BENCH_ROBOT_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "reference/dense_functions.h"

/* NQ, NV: as many as tests/peers/ knows */
enum { ROBOT_BODIES = 72, ROBOT_NQ = 84, ROBOT_NV = 72, ROBOT_STATES = 256 };

enum robot_function {
	ROBOT_RNEA, ROBOT_CRBA, ROBOT_FD, ROBOT_FK, ROBOT_JAC, ROBOT_DYN, ROBOT_RNEA_DERIVATIVES, ROBOT_FD_DERIVATIVES,
	ROBOT_REGRESSOR, ROBOT_FUNCTIONS
};

struct robot {
	struct dense_tree tree;                 /* moving bodies only, fixed ones merged, all axes coordinate axes */
	struct dense_body body[ROBOT_BODIES];
	int nq, nv;
	struct dense_site tip;                  /* the frame that is looked at: of the last body, as the model declares it */
	char tip_name[64];
	struct dense_frame declared[ROBOT_BODIES];      /* each body's frame as the model declares it, in the frame it has here */
	/* of each state; one state begins where the one before it ends, as in a caller's array */
	double *q[ROBOT_STATES], *qd[ROBOT_STATES], *qdd[ROBOT_STATES], *tau[ROBOT_STATES];
	__attribute__((aligned(64))) double number[(ROBOT_NQ + 3 * ROBOT_NV) * ROBOT_STATES];
};

/* False, after a line on stderr that says why, if it is no tree of revolute, prismatic and free joints or if
 * something else than inertia acts on it. */
bool robot_read(struct robot *robot, const char *path);

#ifdef __cplusplus
}
#endif

#endif
