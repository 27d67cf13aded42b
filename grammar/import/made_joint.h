/* Properties of joints, and masses of bodies, that readers of other formats make.
 * Called by those readers. Memory is the arena's. */
#ifndef RIGIDC_MADE_JOINT_H
#define RIGIDC_MADE_JOINT_H

#include "made.h"

/* Units of the properties of a joint with one coordinate. */
enum JointUnit { UNIT_POSITION, UNIT_FORCE, UNIT_ARMATURE, UNIT_STIFFNESS, UNIT_DAMPING, UNIT_SPEED };

/* "N m" of a turning joint, "N" of a sliding one */
const char *made_joint_unit(bool slides, enum JointUnit unit);
/* Appends `damping D`; `friction F at 0.01 rad/s` or m/s; `spring K`, at a position unless it is NULL; `NAME VALUE`. */
void made_damping(struct Diags *diags, struct Stmt *joint, bool slides, const struct Figure *damping);
void made_friction(struct Diags *diags, struct Stmt *joint, bool slides, const struct Figure *friction);
void made_spring(struct Diags *diags, struct Stmt *joint, bool slides, const struct Figure *stiffness,
                 struct Expr *rest);
void made_scalar_property(struct Diags *diags, struct Stmt *to, const char *name, const struct Figure *value,
                          const char *unit);

/* xx yy zz xy xz yz as `diag(...)` or `tensor(...)`; NULL if all are 0. */
struct Expr *made_inertia(struct Diags *diags, const struct Figure number[6]);
/* The same in another unit than kg m^2. */
struct Expr *made_inertia_in(struct Diags *diags, const struct Figure number[6], const char *unit);

#endif
