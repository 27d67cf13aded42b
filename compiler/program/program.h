/* The straight-line program: the live part of a DAG in order, with signs placed, uses counted and
 * temporaries chosen. Every executor and printer works from this and knows nothing of the DAG.
 * Made by the pipeline per function; memory is the arena's. */
#ifndef RIGIDC_PROGRAM_H
#define RIGIDC_PROGRAM_H

#include "dag/dag.h"
#include "base/request.h"

enum OperandKind { OPERAND_CONST, OPERAND_INPUT, OPERAND_STEP };

struct Operand {
	uint8_t kind;    /* enum OperandKind */
	uint8_t array;   /* OPERAND_INPUT: enum Input */
	bool negative;   /* never for OPERAND_CONST: its sign is in the number */
	uint32_t index;  /* element of the array, step, or constant */
};

struct Step {
	enum Op op;
	struct Operand operand[OPERANDS];
	uint32_t uses;   /* by steps and outputs */
	bool named;      /* a temporary; else written inside its only user */
	bool inside;     /* set in the statement that reads it first (forward_substitution.h) */
	bool lanes;      /* of several limbs at once (rewrite/fold_limbs.h) */
	uint32_t group;   /* of SIN or COS with a kernel of our own: those of one group stand together; else 0 */
	/* of a temporary: the statement that sets it, that of its last use, and its place among so many as are ever
	 * alive at once (liveness.h) */
	uint32_t set, last, slot;
	uint32_t partner; /* of SIN or COS: the step and one of the other function of the same angle, or 0 */
	struct Label *label; /* or NULL */
};

struct Store {
	uint32_t array, element; /* which output of the function */
	struct Operand value;
};

/* What is done in sequence: a temporary is set or an output stored. */
struct Statement {
	bool store;
	uint32_t index; /* of the step or store */
};

extern const char *const sincos_name[SINCOS_COUNT];

struct Program {
	struct Arena *arena;
	double *constant;
	uint32_t constants;
	struct Step *step;
	uint32_t steps;
	struct Store *store;
	uint32_t stores;
	struct Statement *statement;
	uint32_t statements;
	uint32_t cost[COST_COUNT];
	uint32_t temporaries;
	bool kernel;                  /* sines and cosines by sincos.h, in groups */
	bool fused;                   /* those with fma */
	uint32_t alive;               /* the most temporaries alive at once */
	uint32_t slots;               /* places they need; sines of a group are set in arrays */
	uint32_t input[INPUT_COUNT];  /* elements read: the highest and one, 0 if none */
};

/* The most temporaries alive at once, in bytes; the stack that a C compiler takes for them is its own. */
static inline size_t program_live_bytes(const struct Program *program, bool real_float)
{
	return program->alive * (real_float ? sizeof(float) : sizeof(double));
}

/* Is the value in lanes, one of each limb (rewrite/fold_limbs.h)? */
bool program_has_lanes(const struct Program *program, struct Operand operand);

/* Does it itself, or do its sines, in lanes alone or anywhere? */
bool program_calls_fma(const struct Program *program, bool lanes);

/* Does it need something of <math.h>, a function or NAN? */
bool program_needs_math(const struct Program *program);

/* One array of results: `size` values of the DAG that a program is made of. */
struct Result {
	const Ref *value;
	size_t size;
};

/* What running it takes, in another arena: statements and names stay behind. */
struct Program program_copy(const struct Program *program, struct Arena *arena);

/* Computes the outputs from the inputs; `work` has program->steps numbers. */
void program_run(const struct Program *program, const double *const *input, double *const *output,
                 double *work);
void program_run_float(const struct Program *program, const float *const *input, float *const *output,
                       float *work);

/* The program as text, a line a step: the readable intermediate form. */
void program_dump(const struct Program *program, struct Text *out);

#endif
