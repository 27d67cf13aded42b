/* Rotors of a URDF: what its transmissions say of the inertia of motors, as seen from the joints.
 * Called by urdf.c only. What is read goes to the tree; all memory is the arena's. */
#ifndef RIGIDC_URDF_ROTOR_H
#define RIGIDC_URDF_ROTOR_H

#include "urdf_tree.h"

/* Reads the transmissions; the joints of the tree are known. */
void urdf_rotors_read(struct UrdfTree *tree);
/* ratio^2 * inertia of all rotors of a joint; NULL without one, or where they are not asked for. */
struct Expr *urdf_rotors_armature(struct UrdfTree *tree, const struct UrdfJoint *joint);
/* What of them is left out, and the transmissions that say nothing of a rotor. */
void urdf_rotors_report(struct UrdfTree *tree);

#endif
