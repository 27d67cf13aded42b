/* States of random trees, and time derivatives of functions of them.
 * Called by the tests of the reference. Everything is the caller's; a tree outlives its states. */
#ifndef SAMPLED_H
#define SAMPLED_H

#include "dense_functions.h"
#include "trees/random_tree.h"

#include <check.h>
#include <math.h>

/* A state of tree->dense. If `coupled`, coupled joints follow, else they move as independent joints. */
struct sampled {
	const struct random_tree *tree;
	bool coupled;
	int n, nq, nv; /* of `dense` */
	dense_real q[RANDOM_NQ], qd[RANDOM_NV], qdd[RANDOM_NV], f_ext[6 * RANDOM_BODIES];
	struct dense_site site; /* anywhere on any body, or in the world */
};

enum { SAMPLED_TREES = 200 };

/* Trees 0 to 99 have all kinds of joints; 100 to 199 are hard ones, some with couplings. */
void sampled_draw(int number, bool coupled, struct random_tree *tree, struct sampled *s);

typedef void sampled_function(const struct sampled *s, dense_real *x);

/* The derivative of f (n) at time 0 with q moving at the velocity `along`, and qd by qdd if `hurried`; by
 * differences of order 8, accurate to about 1e-13 of the values met here. */
void sampled_slope(const struct sampled *s, const dense_real *along, bool hurried, sampled_function *f, int n,
                   dense_real *slope);

/* max |x - ref| / max(max |ref|, scale) */
dense_real sampled_error(const dense_real *x, const dense_real *ref, int n, dense_real scale);

#define CHECK_CLOSE(x, ref, n, scale, tolerance, number) \
	do { \
		dense_real error_ = sampled_error(x, ref, n, scale); \
		ck_assert_msg(error_ <= (tolerance), "tree %d: error %Lg", number, error_); \
	} while (0)

#endif
