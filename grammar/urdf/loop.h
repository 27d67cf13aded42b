/* Joints of a URDF that close loops, as several programs write them, to `loop` statements and the frames at their ends.
 * Called by urdf.c, when the links are statements. Memory is the arena's. */
#ifndef RIGIDC_URDF_LOOP_H
#define RIGIDC_URDF_LOOP_H

#include "tree.h"

/* Adds the statements of all loops; each gets a note. `body`: the statement of each link, by its number; NULL for the
 * world. */
void urdf_loops_add(struct UrdfTree *tree, struct Stmt *const *body, struct StmtList *statements);

#endif
