/* The straight-line program: the live part of a DAG in order, with signs placed, uses counted and temporaries
 * chosen. Executors and printers work from it and know nothing of the DAG.
 * Made by the pipeline per function; memory is the arena's. */
#ifndef RIGIDC_PROGRAM_H
#define RIGIDC_PROGRAM_H

#include "dag/dag.h"
#include "base/request.h"

enum OperandKind { OPERAND_CONST, OPERAND_INPUT, OPERAND_STEP };

struct Operand {
	uint8_t kind;   /* enum OperandKind */
	uint8_t array;  /* OPERAND_INPUT: enum Input */
	bool negative;  /* never for OPERAND_CONST, whose number has the sign */
	uint32_t index; /* element of the array, step, or constant */
};

struct Step {
	enum Op op;
	struct Operand operand[OPERANDS];
	uint32_t uses;  /* count of uses, by steps and outputs */
	bool named;     /* a temporary; else written inside its only user */
	bool inside;    /* set where it is first read (lowering.h) */
	bool lanes;     /* a value of several limbs at once (rewrite/fold_limbs.h) */
	uint32_t group; /* of SIN or COS by our own kernel: number of a group of consecutive steps; else 0 */
	/* of a temporary: setting statement, last using statement, and slot among as many as are ever alive at once
	 * (lowering.h) */
	uint32_t set, last, slot;
	uint32_t partner;    /* of SIN or COS: the step and one of the other function of the same angle, or 0 */
	struct Label *label; /* or NULL */
};

struct Store {
	uint32_t array, element; /* output of the function, element of the output */
	struct Operand value;
};

/* An assignment: to a temporary or to an output. */
struct Statement {
	bool store;
	uint32_t index; /* index of the step or store */
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
	bool kernel;                 /* sines and cosines by sincos.h, in groups */
	bool fused;                  /* sines and cosines use fma */
	uint32_t alive;              /* most temporaries alive at once */
	uint32_t slots;              /* variables needed for temporaries; sines of a group are in arrays */
	uint32_t input[INPUT_COUNT]; /* highest element read, + 1; 0: none */
};

/* Memory of the temporaries alive at once, in bytes. A C compiler may use more stack. */
static inline size_t program_live_bytes(const struct Program *program, bool real_float)
{
	return program->alive * (real_float ? sizeof(float) : sizeof(double));
}

/* True if a value has a lane for each limb (rewrite/fold_limbs.h). */
bool program_has_lanes(const struct Program *program, struct Operand operand);

/* The step after the group of sines and cosines that begins at a step, or after a step without a group. */
uint32_t program_group_end(const struct Program *program, uint32_t first);

/* True if the program or its sines call fma; `lanes`: in limb lanes only. */
bool program_calls_fma(const struct Program *program, bool lanes);

/* True if the program needs <math.h>, for a function or NAN. */
bool program_needs_math(const struct Program *program);

/* An array of results: `size` values of the program's DAG. */
struct Result {
	const Ref *value;
	size_t size;
};

/* Copy for running in another arena, without statements. */
struct Program program_copy(const struct Program *program, struct Arena *arena);

/* Computes the outputs from the inputs; `work` has program->steps numbers. */
void program_run(const struct Program *program, const double *const *input, double *const *output, double *work);
void program_run_float(const struct Program *program, const float *const *input, float *const *output, float *work);

/* Dump of the program, a line a step. */
void program_dump(const struct Program *program, struct Text *out);

#endif
