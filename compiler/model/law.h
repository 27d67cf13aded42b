/* Laws of wrenches: forces and moments as functions of the state, between two frames.
 * Made by the checker (model/line/law.c); read by the tree and by printers. All memory is the arena's. */
#ifndef RIGIDC_LAW_H
#define RIGIDC_LAW_H

#include "dag/spatial.h"
#include "grammar/ast.h"

/* A frame at one end of a law, and the wrench on its body: in the axes of the frame, about its origin. */
struct LawEnd {
	struct Ident name;   /* of the body or frame */
	int body;            /* -1: the world */
	struct Placement at; /* the frame in the body's frame */
	struct Spatial f;
};

struct Law {
	struct Ident name;
	/* B, the frame of `on`; A, the frame of `in`. Without `in` the other end is the world, and takes no wrench. */
	struct LawEnd on, in;
	bool seen;        /* it has an `in`: its axes are those of A, else those of B */
	struct Vec p;     /* origin of B seen from A, in its axes */
	struct Spatial f; /* the wrench on B about the origin of B, in its axes */
	bool single;      /* it is a single force: */
	struct Vec arm;   /* then its point from the origin of B */
	Ref energy;       /* its potential */
	bool works;       /* it has a force or a moment beside the potential, whose work is in no energy */
};

#endif
