/* From checked model to programs: the middle of the pipeline, one column of calls.
 * Called by the library. All memory is the model's arena. */
#ifndef RIGIDC_GENERATE_H
#define RIGIDC_GENERATE_H

#include "function.h"
#include "pass.h"
#include "program.h"

enum { GENERATED_OUTPUTS = SPEC_PARTS * FUNCTION_OUTPUTS };

struct GeneratedOutput {
	const struct FunctionOutput *info;
	enum Shape shape; /* as asked for: packed or not */
	size_t size;
};

/* One generated function: what it is, and its program. */
struct Generated {
	struct FunctionSpec spec;
	unsigned inputs;                     /* bits 1 << enum Input it takes */
	size_t input_size[INPUT_COUNT];
	struct GeneratedOutput output[GENERATED_OUTPUTS];
	int outputs;
	struct Program program;
};

/* What the printers and executors work from. */
struct Package {
	const struct Model *model;
	const struct Tree *tree;
	const struct Request *request;
	struct Generated *function;
	int functions;
};

/* Does it take this input array? */
static inline bool generated_takes(const struct Generated *function, int input)
{
	return function->inputs >> input & 1;
}

/* What the programs are for: text may take its time and is read; libtcc and what is run at once may not. */
enum Purpose { FOR_TEXT, FOR_TCC, FOR_RUNNING };

/* Looks up functions and builds the tree; all but the programs. Requires a model without errors; reports
 * unknown functions and what the request names wrongly. */
struct Package package_prepare(struct Diags *diags, const struct Model *model, const struct Request *request,
                               const char *functions);
/* The programs. Requires that preparing reported no error. `dump` is NULL or takes the state after a pass. */
void package_build(struct Package *package, enum Purpose purpose, struct Dump *dump);

#endif
