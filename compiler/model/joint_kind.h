/* Joint kinds: three built-in kinds, and kinds defined in the language by their motion, in grammar/prelude.rig or by
 * the user. The tree, the code, the names and the help for a kind follow from its description here. Called by the
 * checker and by printers of joints. Memory is the arena's. */
#ifndef RIGIDC_JOINT_KIND_H
#define RIGIDC_JOINT_KIND_H

#include "grammar/ast.h"
#include "base/diag.h"
#include "dag/spatial.h"

enum { JOINT_Q = 7, JOINT_V = 6, JOINT_PARAMETERS = 6 };

enum JointForm {
	JOINT_FIXED,
	JOINT_SPHERICAL, /* unit quaternion; velocity w in body axes */
	JOINT_FREE,      /* position and unit quaternion; velocity (v, w) in body axes */
	JOINT_DEFINED    /* a sequence of elementary motions in its coordinates */
};

struct JointParameter {
	const char *name;
	bool axis; /* a direction; else a number of dimension dim */
	struct Dim dim;
};

struct JointKind {
	const char *name, *summary;
	enum JointForm form;
	struct JointParameter parameter[JOINT_PARAMETERS];
	int parameters;
	int nq, nv;
	/* coordinates and velocities; with several, the name follows the joint's name */
	struct {
		const char *name, *unit;
	} q[JOINT_Q], v[JOINT_V];
	const struct Stmt *definition; /* JOINT_DEFINED: its block contains the motions */
};

struct JointKinds ARENA_LIST(struct JointKind);

enum MotionKind { MOTION_ROTATE, MOTION_TRANSLATE, MOTION_SPHERICAL, MOTION_FREE };

/* Elementary motion; its moving frame is the base of the next motion. */
struct Motion {
	enum MotionKind kind;
	struct Vec axis; /* unit vector, constant; of ROTATE and TRANSLATE */
	Ref y;           /* angle or length gamma(q); the coordinates q are inputs, or constants if locked */
};

/* Adds the kinds that every model has. */
void kinds_init(struct JointKinds *kinds, struct Diags *diags);
/* Adds a kind from a `joint NAME(...) { ... }` statement; reports mistakes in its head. */
void kinds_define(struct JointKinds *kinds, struct Diags *diags, const struct Stmt *definition);
const struct JointKind *kinds_find(const struct JointKinds *kinds, const char *name);

/* Do the coordinates end in a unit quaternion? */
static inline bool kind_has_quaternion(const struct JointKind *kind)
{
	return kind->form == JOINT_FREE || kind->form == JOINT_SPHERICAL;
}

/* Is velocity k along a line, not about an axis? */
static inline bool kind_slides(const struct JointKind *kind, int k)
{
	return kind->v[k].unit[0] == 'm';
}

/* Dimension of a coordinate. */
struct Dim kind_dim(const struct JointKind *kind, int coordinate);

#endif
