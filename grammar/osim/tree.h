/* Bodies of an OpenSim model as a tree: which joint carries a body, which ones are reversed or close loops.
 * Called by document.c. Memory is the arena's. */
#ifndef RIGIDC_OSIM_TREE_H
#define RIGIDC_OSIM_TREE_H

#include "model.h"

/* Chooses the joint of each body, and makes the others close loops. Bodies without any joint have none. */
void osim_make_tree(struct Osim *o);
/* Makes the child of a joint a child of its parent. */
void osim_hang(struct Osim *o, int joint);

#endif
