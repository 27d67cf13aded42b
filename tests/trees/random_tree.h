/* Random kinematic trees, each both as a dense tree and as a model source.
 * Called by the tests that compare the compiler with dense.h.
 * A tree lies wholly in the caller's struct and points into itself: do not copy it. */
#ifndef RANDOM_TREE_H
#define RANDOM_TREE_H

#include "literal.h"
#include "reference/dense_functions.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { RANDOM_BODIES = 12, RANDOM_CONSTANTS = 24, RANDOM_AT = 3, RANDOM_THEN = 2 };
enum { RANDOM_NQ = 7 * RANDOM_BODIES, RANDOM_NV = 6 * RANDOM_BODIES }; /* at most */

/* a kind of joint in the language */
struct random_kind {
	const char *name;
	enum dense_joint joint;
	dense_motion *pose; /* for DENSE_MOTION */
	int velocities;
	bool slides[6];         /* velocities that are not angular */
	bool axis, pitch;       /* parameters, in this order */
	const char *definition; /* in the model source, unless built in */
};

/* a function of coupled coordinates */
struct random_coupling {
	void (*at)(dense_real m, dense_real f[4]); /* f, f', f'', then the third derivative */
	const char *text[3];                       /* in the model source: a name of a joint between one and the next */
};
enum { RANDOM_COUPLINGS = 4 };
extern const struct random_coupling
	random_couplings[RANDOM_COUPLINGS]; /* the first is m + 0.4 sin m; others have steep places */

enum {
	RANDOM_FIXED,
	RANDOM_REVOLUTE,
	RANDOM_PRISMATIC,
	RANDOM_FREE,
	RANDOM_SPHERICAL,
	RANDOM_HELICAL,
	RANDOM_CYLINDRICAL,
	RANDOM_UNIVERSAL,
	RANDOM_PLANAR,
	RANDOM_KNEE,
	RANDOM_BENT,
	RANDOM_KINDS
};
extern const struct random_kind random_kinds[RANDOM_KINDS];

/* spelling of one body; the numbers are the file's */
struct random_body {
	const char *name;
	const struct random_kind *kind;
	char joint_name[16]; /* empty: the joint is not named */
	struct place at[RANDOM_AT], then[RANDOM_THEN];
	int at_n, then_n;
	int hub;         /* >= 0: so many items of `at` go into a frame of the parent */
	bool hub_inside; /* the frame stands in the parent's block */
	struct literal axis[3], pitch, mass, com[3];
	struct literal inertia[6]; /* xx yy zz xy xz yz */
	bool inertia_about_origin, inertia_turned;
	struct place inertia_in; /* where inertia_turned */
	struct literal armature[6];
	int armature_n; /* 0: not written */
	bool coupled;   /* its coordinate is ratio f(m), m the coordinate of `master` */
	int master;
	const struct random_coupling *coupling; /* f */
	struct literal ratio;
};

/* scope of drawing */
enum random_scope {
	RANDOM_ANY,    /* the whole language */
	RANDOM_COMMON, /* features of simulators: fixed, revolute, prismatic, spherical and free
	                             * joints, and a mass and an inertia for every moving body */
	RANDOM_CHAIN,  /* RANDOM_COMMON in a single chain of revolute, prismatic and fixed joints */
	RANDOM_HARD,   /* hard for the compiler's geometry: hard_tree.c */
	RANDOM_PLANE /* motion in the x-z plane: revolute about y, prismatic square to y, fixed; all links with mass */
};

struct random_tree {
	struct dense_tree dense; /* parents before children, siblings in source order */
	struct dense_body body[RANDOM_BODIES];
	struct random_body text[RANDOM_BODIES];
	struct literal gravity[3];
	bool gravity_written;
	struct literal constant[RANDOM_CONSTANTS + 1]; /* c1, c2, ...; none at 0 */
	int constants;
	uint64_t seed;
	enum random_scope scope;
	const char *theme;   /* worst case of a hard tree */
	bool massive_leaves; /* every terminal moving link, with links fixed to it, has mass */
	bool definite;       /* M is far from singular, at a few states */
};

/* Draws a tree; a seed always gives the same tree. random_tree draws in the widest scope. */
void random_tree(uint64_t seed, struct random_tree *tree);
void random_tree_in(enum random_scope scope, uint64_t seed, struct random_tree *tree);

/* Gives a name to each joint, so that a pose can set all of them. */
void random_name_joints(struct random_tree *tree);
/* Has the body a fixed joint with a sensor? */
bool random_sensor(const struct random_tree *tree, int body);

