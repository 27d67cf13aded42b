/* Stages of the reader of URDF that read or report on a whole tree, and what joints take from them.
 * Called by urdf.c, when the tree is known. Memory is the arena's. */
#ifndef RIGIDC_URDF_STAGES_H
#define RIGIDC_URDF_STAGES_H

#include "tree.h"

/* --- rotors: inertias of motors from transmissions, as seen from the joints --- */

/* Reads the transmissions. Requires the joints of the tree. */
void urdf_rotors_read(struct UrdfTree *tree);
/* Sum of ratio^2 * inertia over the rotors of a joint; NULL without rotors, or where not requested. */
struct Expr *urdf_rotors_armature(struct UrdfTree *tree, const struct UrdfJoint *joint);
/* Reports rotors left out, and counts transmissions without a rotor. */
void urdf_rotors_report(struct UrdfTree *tree);

/* --- attributes that URDF does not have --- */

/* The first foreign attribute with the given meaning and a number other than 0, in the order of the rows of meanings;
 * NULL: none. */
const struct UrdfForeign *urdf_foreign(struct UrdfReader *r, const struct UrdfElement *element,
                                       enum UrdfMeaning meaning, struct Figure *number);
/* Reports foreign attributes whose figures are left out. */
void urdf_attributes_report(struct UrdfTree *tree);

/* --- the whole --- */

/* Adds the `loop` statements of joints that close loops, as several programs write them, and the frames at their ends; each gets a note.
 * `body`: the statement of each link, by its number; NULL for the world. */
void urdf_loops_add(struct UrdfTree *tree, struct Stmt *const *body, struct StmtList *statements);
/* Reports ignored and missing elements. */
void urdf_report(struct UrdfTree *tree);

#endif
