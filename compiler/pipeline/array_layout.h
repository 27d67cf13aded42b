/* Layout of the arrays of callers. Functions are computed in the order of bodies; a model's `order` permutes inputs
 * and outputs (model/body/order.h). An output is the list of its entries, in the order of the array. Everything that
 * stores, counts, names or describes an output reads the list. A new layout is a function that fills the list.
 * Called by job_prepare, compile.c and printers. Memory is the model's. */
#ifndef RIGIDC_ARRAY_LAYOUT_H
#define RIGIDC_ARRAY_LAYOUT_H

#include "dynamics/function.h"
#include "program/program.h"
#include "rewrite/fold_limbs.h"

/* A number of an output's array: its row and column as callers see the matrix, its index among the values of the
 * function, and whether it is zero by structure, which is known once the program is. */
struct LayoutEntry {
	int row, column;
	uint32_t value;
	bool zero;
};

struct FunctionPart;

struct GeneratedOutput {
	const struct FunctionOutput *info;
	const char *name;                /* an identifier, different for each output of a fused function */
	const struct FunctionPart *part; /* part with the frames or rows of the output; NULL: no frames or rows */
	const char *of;                  /* frames or function that tell outputs of the same name apart */
	const char *function;            /* the function that computes it */
	int rows, columns;
	struct LayoutEntry *entry; /* numbers of the array, in its order */
	size_t size;
	const uint32_t
		*kept; /* by entry of the computed matrix, by rows: index among the values, + 1; 0: it is no value.
	                       * NULL before output_lay_out */
	const int *listed[2]; /* of a matrix of an operator: row and column of callers -> as computed; NULL: the same */
	const char *layout;   /* meaning of the array as part of the matrix; NULL: the whole matrix, by rows */
	bool sparse;          /* zeros by structure are not stored */
};

/* Count of the entries of the whole matrix. */
static inline size_t output_entries(const struct GeneratedOutput *output)
{
	return (size_t)output->rows * (size_t)output->columns;
}

/* An output of so many rows and columns, without its list of entries: `size` is the length of the list. */
struct GeneratedOutput output_declare(const struct Request *request, const struct FunctionOutput *info, int rows,
                                      int columns);
/* Makes the list, in the layout of the request. `first`: index of the output's first value. */
void output_lay_out(struct GeneratedOutput *output, const struct Model *model, const struct Request *request,
                    size_t first);
/* Marks entries that are zero by structure, and removes them from a sparse output. `value`: of the function. */
void output_find_zeros(struct GeneratedOutput *output, const struct Dag *dag, const Ref *value);
bool output_has_zeros(const struct GeneratedOutput *output);
/* Values of an output, of those of the function, in the order of the array. */
struct Result output_result(struct Arena *arena, const struct GeneratedOutput *output, const Ref *value);

/* Compressed rows: entries row[i] to row[i + 1] - 1 are of row i, with rising columns. */
struct Pattern {
	int *row, *column;
};
struct Pattern output_pattern(struct Arena *arena, const struct GeneratedOutput *output);

/* Permutes the inputs of a finished program, or of limb lanes, so that its steps do not depend on `order`. Elements of
 * directions and weights, `seed`, take their places in the arrays of callers. */
void layout_inputs(const struct Model *model, struct Program *program, const struct GeneratedOutput *seed, int seeds);
void layout_limb_inputs(const struct Model *model, struct LimbFold *lanes);

#endif
