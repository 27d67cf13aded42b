/* Random kinematic trees, each both as a dense tree and as the text of a model file.
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

/* a kind of joint as the language names it */
struct random_kind {
	const char *name;
	enum dense_joint joint;
	dense_motion *pose;         /* of a DENSE_MOTION */
	int velocities;
	bool slides[6];             /* the velocities that are no angular ones */
	bool axis, pitch;           /* it takes them, in this order */
	const char *definition;     /* in the model's text, unless the language knows it */
};

enum {
	RANDOM_FIXED, RANDOM_REVOLUTE, RANDOM_PRISMATIC, RANDOM_FREE, RANDOM_SPHERICAL, RANDOM_HELICAL,
	RANDOM_CYLINDRICAL, RANDOM_UNIVERSAL, RANDOM_PLANAR, RANDOM_KNEE, RANDOM_BENT, RANDOM_KINDS
};
extern const struct random_kind random_kinds[RANDOM_KINDS];

/* how one body is written; the numbers are those of the file */
struct random_body {
	const char *name;
	const struct random_kind *kind;
	char joint_name[16];                        /* empty: the joint is not named */
	struct place at[RANDOM_AT], then[RANDOM_THEN];
	int at_n, then_n;
	int hub;                    /* >= 0: so many items of `at` go into a frame of the parent */
	bool hub_inside;            /* that frame stands in the parent's block */
	struct literal axis[3], pitch, mass, com[3];
	struct literal inertia[6];                  /* xx yy zz xy xz yz */
	bool inertia_about_origin, inertia_turned;
	struct place inertia_in;                    /* where inertia_turned */
	struct literal armature[6];
	int armature_n;                             /* 0: not written */
	bool coupled;               /* its coordinate is ratio (m + 0.4 sin m) of that of `master` */
	int master;
	struct literal ratio;
};

/* what may be drawn */
enum random_scope {
	RANDOM_ANY,                 /* all that the language has */
	RANDOM_COMMON,              /* what simulators have: fixed, revolute, prismatic, spherical and free
	                             * joints, and a mass and an inertia for every moving body */
	RANDOM_CHAIN,               /* the same in one chain of revolute, prismatic and fixed joints */
	RANDOM_HARD                 /* where the compiler's geometry has little to hold on to: hard_tree.c */
};

struct random_tree {
	struct dense_tree dense;    /* parents before children, siblings in the order of the text */
	struct dense_body body[RANDOM_BODIES];
	struct random_body text[RANDOM_BODIES];
	struct literal gravity[3];
	bool gravity_written;
	struct literal constant[RANDOM_CONSTANTS + 1];      /* c1, c2, ...; none at 0 */
	int constants;
	uint64_t seed;
	enum random_scope scope;
	const char *theme;          /* of a hard tree: what is hard about it */
	bool massive_leaves;        /* every last moving link, with those fixed to it, has some */
	bool definite;              /* M is far from singular, as tried at a few states */
};

/* The same seed gives the same tree. random_tree draws in the widest scope. */
void random_tree(uint64_t seed, struct random_tree *tree);
void random_tree_in(enum random_scope scope, uint64_t seed, struct random_tree *tree);

/* Has a body that is fixed a sensor in its joint? */
bool random_sensor(const struct random_tree *tree, int body);

/* What the scopes share. */
void random_tree_hard(uint64_t *rng, struct random_tree *tree);
void random_set_kind(struct random_tree *tree, int body, const struct random_kind *kind);

/* Writes the model, each tree in one of its many spellings; the model's name is r<seed>.
 * Write errors are left for the caller to find in the stream. */
void random_tree_write(const struct random_tree *tree, FILE *out);
/* The same as a text, which the caller frees. */
char *random_tree_text(const struct random_tree *tree, size_t *length);

/* q (nq) with quaternions of unit length, qd and qdd (nv), not far from 1 in SI units */
void random_state(uint64_t seed, const struct dense_tree *tree, double *q, double *qd, double *qdd);

/* Coupled joints: `dense` has their coordinates, the model has not. The model's numbers. */
int random_nq(const struct random_tree *tree);
int random_nv(const struct random_tree *tree);
/* Of each velocity of the model, which of `dense` it is; returns how many there are. */
int random_velocities(const struct random_tree *tree, int of_dense[RANDOM_NV]);
/* From a state of `dense` (nq; nv, nv) that of the model, in place; and then that of `dense`, in which what is coupled
 * follows. Nothing changes but the type if nothing is coupled. */
void random_couple(const struct random_tree *tree, double *q, double *qd, double *qdd, dense_real *dense_q,
				   dense_real *dense_qd, dense_real *dense_qdd);
/* A state of `dense` in which what is coupled has yet to follow. */
void random_follow(const struct random_tree *tree, dense_real *dense_q, dense_real *dense_qd, dense_real *dense_qdd);
/* tau := G^T tau and M := G^T M G, where G takes velocities of the model to those of `dense`, in place; the scales, of
 * the terms, grow with G. */
void random_project(const struct random_tree *tree, const dense_real *dense_q, dense_real *tau, dense_real *scale);
void random_project_inertia(const struct random_tree *tree, const dense_real *dense_q, dense_real *M, dense_real *scale);
/* J := J G, of any number of rows; C := G^T C G + G^T M dG/dt, for M and C of `dense`. */
void random_project_columns(const struct random_tree *tree, const dense_real *dense_q, int rows, dense_real *J,
							dense_real *scale);
void random_project_coriolis(const struct random_tree *tree, const dense_real *dense_q, const dense_real *dense_qd,
							 const dense_real *M, dense_real M_scale, dense_real *C, dense_real *scale);
/* dense_bias, dense_fd and dense_minv of the model, at a state of `dense` in which what is coupled has followed. */
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
/* How many combinations of the parameters tau depends on, by the regressor at states drawn; -1 where digits do not tell. */
int random_base_count(const struct random_tree *tree);

/* What rounding may leave of a needle: the compiler adds up moments of inertia from second moments, so that a small one
 * is right to the last digits of the largest of its body. So much of that counts as a term of tau and M: 1e-4, which
 * 1e-11 of makes a few units in the last place. */
dense_real random_needle(const struct random_tree *tree);

/* f_ext (n x 6) as dense_rnea takes it */
void random_wrenches(uint64_t seed, const struct dense_tree *tree, double *f_ext);

#endif
