/* The checked model: what the text means, names resolved, units gone, parents before children.
 * Made by the checker; read by the canonical tree, by `info` and by the printers of headers.
 * All memory is the arena's. Every number is a handle into `dag`, constant or not. */
#ifndef RIGIDC_MODEL_H
#define RIGIDC_MODEL_H

#include "grammar/ast.h"
#include "dag/coordinate.h"
#include "base/diag.h"
#include "joint.h"
#include "parameter.h"
#include "dag/spatial.h"

enum MotionKind { MOTION_ROTATE, MOTION_TRANSLATE, MOTION_SPHERICAL, MOTION_FREE };

/* An elementary motion; the frame that moves is the next one's base. */
struct Motion {
	enum MotionKind kind;
	struct Vec axis; /* unit vector, constant: of ROTATE and TRANSLATE */
	Ref y;           /* by how much: gamma(q) of the joint's coordinates, which are inputs, or constants in
	                  * a locked joint */
};

/* A parameter's value. */
union JointArgument {
	struct Vec axis; /* unit vector in the joint frame */
	Ref number;
};

struct Joint {
	const struct JointKind *kind;
	struct Ident name;
	struct Span span;                  /* of the kind where the joint is declared */
	union JointArgument argument[JOINT_PARAMETERS];
	struct Motion *motion;
	int motions;
	const struct Expr *coupling;       /* what its coordinates are, in those of other joints; or NULL */
	Ref value[JOINT_V];                /* their values then */
	struct Coordinate *on;             /* the coordinates that move a JOINT_DEFINED joint: its own, or those
	                                    * that the coupling leads to */
	int ons;
	Ref armature[JOINT_V];
	/* what it takes to move the joint beside inertia, by velocity: damping D qd, friction
	 * F qd / sqrt(qd^2 + s^2), spring k (q - rest), less what `passive` exerts */
	Ref damping[JOINT_V], friction[JOINT_V], smoothing[JOINT_V], stiffness[JOINT_V], rest[JOINT_V];
	const struct Stmt *passive;        /* evaluated when the coordinates are numbered */
	Ref exerted[JOINT_V];
	bool sensor;                       /* fixed, and the wrench through it is asked for */
	bool limited;
	Ref lower, upper;                  /* of a joint with one coordinate */
	struct Span limits_span;           /* where they are written */
	bool lower_in_rad, upper_in_rad;   /* as numbers of radians */
	bool effort_limited, speed_limited;
	Ref effort[JOINT_V], speed[JOINT_V]; /* at most, either way; by velocity */
	bool told;                         /* a check has told that it moves no inertia, or moves in fewer ways than it has velocities */
	bool locked;                       /* by --lock: it does not move */
	Ref lock[JOINT_Q];                 /* at these coordinates */
	const struct Env *env;             /* what names mean in its expressions (model/expression/scope.h), or NULL */
	unsigned mirror;                   /* what its motions are reflected by (model/expression/mirror.h) */
	int q, v;                          /* first coordinate and velocity; no meaning without any */
	struct Coordinate tree;            /* the same where they are in the order of the bodies, in which all is computed */
};

/* One of the solids that a body is made of. */
struct SolidPart {
	struct Span span;
	Ref mass;
	struct Mat inertia; /* about its centre, in the axes of the body */
	struct Vec centre;  /* in the body's frame */
};

struct SolidList {
	struct SolidPart *item;
	size_t count, capacity;
	bool failed; /* one of them, or the mass beside them, has no value */
};

struct Body {
	struct Ident name;
	int parent;             /* index of a body, -1: the world */
	struct Placement at;    /* the joint frame in the parent's body frame */
	struct Placement then;  /* the body frame in the joint's moving frame */
	struct Joint joint;
	Ref mass;
	struct Vec com;         /* in the body frame */
	struct Mat inertia;     /* about com, axes of the body frame */
	struct SolidList solids;                       /* until the block ends: then they are part of these */
	struct Ident about;     /* the frame that an inertia was given about, until frames are known; or none */
	Ref about_mass;         /* to which it belongs, solids left out, */
	struct Vec about_com;   /* and where that has its centre */
	struct Span mass_span, com_span, inertia_span; /* where the figures stand, or the body's name */
	bool mass_in_unit;                             /* it was written with one */
	int carrier;            /* the moving body it is merged into: itself, another, -1: the world */
	struct Placement seen;  /* its frame in the carrier's body frame (world if -1) */
	const struct Within *within; /* for messages, or NULL */
	int use;                /* of a part, which it comes from; -1: none */
	int like;               /* the first body in the order of the text that the same statement made with the same numbers, but
	                         * for where the part stands and what it is reflected by; itself, if there is none before */
};

/* A part that was put somewhere. */
struct Use {
	struct Ident name;      /* `FL`, `leg[3]`, `left.thumb` */
	const char *part;
	struct Ident on;        /* the body or frame that carries it */
	unsigned mirror;        /* the axes that it is reflected by, one bit each, against how the part is written */
	int outer;              /* the use that it is in; -1: none */
	int like;               /* the first use of the same part with the same bodies, or itself */
	int bodies;             /* in it and in what it uses */
};

struct Frame {
	struct Ident name;
	int body;               /* -1: the world */
	struct Placement at;    /* in the body frame */
};

