/* Points and legs that closed forms follow. Made by the files of closed forms in line/, read for rates of coupled
 * joints. All memory is the arena's. */
#ifndef RIGIDC_FOLLOWED_H
#define RIGIDC_FOLLOWED_H

#include "dag/spatial.h"
#include "strut.h"

/* Point that gives the coordinates of a closed form: they are functions of its position r, along three axes. If a free
 * joint alone moves the point, `at` is the point in the moving frame of the joint, z = v + w x at its velocity in the
 * axes of this frame, and r' = turn z. */
struct FollowedPoint {
	struct Vec r;
	const struct Joint *free; /* NULL: others move it */
	struct Vec at;
	struct Mat turn;
	const struct FollowedLine *line; /* of the leg with its ball there; NULL: none */
};

/* Line of a leg, from the centre where its turns cross to its ball, l long. */
struct FollowedLine {
	int carrier;               /* the body that carries the first turn; -1: the world */
	struct Point ball, target; /* the ball's centre in the last body of the leg; the same point in the platform */
	Ref slide, offset;         /* the coordinate of the slide, l - offset */
	struct Mat axes;           /* from the axes of z (struct FollowedPoint) to those of the carrier */
	struct Vec u;              /* from the centre to the ball, in the axes of z: r = l u */
	Ref over_length;           /* 1 / l */
	struct PointMotion motion; /* of the ball, as the carrier sees it */
};

#endif
