/* The functions a model can be compiled to: a table. A row says what the function reads and returns
 * and holds the algorithms that build it; signatures, help, counts, evaluation and tests follow.
 * Called by the pipeline. Static data. */
#ifndef RIGIDC_FUNCTION_H
#define RIGIDC_FUNCTION_H

#include "dynamics/plan/build_options.h"
#include "measures.h"
#include "dynamics/tree/tree.h"

/* How many rows or columns an output has; some depend on the model. */
enum Extent {
	EXTENT_1, EXTENT_3, EXTENT_6,
	EXTENT_JOINTS, /* of tree->reaction */
	EXTENT_NV,
	EXTENT_BODIES, /* the parameters of all bodies that move */
	EXTENT_BASE,   /* the base parameters */
	EXTENT_PARAMS, /* the numbers that are given at run time */
	EXTENT_OWN     /* what only the output itself knows */
};

/* Do so many columns belong to one velocity or body each, so that entries are zero by structure? */
static inline bool extent_branches(enum Extent columns) { return columns >= EXTENT_NV; }

enum { FUNCTION_OUTPUTS = 3 };

struct FunctionInput {
	const char *meaning;
	enum Measure measure;
};
extern const struct FunctionInput function_input[INPUT_COUNT];

/* A matrix, by rows; one with a single column is a vector. */
struct FunctionOutput {
	const char *name, *meaning;
	enum Extent rows, columns;
	enum Measure measure;
	bool symmetric;
	bool by_mass; /* divided by that of all that moves: not a number where there is none */
};

/* Where a function looks at the robot. */
enum Sites {
	SITES_NONE,
	SITES_FRAME, /* at the body or frame behind its name: fk:tool0 */
	SITES_JOINTS /* at the body of every joint that moves, or has a sensor */
};

/* In which axes the way to a frame is seen: a plan says so, but by rule in those of the world or of the links. */
enum FrameAxes { FRAME_AXES_NOT, FRAME_AXES_WORLD, FRAME_AXES_LINK };

/* What a function needs to be as the model says; the rest the compiler may choose. */
enum Truth {
	TRUTH_PARAMETERS = 1, /* masses and inertias, and so the wrenches between links: nothing is regrouped */
	TRUTH_FRAMES = 2      /* the links' frames, and with them tree->place: no others are chosen */
};

struct FunctionInfo {
	const char *name, *summary;
	unsigned inputs;          /* bits 1 << enum Input */
	unsigned held;            /* those that its algorithm reads and that are zero here */
	unsigned truth;           /* bits of enum Truth; tau and M need none */
	enum Sites sites;
	bool meets_outward;               /* does a plan say where axes and forces meet? */
	enum FrameAxes reach;         /* does a plan say in which axes its frame is reached for? */
	bool columns;             /* does it compute the Jacobian of its frame? */
	bool slopes;              /* does it compute derivatives of inverse dynamics? */
	bool articulates;             /* does a plan say which joints give way? */
	bool inverts;             /* needs M to be regular */
	const char *beside;       /* a function that is generated too where this one is asked for; or NULL */
	/* About so many operations for each of tree_pairs, for each of those with each velocity, for each entry it returns. */
	double by_pair, by_triple, by_entry;
	struct FunctionOutput output[FUNCTION_OUTPUTS];
	/* Both write the outputs one after the other into `out`: as the textbook has it, in spatial algebra;
	 * and with the fewest operations. */
	void (*textbook)(struct Dag *dag, const struct Tree *tree, Ref *out);
	void (*build)(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
};

extern const struct FunctionInfo function_table[];
extern const size_t function_count;
int function_outputs(const struct FunctionInfo *info);
/* Of the function that says which angles another takes the sines and cosines of, under --sincos=given. */
extern const struct FunctionOutput angle_output;
/* Of what is computed of the parameters. */
extern const struct FunctionOutput derived_output;

#endif
