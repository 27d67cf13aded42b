/* Trees with a part of what acts on a model, for the terms of the equations of motion:
 *   M qdd + C qd + G = Q + E
 * Called by the equations. Memory is the tree's. */
#ifndef RIGIDC_MOTION_TREE_H
#define RIGIDC_MOTION_TREE_H

#include "dynamics/tree/tree.h"

/* Copy without gravity, springs, dampers, other joint forces and wrenches: of inertias alone, with added masses.
 * Its bias is C qd. */
struct Tree *motion_tree_inertial(const struct Tree *tree);
/* Copy with masses and gravity alone. Its gravity is G. */
struct Tree *motion_tree_heavy(const struct Tree *tree);
/* Copy without masses, added masses, armatures and gravity. Its bias is -E. */
struct Tree *motion_tree_massless(const struct Tree *tree);

#endif
