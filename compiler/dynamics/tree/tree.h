/* Canonical tree: the algorithms' view of the robot. It has moving links only, each with one elementary motion about
 * or along a coordinate axis of its own frame (or a spherical or free motion). Fixed bodies are merged into links,
 * inertias are about the origin of the link frame. The compiler's link frames may differ from the author's body
 * frames. Made from the checked model and the request, read by the algorithms. All memory is the arena's. */
#ifndef RIGIDC_DYNAMICS_TREE_TREE_H
#define RIGIDC_DYNAMICS_TREE_TREE_H

#include "model/model.h"
#include "dag/moments.h"

/* Mass, first moment and moment of inertia of a body: m, h, J_xx, J_xy, J_yy, J_xz, J_yz, J_zz. */
enum { BODY_PARAMETERS = 10 };

struct RowSet;

enum LinkMotion { LINK_ROTATE, LINK_TRANSLATE, LINK_SPHERICAL, LINK_FREE };

/* Entry of G: one velocity of the model drives a link, dy/dt = ... + gain qd[v], tau[v] += gain S^T f. */
struct JointMapEntry {
	int v;
	Ref gain, rate; /* of G and of Gdot */
	Ref along;      /* d(dy/dt)/dq at fixed velocities: `rate`, but for velocities of quaternion joints */
};

/* Non-zeros of a row of G. */
struct JointMap {
	struct JointMapEntry *entry;
	int entries;
};

/* Part of the wrenches on a link with constant world axes while the link moves; in link axes, about the link's
 * origin. */
struct WorldLoad {
	struct Spatial at_rest; /* wrenches at points fixed in the world */
	struct Vec f, n;        /* other wrenches, at points of the link */
	struct Mat P;           /* sum of r f^T over the points of the link */
};

/* World load in other axes, and about a new origin that has the old origin at p. */
struct WorldLoad world_load_turn(struct Dag *dag, struct Mat R, struct WorldLoad load);
struct WorldLoad world_load_shift(struct Dag *dag, struct Vec p, struct WorldLoad load);

/* Point of a closed form, whose velocity z drives links: z = B qd, r' = turn z for the axes of their levers. */
struct TreePoint {
	const struct FollowedPoint *of;
	struct JointMap map[3];      /* rows of B */
	const struct LineMass *mass; /* on the line of its leg, and no longer of the links; NULL: none */
	struct PointMotion motion;   /* with `mass` only */
};

struct Link {
	int parent; /* lambda(i); -1: the world, at rest */
	int body;   /* index in the model, for names */
	int on;     /* the body that carries its joint; -1: the world */
	enum LinkMotion motion;
	int axis;            /* 0, 1, 2: x, y, z; for LINK_ROTATE and LINK_TRANSLATE */
	struct Placement at; /* the joint frame in the parent's link frame: X_T of RBDA */
	/* Virtual coordinate: y = gamma(q), yd = G qd, ydd = G qdd + Gdot qd, tau = G^T tau_y. */
	Ref y[JOINT_Q], yd[JOINT_V], ydd[JOINT_V];
	struct JointMap map; /* spherical and free: an entry per column of S, with gain 1 */
	int point;        /* point of the tree whose position gives y, from 1 on; 0: none, y is a function of q alone */
	struct Vec lever; /* dy/dr, for the position r of this point */
	int quarters;     /* LINK_ROTATE turns by y and this many quarter turns */
	struct Moments mass;   /* of all merged bodies, about the origin of the link frame */
	struct Spatial f_ext;  /* external, in the link frame; set by tree_wrenches */
	struct WorldLoad load; /* part of f_ext */
	bool lawful;           /* laws are a part of f_ext: functions of the state. Only then, */
	struct Spatial known;  /* f_ext without laws seen from the world, */
	struct Spatial law;    /* and laws among it */
};

/* Joint-space term: a joint coordinate's own forces, tau += G^T (inertia acceleration + resistance). */
struct JointSpaceTerm {
	struct JointMap map; /* an independent coordinate has one entry with gain 1 */
	Ref position, rate, acceleration;
	Ref inertia;         /* armature */
	Ref stiffness, rest; /* of the spring */
	Ref resistance;      /* damping, friction, spring, less passive forces */
	bool line;           /* a strut's line, not a joint: map = levers, resistance = pull (strut.c) */
};

/* Force of a strut on one of its ends, in the axes of the end's body. */
struct StrutEnd {
	int site, body;
	struct Spatial f; /* about the site */
};

