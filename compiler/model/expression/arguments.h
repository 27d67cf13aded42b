/* Arguments of a call, by position or by name. Called for the functions of the language and of the model, and for
 * joints. Messages use the diagnostics' memory. */
#ifndef RIGIDC_MODEL_EXPRESSION_ARGUMENTS_H
#define RIGIDC_MODEL_EXPRESSION_ARGUMENTS_H

#include "base/diag.h"
#include "grammar/ast.h"

/* Parameters of a function or joint. */
struct Parameters {
	const char *of;          /* its name */
	const char *const *name; /* of each parameter */
	size_t count, required;  /* required parameters come first */
};

/* Assigns arguments to parameters: places[i] stays NULL for a parameter without an argument. False after a diagnostic
 * about the call at `span`. */
bool arguments_bind(struct Diags *diags, const struct Parameters *parameters, struct Span span,
                    const struct Arguments *list, const struct Expr **places);

#endif
