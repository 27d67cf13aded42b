/* Contacts, loops, closed forms, constraints and phases of a model.
 * Made by the checker; read by the tree and by printers. All memory is the arena's. */
#ifndef RIGIDC_LOOP_H
#define RIGIDC_LOOP_H

#include "base/diag.h"
#include "grammar/ast.h"
#include "law.h"
#include "row.h"

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

/* Expression of coordinates that stays 0: of coordinates alone, or linear in velocities. The latter has no closure. */
struct Constraint {
	struct Ident name;
	const struct Stmt *stmt; /* evaluated after the coordinates are numbered */
	Ref value;
	bool length;              /* in m or m/s; else in rad or rad/s */
	bool on_velocities;       /* then after all others */
	bool seen;                /* it looks at a frame B as a frame A sees it: */
	struct LawEnd on, in;     /* B and A, with the wrench of the row's force 1 there */
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

#endif