/* Parts shared by the scopes. */
void random_tree_hard(uint64_t *rng, struct random_tree *tree);
void random_set_kind(struct random_tree *tree, int body, const struct random_kind *kind);

/* Writes the model, each tree in one of many spellings; the model's name is r<seed>. Write errors are left in the
 * stream for the caller. */
void random_tree_write(const struct random_tree *tree, FILE *out);
/* The model as a text, which the caller frees. */
char *random_tree_text(const struct random_tree *tree, size_t *length);

/* draws q (nq) with quaternions of length 1, qd and qdd (nv), of size about 1 in SI units */
void random_state(uint64_t seed, const struct dense_tree *tree, double *q, double *qd, double *qdd);

/* Sizes of the model's state. Coupled coordinates belong to `dense`, but not to the model. */
int random_nq(const struct random_tree *tree);
int random_nv(const struct random_tree *tree);
/* Index in `dense` of each velocity of the model; returns their number. */
int random_velocities(const struct random_tree *tree, int of_dense[RANDOM_NV]);
/* Converts a state of `dense` (nq; nv, nv) to the model's, in place, and then to that of `dense` in which coupled
 * joints follow. Without couplings only the type changes. */
void random_couple(const struct random_tree *tree, double *q, double *qd, double *qdd, dense_real *dense_q,
                   dense_real *dense_qd, dense_real *dense_qdd);
/* Sets the coupled joints of a state of `dense`. */
void random_follow(const struct random_tree *tree, dense_real *dense_q, dense_real *dense_qd, dense_real *dense_qdd);
/* tau := G^T tau and M := G^T M G in place, where G takes velocities of the model to those of `dense`; the scales of
 * the terms grow with G. */
void random_project(const struct random_tree *tree, const dense_real *dense_q, dense_real *tau, dense_real *scale);
void random_project_inertia(const struct random_tree *tree, const dense_real *dense_q, dense_real *M,
                            dense_real *scale);
/* J := J G, of any number of rows; C := G^T C G + G^T M dG/dt, for M and C of `dense`. */
void random_project_columns(const struct random_tree *tree, const dense_real *dense_q, int rows, dense_real *J,
                            dense_real *scale);
void random_project_coriolis(const struct random_tree *tree, const dense_real *dense_q, const dense_real *dense_qd,
                             const dense_real *M, dense_real M_scale, dense_real *C, dense_real *scale);
/* G (nv of `dense` by nv) and dG/dt qd (nv of `dense`), for dense_rows.h. */
void random_coupling(const struct random_tree *tree, const dense_real *dense_q, const dense_real *dense_qd,
                     dense_real *G, dense_real *rest);
/* dense_bias, dense_fd and dense_minv of the model, at a state of `dense` in which coupled joints have followed. */
void random_bias(const struct random_tree *tree, const dense_real *dense_q, const dense_real *dense_qd,
                 const dense_real *f_ext, dense_real *h, dense_real *scale);
void random_fd(const struct random_tree *tree, const dense_real *dense_q, const dense_real *dense_qd,
               const dense_real *tau, const dense_real *f_ext, dense_real *qdd, dense_real *condition,
               dense_real *scale);
void random_minv(const struct random_tree *tree, const dense_real *dense_q, dense_real *Minv, dense_real *condition);

/* dense_rnea_derivatives and dense_fd_derivatives of the model, likewise. */
void random_rnea_derivatives(const struct random_tree *tree, const struct dense_instant *at, dense_real *dtau_dq,
                             dense_real *dtau_dqd, dense_real *size_q, dense_real *size_qd);
void random_fd_derivatives(const struct random_tree *tree, const struct dense_instant *at, const dense_real *tau,
                           dense_real *dqdd_dq, dense_real *dqdd_dqd, dense_real *dqdd_dtau, dense_real *condition,
                           dense_real scale[2]);

/* dense_regressor of the model: G^T Y. */
void random_regressor(const struct random_tree *tree, const dense_real *dense_q, const dense_real *dense_qd,
                      const dense_real *dense_qdd, dense_real *Y, dense_real *scale);
/* Number of parameter combinations in tau, from the rank of the regressor at random states; -1 if rounding hides the
 * rank. */
int random_base_count(const struct random_tree *tree);

/* Rounding error of small moments of inertia (needles). The compiler sums moments from second moments, so a small
 * moment has the absolute error of the body's largest. The result is 1e-4 of the largest moment, to be counted as a
 * term of tau and M: 1e-11 of it is a few units in the last place. */
dense_real random_needle(const struct random_tree *tree);

/* f_ext (n x 6) for dense_rnea */
void random_wrenches(uint64_t seed, const struct dense_tree *tree, double *f_ext);

#endif
