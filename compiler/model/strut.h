/* Points, lines between them, and struts and tendons along them.
 * Made by the checker; read by the tree and by printers. All memory is the arena's. */
#ifndef RIGIDC_STRUT_H
#define RIGIDC_STRUT_H

#include "dag/spatial.h"
#include "grammar/ast.h"

/* Point of a body. */
struct Point {
	int body;     /* -1: the world */
	struct Vec p; /* in the body's frame */
};

/* Lever: the derivative of l dl/dt by a velocity of the model, for the length l of a line (model/line/line.h). */
struct Lever {
	int v;
	Ref arm;
};

/* Straight line between two points. */
struct Line {
	struct Point end[2];
	Ref square;          /* square of its length */
	struct Lever *lever; /* non-zero levers, each velocity once */
	int levers;
	struct Vec out[2]; /* vector from the other end to this end, in the axes of its body */
};

/* Massless force element: along one line, or over several points. */
struct Strut {
	struct Ident name;
	bool tendon;
	struct Ident *at; /* names of its points, lines + 1 */
	struct Line *line;
	int lines;
	Ref length, rate;
	Ref stiffness, rest, damping;
	const struct Stmt *force; /* the force that pushes its ends apart, or NULL */
	Ref exerted;              /* this force, evaluated */
	Ref *pull;                /* by line: the pulling force, divided by the line's length */
};

/* Point i of a strut, which has lines + 1 points. */
static inline const struct Point *strut_point(const struct Strut *strut, int i)
{
	return i ? &strut->line[i - 1].end[1] : &strut->line[0].end[0];
}

#endif