/* Frame on the tree: a declared frame, a body, or a strut's end. */
struct Site {
	int link;            /* -1: the world */
	struct Placement at; /* in the link's frame */
};

/* Wrench through a joint, for `reaction`, in the axes of the body, about the origin of the joint's moving frame (before
 * `then`). Bodies fixed beyond a fixed joint are a part of the link with its own mass. */
struct Reaction {
	int link;            /* the link with the joint's body; -1: the world */
	struct Placement at; /* in the link's frame: axes of the body, origin of the joint's moving frame */
	bool fixed;
	struct Moments mass;  /* fixed joint: mass of the bodies fixed beyond, in the link's frame */
	struct Spatial f_ext; /* on these bodies */
	const bool *beyond;   /* by body of the model: is it fixed beyond? NULL: no body is */
};

/* Is a body of the model fixed beyond the joint? */
static inline bool reaction_holds(const struct Reaction *reaction, int body)
{
	return reaction->fixed && reaction->beyond && reaction->beyond[body];
}

/* Wrench among the inputs: f, n and, if its point is an input too, p. */
struct TreeWrench {
	const char *name;
	int body;          /* index in the model */
	const char *frame; /* name of the model's frame for the wrench; NULL: the body's own frame */
	int link;
	struct Placement at; /* the wrench's frame in the link's frame */
	bool in_world, at_point;
	int first; /* first element in f_ext: 6 numbers, 9 with a point */
};

/* Sites of a contact: of its ground and its body. b < 0: not added yet. */
struct ContactSites {
	int a, b;
};

/* Law of a wrench at one of its ends, in the axes and about the origin of the end's frame. */
struct TreeLaw {
	int body;
	struct Site at;
	struct Spatial f;
	bool from_world;      /* it is seen from a frame fixed to the world, and this is the end that moves: */
	struct Spatial world; /* then also in world axes, about the origin of the end's frame, */
	bool single;          /* and if it is a single force, */
	struct Vec arm;       /* its point from there */
	bool fluid;           /* the fluid around the body: inertial forces of its added mass */
};

/* A body with added mass, and where its frame is in its link. */
struct TreeAdded {
	const struct AddedBody *of;
	struct Site at;
};

struct Tree {
	struct Dag *dag;
	struct Link *link;
	int links;
	int nq, nv, np, nu, ns; /* np: run-time numbers; nu, ns: numbers of the inputs u and s */
	Ref *rate;              /* of each state */
	double *lower, *upper;  /* by coordinate: its limits; infinite: none */
	double **pose;          /* coordinates at each of the model's poses */
	int poses;
	bool *idle;                  /* by velocity: nothing drives it, as an idle joint or a free root */
	int *coordinate;             /* by velocity: the coordinate with this rate; -1: of a quaternion joint */
	struct JointSpaceTerm *term; /* joint-space terms of joints, then of struts */
	int terms;
	struct TreePoint *point;
	int points;
	struct Vec gravity;    /* in the world */
	struct Moments ground; /* masses handed to the world: they never move, and count for centres of mass */
	struct TreeWrench *wrench;
	int wrenches;
	int f_ext;           /* numbers of the input f_ext */
	struct TreeLaw *law; /* ends of laws on moving or fixed bodies */
	int laws;
	struct TreeAdded *added; /* bodies with added mass. The wrenches of the fluid on them are laws too */
	int addeds;
	Ref law_energy;                    /* sum of the potentials of laws */
	const struct BaseParameters *base; /* the base parameters, once computed */
	struct Site *place;                /* by body of the model: its frame in the links as built */
	struct Vec *hinge;                 /* by body: origin of its joint's moving frame, in the link of its `place` */
	struct Site *site; /* frames requested by functions; they stay in place when links get other frames */
	int sites, site_room;
	struct ContactSites *contact; /* by contact of the model; NULL: none has sites yet */
	struct Reaction *reaction;    /* in the order of the bodies; made on request */
	int reactions;
	struct StrutEnd *end; /* ends of struts, for `reaction` */
	int ends;
	int asked[2];                  /* sites of the function being built; -1: none */
	const struct RowSet *rows;     /* rows of the function being built; NULL: none */
	const struct Strut *strut;     /* its strut; NULL: none */
	const struct StrutSet *struts; /* its struts; NULL: none */
	const struct Law *asked_law;   /* its law; NULL: none */
	struct KnownShares *
		shares; /* of levers, for all copies (customized/known_shares.h); NULL: they are found again each time */
};

/* Requires a model without errors. */
struct Tree *tree_build(const struct Model *model);

