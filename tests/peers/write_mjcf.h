/* A random tree as MJCF, the model files of MuJoCo.
 * Called by mujoco_test.c. Keeps nothing. */
#ifndef WRITE_MJCF_H
#define WRITE_MJCF_H

#include "trees/random_tree.h"

#include <stdio.h>

/* The settings under which MuJoCo takes masses and inertias as they stand, and merges no bodies; balance
 * "true": it replaces inertias that no solid body has instead of refusing them. */
#define MJCF_COMPILER(balance) \
	"<compiler angle=\"radian\" inertiafromgeom=\"false\" balanceinertia=\"" balance "\" boundmass=\"0\" " \
	"boundinertia=\"0\" fusestatic=\"false\" discardvisual=\"true\"/>"

/* A tree of RANDOM_COMMON. Body i is named b<i>, and as body i of the tree it comes after its elder siblings.
 * A free joint of the world is MuJoCo's; one further out, which it does not have, is three slides and a ball.
 * Armature is left out: MJCF has one number for a joint. */
void mjcf_write(const struct random_tree *tree, FILE *out);

#endif
