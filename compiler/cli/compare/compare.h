/* Two models that are compared: each as names, places and numbers; what has the same name in both; differences.
 * Called by the command and its parts. Memory is the first model's, unless a function has another. */
#ifndef RIGIDC_COMPARE_H
#define RIGIDC_COMPARE_H

#include "cli/model_poses.h"
#include "model/joint_number.h"
#include "runtime/library.h"

/* --- one of the two models. Memory is the model's --- */

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
	/* names of its coordinates as joints of their own, drive_x; NULL: it has one, or a quaternion */
	const char *part[JOINT_Q];
	bool free, coupled, quaternion;
	bool slides;      /* along a line, as its only coordinate */
	int nq, nv, q, v; /* q: in the order of bodies; v: in the listed order; no coordinates: 0 */
	double lower, upper;
	double number[JOINT_NUMBERS][JOINT_V]; /* by velocity; 0 without meaning, as smoothing without friction */
	struct FilePlace where;
};

/* Mass of a body, with all its fixed children. */
struct SideMass {
	double mass, com[3], inertia[3][3]; /* about com, in the body's axes */
	struct FilePlace mass_at, com_at, inertia_at;
};

/* Lists of things that only one model has, in one line each. */
enum OnlyList {
	ONLY_ITSELF, /* a line of its own */
	ONLY_SITES,
	ONLY_GIVEN,
	ONLY_LISTS
};

/* Sorts of named things that are neither bodies, frames nor joints. */
enum ExtraSort {
#define EXTRA(id, ...) EXTRA_##id,
#include "extras.def"
	EXTRA_SORTS
};

struct ExtraInfo {
	const char *word;
	enum ExtraSort family; /* things of one family have one name space: an input and a state are a pair */
	bool differs;          /* one that only one model has is a difference */
	enum OnlyList list;
};
extern const struct ExtraInfo extra_table[EXTRA_SORTS];

