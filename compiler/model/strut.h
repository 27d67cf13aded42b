/* Points, lines between them, and struts and tendons along them.
 * Made by the checker; read by the tree and by printers. All memory is the arena's. */
#ifndef RIGIDC_STRUT_H
#define RIGIDC_STRUT_H

#include "dag/coordinate.h"
#include "dag/spatial.h"
#include "grammar/ast.h"
#include "wrap.h"

/* Point of a body. */
struct Point {
	int body;                    /* -1: the world */
	struct Vec p;                /* in the body's frame */
	const struct Coordinate *on; /* coordinates that move it in this frame */
	int ons;
	bool moves; /* in this frame, by coordinates or by inputs that move. The end of a line on a wrap counts as still there */
};

/* Lever: the derivative of l dl/dt by a velocity of the model, for the length l of a line (model/line/line.h). */
struct Lever {
	int v;
	Ref arm;
};

/* Range of a value in which a point of a tendon counts. */
struct PointRange {
	bool given; /* false: the point counts always */
	Ref value, lower, upper;
	Ref inside; /* it counts where this is not negative */
};

/* Straight line between two points. */
struct Line {
	struct Point end[2];
	int from,
		to; /* of a strut: the points' places in its list. Points between them do not count where the line does */
	Ref arc;    /* of a strut: length around the wrap at its second end; 0: a point */
	bool bent;           /* is an end on a wrap? Its square then is 1 where the line does not count */
	Ref square;          /* square of its length */
	Ref moved;           /* l dl/dt by moving inputs */
	struct Lever *lever; /* non-zero levers, each velocity once */
	int levers;
	struct Vec out[2]; /* vector from the other end to this end, in the axes of its body */
};

/* Massless force element: along one line, or over several points and around wraps. A wrap is a point of the list that counts
 * where the path bends around it; lines end and begin where the path touches it. */
struct Strut {
	struct Ident name;
	bool tendon;
	struct Ident *at; /* names of its points */
	struct Point *point;
	int points;
	struct PointRange *range; /* by point */
	struct Around *around;    /* by point */
	bool wraps;               /* is there a wrap? */
	bool varies;              /* is there a point that does not count always? */
	struct Line *line; /* between points that may follow each other, by the first point, then by the second */
	int lines;
	Ref length, rate;
	Ref stiffness, rest, damping;
	const struct Stmt *force; /* the force that pushes its ends apart, or NULL */
	Ref exerted;              /* this force, evaluated */
	Ref *pull; /* by line: the pulling force, divided by the line's length; 0 where the line does not count */
};

/* Struts and tendons by their numbers in the model, in the order of `group`. */
struct StrutGroup {
	struct Ident name;
	int *strut;
	int count;
};

/* Struts and tendons of a function, in the order of its rows. */
struct StrutSet {
	const struct Strut **item;
	int count;
};

/* Is the point at one place of its body, and counts always? Pictures show such points. */
static inline bool strut_shows(const struct Strut *strut, int point)
{
	return !strut->range[point].given && !strut->point[point].moves;
}

/* Line from a point to another that may follow it. */
static inline int strut_line(const struct Strut *strut, int from, int to)
{
	int i = 0;
	while (strut->line[i].from != from || strut->line[i].to != to)
		i++;
	return i;
}

#endif
