/* Table of functions that a model can be compiled to. A row has inputs, outputs and algorithms of a function.
 * Signatures, help, counts, evaluation and tests follow from it. Called by the pipeline. Static data. */
#ifndef RIGIDC_FUNCTION_H
#define RIGIDC_FUNCTION_H

#include "dynamics/plan/build_options.h"
#include "measures.h"
#include "dynamics/tree/step.h"

/* Number of rows or columns of an output; some depend on the model. */
enum Extent {
	EXTENT_1,
	EXTENT_3,
	EXTENT_6,
	EXTENT_9,      /* a rotation, by rows */
	EXTENT_ROWS,   /* of a phase */
	EXTENT_JOINTS, /* of tree->reaction */
	EXTENT_STRUTS, /* struts and tendons of the function */
	EXTENT_NQ,
	EXTENT_NV,
	EXTENT_STATE,  /* a change of the state: by q along the velocities, then by qd, then by s */
	EXTENT_BODIES, /* the parameters of all moving bodies */
	EXTENT_BASE,   /* the base parameters */
	EXTENT_PARAMS, /* the run-time numbers */
	EXTENT_INPUTS, /* the inputs u. An output with such columns is there if the model has inputs */
	EXTENT_MOVING, /* the inputs that move; of an output as above */
	EXTENT_STATES, /* the states s; of an output as above */
	EXTENT_OWN     /* known to the output only */
};

/* Does each column, or group of columns, belong to one velocity or body, so that branches give structural zeros? */
static inline bool extent_branches(enum Extent columns)
{
	return columns >= EXTENT_NV;
}

enum { FUNCTION_OUTPUTS = 7 };

struct FunctionInput {
	const char *meaning;
	enum Extent extent; /* EXTENT_OWN: of the tree, or known later */
	enum Measure measure;
};
extern const struct FunctionInput function_input[INPUT_COUNT];

/* Matrix, by rows; a matrix with a single column is a vector. */
struct FunctionOutput {
	const char *name, *meaning;
	enum Extent rows, columns;
	enum Measure measure;
	bool symmetric;
	bool by_mass; /* divided by the total moving mass: not a number if this is zero */
};

/* Points of the robot where a function is evaluated. */
enum Sites {
	SITES_NONE,
	SITES_FRAME,  /* the body or frame after the function's name: fk:tool0 */
	SITES_PHASE,  /* the contacts of a phase, or one contact: fd:stand */
	SITES_PAIR,   /* two of them, the first seen from the second: fk:tool0:camera */
	SITES_STRUT,  /* a strut or tendon: length:cable */
	SITES_STRUTS, /* all struts and tendons: lengths */
	SITES_GROUP,  /* those of a group: lengths:quadriceps */
	SITES_LAW,    /* a wrench with a law: wrench:foot */
	SITES_STATES, /* the states of the model: rates */
	SITES_JOINTS  /* the body of every joint that moves or has a sensor */
};

/* Number of frames in the function's name. */
static inline int sites_frames(enum Sites sites)
{
	return sites == SITES_PAIR ? 2 : sites == SITES_FRAME;
}

/* Has every model what the function is of? Not every one has phases, struts, groups, laws or states. */
static inline bool sites_are_everywhere(enum Sites sites)
{
	return sites == SITES_NONE || sites == SITES_JOINTS || sites_frames(sites) > 0;
}

/* Number of names after the function's: of frames, of a strut, a group or a law. */
static inline int sites_names(enum Sites sites)
{
	return sites == SITES_STRUT || sites == SITES_GROUP || sites == SITES_LAW ? 1 : sites_frames(sites);
}

/* What follows the function's name: ":FRAME:FRAME". */
const char *sites_form(enum Sites sites);

/* Axes of the vectors to a frame. The plan chooses them; these are the defaults: world axes or link axes. */
enum FrameAxes { FRAME_AXES_NOT, FRAME_AXES_WORLD, FRAME_AXES_LINK };

/* Properties of the model that the compiler must keep for a function; all others it may change. */
enum Truth {
	TRUTH_PARAMETERS = 1, /* masses and inertias, and so the wrenches between links: no regrouping */
	TRUTH_FRAMES = 2,     /* the links' frames, and with them tree->place: no choice of frames */
	TRUTH_LINKS = 4       /* masses on links, none at balls of legs. All functions without `by_points` need it */
};

