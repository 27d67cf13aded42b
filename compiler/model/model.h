/* Checked model: the meaning of a source, with names resolved, units removed, and parents before children. Made by the
 * checker; read by the canonical tree, by `info` and by the printers of headers. All memory is the arena's. Every
 * number is a handle into `dag`, constant or not. */
#ifndef RIGIDC_MODEL_H
#define RIGIDC_MODEL_H

#include "grammar/ast.h"
#include "dag/coordinate.h"
#include "base/diag.h"
#include "row.h"
#include "joint.h"
#include "parameter.h"
#include "dag/spatial.h"

enum MotionKind { MOTION_ROTATE, MOTION_TRANSLATE, MOTION_SPHERICAL, MOTION_FREE };

/* Elementary motion; its moving frame is the base of the next motion. */
struct Motion {
	enum MotionKind kind;
	struct Vec axis; /* unit vector, constant; of ROTATE and TRANSLATE */
	Ref y;           /* angle or length gamma(q); the coordinates q are inputs, or constants if locked */
};

/* Value of a joint's parameter. */
union JointArgument {
	struct Vec axis; /* unit vector in the joint frame */
	Ref number;
};

/* Point that gives the coordinates of a closed form: they are functions of its position r, along three axes. If a free joint alone
 * moves the point, `at` is the point in the moving frame of the joint, z = v + w x at its velocity in the axes of this frame, and
 * r' = turn z. */
struct FollowedPoint {
	struct Vec r;
	const struct Joint *free; /* NULL: others move it */
	struct Vec at;
	struct Mat turn;
	const struct FollowedLine *line; /* of the leg with its ball there; NULL: none */
};

struct Joint {
	const struct JointKind *kind;
	struct Ident name;
	struct Span span; /* of the kind in the joint's declaration */
	union JointArgument argument[JOINT_PARAMETERS];
	struct Motion *motion;
	int motions;
	const struct Expr *coupling;     /* its coordinates as functions of other joints' coordinates; or NULL */
	const struct ClosedForm *closed; /* closed form of a loop by which the joint is coupled, or NULL */
	Ref value[JOINT_V];              /* values of coupled coordinates */
	bool rates_given;                /* their rates and accelerations are known by other means than slopes: */
	Ref rate[JOINT_V], acceleration[JOINT_V];
	const struct FollowedPoint
		*through; /* the point that gives all coordinates of the joint; NULL: other coordinates enter too */
	struct Vec lever[JOINT_V]; /* derivatives of the coordinates by the position r of this point */
	struct Coordinate *on;     /* coordinates that move a JOINT_DEFINED joint: its own, or the coupling's */
	int ons;
	struct JointNumbers *number; /* armature, damping and others, by velocity (joint_number.h) */
	const struct Stmt *passive;  /* evaluated after the coordinates are numbered */
	Ref exerted[JOINT_V];
	bool sensor; /* fixed, with a sensor: its wrench is an output of `reaction` */
	bool idle;   /* nothing drives it: tau is 0 there */
	bool limited;
	Ref lower, upper;                /* of a joint with one coordinate */
	struct Span limits_span;         /* where they are written */
	bool lower_in_rad, upper_in_rad; /* as numbers of radians */
	bool effort_limited, speed_limited;
	Ref effort[JOINT_V], speed[JOINT_V]; /* largest values in either direction; by velocity */
	bool told;                           /* reported already: moves no inertia, or in fewer ways than velocities */
	bool locked;                         /* by --lock: it does not move */
	Ref lock[JOINT_Q];                   /* the position of a locked joint */
	const struct Env *env;               /* environment of its expressions (model/expression/scope.h), or NULL */
	unsigned mirror;                     /* reflection of its motions (model/expression/mirror.h) */
	int q, v;                            /* first coordinate and velocity; undefined without any */
	struct Coordinate tree;              /* the same in the order of bodies, the order of all computations */
};

/* Solid of a body. */
struct SolidPart {
	struct Span span;
	Ref mass;
	struct Mat inertia; /* about its centre, in the axes of the body */
	struct Vec centre;  /* in the body's frame */
};

struct SolidList {
	struct SolidPart *item;
	size_t count, capacity;
	bool failed; /* a solid, or the mass beside the solids, has no value */
};

struct Body {
	struct Ident name;
	int parent;            /* index of a body; -1: the world */
	struct Placement at;   /* the joint frame in the parent's body frame */
	struct Placement then; /* the body frame in the joint's moving frame */
	struct Joint joint;
	Ref mass;
	struct Vec com;          /* in the body frame */
	struct Mat inertia;      /* about com, axes of the body frame */
	struct SolidList solids; /* until the block ends: then added to mass, com and inertia */
	struct Ident about;      /* frame of an inertia given about it, until frames are known; or none */
	Ref about_mass;          /* mass of this inertia, without solids */
	struct Vec about_com;    /* and its centre */
	struct Span mass_span, com_span, inertia_span; /* spans of the figures, or of the body's name */
	bool mass_in_unit;                             /* the mass was written with a unit */
	int carrier;                 /* the moving body it is merged into: itself, another, -1: the world */
	struct Placement seen;       /* its frame in the carrier's body frame (-1: the world's) */
	const struct Within *within; /* for messages, or NULL */
	int use;                     /* number of the use of a part that made the body; -1: none */
	int like; /* first body of the source made by the same statement with the same numbers, except for
	                         * the part's placement and reflection; the body itself if it is the first */
};

