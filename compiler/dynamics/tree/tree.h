/* The canonical tree: what the algorithms see. Moving links only, each with an elementary motion about
 * or along a coordinate axis of its own frame (or free), fixed bodies merged, inertias about the origin
 * of the link frame. The compiler's link frames may differ from the author's body frames.
 * Made from the checked model and the request; read by the algorithms.
 * All memory is the arena's. */
#ifndef RIGIDC_DYNAMICS_TREE_TREE_H
#define RIGIDC_DYNAMICS_TREE_TREE_H

#include "model/model.h"
#include "dag/moments.h"

/* Mass, first moment and moment of inertia of a body: m, h, J_xx, J_xy, J_yy, J_xz, J_yz, J_zz. */
enum { BODY_PARAMETERS = 10 };

enum LinkMotion { LINK_ROTATE, LINK_TRANSLATE, LINK_SPHERICAL, LINK_FREE };

/* How one velocity of the model drives a link: dy/dt = ... + gain qd[v], tau[v] += gain S^T f. */
struct JointMapEntry {
	int v;
	Ref gain, rate; /* of G and of Gdot */
};

/* What of wrenches on a link keeps the axes of the world while the link moves, in the link's at its origin: */
struct WorldLoad {
	struct Spatial at_rest;  /* what keeps its point too, */
	struct Vec f, n;         /* and the others, at points of the link, */
	struct Mat P;            /* the sum of r f^T over those points */
};

/* The same in other axes, and about an origin that it was at p from. */
struct WorldLoad world_load_turn(struct Dag *dag, struct Mat R, struct WorldLoad load);
struct WorldLoad world_load_shift(struct Dag *dag, struct Vec p, struct WorldLoad load);

struct Link {
	int parent;              /* lambda(i); -1: the world, at rest */
	int body;                /* of the model, for names */
	int on;                  /* the body that its joint is on; -1: the world */
	enum LinkMotion motion;
	int axis;                /* 0, 1, 2: x, y, z; for LINK_ROTATE and LINK_TRANSLATE */
	struct Placement at;     /* the joint frame in the parent's link frame: X_T of RBDA */
	/* The virtual coordinate: y = gamma(q), yd = G qd, ydd = G qdd + Gdot qd, tau = G^T tau_y. */
	Ref y[JOINT_Q], yd[JOINT_V], ydd[JOINT_V];
	struct JointMapEntry *map;     /* the non-zeros of G; spherical and free: one per column of S, with gain 1 */
	int map_entries;
	int quarters;            /* LINK_ROTATE turns by y and so many quarter turns */
	struct Moments mass;     /* with everything merged, about the origin of the link frame */
	struct Spatial f_ext;    /* on the link, in its frame: once tree_wrenches has put it there */
	struct WorldLoad load;   /* that part of it */
};

/* What the coordinate of a joint carries by itself: tau += G^T (inertia acceleration + resistance). */
struct JointSpaceTerm {
	struct JointMapEntry *map; /* G; a coordinate of its own has one drive with gain 1 */
	int map_entries;
	Ref position, rate, acceleration;
	Ref inertia;         /* armature */
	Ref stiffness, rest; /* of its spring */
	Ref resistance;      /* damping, friction, spring, less passive forces */
	bool line;           /* it is no joint's: the drives are the levers of a strut's line, the resistance its pull (strut.c) */
};

/* The force of a strut on one of its ends, a site, in the axes of the site's body. */
struct StrutEnd {
	int site, body;
	struct Vec f;
};

/* A frame that the model declares, of a body or on one: where on the tree it is. */
struct Site {
	int link;                /* -1: the world */
	struct Placement at;     /* in that link's frame */
};

/* The wrench through a joint that `reaction` asks for. What is fixed to a link beyond a joint that does not move is a
 * part of the link with a mass of its own. */
struct Reaction {
	int link;                /* that carries the joint's body; -1: the world */
	struct Placement at;     /* of that body's frame in the link's */
	bool fixed;
	struct Moments mass;     /* if fixed: of what is fixed beyond, in the link's frame */
	struct Spatial f_ext;    /* on that */
	const bool *beyond;      /* and which bodies of the model that is; NULL: none */
};