/* A function of a model with loops. */
enum OfLoops {
	LOOPS_COUNT, /* loops count, or make no difference */
	LOOPS_OPEN   /* the result is that of the open tree; the note `loops-open` says so */
};

struct FunctionInfo {
	const char *name, *summary;
	uint64_t inputs; /* a set of INPUT_BIT */
	uint64_t held;   /* inputs of its algorithm that are zero here */
	unsigned truth;  /* bits of enum Truth; tau and M need none */
	enum Sites sites;
	bool by_points;            /* are masses of legs added at their balls (tree/line_mass.h)? */
	bool meets_outward;        /* is the plan's meet_outward read? */
	enum FrameAxes frame_axes; /* is the plan's near_links read, and what is its default? */
	bool columns;              /* is the Jacobian of its frame computed? */
	bool slopes;               /* are derivatives of inverse dynamics computed? */
	bool articulates;          /* is the plan's articulate read? */
	bool inverts;              /* must M be regular? */
	bool closes;               /* without a phase: of the loops, if the model has any? */
	enum OfLoops of_loops;     /* what a model with loops gets */
	const char *instead;       /* with LOOPS_OPEN: the function that closes the loops */
	bool balances;             /* must forces of the contacts balance all idle velocities? */
	const char *beside;        /* another function, generated together with this one; or NULL */
	const char *plan_of;       /* the function with such sites that solves the same equation, or NULL */
	struct FunctionOutput output[FUNCTION_OUTPUTS];
	/* Algorithms; both write the outputs one after the other into `out`, but for those by u, which follow from outputs by
	 * tau (tree/by_inputs.h) or, of inverse dynamics, from its tau. `textbook` is in spatial algebra, `build`
	 * takes the fewest operations. */
	void (*textbook)(struct Dag *dag, const struct Tree *tree, Ref *out);
	void (*build)(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
	/* A step of time with the accelerations that the algorithms above give, and their derivatives if `slopes`; NULL: the
	 * algorithms give the outputs themselves. */
	StepMethod *step;
	bool stages; /* the step takes accelerations at several states */
	/* Of a function that solves an equation of motion for qdd: its tau as a function of qdd, for operators. NULL: none. With rows
	 * also `forces`, which it solves for besides: tau is a function of the input lambda too, and J qdd + drift follows. */
	void (*residual)(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
	void (*forces)(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *lambda);
};

extern const struct FunctionInfo function_table[];
extern const size_t function_count;
/* Values by the textbook's algorithm, or by the customized one if options are given. */
void function_build(const struct FunctionInfo *info, struct Dag *dag, const struct Tree *tree,
                    const struct BuildOptions *options, Ref *out);
/* The inputs that the function takes, and those that are zero in its algorithm, of a model with so many numbers that move. With some,
 * all that depends on q depends on u, what depends on qd on ud, and what depends on qdd, or solves for it, on udd. What reads inputs reads
 * states. inputs_taken leaves out arrays that the model does not have. */
uint64_t function_takes(const struct FunctionInfo *info, size_t moving);
uint64_t function_holds(const struct FunctionInfo *info);
/* Is it undefined for models with moving inputs? */
bool function_is_of_constant_inputs(const struct FunctionInfo *info);
/* The function by which its plan is searched: that of plan_of, or itself. */
const struct FunctionInfo *function_planned_as(const struct FunctionInfo *info);
/* Number of the outputs of a model; NULL: of one without inputs. */
int function_outputs(const struct FunctionInfo *info, const struct Tree *tree);
/* Output i of a model. */
const struct FunctionOutput *function_output(const struct FunctionInfo *info, const struct Tree *tree, int i);
/* Has an output of the function rows or columns for base parameters? */
bool function_has_base(const struct FunctionInfo *info);
/* "step_euler" of "step:euler": colons become underscores. */
const char *function_identifier(struct Arena *arena, const char *words);
/* Does the function return the joint wrenches of tree->reaction? */
bool function_reacts(const struct FunctionInfo *info);
/* Output of the function that lists the angles of another function's sines and cosines, under --sincos=given. */
extern const struct FunctionOutput angle_output;
/* Output computed from the parameters at setup time. */
extern const struct FunctionOutput derived_output;

#endif
