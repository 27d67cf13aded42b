/* Requests for functions, by -f or `generate`: functions of the table, some with a frame, some fused. Called by the
 * pipeline. Texts are the arena's. */
#ifndef RIGIDC_DYNAMICS_FUNCTION_REQUEST_H
#define RIGIDC_DYNAMICS_FUNCTION_REQUEST_H

#include "dynamics/tree/row_set.h"
#include "function.h"
#include "operator.h"

enum { PART_FRAMES = 2 };

/* Function of the table, with its frames or its phase: fk:tool0, fk:tool0:camera, fd:stand. */
struct FunctionPart {
	const struct FunctionInfo *info;
	const char *name;               /* "fk:tool0" */
	const char *frame[PART_FRAMES]; /* "tool0", "camera", or the phase, strut, group or law; NULL: none */
	struct Span span;
	int site[PART_FRAMES]; /* numbers of its frames in the tree, once added; -1: none */
	const char *phase;     /* of a function of rows: its phase, or "loops"; NULL: none */
	const int *contact;    /* contacts of the phase, in order */
	int contacts;
	const struct RowSet *rows;     /* their rows, once added; NULL: it has no phase */
	const struct Strut *strut;     /* of a function of one, once found; else NULL */
	const struct StrutSet *struts; /* of a function of several, once found; else NULL */
	const struct Law *law;         /* of a function of one, once found; else NULL */
};

/* Is there a function of a phase with this name? */
bool function_has_phase(const char *name);

/* Frames of a part with a word between them: "tool0_camera"; NULL: none. */
const char *part_frames(struct Arena *arena, const struct FunctionPart *part, const char *between);

/* What a function returns: the outputs of a part, or of an operator on terms: "fd", "vjp:fd". */
struct FunctionTerm {
	const char *name;
	int part;                         /* its number; of an operator -1 */
	const struct Operator *operation; /* NULL: a part */
	const struct FunctionTerm *of;    /* what the operator is applied to, all outputs at once */
	int ofs;
};

/* Function to generate: "rnea", or several fused, "dyn=crba+rnea". */
struct FunctionRequest {
	const char *name;
	struct FunctionPart
		*part; /* functions of the table, each once: of its terms, and of what operators are applied to */
	int parts;
	const struct FunctionTerm *term;
	int terms;
};

/* Is any term an operator? */
bool function_request_operates(const struct FunctionRequest *request);

struct FunctionRequests {
	struct FunctionRequest *item;
	size_t count, capacity;
	size_t asked; /* count of requested functions; the others are generated beside them */
};

/* Requests from -f, else from `generate`, else rnea,crba. Reports unknown names. */
struct FunctionRequests function_requests(struct Diags *diags, const struct Model *model, const char *functions);

#endif
