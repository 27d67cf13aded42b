/* Kinds of loops, by their rows: joints between two frames that the tree does not have. Frame A of the rows is that of
 * `from`, frame B that of `to`: where the moving frame of the joint would be at closure. Called by the checker and the
 * printers. Static data. */
#ifndef RIGIDC_LOOP_H
#define RIGIDC_LOOP_H

#include "row.h"

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
