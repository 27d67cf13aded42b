/* Check of a model: from AST to checked model, with names, dimensions and order. Every mistake it can find is
 * reported. Called by compile.c once per model. The model is the arena's and keeps pointers into the AST's names. */
#ifndef RIGIDC_MODEL_CHECK_CHECKER_H
#define RIGIDC_MODEL_CHECK_CHECKER_H

#include "model/model.h"
#include "base/request.h"

/* Requires an AST of a model source. Ensures: if no error was reported, the model is complete and its bodies are in
 * depth first order, parents before children. */
struct Model *check_model(struct Diags *diags, const struct Ast *ast, const struct Request *request);

/* Reports mistakes in parts without a use, for any arguments (model/part/unsure.h). */
void check_unused_parts(struct Diags *diags, const struct Ast *ast, const struct Request *request,
                        const struct Model *model);

#endif
