/* Kinds of contacts, and the rows of J(q) qd = 0 that a contact or a loop adds. A row is an equation between the
 * velocities of two frames A and B. With d from the origin of A to that of B,
 *   linear   t . (v_B - v_A - w_A x d) = 0
 *   angular  t . (w_B - w_A) = 0.
 * Called by the checker, the tree and the printers. Static data. */
#ifndef RIGIDC_CONTACT_H
#define RIGIDC_CONTACT_H

#include "dag/spatial.h"

enum { CONTACT_ROWS = 6 };

struct ConstraintRow {
	bool angular;
	bool of_b;        /* is t fixed in B, and not in A? */
	struct Vec t;     /* unit vector, in the axes of A or B */
	const char *name; /* of its entry in lambda: "fx", or "f1" along the first vector square to a slanting axis */
	bool holds; /* by itself, since its row of J is 0 at every posture: its lambda is 0 (pipeline/check_rows.c) */
};

/* Kind by its rows, linear before angular. */
struct ContactKind {
	const char *name, *summary; /* "" is the kind of a point, which has no word */
	bool axis;                  /* has an axis, a direction in the frame on the body? */
	unsigned linear;            /* bits of the axes x, y, z of the ground */
	unsigned angular;           /* likewise; with an axis: all angular rows square to it, in axes of the body */
};

extern const struct ContactKind contact_kinds[];
extern const int contact_kind_count;
const struct ContactKind *contact_kind_find(const char *name);
/* Name of a kind for people: "point" for the one without a word. */
const char *contact_kind_name(const struct ContactKind *kind);

/* Rows of a kind, into `row`; returns their number. `axis` is a unit vector, read only if the kind has an axis. */
int contact_rows(struct Dag *dag, const struct ContactKind *kind, struct Vec axis, struct ConstraintRow *row);

#endif
