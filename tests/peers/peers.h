/* Shared by comparisons with other programs: settings, our side of a model, TAP.
 * Called by the tests beside it, and by compare.c.
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

/* Trees by the level (level.h), RIGIDC_SEED (1), RIGIDC_SCRATCH, RIGIDC_ROBOTS (NULL: none) */
struct peer_settings {
	int trees;
	unsigned long long seed;
	const char *scratch, *robots;
};

/* Reads the settings, and prints trees and seed. */
struct peer_settings peer_settings_read(void);

/* Opens a file for writing, or ends the program. */
FILE *peer_create(const char *path);

/* our model in a comparison */
struct peer_model {
	rigidc_model *model;
	int nq, nv;
};

/* Reads a model. False if the model is refused; then its messages can be read. Free it in any case. With `wrench`,
 * names of bodies, functions take external wrenches too. */
bool peer_read_text(struct peer_model *m, const char *text);
bool peer_read(struct peer_model *m, const struct random_tree *tree, const char *const *wrench, int wrenches);
void peer_free(struct peer_model *m);

/* Loads our model of a URDF file and a scan of it; floats: on a free base. A robot with coupled joints is read
 * from a copy without the couplings. If it cannot be loaded, a line of TAP reports it and the result is false: a
 * skipped test without such a reader, else a failure. */
bool peer_load(struct peer_model *m, const struct urdf_robot *robot, const char *path, bool floats, const char *copy,
               const char *whose);

/* The .urdf files of the folder in the settings, and their number; never freed. */
int peer_robots(const struct peer_settings *settings, char ***path);

/* a line of TAP each; the name is formatted as by printf, a reason may contain line ends */
void tap_ok(bool ok, const char *name, ...);
void tap_skip(const char *name, const char *reason);
/* Prints the plan; returns the exit code. */
int tap_done(void);

#ifdef __cplusplus
}
#endif

#endif
