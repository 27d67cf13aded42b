/* One of two models that are compared, as names, places in files and numbers.
 * Called by compare and its parts. Memory is the model's. Everything but opening and moving only reads it, so that work
 * with the memory of one model never takes memory of the other. */
#ifndef RIGIDC_COMPARE_SIDE_H
#define RIGIDC_COMPARE_SIDE_H

#include "cli/model_poses.h"
#include "model/joint_number.h"
#include "runtime/library.h"

enum { COMPARE_STATES = 8 };

struct FilePlace {
	const char *file; /* NULL: not in a file, a default */
	unsigned line;
	const char *use; /* file of the use of the part around; NULL: no part */
	unsigned use_line;
};

/* Body or frame: bodies first, with their own numbers. */
struct SideSite {
	const char *name;
	int body;       /* number of the body, or of the body of the frame; -1: the world */
	struct Pose at; /* in the body's frame */
	struct FilePlace where;
};

/* Joint, by the body that it carries. */
struct SideJoint {
	const char *name, *kind;
	const char *part
		[JOINT_Q]; /* names of its coordinates as joints of their own, drive_x; NULL: it has one, or a quaternion */
	bool free, coupled, quaternion;
	bool slides;      /* along a line, as its only coordinate */
	int nq, nv, q, v; /* q: in the order of bodies; v: in the listed order; no coordinates: 0 */
	double lower, upper;
	double number[JOINT_NUMBERS]
		     [JOINT_V]; /* by velocity; 0 where it has no meaning, as smoothing without friction */
	struct FilePlace where;
};

/* Mass of a body, with all its fixed children. */
struct SideMass {
	double mass, com[3], inertia[3][3]; /* about com, in the body's axes */
	struct FilePlace mass_at, com_at, inertia_at;
};

/* Named thing that is neither body, frame nor joint. */
struct SideExtra {
	const char *what, *name;
	bool acts; /* in every motion: a contact does only where a phase asks for it */
	struct FilePlace where;
};

struct SideAxis {
	bool known; /* a joint of one motion */
	double axis[3], point[3];
};

struct Side {
	rigidc_model *model;
	const char *path;
	const struct Model *m;
	int bodies, sites, nq, nv;
	double gravity[3];
	struct FilePlace gravity_at;
	struct SideSite *site;
	struct SideJoint *joint;
	int *parent, *carrier; /* by body */
	bool *moves;
	struct SideMass *mass;
	struct SideExtra *extra;
	int extras;
	double (*direction)[JOINT_V]
			   [3]; /* by body and motion of its joint: in the world, at the neutral state; 0: a ball */
	struct SideAxis *axis;  /* by body: axis of its joint in the world, at the neutral state */
	struct Pose *neutral;   /* by body: pose at the neutral state */
	double *q, *qd;         /* states x nq in the order of bodies, states x nv: filled by others */
	struct Pose *pose;      /* states x bodies, in the world */
	double *M, *h;          /* states x nv x nv, states x nv */
	bool *closed;           /* by state: all loops are closed */
	bool *independent;      /* states x nv, of closed states */
	double open_by;         /* the largest closure where loops do not close, in rad and characteristic lengths */
	const char *open;       /* the loop there, or NULL */
	struct FilePlace open_at;
	const char *remains;       /* by which it stays open: "14.2 mm" */
	const double *wrenches;    /* external wrenches, all 0; NULL: h takes none */
	rigidc_function *dynamics; /* M and h */
};

/* Reads names, places, masses and the neutral state. */
void side_open(struct Side *side);
/* Direction of motion k of a joint whose fixed frame is at `frame`; 0 of a ball or free joint. */
void side_direction(struct Posture *posture, const struct Joint *joint, int k, const struct Pose *frame, double out[3]);
/* Forgets the states and how loops closed there. */
void side_reset(struct Side *side);
/* q of the neutral state. */
void side_rest(const struct Side *side, double *q);
/* Axes of joints of one motion in the world, by body, at the state of a posture and the poses there. */
void side_axes(const struct Side *side, struct Posture *posture, const struct Pose *pose, struct SideAxis *axis);
/* Poses, M and h at the states of q and qd. */
void side_move(struct Side *side);

/* Where something is in a file, with the use of a part that makes it, or NULL. */
struct FilePlace side_place(struct Side *side, struct Span span, const struct Within *within);
/* Pose of a site at a state. */
struct Pose side_pose(const struct Side *side, int state, int site);

#endif