/* Use of a part. */
struct Use {
	struct Ident name; /* `FL`, `leg[3]`, `left.thumb` */
	const char *part;
	struct Ident on; /* the body or frame that carries it */
	unsigned mirror; /* axes of its reflection, a bit each, relative to the part as written */
	int outer;       /* the use that contains it; -1: none */
	int like;        /* the first use of the same part with the same bodies, or itself */
	int bodies;      /* number, uses within it included */
};

struct Frame {
	struct Ident name;
	int body;            /* -1: the world */
	struct Placement at; /* in the body frame */
};

/* External wrench, declared by the model as an input. */
struct Wrench {
	struct Ident name;
	int body;            /* the body under the wrench */
	int frame;           /* index of its frame; -1: the body's own frame */
	struct Placement at; /* the wrench's frame in the body's frame */
	bool in_world;       /* f, n (and p) in world axes, else in axes of the frame */
	bool at_point;       /* the point is an input too: p in the world, or relative to the frame */
};

/* Mass at a body or frame, by --parametrize=payload:FRAME: its figures are parameters, zero by default. */
struct Payload {
	struct Ident name;   /* of the body or frame */
	int body;            /* a moving body, or a body fixed to a moving one */
	struct Placement at; /* the frame in the body's frame */
	Ref mass;
	struct Vec com;     /* in the frame */
	struct Mat inertia; /* about com, axes of the frame */
};

/* Point of a body. */
struct Point {
	int body;     /* -1: the world */
	struct Vec p; /* in the body's frame */
};

