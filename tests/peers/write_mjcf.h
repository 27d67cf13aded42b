/* A random tree as MJCF, the model format of MuJoCo.
 * Called by mujoco_test.c. Keeps nothing. */
#ifndef WRITE_MJCF_H
#define WRITE_MJCF_H

#include "trees/random_tree.h"

#include <stdio.h>

/* Compiler settings: MuJoCo takes masses and inertias as written, and merges no bodies. balance
 * "true": it replaces inertias of no solid body instead of refusing them. */
#define MJCF_COMPILER(balance) \
	"<compiler angle=\"radian\" inertiafromgeom=\"false\" balanceinertia=\"" balance "\" boundmass=\"0\" " \
	"boundinertia=\"0\" fusestatic=\"false\" discardvisual=\"true\"/>"

/* Writes a tree of RANDOM_COMMON. Body i is named b<i>, and follows its elder siblings as in the tree.
 * A free joint at the world is MuJoCo's; farther out, where MuJoCo has none, it becomes three slides and a ball.
 * Armature is left out: MJCF has one number for a joint. */
void mjcf_write(const struct random_tree *tree, FILE *out);

#endif
