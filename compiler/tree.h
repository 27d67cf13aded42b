/* The canonical tree: what the algorithms see. Moving links only, each with an elementary motion about
 * or along a coordinate axis of its own frame (or free), fixed bodies merged, inertias about the origin
 * of the link frame. The compiler's link frames may differ from the author's body frames.
 * Made from the checked model and the request; read by the algorithms.
 * All memory is the arena's. */
#ifndef RIGIDC_TREE_H
#define RIGIDC_TREE_H

#include "model.h"
#include "request.h"

enum LinkMotion { LINK_ROTATE, LINK_TRANSLATE, LINK_FREE };

struct Link {
	int parent;              /* lambda(i); -1: the world, at rest */
	int body;                /* of the model, for names */
	enum LinkMotion motion;
	int axis;                /* 0, 1, 2: x, y, z; not for LINK_FREE */
	struct Placement at;     /* the joint frame in the parent's link frame: X_T of RBDA */
	/* The virtual coordinate: y = gamma(q), yd = G qd, ydd = G qdd + Gdot qd, tau = G^T tau_y. For
	 * the joints so far G is +1 or -1 (an axis along -z turns about z the other way). */
	Ref y[JOINT_Q], yd[JOINT_V], ydd[JOINT_V];
	int v;                   /* first velocity that drives it; 1, or 6 for LINK_FREE */
	Ref gain;                /* G */
	Ref armature[JOINT_V];
	struct Inertia I;        /* with everything merged */
	bool pushed;             /* has an external wrench */
	struct Spatial f_ext;    /* on the link, in its frame */
};

struct Tree {
	struct Dag *dag;
	struct Link *link;
	int links;
	int nq, nv;
	struct Vec gravity;      /* in the world */
	int *wrench;             /* bodies of the model with an external wrench, in the order of f_ext */
	int wrenches;
};

/* Requires a model without errors. Reports what the request names wrongly. */
struct Tree *tree_build(struct Diags *diags, const struct Model *model, const struct Request *request);

void tree_dump(const struct Tree *tree, const struct Model *model, struct Text *out);

/* The number of velocities of a link: 1 or 6. */
static inline int link_velocities(const struct Link *link)
{
	return link->motion == LINK_FREE ? 6 : 1;
}

/* Column k of S_i, in the link frame. */
struct Spatial link_subspace(struct Dag *dag, const struct Link *link, int k);
/* Where the link frame sits in the joint frame: X_J of RBDA, as a placement. */
struct Placement link_joint(struct Dag *dag, const struct Link *link);

#endif
