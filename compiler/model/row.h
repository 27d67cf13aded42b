/* Rows of J(q) qd = 0: equations between the velocities of two frames A and B, which contacts and loops add. With d from
 * the origin of A to that of B,
 *   linear   t . (v_B - v_A - w_A x d) = 0
 *   angular  t . (w_B - w_A) = 0.
 * Called by the checker, the tree and the printers. */
#ifndef RIGIDC_ROW_H
#define RIGIDC_ROW_H

#include "dag/spatial.h"

enum { ROWS_MOST = 6 }; /* of one contact or loop */

enum RowVector {
	ROW_OF_A,   /* t is fixed in A */
	ROW_OF_B,   /* t is fixed in B */
	ROW_ACROSS, /* t = x of A cross y of B */
	ROW_ALONG   /* t = d / |d| */
};

struct ConstraintRow {
	bool angular;
	enum RowVector vector;
	struct Vec t;     /* unit vector, in the axes of A or B; of ROW_OF_A and ROW_OF_B */
	const char *name; /* of its entry in lambda: "fx", or "f1" along the first vector square to a slanting axis */
	bool holds;   /* by itself, since its row of J is 0 at every posture: its lambda is 0 (pipeline/check_rows.c) */
	bool depends; /* holds since it is a combination of other rows */
	bool rounded; /* holds within the model's tolerance of closure alone (pipeline/rounded_rows.c) */
};

/* Axes of the linear or angular rows of a kind, beside an axis n. */
enum RowSpan {
	SPAN_NONE,
	SPAN_ALL,    /* x, y, z */
	SPAN_SQUARE, /* the two square to n */
	SPAN_AXIS    /* n */
};

/* Adds the rows of a span to `row`, which has *rows. n is a unit vector, constant, in the axes of the rows; read by
 * SPAN_SQUARE and SPAN_AXIS. Square to a coordinate axis are the other two, in the order x y z; to a slanting axis x
 * and y after the smallest turn that takes z to n. */
void row_span(struct Dag *dag, enum RowSpan span, struct Vec n, bool angular, enum RowVector vector,
              struct ConstraintRow *row, int *rows);

/* --- kinds of contacts, by their rows: frame A is the ground, frame B the body's. Static data --- */

struct ContactKind {
	const char *name, *summary;
	bool axis;            /* has an axis, a direction in the frame on the body? */
	enum RowSpan linear;  /* in the axes of the ground, beside its normal z */
	enum RowSpan angular; /* likewise; with an axis: beside it, in axes of the body */
};

/* The first is the kind of a contact without a kind. */
extern const struct ContactKind contact_kinds[];
extern const int contact_kind_count;
const struct ContactKind *contact_kind_find(const char *name);

/* Rows of a kind, into `row`; returns their number. `axis` is a unit vector, read only if the kind has an axis. */
int contact_rows(struct Dag *dag, const struct ContactKind *kind, struct Vec axis, struct ConstraintRow *row);

/* --- kinds of loops, by their rows: joints between two frames that the tree does not have. Frame A is that of `from`, frame B that of
 * `to`: where the moving frame of the joint would be at closure. Static data --- */

struct LoopKind {
	const char *name, *summary;
	bool axis;             /* takes an axis, a direction in A */
	bool length;           /* takes a length */
	bool dyad;             /* may be a joint of a closed form (model/line/dyad.h) */
	enum RowSpan linear;   /* in the axes of A, beside the axis; without an argument beside z */
	enum RowSpan angular;  /* likewise */
	enum RowVector vector; /* of a single row that is not fixed in A, or ROW_OF_A */
};

extern const struct LoopKind loop_kinds[];
extern const int loop_kind_count;
const struct LoopKind *loop_kind_find(const char *name);

/* Rows of a kind, into `row`; returns their number. `axis` is a unit vector, read only if the kind has an axis. */
int loop_rows(struct Dag *dag, const struct LoopKind *kind, struct Vec axis, struct ConstraintRow *row);

#endif
