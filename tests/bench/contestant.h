/* What is timed: one implementation of all functions for one robot.
 * Made by a function below, each in the file named before it; run by contest.c. */
#ifndef BENCH_CONTESTANT_H
#define BENCH_CONTESTANT_H

#include "robot.h"

#ifdef __cplusplus
extern "C" {
#endif

struct contestant {
	char name[64];                  /* "default gcc -O2" */
	const struct robot *robot;
	bool lacks[ROBOT_FUNCTIONS];    /* what it does not compute, or is not asked for: set before it is made, which adds to it */
	bool differences[ROBOT_FUNCTIONS]; /* what it takes differences for, one-sided: some digits are missing */
	/* Computes one function for states first, first + 1, ..., results overwriting each other. All that is
	 * needed is where the implementation wants it: turning our conventions into its own is not timed. */
	void (*run)(struct contestant *c, enum robot_function function, int first, int states);
	/* the result for one state, in our conventions, its parts one after the other */
	void (*result)(struct contestant *c, enum robot_function function, int state, double *out);
	/* where the entries of M stand in its lower triangle, if it gives those alone that are not zero */
	struct { const int *row, *column; } entries;
	union {
		void (*address[ROBOT_FUNCTIONS])(void);     /* in a shared object */
		struct rigidc_function *function[ROBOT_FUNCTIONS];
		void *peer;
	} own;
};

/* All of these are true if there is such a contestant; for the rest of the program. */

/* contestant.c: code that rigidc has written, in a shared object, all functions or some; if M is sparse there, the object
 * says so by bench_row and bench_column. Batches by elements of such an object, rnea's. The same by libtcc, in the forms "-O0", "libm" and "default"; the loop of loop.c in a shared object */
bool contest_generated(struct contestant *c, const struct robot *robot, const char *object);
bool contest_batch(struct contestant *c, const struct robot *robot, const char *object);
bool contest_libtcc(struct contestant *c, const struct robot *robot, const char *path, const char *form);
bool contest_loop(struct contestant *c, const struct robot *robot, const char *object);
/* mujoco_contestant.c; scratch is a file that may be written */
bool contest_mujoco(struct contestant *c, const struct robot *robot, const char *scratch);
/* kdl_contestant.cpp: chains only */
bool contest_kdl(struct contestant *c, const struct robot *robot);

#ifdef __cplusplus
}
#endif

#endif
