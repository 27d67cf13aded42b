/* Product of the turns of links, with its angle where all are about one coordinate axis: turns about parallel axes are one
 * turn, by the sum of their angles. Called by the algorithms of two frames. Plain values. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_TURNED_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_TURNED_H

#include "transform.h"

struct Turned {
	struct Mat R;
	int axis;     /* -1: the angle is not known */
	Ref angle;    /* R turns by this angle */
	int quarters; /* and by quarter turns */
};

struct Turned turned_by(struct Dag *dag, struct Mat R);
/* The rotation, then turn t of a link; `back`: then its inverse. */
struct Turned turned_again(struct Dag *dag, struct Turned W, const struct LinkTransform *transform,
                           const struct Link *link, int t, bool back);
/* The same for the rotation of an un-rotated link's body in its working axes. */
struct Turned turned_with_body(struct Dag *dag, struct Turned W, const struct LinkTransform *transform,
                               const struct Link *link, bool back);

#endif
