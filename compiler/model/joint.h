/* The joint of a body: its motion, coupling and limits. Made by the checker, read where these are needed; model.h has
 * what other files need of a joint. All memory is the arena's. */
#ifndef RIGIDC_JOINT_H
#define RIGIDC_JOINT_H

#include "dag/coordinate.h"
#include "dag/spatial.h"
#include "grammar/ast.h"
#include "joint_kind.h"

/* Value of a joint's parameter. */
union JointArgument {
	struct Vec axis; /* unit vector in the joint frame */
	Ref number;
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
	/* the point that gives all coordinates of the joint; NULL: other coordinates enter too */
	const struct FollowedPoint *through;
	struct Vec lever[JOINT_V]; /* derivatives of the coordinates by the position r of this point */
	struct Coordinate *on;     /* coordinates that move a JOINT_DEFINED joint: its own, or the coupling's */
	int ons;
	struct JointNumbers *number; /* armature, damping and others, by velocity (joint_number.h) */
	const struct Stmt *passive;  /* evaluated after the coordinates are numbered */
	Ref exerted[JOINT_V];
	const char *const *angles; /* with a quaternion: names of its three angles and shifts in files, or NULL */
	bool sensor;               /* fixed, with a sensor: its wrench is an output of `reaction` */
	bool idle;                 /* nothing drives it: tau is 0 there */
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

/* Is a position outside the limits of a joint with limits? */
bool joint_beyond(const struct Dag *dag, const struct Joint *joint, double q);
/* Is the largest force 0 for every velocity, as of a joint without a drive? */
bool joint_has_no_effort(const struct Dag *dag, const struct Joint *joint);

#endif
