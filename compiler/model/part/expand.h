/* Expansion of parts at their uses, and of loops turn by turn: the statements of a model, each as often as it takes
 * effect, with its environment. Called by the checker after the constants are known, since they determine the turns of
 * loops. The list is the arena's and points into the AST. */
#ifndef RIGIDC_MODEL_PART_EXPAND_H
#define RIGIDC_MODEL_PART_EXPAND_H

#include "naming.h"

/* Body, frame, wrench, strut, tendon, contact, phase, loop, constraint, assertion or property of the model, or a list
 * of idle joints. */
struct Item {
	const struct Stmt *stmt;
	const struct Env *env; /* NULL: the top level */
};

struct Items ARENA_LIST(struct Item);

/* Expands the model, and adds model->uses and model->unused. Reports mistakes in parts, uses and loops themselves. In
 * a trial model the statements are those of its parts. */
struct Items expand(struct Scope *scope, struct Model *model, const struct Ast *ast);

#endif