struct SideExtra {
	enum ExtraSort sort;
	const char *name;
	const char *kind; /* which is the same in a pair: "of velocities"; NULL */
	int first, count; /* its rows, its length, or its rates, among those of the model */
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
	double *u;              /* states x inputs of the model: their defaults, or filled by others */
	double *s;              /* likewise of its states */
	double *ud, *udd;       /* states x inputs that move: 0, or filled by others */
	struct Pose *pose;      /* states x bodies, in the world */
	double *M, *h;          /* states x nv x nv, states x nv */
	double *length;         /* states x struts and tendons, m */
	double *rate;           /* states x states of the model */
	int rows;               /* of loops and constraints */
	double *row_unit;       /* by row: 1 rad or the characteristic length, by which J and H were divided */
	double *J, *H;          /* states x rows x nv, states x rows x inputs that move: J qd + H ud = 0 */
	bool *closed;           /* by state: all loops are closed */
	bool *independent;      /* states x nv, of closed states */
	double open_by;         /* the largest closure where loops do not close, in rad and characteristic lengths */
	const char *open;       /* the loop there, or NULL */
	struct FilePlace open_at;
	const char *remains;       /* by which it stays open: "14.2 mm" */
	const double *wrenches;    /* external wrenches, all 0; NULL: h takes none */
	rigidc_function *dynamics; /* M and h, lengths and rates */
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
/* Names and places of loops, constraints, struts, inputs and so on. */
void side_open_extras(struct Side *side);
/* Functions of which `dynamics` is made: M and h, then lengths and rates if there are any. */
const char *side_functions(struct Side *side);
/* Poses, M, h, lengths and rates at the states of q and qd. */
void side_move(struct Side *side);
/* J and H of all rows at the states. */
void side_find_rows(struct Side *side);

/* Where something is in a file, with the use of a part that makes it, or NULL. */
struct FilePlace side_place(struct Side *side, struct Span span, const struct Within *within);
/* Pose of a site at a state. */
struct Pose side_pose(const struct Side *side, int state, int site);

/* --- bodies, frames and joints with the same name, and the states at which the models are compared --- */

/* A name of the first model and one of the second (--same). */
struct SameName {
	const char *a, *b;
};

struct Pairs {
	const struct Side *a, *b;
	const struct SameName *same;
	size_t sames;
	int *site;    /* by site of A: site of B; -1: none */
	int *joint;   /* by body of A, whose joint it is: body of B; -1: none. Only of joints with equal coordinates */
	int *body;    /* by body of A: body of B, by its name or by its joint */
	int *extra;   /* by extra of A: extra of B; -1: none */
	bool *turned; /* by body of A: the axis of B points the other way, so q of B is -q */
	double (*shift)
		[JOINT_Q]; /* by body and coordinate of A: q of B is that of A less this, with the sign of `turned` */
	bool *moved;       /* by body of A: its free joint and that of B count from different frames of the world, */
	struct Pose *counts_from; /* and this is that of A in that of B */
	bool *paired[2];          /* by body of A, of B: its joint has a partner, or is a part of one */
	/* by body of A, of B, whose joint has several coordinates: bodies of the other model that have them as joints
	 * of their own, one after the other; the first is -1: none */
	int (*part[2])[JOINT_Q];
	int base[2]; /* the base of poses: a body with a free joint in one model only; -1: the world */
};

/* Finds the pairs. */
struct Pairs pairs_find(struct Arena *arena, const struct Side *a, const struct Side *b, const struct SameName *same,
                        size_t sames);
/* Finds the joints that turn the other way, at the state of A where all coordinates of B are 0. */
void pairs_turn(struct Pairs *pairs);
/* Draws states within the limits of both models. Unpaired joints stay at 0. */
void pairs_draw(const struct Pairs *pairs, unsigned long seed);
/* Copies the positions of model 0 or 1 to the joints of the other. */
void pairs_copy(const struct Pairs *pairs, int from);
/* Diagonal of the box around all bodies of the first model at rest, in m; 1 if it has no extent. */
double pairs_size(const struct Pairs *pairs);
/* Name in the second model that a name of the first has, and the reverse. */
const char *pairs_other_name(const struct Pairs *pairs, const char *name);
bool pairs_has_name(const struct Side *side, const char *name);

/* --- coordinates that count from different places: q of B is that of A less a shift --- */

/* Finds shifts by which all bodies of B are at rest where those of A are. False: no coordinate has any. */
bool shifts_find(struct Arena *arena, struct Pairs *pairs);

/* --- closed states: the loops of a model near its first pose, those of the other at the same coordinates --- */

/* Has the model loops, or constraints of coordinates? */
bool closing_needed(const struct Side *side);
/* Closes the loops of a model at each state, from a state between its first pose and the drawn one. */
void closing_lead(struct Side *side);
/* Closes those of the second model where joints of the first have their independent coordinates. The states of its
 * joints are those of the first already. `leader`: 0 or 1, which of the pair was closed first. */
void closing_follow(const struct Pairs *pairs, struct Side *side, int leader);

/* --- differences, in shares of a size that fits each quantity --- */

/* The quantities that are compared. */
enum Compared {
#define COMPARED(id, name) COMPARED_##id,
#include "quantities.def"
	COMPARED_COUNT
};
extern const char *const compared_name[COMPARED_COUNT];

struct Difference {
	enum Compared of;
	const char *name; /* in the first model; "" for gravity */
	double relative;
	const char *value[2]; /* with units */
	struct FilePlace where[2];
};

/* What only one of the models has. */
struct Lonely {
	const char *what, *name;
	struct FilePlace where;
	bool differs; /* a joint, loop, strut ...: false for names of bodies and frames */
	enum OnlyList list;
};

/* Quantity with numbers that are finite in neither model at any state, or J of a loop that was closed at none. */
struct Incomparable {
	enum Compared of;
	const char *name; /* in the first model */
	bool open;
};

struct Differences {
	struct DifferenceList ARENA_LIST(struct Difference) list; /* all that was measured, the largest first */
	struct LonelyList ARENA_LIST(struct Lonely) only[2];
	int joints, bodies, frames; /* pairs */
	bool strangers;             /* there are names, and none is in both */
	struct IncomparableList ARENA_LIST(struct Incomparable) incomparable;
	bool partial[COMPARE_STATES]; /* by state: some numbers are finite in neither model, and were not compared */
};

struct Differences differences_find(struct Arena *arena, const struct Pairs *pairs);
/* Do the models differ by more than the tolerance? */
bool differences_matter(const struct Differences *differences, double tolerance);
/* Number of quantities that differ by more than the tolerance, and of things that one model lacks. */
size_t differences_count(const struct Differences *differences, double tolerance);
/* Number of states at which some numbers were not compared. */
int differences_partial(const struct Differences *differences);

/* --- results as a table, and as JSON. Texts are the arena's --- */

struct CompareReport {
	const struct Pairs *pairs;
	const struct Differences *found;
	unsigned long seed;
	double tolerance;
};

const char *compare_text(struct Arena *arena, const struct CompareReport *report);
const char *compare_json(struct Arena *arena, const struct CompareReport *report);

#endif
