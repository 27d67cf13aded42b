/* Parts where they are used, and loops turn by turn: the statements of a model, each as often as it counts, with what names
 * mean there.
 * Called by the checker once the constants are known, since they say how often loops run. The list is the arena's and
 * points into the AST. */
#ifndef RIGIDC_MODEL_PART_EXPAND_H
#define RIGIDC_MODEL_PART_EXPAND_H

#include "naming.h"

/* A body, frame, wrench, strut, tendon, assertion or property of the model. */
struct Item {
	const struct Stmt *stmt;
	const struct Env *env; /* NULL: the top level */
};

struct Items {
	struct Item *item;
	size_t count, capacity;
};

/* Adds model->uses and model->unused. Reports what is wrong with the parts, uses and loops themselves. Of a model that is an
 * attempt, the statements are those of its parts. */
struct Items expand(struct Scope *scope, struct Model *model, const struct Ast *ast);

#endif
