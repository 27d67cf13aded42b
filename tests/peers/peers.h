/* What comparisons with other programs share: settings, our side of a model, the measure of errors, TAP.
 * Called by mujoco_test.c and kdl_test.cpp beside it.
 * Arrays are the caller's; a peer_model owns what it reads until peer_free. */
#ifndef PEERS_H
#define PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "rigidc.h"
#include "trees/random_tree.h"
#include "urdf_scan.h"

enum { PEER_NV = 6 * RANDOM_BODIES, PEER_NQ = 7 * RANDOM_BODIES };

/* RIGIDC_TREES (300), RIGIDC_SEED (1), RIGIDC_SCRATCH, RIGIDC_ROBOTS (NULL: none) */
struct peer_settings {
	int trees;
	unsigned long long seed;
	const char *scratch, *robots;
};

/* Prints trees and seed. */
struct peer_settings peer_settings_read(void);

/* A file to write, or the end of the program. */
FILE *peer_create(const char *path);

/* our model of what is compared, with functions made ready */
struct peer_model {
	rigidc_model *model;
	rigidc_function *rnea, *crba;
	int nq, nv;
};

/* False if the model is refused; then its messages can be read. Free it in any case. With `wrench`, names of
 * bodies, rnea takes external wrenches too. */
bool peer_read_text(struct peer_model *m, const char *text);
bool peer_read(struct peer_model *m, const struct random_tree *tree, const char *const *wrench, int wrenches);
void peer_free(struct peer_model *m);

void peer_rnea(const struct peer_model *m, const double *q, const double *qd, const double *qdd,
               const double *f_ext, double *tau);
void peer_crba(const struct peer_model *m, const double *q, double *M);

/* Ours of a URDF file and what a scan of it gave; floats: on a free base. A robot with coupled joints is read
 * from a copy without the couplings. If it cannot be had, a line of TAP says so and the result is false: a test
 * passed over where there is no such reader, a failure where there is. */
bool peer_load(struct peer_model *m, const struct urdf_robot *robot, const char *path, bool floats,
               const char *copy, const char *whose);

/* The .urdf files of the folder that the settings name, and their number; to be kept for good. */
int peer_robots(const struct peer_settings *settings, char ***path);

/* The i-th state for a seed: q, qd, qdd as random_state gives them, other ones for every i. */
void peer_state(uint64_t seed, int i, const struct dense_tree *tree, double *q, double *qd, double *qdd);

/* Wrenches on every body that moves (those fixed to the world do not) for the i-th state: body_wrench (n x 6)
 * by body, zero on the others; f_ext as our function takes them. The result is how many, name[] whose. */
int peer_wrenches(const struct random_tree *tree, int i, double *body_wrench, double *f_ext, const char **name);

/* The largest terms that a sound computation may cancel at this state; with body_wrench, or NULL. */
double peer_rnea_scale(const struct dense_tree *tree, const double *q, const double *qd, const double *qdd,
                       const double *body_wrench);
double peer_crba_scale(const struct dense_tree *tree, const double *q);

/* how far one function is from the other program's, over all models compared */
struct peer_measure {
	const char *what;
	double tolerance, worst;
	char whose[64];
};

/* The error max |x_i - reference_i| / max(max |reference_i|, scale), noted; beyond the tolerance it is printed
 * and the result is false. */
bool peer_agrees(struct peer_measure *m, const char *whose, const double *x, const double *reference, int n,
                 double scale);
void peer_print(const struct peer_measure *m);

/* one line of TAP each; the name is formatted as by printf, a reason may hold line ends */
void tap_ok(bool ok, const char *name, ...);
void tap_skip(const char *name, const char *reason);
/* Prints the plan; the exit code. */
int tap_done(void);

#ifdef __cplusplus
}
#endif

#endif
