/* Planar dyads: two links between two bases, by three joints that turn about parallel axes or slide square to them. Two of
 * the joints are of the tree, the third is a loop. Where the bases are, the links have two places at most, given by one
 * root. So the coordinates of both tree joints are functions of those that move the bases against each other.
 *
 *     link 0 (a base) --joint 0-- link 1 --joint 1-- link 2 --joint 2-- link 3 (a base)
 *
 * Called for couplings. Memory is the arena's. */
#ifndef RIGIDC_MODEL_LINE_DYAD_H
#define RIGIDC_MODEL_LINE_DYAD_H

#include "dag/coordinate.h"
#include "model/expression/scope.h"
#include "closed_form.h"
#include "planar.h"
#include "way.h"

enum { DYAD_JOINTS = 3, DYAD_LINKS = 4 };

struct DyadLink {
	int body;         /* a body of the link; -1: the world */
	bool found;       /* the normal is known */
	double normal[3]; /* of the plane, in the body */
	struct Vec e[2];  /* axes of the plane: e[0] x e[1] = normal */
};

/* Joint between links j and j + 1. */
struct DyadJoint {
	int body;                  /* whose joint it is; -1: the loop */
	bool back;                 /* of the tree: link j + 1 carries link j */
	bool slides;               /* else it turns */
	bool ball;                 /* its frames have any axes */
	bool cylinder;             /* a cylindrical pair: in the plane a hinge or a slider */
	struct Placement frame[2]; /* its frames, in the bodies of links j and j + 1 */
	struct Vec axis;           /* in either frame */
	double sense;              /* 1: its axis is along the normal, -1: against it */
	struct Planar point[2];    /* the origins of its frames, in links j and j + 1 */
	struct Planar along[2];    /* the direction of a slide */
	struct Planar zero;        /* the turn of link j + 1 in link j, where a coordinate of the tree is 0 */
	struct Planar turn;        /* the turn of link j + 1 in link j, */
	Ref slide;                 /* or its displacement */
	Ref *rate;                 /* the derivative of the angle or displacement, by the coordinates of `on` */
};

struct Dyad {
	const struct Model *model;
	struct Dag *dag;
	const struct ClosedForm *form;
	struct ClosedRounding rounding;
	struct DyadLink link[DYAD_LINKS];
	struct DyadJoint joint[DYAD_JOINTS];
	struct Way way[2]; /* from the nearest common body to the bases */
	const struct DyadShape *shape;
	const struct Coordinate *on; /* the coordinates that move the bases against each other */
	int ons;
	double *sense[2]; /* by step of the ways: 1 or -1, the direction of base 1 relative to base 0 */
	const struct ModelPose *pose;
	double branch; /* sign of the root: 1 or -1 */
	struct DyadValues {
		struct Planar end[2];  /* joint 0 in base 0, joint 2 in base 1 */
		struct Planar r[2];    /* from joint 0 to joint 2, in the axes of the bases */
		Ref square;            /* r.r */
		Ref length[2], root;   /* lengths of the links */
		struct Planar unit[2]; /* along the links or the slide */
		Ref aside, slide;      /* of the slide */
	} value;
};

/* A shape of dyads, by the joints that slide. */
struct DyadShape {
	bool slides[DYAD_JOINTS];
	void (*place)(struct Dyad *dyad); /* finds turns and displacements of the joints */
	void (*move)(struct Dyad *dyad);  /* finds their rates, after `place` */
};

extern const struct ClosedShape dyad_shape;

/* --- parts of it --- */

/* Functions of dyad_shape (closed_form.h): finds the joints of the dyad and its bases; the bodies whose joints move the
 * bases against each other. */
void *dyad_find(struct Diags *diags, const struct Model *model, const struct ClosedForm *form);
int dyad_drives(const void *found, int *body);
/* The same dyad from the other base. */
void dyad_reverse(struct Dyad *dyad);

/* Finds the normals, and which joints slide. False after a diagnostic. */
bool dyad_find_plane(struct Diags *diags, struct Dyad *dyad);
/* Values at random coordinates, which depend on the number of the state alone. */
enum { DYAD_STATES = 2 };
void dyad_at(const struct Dyad *dyad, int state, const Ref *value, int count, double *number);
static inline struct Vec dyad_vector(struct Dag *dag, const double number[3])
{
	return vec_const(dag, number[0], number[1], number[2]);
}
/* Axis of a joint in link j + k. */
struct Vec dyad_axis(struct Dag *dag, const struct DyadJoint *joint, int k);
/* A direction of link j + from as link j + !from sees it, where the coordinate is 0. */
struct Vec dyad_across(struct Dag *dag, const struct DyadJoint *joint, int from, struct Vec v);
/* Axes e[0], e[1] of the plane: coordinate axes, if the normal is one. */
void dyad_lay_axes(struct Dag *dag, struct DyadLink *link);
/* Numbers near a whole one become that. */
void dyad_round(double v[3]);
struct Planar dyad_project(struct Dag *dag, const struct DyadLink *link, struct Vec p);
/* Point or, with `direction`, a direction in the frame before a step of the way to base `from`, as base `to` sees
 * it. */
struct Vec dyad_see_from(const struct Dyad *dyad, int from, int step, struct Vec p, int to, bool direction);
/* The same for a base, and in the plane of the other. */
struct Vec dyad_see_vector(const struct Dyad *dyad, int from, struct Vec p, int to, bool direction);
struct Planar dyad_see(const struct Dyad *dyad, int from, struct Vec p, int to, bool direction);
/* Point of the plane of a base as a point of its body. */
struct Vec dyad_lift(const struct Dyad *dyad, int base, struct Planar p);
/* Velocity of joint 2 relative to joint 0 by coordinate i of `on`, in the axes of base `in`. If `point` is joint 2 the
 * velocity is that relative to base 0, if it is joint 0 that relative to base 1. */
struct Planar dyad_velocity(const struct Dyad *dyad, int i, struct Planar point, int in);
/* Angular velocity of base 1 against base 0 by coordinate i. */
Ref dyad_turning(const struct Dyad *dyad, int i);
/* r.r, after both ends are known. */
Ref dyad_square(const struct Dyad *dyad);

/* NULL: no closed form. */
const struct DyadShape *dyad_shape_find(const bool slides[DYAD_JOINTS]);

#endif