/* Motion of a point at p of a frame, in the axes of the frame: r' = rate, r'' = V + U p. */
struct PointMotion {
	struct Vec rate, V;
	struct Mat U;
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

/* Contact of the ground and a body. Frame A of its rows is the ground, at rest in the world, frame B the body's. */
struct Contact {
	struct Ident name;
	const struct ContactKind *kind;
	int body;                /* -1: the world */
	struct Placement at;     /* B, in the body's frame */
	struct Placement ground; /* A, in the world; z is its normal */
	const char *frame[2];    /* names of the frames of A and of B; NULL: B is displaced on its frame */
	struct ConstraintRow row[ROWS_MOST];
	int rows;
	Ref friction;                 /* coefficient, reported only; 0 unless given */
	Ref restitution;              /* of `impact`: velocity after over velocity before, along the normal */
	Ref weight;                   /* of its forces in `id` */
	const struct Stmt *on_ground; /* statement of the ground's frame; NULL: the world's */
};

/* End of a loop. */
struct LoopEnd {
	int body;            /* -1: the world */
	struct Placement at; /* the frame in the body's frame */
	const char *frame;   /* its name */
};

/* Loop: a joint between two frames that the tree does not have. */
struct Loop {
	struct Ident name;
	const struct LoopKind *kind;
	struct LoopEnd end[2]; /* A, B */
	struct ConstraintRow row[ROWS_MOST];
	int rows;
	struct Vec axis; /* of the kind, in A; z without an argument */
	Ref length;      /* of `distance` */
	bool settles; /* decays at all states, not only on the loop's closure: 2 J qd / T + c / T^2 added to the drift */
	Ref settle;   /* the time T */
};

/* Loop in closed form: one to three joints are coupled to the others, and the loop is closed at every posture. */
struct ClosedForm {
	struct Loop loop; /* no loop of the model: its rows hold by themselves */
	int body[3];      /* whose joints they are */
	int bodies;
	struct Ident pose; /* that chooses among the places of the joints */
	struct Span span;  /* of its statement */
	const struct Within *within;
};

/* Expression of coordinates that stays 0. */
struct Constraint {
	struct Ident name;
	const struct Stmt *stmt; /* evaluated after the coordinates are numbered */
	Ref value;
	bool length;              /* in m; else in rad */
	struct ConstraintRow row; /* its only row, angular if it is in rad */
	bool settles;             /* as of a loop */
	Ref settle;
};

/* Contacts that hold at once. */
struct Phase {
	struct Ident name;
	int *contact; /* indices in the model's contacts, in order */
	int contacts;
};

/* Named state of rest. */
struct ModelPose {
	struct Ident name;
	const char *doc; /* NULL, or lines */
	double *q;       /* nq numbers; they close the loops once the pose is checked */
	double *written; /* nq numbers as they are in the model, before loops are closed */
	bool *named;     /* by body: it gives the joint a position */
	bool *held;      /* by body: the joint stays there while others close the loops */
	double *solved;  /* by body, JOINT_V numbers each: the position of a joint in a closed form */
};

struct Scope;

/* Of closed loops: a closure within it is of rounded numbers. */
struct ClosureTolerance {
	double length, angle; /* in shares of the characteristic length; in rad */
};

struct Model {
	struct Arena *arena;
	struct Dag *dag;
	struct Ident name;
	const char *doc; /* NULL, or lines */
	struct ClosureTolerance tolerance;
	unsigned without; /* properties of joints and struts that are left out, a bit for each of `enum Without` */
	struct Vec gravity;
	struct Span gravity_at; /* where gravity is given */
	struct JointKinds kinds;
	const struct Scope *scope; /* values of its constants, also of those in parts and loops */
	struct Body *body;
	int bodies;
	struct Frame *frame;
	int frames;
	struct Wrench *wrench;
	int wrenches;
	struct PayloadList ARENA_LIST(struct Payload) payloads;
	struct StrutList ARENA_LIST(struct Strut) struts;
	struct ContactList ARENA_LIST(struct Contact) contacts;
	struct LoopList ARENA_LIST(struct Loop) loops;
	struct ClosedFormList ARENA_LIST(struct ClosedForm *) closed_forms;
	struct ConstraintList ARENA_LIST(struct Constraint) constraints;
	struct PhaseList ARENA_LIST(struct Phase) phases;
	struct UseList ARENA_LIST(struct Use) uses;
	struct PartList ARENA_LIST(const struct Stmt *) unused; /* parts without a use */
	struct Unsure *unsure; /* of a trial model of such parts (model/part/unsure.h); else NULL */
	struct NameTable made; /* names made by parts and loops: `FL.hip` is FL_hip in C */
	struct PoseList ARENA_LIST(struct ModelPose) poses;
	struct OpenList
		ARENA_LIST(struct Diag) open; /* loops and poses that cannot be closed: errors of functions with rows */
	int nq, nv;
	/* `order` (model/body/order.h). q_place, v_place: the listed index of each coordinate and velocity, from its
	 * index in the order of bodies. q_listed, v_listed: the coordinate, the velocity at each listed index. listed: the bodies;
	 * those with coordinates are in the listed order, the others keep their places. */
	bool ordered;
	int *q_place, *v_place, *q_listed, *v_listed, *listed;
	struct ParameterList parameters; /* given at run time */
	struct Arguments functions; /* functions of `generate`: name; value: the name after ':', the parts, or NULL */
};

/* Number of the joint's own coordinates in q, and of velocities in qd. */
static inline int joint_nq(const struct Joint *joint)
{
	return joint->locked || joint->coupling ? 0 : joint->kind->nq;
}

static inline int joint_nv(const struct Joint *joint)
{
	return joint->locked || joint->coupling ? 0 : joint->kind->nv;
}

/* Is a position outside the limits of a joint with limits? */
static inline bool joint_beyond(const struct Dag *dag, const struct Joint *joint, double q)
{
	return q < dag_value(dag, joint->lower) || q > dag_value(dag, joint->upper);
}

/* Body i in the order of listed coordinates. */
static inline const struct Body *model_listed(const struct Model *model, int i)
{
	return &model->body[model->listed[i]];
}

/* Inertia of a body with its payloads, about the origin of its frame. */
struct Inertia model_inertia(const struct Model *model, int body);

/* Does its joint move (has coordinates and is not locked)? */
static inline bool body_moves(const struct Body *body)
{
	return body->joint.kind->nv > 0 && !body->joint.locked;
}

/* Is the largest force 0 for every velocity, as of a joint without a drive? */
bool joint_has_no_effort(const struct Dag *dag, const struct Joint *joint);

/* Copy of the model for work in another arena: new nodes are made there, and the model itself stays unchanged. */
const struct Model *model_fork(const struct Model *model, struct Arena *arena);

/* Name of a body; "world" for -1. */
const char *model_body_name(const struct Model *model, int body);
/* Number of the rows of all contacts of a phase. */
int model_phase_rows(const struct Model *model, const struct Phase *phase);

/* Tables of names: of bodies to their numbers and of frames to theirs after all bodies; of joints to their bodies. */
struct NameTable model_sites(const struct Model *model);
struct NameTable model_joints(const struct Model *model);

/* Names of coordinates, in the order of bodies: "elbow", or of a joint with several "shoulder.a". */
const char **model_coordinates(struct Arena *arena, const struct Model *model);

/* Plain name: the name itself, or, if parts and loops made it, its steps alone: leg_3_hip for `leg[3].hip`. The second
 * function gives the plain name as the end of a C identifier. */
const char *model_plain_name(struct Arena *arena, const struct Model *model, const char *name);
const char *model_identifier(struct Arena *arena, const struct Model *model, const char *name);

/* Model as text, every number in full, for --dump=check (model_dump.c). */
void model_dump(const struct Model *model, struct Text *out);
/* Hash of this text: PREFIX_HASH in generated C. */
uint64_t model_hash(const struct Model *model);

/* Has the model rows that hold in every phase? */
static inline bool model_has_loops(const struct Model *model)
{
	return model->loops.count + model->constraints.count > 0;
}

#endif
