/* What is asked for with -f or `generate`: functions of the table, some with a frame, some fused.
 * Called by the pipeline. The texts are the arena's. */
#ifndef RIGIDC_DYNAMICS_FUNCTION_REQUEST_H
#define RIGIDC_DYNAMICS_FUNCTION_REQUEST_H

#include "function.h"

/* One function of the table, at one place: fk:tool0. */
struct FunctionPart {
	const struct FunctionInfo *info;
	const char *name;          /* "fk:tool0" */
	const char *frame;         /* "tool0"; NULL where the function has none */
	struct Span frame_span;
	int site;                  /* of the tree, once it has one */
};

/* One function to generate: "rnea", or several fused, "dyn=crba+rnea". */
struct FunctionRequest {
	const char *name;
	struct FunctionPart *part;
	int parts;
};

struct FunctionRequests {
	struct FunctionRequest *item;
	size_t count, capacity;
	size_t asked;              /* those behind are generated beside others */
};

/* From -f, else from `generate`, else rnea,crba. Reports unknown names. */
struct FunctionRequests function_requests(struct Diags *diags, const struct Model *model, const char *functions);

#endif
