/* Rotors of a URDF: inertias of motors from its transmissions, as seen from the joints.
 * Called by urdf.c only. Rotors go to the tree; all memory is the arena's. */
#ifndef RIGIDC_URDF_ROTOR_H
#define RIGIDC_URDF_ROTOR_H

#include "tree.h"

/* Reads the transmissions. Requires the joints of the tree. */
void urdf_rotors_read(struct UrdfTree *tree);
/* Sum of ratio^2 * inertia over the rotors of a joint; NULL without rotors, or where not requested. */
struct Expr *urdf_rotors_armature(struct UrdfTree *tree, const struct UrdfJoint *joint);
/* Reports rotors left out, and counts transmissions without a rotor. */
void urdf_rotors_report(struct UrdfTree *tree);

#endif
