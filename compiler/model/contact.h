/* Kinds of contacts, by their rows. Frame A of the rows is the ground, frame B the body's. Called by the checker and the
 * printers. Static data. */
#ifndef RIGIDC_CONTACT_H
#define RIGIDC_CONTACT_H

#include "row.h"

struct ContactKind {
	const char *name, *summary; /* "" is the kind of a point, which has no word */
	bool axis;                  /* has an axis, a direction in the frame on the body? */
	enum RowSpan linear;        /* in the axes of the ground, beside its normal z */
	enum RowSpan angular;       /* likewise; with an axis: beside it, in axes of the body */
};

extern const struct ContactKind contact_kinds[];
extern const int contact_kind_count;
const struct ContactKind *contact_kind_find(const char *name);
/* Name of a kind for people: "point" for the one without a word. */
const char *contact_kind_name(const struct ContactKind *kind);

/* Rows of a kind, into `row`; returns their number. `axis` is a unit vector, read only if the kind has an axis. */
int contact_rows(struct Dag *dag, const struct ContactKind *kind, struct Vec axis, struct ConstraintRow *row);

#endif
