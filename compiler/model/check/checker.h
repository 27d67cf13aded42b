/* AST to checked model: names, dimensions, order; every fault it can find is reported.
 * Called by the pipeline once per model.
 * The model is the arena's and keeps pointers into the AST's names. */
#ifndef RIGIDC_MODEL_CHECK_CHECKER_H
#define RIGIDC_MODEL_CHECK_CHECKER_H

#include "model/model.h"
#include "base/request.h"

/* Requires an AST of a model text. Ensures: if no error was reported, the model is complete and its
 * bodies stand parents before children, depth first. */
struct Model *check_model(struct Diags *diags, const struct Ast *ast, const struct Request *request);

/* What is wrong with parts that nothing in the model uses, whatever they will be given (model/part/unsure.h). */
void check_unused_parts(struct Diags *diags, const struct Ast *ast, const struct Request *request, const struct Model *model);

#endif
