/* The joint kinds: three that are built in, and those defined in the language by their motion, in
 * grammar/prelude.rig or by the user. Everything else about a kind (tree, code, names, help) follows
 * from its description here.
 * Called by the checker and whatever prints joints. Memory is the arena's. */
#ifndef RIGIDC_JOINT_H
#define RIGIDC_JOINT_H

#include "grammar/ast.h"
#include "base/diag.h"

enum { JOINT_Q = 7, JOINT_V = 6, JOINT_PARAMETERS = 6 };

enum JointForm {
	JOINT_FIXED,
	JOINT_SPHERICAL, /* unit quaternion; velocity w in body axes */
	JOINT_FREE,      /* position and unit quaternion; velocity (v, w) in body axes */
	JOINT_DEFINED    /* a sequence of elementary motions in its coordinates */
};

struct JointParameter {
	const char *name;
	bool axis;       /* a direction; else a number of dimension dim */
	struct Dim dim;
};

struct JointKind {
	const char *name, *summary;
	enum JointForm form;
	struct JointParameter parameter[JOINT_PARAMETERS];
	int parameters;
	int nq, nv;
	/* the coordinates and velocities; the name goes behind the joint's where there are several */
	struct { const char *name, *unit; } q[JOINT_Q], v[JOINT_V];
	const struct Stmt *definition; /* JOINT_DEFINED: its motions are the block */
};

struct JointKinds {
	struct JointKind *item;
	size_t count, capacity;
};

/* The kinds that every model knows. */
void kinds_init(struct JointKinds *kinds, struct Diags *diags);
/* One more, from a `joint NAME(...) { ... }` statement; reports what is wrong with its head. */
void kinds_define(struct JointKinds *kinds, struct Diags *diags, const struct Stmt *definition);
const struct JointKind *kinds_find(const struct JointKinds *kinds, const char *name);

/* Does q end in a unit quaternion? */
static inline bool kind_has_quaternion(const struct JointKind *kind)
{
	return kind->form == JOINT_FREE || kind->form == JOINT_SPHERICAL;
}

/* Is the k-th velocity along a line (else about one)? */
static inline bool kind_slides(const struct JointKind *kind, int k)
{
	return kind->v[k].unit[0] == 'm';
}

/* The dimension of a coordinate. */
struct Dim kind_dim(const struct JointKind *kind, int coordinate);

#endif