/* Is a body of the model fixed beyond the joint? */
static inline bool reaction_holds(const struct Reaction *reaction, int body)
{
	return reaction->fixed && reaction->beyond && reaction->beyond[body];
}

/* A wrench among the inputs: f, n and, if it acts at a point that is an input too, p. */
struct TreeWrench {
	const char *name;
	int body;                /* of the model */
	const char *frame;       /* of the model, that it is on; NULL: the body's own */
	int link;
	struct Placement at;     /* the frame it is on, in the link's */
	bool in_world, at_point;
	int first;               /* in f_ext: 6 numbers, 9 with a point */
};

struct Tree {
	struct Dag *dag;
	struct Link *link;
	int links;
	int nq, nv, np;          /* np: numbers that are given at run time */
	int *coordinate;         /* whose rate each velocity is; -1: of a quaternion joint */
	struct JointSpaceTerm *term; /* by the coordinates of joints */
	int terms;
	struct Vec gravity;      /* in the world */
	struct Moments ground;   /* what links have handed to the world: it never moves, and counts for centres of mass */
	struct TreeWrench *wrench;
	int wrenches;
	int f_ext;               /* numbers of the input f_ext */
	const struct BaseParameters *base; /* the base parameters, once they are asked for */
	struct Site *place;      /* of each body of the model, in the links as they are built at first */
	struct Site *site;       /* that functions look at: these stay where they are if links get other frames */
	int sites, site_room;
	struct Reaction *reaction; /* in the order of the bodies; made when asked for */
	int reactions;
	struct StrutEnd *end;    /* of struts, for those */
	int ends;
	int asked;               /* the site that the function at hand looks at; -1: none */
};

/* Requires a model without errors. */
struct Tree *tree_build(const struct Model *model);

/* A copy whose links may be changed; drives and what was carried are shared. */
struct Tree *tree_copy(const struct Tree *tree, struct Dag *dag);
/* A frame at `at` in a body's frame (-1: the world) becomes a site. */
int tree_add_site(struct Tree *tree, int body, struct Placement at);
/* A link gets another frame, in which the one it had is at `to`: what is on the link, from wrenches to sites, is seen from there.
 * Its mass, and where it is and those on it are, are the caller's. */
void tree_reframe(struct Tree *tree, int link, struct Placement to);
/* Is there a site on this link? */
bool tree_has_site(const struct Tree *tree, int link);
/* Of nothing, on the world. */
struct Reaction reaction_none(struct Dag *dag);
/* Finds the joints that `reaction` is of. */
void tree_add_reactions(struct Tree *tree, const struct Model *model);
/* What struts do: by the way that they go, beside what coordinates carry; and for `reaction`, which sees where they hold on, as
 * wrenches on the links. */
void tree_add_struts(struct Tree *tree, const struct Model *model);
void tree_add_ends(struct Tree *tree, const struct Model *model);
const struct Tree *tree_with_strut_wrenches(const struct Tree *tree);
/* Does a link hang on what is fixed beyond the joint? */
bool reaction_carries(const struct Tree *tree, const struct Reaction *reaction, int link);
/* The same tree with some inputs zero, bits 1 << enum Input (substitute.c). */
const struct Tree *tree_zero_inputs(const struct Tree *tree, unsigned inputs);
/* The same with other values in place of the elements of one input; and values that are not the tree's, computed anew. */
const struct Tree *tree_substitute(const struct Tree *tree, enum Input array, const Ref *instead);
void values_substitute(struct Dag *dag, Ref *value, size_t count, enum Input array, const Ref *instead);

/* Velocities of links, each with all before it on the way from the root: what a function of pairs of joints grows with. */
long tree_pairs(const struct Tree *tree);
/* A body of these parameters, of which there are BODY_PARAMETERS. */
struct Moments body_moments(struct Dag *dag, const Ref *pi);
/* How many bodies move. */
int tree_moving(const struct Tree *tree);
/* Does anything that moves have mass? */
bool tree_has_mass(const struct Tree *tree);
/* Or any inertia, or a coordinate an armature? */
bool tree_has_inertia(const struct Tree *tree);
/* How many links are on the way from the root to `link`, both included; 0 for the world. */
int tree_depth(const struct Tree *tree, int link);
/* The links from the root to `link`, both included; none for the world. */
const int *tree_path(const struct Tree *tree, int link, int *links);

