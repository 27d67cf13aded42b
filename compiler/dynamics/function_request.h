/* Requests for functions, by -f or `generate`: functions of the table, some with a frame, some fused. Called by the
 * pipeline. Texts are the arena's. */
#ifndef RIGIDC_DYNAMICS_FUNCTION_REQUEST_H
#define RIGIDC_DYNAMICS_FUNCTION_REQUEST_H

#include "function.h"

/* Function of the table, with its frame: fk:tool0. */
struct FunctionPart {
	const struct FunctionInfo *info;
	const char *name;  /* "fk:tool0" */
	const char *frame; /* "tool0"; NULL without a frame */
	struct Span frame_span;
	int site; /* its number in the tree, once added */
};

/* Function to generate: "rnea", or several fused, "dyn=crba+rnea". */
struct FunctionRequest {
	const char *name;
	struct FunctionPart *part;
	int parts;
};

struct FunctionRequests {
	struct FunctionRequest *item;
	size_t count, capacity;
	size_t asked; /* count of requested functions; the others are generated beside them */
};

/* Requests from -f, else from `generate`, else rnea,crba. Reports unknown names. */
struct FunctionRequests function_requests(struct Diags *diags, const struct Model *model, const char *functions);

#endif
