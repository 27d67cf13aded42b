/* The functions a model can be compiled to: a table. A row says what the function reads and returns
 * and holds the algorithm that builds it; signatures, help, counts, evaluation and tests follow.
 * Called by the pipeline. Static data; the texts of a FunctionSpec are the arena's. */
#ifndef RIGIDC_FUNCTION_H
#define RIGIDC_FUNCTION_H

#include "signature.h"
#include "newton.h"

enum Shape { SHAPE_NV, SHAPE_NV_NV, SHAPE_LOWER /* triangle of a symmetric matrix, by rows */ };

enum { FUNCTION_OUTPUTS = 3, SPEC_PARTS = 8 };

struct FunctionInput {
	const char *meaning;
	enum Measure measure;
};
extern const struct FunctionInput function_input[INPUT_COUNT];

struct FunctionOutput {
	const char *name, *meaning;
	enum Shape shape;
	enum Measure measure;
	bool symmetric;
};

/* What a function needs to be as the model says; the rest the compiler may choose. A fused function needs
 * what any of its parts does. */
enum Truth {
	TRUTH_FRAMES = 1,    /* the frames of links: what it returns is seen in them */
	TRUTH_PARAMETERS = 2 /* masses and inertias, and so the wrenches between links: nothing is regrouped */
};

struct FunctionInfo {
	const char *name, *summary;
	unsigned inputs;          /* bits 1 << enum Input */
	unsigned truth;           /* bits of enum Truth; tau and M need none */
	bool lifts;               /* does a plan say where axes and forces meet? */
	struct FunctionOutput output[FUNCTION_OUTPUTS];
	/* Both write the outputs one after the other into `out`: as the textbook has it, in spatial algebra;
	 * and with the fewest operations. */
	void (*textbook)(struct Dag *dag, const struct Tree *tree, Ref *out);
	void (*build)(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *out);
};

extern const struct FunctionInfo function_table[];
/* Of the function that says which angles another takes the sines and cosines of, under --sincos=given. */
extern const struct FunctionOutput angle_output;
extern const size_t function_count;

/* One function to generate: "rnea", or several fused, "dyn=crba+rnea". */
struct FunctionSpec {
	const char *name;
	const struct FunctionInfo *part[SPEC_PARTS];
	int parts;
};

struct FunctionSpecs {
	struct FunctionSpec *item;
	size_t count, capacity;
};

/* From -f, else from `generate`, else rnea,crba. Reports unknown names. */
struct FunctionSpecs function_specs(struct Diags *diags, const struct Model *model, const char *functions);

size_t shape_size(enum Shape shape, int nv);

void rnea_build(struct Dag *dag, const struct Tree *tree, Ref *tau);
void crba_build(struct Dag *dag, const struct Tree *tree, Ref *M);

#endif