/* An external wrench that the model declares as an input. */
struct Wrench {
	struct Ident name;
	int body;               /* on which it acts */
	int frame;              /* of the model, that it is on; -1: the body's own */
	struct Placement at;    /* that frame in the body's */
	bool in_world;          /* f, n (and p) in world axes, else in those of the frame */
	bool at_point;          /* the point is an input too: p in the world, or seen from the frame */
};

/* A point of a body. */
struct Point {
	int body;               /* -1: the world */
	struct Vec p;           /* in the body's frame */
};

/* How much a velocity of the model changes the length of a line, times the length (model/line/line.h). */
struct Lever {
	int v;
	Ref arm;
};

/* A straight line between two points. */
struct Line {
	struct Point end[2];
	Ref square;             /* of its length */
	struct Lever *lever;    /* that are not zero, each velocity once */
	int levers;
	struct Vec out[2];      /* from the other end to this one, in the axes of its body */
};

/* A force element without mass: along one line, or over several points. */
struct Strut {
	struct Ident name;
	bool tendon;
	struct Ident *at;       /* the names of its points, one more than lines */
	struct Line *line;
	int lines;
	Ref length, rate;
	Ref stiffness, rest, damping;
	const struct Stmt *force; /* or NULL: what pushes its ends apart, */
	Ref exerted;            /* evaluated */
	Ref *pull;              /* by line: the force that it pulls with, by the length of that line */
};

/* Its points: so many as lines, and one. */
static inline const struct Point *strut_point(const struct Strut *strut, int i)
{
	return i ? &strut->line[i - 1].end[1] : &strut->line[0].end[0];
}

/* A state of rest with a name. */
struct ModelPose {
	struct Ident name;
	const char *doc;        /* NULL, or lines */
	double *q;              /* nq numbers */
};

struct Model {
	struct Arena *arena;
	struct Dag *dag;
	struct Ident name;
	const char *doc;        /* NULL, or lines */
	struct Vec gravity;
	struct Span gravity_at; /* where it is written */
	struct JointKinds kinds;
	struct Body *body;
	int bodies;
	struct Frame *frame;
	int frames;
	struct Wrench *wrench;
	int wrenches;
	struct StrutList { struct Strut *item; size_t count, capacity; } struts;
	struct UseList { struct Use *item; size_t count, capacity; } uses;
	struct PartList { const struct Stmt **item; size_t count, capacity; } unused; /* parts that it has no use of */
	struct Unsure *unsure;      /* of a model that is an attempt at such parts (model/part/unsure.h); else NULL */
	struct NameTable made;      /* names that parts and loops made: `FL.hip` is FL_hip in C */
	struct PoseList { struct ModelPose *item; size_t count, capacity; } poses;
	int nq, nv;
	/* by `order` (model/body/order.h): the place of each coordinate and velocity of the order of bodies; and the bodies, those whose joints
	 * have coordinates in the order of these, the others where they are */
	bool ordered;
	int *q_place, *v_place, *listed;
	struct ParameterList parameters; /* given at run time */
	struct Arguments functions; /* of `generate`: name, and value the name behind ':' or NULL */
};

/* Coordinates and velocities of its own in q and qd. */
static inline int joint_nq(const struct Joint *joint)
{
	return joint->locked || joint->coupling ? 0 : joint->kind->nq;
}

static inline int joint_nv(const struct Joint *joint)
{
	return joint->locked || joint->coupling ? 0 : joint->kind->nv;
}

/* Is a position outside the limits of a joint that has some? */
static inline bool joint_beyond(const struct Dag *dag, const struct Joint *joint, double q)
{
	return q < dag_value(dag, joint->lower) || q > dag_value(dag, joint->upper);
}

/* The bodies in the order in which coordinates are listed. */
static inline const struct Body *model_listed(const struct Model *model, int i)
{
	return &model->body[model->listed[i]];
}

/* Does its joint move (has coordinates and is not locked)? */
static inline bool body_moves(const struct Body *body)
{
	return body->joint.kind->nv > 0 && !body->joint.locked;
}

/* The same model for work in another arena: what is computed from it is made there, and leaves it as it is. */
const struct Model *model_fork(const struct Model *model, struct Arena *arena);

/* The name of a body; "world" for -1. */
const char *model_body_name(const struct Model *model, int body);

/* Names of bodies to their numbers, and of frames to theirs behind all bodies. Names of joints to their bodies. */
struct NameTable model_sites(const struct Model *model);
struct NameTable model_joints(const struct Model *model);

/* The names of coordinates, in the order of the bodies: "elbow", or of a joint with several "shoulder.a". */
const char **model_coordinates(struct Arena *arena, const struct Model *model);

/* A name, or for one that parts and loops made its steps alone: leg_3_hip for `leg[3].hip`. And what that is in C behind
 * something else. */
const char *model_plain_name(struct Arena *arena, const struct Model *model, const char *name);
const char *model_identifier(struct Arena *arena, const struct Model *model, const char *name);

/* The model as text, every number in full: what --dump=check prints. */
void model_dump(const struct Model *model, struct Text *out);
/* Of that text: PREFIX_HASH in generated C. */
uint64_t model_hash(const struct Model *model);

/* Physical plausibility: inertias, masses, sizes, joints that carry nothing. */
void model_lint(struct Model *model, struct Diags *diags);

#endif
