/* Wrenches of Newton-Euler, for algorithms that continue from there. Called by the algorithms of this room. Plain values. */
#ifndef RIGIDC_DYNAMICS_TEXTBOOK_RNEA_H
#define RIGIDC_DYNAMICS_TEXTBOOK_RNEA_H

#include "dynamics/tree/tree.h"

/* Wrench of the world on all links, about the origin of the world. */
struct Spatial textbook_moving_wrench(struct Dag *dag, const struct Tree *tree);

#endif
