/* A contestant: an implementation of the timed functions for one robot.
 * Made by a function below, each in the file named before it; run by contest.c. */
#ifndef BENCH_CONTESTANT_H
#define BENCH_CONTESTANT_H

#include "robot.h"

#ifdef __cplusplus
extern "C" {
#endif

struct contestant {
	char name[64]; /* "default gcc -O2" */
	const struct robot *robot;
	bool lacks[ROBOT_FUNCTIONS];       /* functions not requested, and, once made, not computed */
	bool differences[ROBOT_FUNCTIONS]; /* functions by one-sided differences: some digits are missing */
	/* Computes a function for states first, first + 1, ..., each result overwriting the last. All inputs are
	 * in the implementation's own form: converting our conventions is not timed. */
	void (*run)(struct contestant *c, enum robot_function function, int first, int states);
	/* the result for one state, in our conventions, its parts in sequence */
	void (*result)(struct contestant *c, enum robot_function function, int state, double *out);
	/* positions of M's entries in its lower triangle, if only those not zero are returned */
	struct {
		const int *row, *column;
	} entries;
	union {
		void (*address[ROBOT_FUNCTIONS])(void); /* in a shared object */
		struct rigidc_function *function[ROBOT_FUNCTIONS];
		void *peer;
	} own;
};

/* Functions that make a contestant, valid for the rest of the program. False: no such contestant. */

/* contestant.c: code written by rigidc, in a shared object, all functions or some. If M is sparse, the object has
 * bench_row and bench_column. contest_batch: rnea of such an object in batches by elements. contest_libtcc: the code by
 * libtcc, in the forms "-O0", "libm" and "default". contest_loop: the loop of loop.c in a shared object. */
bool contest_generated(struct contestant *c, const struct robot *robot, const char *object);
bool contest_batch(struct contestant *c, const struct robot *robot, const char *object);
bool contest_libtcc(struct contestant *c, const struct robot *robot, const char *path, const char *form);
bool contest_loop(struct contestant *c, const struct robot *robot, const char *object);
/* mujoco_contestant.c; scratch is a writable file */
bool contest_mujoco(struct contestant *c, const struct robot *robot, const char *scratch);
/* kdl_contestant.cpp: chains only */
bool contest_kdl(struct contestant *c, const struct robot *robot);

#ifdef __cplusplus
}
#endif

#endif