/* What the coordinates themselves carry, added to tau, and to M. */
void tree_add_terms(struct Dag *dag, const struct Tree *tree, Ref *tau);
void tree_add_terms_inertia(struct Dag *dag, const struct Tree *tree, Ref *M);
/* What armatures have of kinetic energy and springs of potential, added. */
void tree_add_terms_energy(struct Dag *dag, const struct Tree *tree, Ref *kinetic, Ref *potential);
/* M += G_a^T H G_b for the entry H of column k of link a and column l of link b, and its mirror image. */
void tree_assemble(struct Dag *dag, const struct Tree *tree, int a, int k, int b, int l, Ref H, Ref *M);
/* The same without the mirror image. */
void tree_assemble_entry(struct Dag *dag, const struct Tree *tree, int a, int k, int b, int l, Ref H, Ref *M);

/* What column k of a link has in a matrix of so many rows by nv: matrix += column G_k. */
void tree_assemble_column(struct Dag *dag, const struct Tree *tree, const struct Link *link, int k, const Ref *column, int rows,
                        Ref *matrix);
/* C += G_a^T (H G_b + M Gdot_b) for the entries H and M in row k of link a and column l of link b. */
void tree_assemble_coriolis(struct Dag *dag, const struct Tree *tree, int a, int k, int b, int l, Ref H, Ref M, Ref *C);
/* What the coordinates themselves carry, added to C. */
void tree_add_terms_coriolis(struct Dag *dag, const struct Tree *tree, Ref *C);

void tree_dump(const struct Tree *tree, const struct Model *model, struct Text *out);

/* Does it turn about or slide along one axis? */
static inline bool link_has_axis(const struct Link *link)
{
	return link->motion == LINK_ROTATE || link->motion == LINK_TRANSLATE;
}

/* Is it the last link of its body, which has the body's mass? Its place there is tree->place[link->body].at. */
static inline bool link_is_body(const struct Tree *tree, int i)
{
	return i + 1 == tree->links || tree->link[i + 1].body != tree->link[i].body;
}

/* The number of columns of S_i: 1, 3 or 6. */
static inline int link_columns(const struct Link *link)
{
	return link->motion == LINK_FREE ? 6 : link->motion == LINK_SPHERICAL ? 3 : 1;
}

/* Column k of S_i is a unit vector: which of (vx vy vz wx wy wz)? */
int link_row(const struct Link *link, int k);
/* What a unit velocity along column k counts where lengths are measured in `length`. */
static inline double link_scale(const struct Link *link, int k, double length)
{
	return link_row(link, k) < 3 ? 1 / length : 1;
}
/* Column k of S_i, in the link frame. */
struct Spatial link_subspace(struct Dag *dag, const struct Link *link, int k);
/* S_i yd for the coordinates' rates, or S_i ydd, in the link frame. */
struct Spatial link_motion(struct Dag *dag, const struct Link *link, const Ref *rate);
/* S_i^T f, entry k. */
static inline Ref link_force(const struct Link *link, int k, const struct Spatial *f)
{
	int row = link_row(link, k);
	return row < 3 ? f->lin.e[row] : f->ang.e[row - 3];
}
/* Does nothing move but by weight: no velocity, no acceleration, no wrench? */
bool tree_at_rest(const struct Tree *tree);
/* Column k of S_i meets no weight, whatever the link and those beyond it weigh. The acceleration less gravity, `a` in the axes of the
 * link, is the same for all mass at rest, so f = sum m a and n = sum m r x a: f . e is 0 if a is across e, n . e if a is along e. */
bool link_meets_no_weight(const struct Dag *dag, const struct Link *link, int k, struct Vec a);
/* The drives of column k: the first of *count that stand one after the other. */
const struct JointMapEntry *link_map(const struct Link *link, int k, int *count);
/* Sine and cosine of the angle that a LINK_ROTATE turns. */
void link_sincos(struct Dag *dag, const struct Link *link, Ref *s, Ref *c);
/* A link's frame in the world, along its ancestors; -1: the world's. */
struct Placement link_pose(struct Dag *dag, const struct Tree *tree, int link);
/* Where the link frame sits in the joint frame: X_J of RBDA, as a placement. */
struct Placement link_joint(struct Dag *dag, const struct Link *link);

#endif
