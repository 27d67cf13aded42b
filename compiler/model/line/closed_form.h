/* Closed forms of loops: the coordinates of some joints as functions of the coordinates that move the rest of the loop.
 * What all shapes of loops share. Called by the shapes, which closed_shapes.c lists, and by couple.c, which takes the
 * shape of a form. Memory is the arena's. */
#ifndef RIGIDC_MODEL_LINE_CLOSED_FORM_H
#define RIGIDC_MODEL_LINE_CLOSED_FORM_H

#include "dag/posture.h"
#include "model/expression/scope.h"
#include "model/model.h"

struct ClosedShape {
	/* By the kind of the loop and its joints: can only this shape be meant? */
	bool (*fits)(const struct Model *model, const struct ClosedForm *form);
	/* Finds links and joints. Requires the motions of locked joints. NULL after a diagnostic. */
	void *(*find)(struct Diags *diags, const struct Model *model, const struct ClosedForm *form);
	/* Bodies whose joints the coordinates follow; into `body`, which has room for all bodies. */
	int (*drives)(const void *found, int *body);
	/* Gives the joints their coordinates, with slopes. Requires the motions of the drives. False after a
	 * diagnostic. */
	bool (*solve)(struct Scope *scope, void *found, const struct ModelPose *pose);
};

/* A rod leads a joint; a leg of a platform. dyad.h has the third shape. */
extern const struct ClosedShape rod_shape, leg_shape;
/* Shape of a closed form, by the kind of its loop and its joints. NULL after a diagnostic. */
const struct ClosedShape *closed_shape(struct Diags *diags, const struct Model *model, const struct ClosedForm *form);

/* Lengths that are 0 where the form holds. */
struct ClosedLengths {
	const Ref *length;
	int count;
	const double *q;  /* coordinates of the model; NULL: the lengths depend on none */
	double most;      /* largest length that counts as 0 */
	const char *what; /* message where a length is not 0: "its axes do not cross" */
};

/* What the shape of a form takes as exact: the largest tilt of its axes, rad, and the largest distance, m. */
struct ClosedRounding {
	double tilt, gap;
};

/* Is a tilt within the tolerance, or a distance between links of some `size`? Keeps the largest. */
bool closed_tilt(const struct Model *model, struct ClosedRounding *rounding, double tilt);
bool closed_gap(const struct Model *model, struct ClosedRounding *rounding, double gap, double size);
/* Notes what is more than rounding of the machine. */
void closed_tell_rounding(struct Diags *diags, const struct ClosedForm *form, const struct ClosedRounding *rounding);

/* Reports "loop 'pin' has no closed form: ..."; returns false. */
bool closed_refuse(struct Diags *diags, const struct ClosedForm *form, const char *why);
/* Warns of the first parameter of the model whose other values make a length other than 0. */
void closed_doubt_parameters(struct Diags *diags, const struct Model *model, const struct ClosedForm *form,
                             const struct ClosedLengths *lengths);
/* Does the closed form give the joint of this body? */
bool closed_gives(const struct ClosedForm *form, int body);
/* The state of a pose, for values of expressions there. */
struct Posture closed_posture(struct Arena *arena, const struct Model *model, const struct ModelPose *pose);

/* Reports a dead point: at the pose the links have a single place. Returns -1. */
int closed_dead_point(struct Diags *diags, const struct ClosedForm *form, const struct ModelPose *pose);

/* Positions of the joints of a closed form in one of its branches: JOINT_V numbers for each joint. */
enum { CLOSED_NUMBERS = 3 * JOINT_V };
/* Index of the branch nearest to the pose. -1 after a diagnostic: the links do not reach each other, two branches
 * coincide, or two are equally near. */
int closed_branch(struct Diags *diags, const struct Model *model, const struct ClosedForm *form,
                  const struct ModelPose *pose, double (*place)[CLOSED_NUMBERS], int places);

#endif
