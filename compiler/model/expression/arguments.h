/* The arguments of a call, by place or by name.
 * Called for the functions of the language and of the model, and for joints.
 * Memory of what it reports is the diagnostics'. */
#ifndef RIGIDC_MODEL_EXPRESSION_ARGUMENTS_H
#define RIGIDC_MODEL_EXPRESSION_ARGUMENTS_H

#include "base/diag.h"
#include "grammar/ast.h"

/* What can be called with arguments. */
struct Parameters {
	const char *of;          /* its name */
	const char *const *name; /* of each parameter */
	size_t count, required;  /* those required come first */
};

/* Puts arguments in the places of parameters: places[i] stays NULL where none was given. False after a
 * diagnostic about the call at `span`. */
bool arguments_bind(struct Diags *diags, const struct Parameters *parameters, struct Span span,
                    const struct Arguments *list, const struct Expr **places);

#endif
