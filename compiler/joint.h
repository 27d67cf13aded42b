/* The joint kinds: a table. A kind is described by its motion, a sequence of elementary motions in its
 * coordinates; everything else about it (tree, code, names, help) follows from the row.
 * Called by the checker and the canonical tree. Static data. */
#ifndef RIGIDC_JOINT_H
#define RIGIDC_JOINT_H

#include <stddef.h>

enum { JOINT_Q = 7, JOINT_V = 6, JOINT_STEPS = 6, JOINT_PARAMETERS = 2 };

enum MotionKind {
	MOTION_NONE,
	MOTION_ROTATE,    /* about an axis by a coordinate */
	MOTION_TRANSLATE, /* along an axis by a coordinate */
	MOTION_FREE       /* position and unit quaternion; S is the identity */
};

struct MotionStep {
	enum MotionKind kind;
	int axis;       /* which parameter holds the axis */
	int coordinate; /* the first one */
};

struct JointKind {
	const char *name, *summary;
	const char *parameter[JOINT_PARAMETERS]; /* each an axis */
	int parameters;
	int nq, nv;
	struct MotionStep step[JOINT_STEPS];
	/* appended to the joint's name for its coordinates, with units */
	struct { const char *suffix, *unit; } q[JOINT_Q], v[JOINT_V];
};

extern const struct JointKind joint_table[];
extern const size_t joint_count;

const struct JointKind *joint_find(const char *name);

#endif
