/* The arrays of a function: outputs of its parts, directions and weights of its operators, and what it returns.
 * Called by job.c. Memory is the model's. */
#ifndef RIGIDC_PIPELINE_SIGNATURE_H
#define RIGIDC_PIPELINE_SIGNATURE_H

#include "generated.h"

/* Of the inputs of a row of the table of functions, those that there are: wrenches and inputs of the model may be none. */
uint64_t inputs_taken(const struct Tree *tree, uint64_t inputs);
/* Size of an input of the function; 0: known later. */
int input_extent(const struct Generated *function, const struct Tree *tree, int input);

/* Declares the arrays of a function. Requires its own inputs; adds directions and weights to them. */
void signature_declare(struct Diags *diags, struct Generated *function, const struct Model *model,
                       const struct Tree *tree, const struct Request *request);

/* A part as a function of its own, of which only the computed values are declared and laid out. */
struct Generated signature_of_part(const struct FunctionPart *part, const struct Model *model, const struct Tree *tree,
                                   const struct Request *request);

#endif