/* Copy with its own links, sites, wrenches and reactions; joint maps and joint-space terms are shared. */
struct Tree *tree_copy(const struct Tree *tree, struct Dag *dag);
/* Adds the forces of struts as joint-space terms (strut.c): tau += (dl/dq)^T pull of each line. */
void tree_add_struts(struct Tree *tree, const struct Model *model);
/* Makes a site of a frame at `at` in a body's frame (-1: the world); returns its number. */
int tree_add_site(struct Tree *tree, int body, struct Placement at);
/* Changes the frame of a link: `to` is the old frame in the new. Wrenches, sites and reactions on the link follow. Its
 * mass, its placement and its children's placements are the caller's. */
void tree_reframe(struct Tree *tree, int link, struct Placement to);
/* Has the link a site? */
bool tree_has_site(const struct Tree *tree, int link);
/* Number of pairs of columns of S, of a link and of itself or an ancestor. Costs of functions of pairs of joints grow
 * with it. */
long tree_pairs(const struct Tree *tree);
/* Moments of a body of the model in a frame in which the body's frame is at `at`. */
struct Moments body_mass(struct Dag *dag, const struct Model *model, int body, const struct Placement *at);
/* Moments of a body from its BODY_PARAMETERS parameters. */
struct Moments body_moments(struct Dag *dag, const Ref *pi);
/* Number of moving bodies. */
int tree_moving(const struct Tree *tree);
/* Has any moving body mass? */
bool tree_has_mass(const struct Tree *tree);
/* Has any moving body mass or inertia, or any coordinate an armature? */
bool tree_has_inertia(const struct Tree *tree);
/* Number of links from the root to `link`, both included; 0 for the world. */
int tree_depth(const struct Tree *tree, int link);
/* Last link that carries both links; -1: the world. */
int tree_common_link(const struct Tree *tree, int a, int b);
/* Links from the root to `link`, both included; none for the world. */
const int *tree_path(const struct Tree *tree, int link, int *links);
/* Copy in which the last link that carries both sites of tree->asked is the world. Motion between the two sites is the
 * same in it. */
struct Tree *tree_between(const struct Tree *tree);

/* The inputs qd. */
void tree_velocities(struct Dag *dag, const struct Tree *tree, Ref *qd);
/* h := tau - h, for the inputs tau. */
void tree_less_tau(struct Dag *dag, const struct Tree *tree, Ref *h);

void tree_dump(const struct Tree *tree, const struct Model *model, struct Text *out);

/* Does the link turn about or slide along one axis? */
static inline bool link_has_axis(const struct Link *link)
{
	return link->motion == LINK_ROTATE || link->motion == LINK_TRANSLATE;
}

/* Is this the last link of its body, with the body's mass? The body's frame in it is tree->place[link->body].at. */
static inline bool link_is_body(const struct Tree *tree, int i)
{
	return i + 1 == tree->links || tree->link[i + 1].body != tree->link[i].body;
}

/* Number of columns of S_i: 1, 3 or 6. */
static inline int link_columns(const struct Link *link)
{
	return link->motion == LINK_FREE ? 6 : link->motion == LINK_SPHERICAL ? 3 : 1;
}

/* Index of the unit vector in column k of S_i, among (vx vy vz wx wy wz). */
int link_row(const struct Link *link, int k);
/* Value of a unit velocity along column k, for lengths in units of `length`. */
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
	return spatial_at(f, link_row(link, k));
}
/* Is every velocity, acceleration and wrench zero, so that only weight acts? */
bool tree_at_rest(const struct Tree *tree);
/* Is column k of S_i free of weight, for any mass of the link and its descendants? Acceleration less gravity, `a` in
 * the axes of the link, is the same for all mass at rest, so f = sum m a and n = sum m r x a. Then f . e is 0 if a is
 * across e, n . e if a is along e. */
bool link_meets_no_weight(const struct Dag *dag, const struct Link *link, int k, struct Vec a);
/* Entries of G for column k. */
struct JointMap link_map(const struct Link *link, int k);
/* Sine and cosine of the joint angle of a LINK_ROTATE. */
void link_sincos(struct Dag *dag, const struct Link *link, Ref *s, Ref *c);
/* Pose of a link's frame in the world; -1: the world's. */
struct Placement link_pose(struct Dag *dag, const struct Tree *tree, int link);
/* Pose of the link frame in the joint frame: X_J of RBDA, as a placement. */
struct Placement link_joint(struct Dag *dag, const struct Link *link);

#endif
