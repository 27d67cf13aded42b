/* Parts where they are used, and loops turn by turn: the statements of a model, each as often as it counts, with what names
 * mean there.
 * Called by the checker once the constants are known, since they say how often loops run. The list is the arena's and
 * points into the AST. */
#ifndef RIGIDC_EXPAND_H
#define RIGIDC_EXPAND_H

#include "model.h"
#include "scope.h"

/* A use of a part. */
struct Instance {
	const struct Stmt *part;
	const struct Instance *outer; /* the use that it is in, or NULL */
	int depth, number;            /* how many those are; in model->uses */
	const char *prefix;           /* of its names: "FL." */
	struct Ident carrier;         /* what `root` is */
	struct Placement base;        /* where it sits on that */
	unsigned mirror;              /* the axes that it is reflected by (mirror.h) */
	unsigned carrier_mirror;      /* those of the place that names the carrier */
};

/* A body, frame, wrench, strut, tendon, assertion or property of the model. */
struct Item {
	const struct Stmt *stmt;
	const struct Env *env; /* NULL: the top level */
};

struct Items {
	struct Item *item;
	size_t count, capacity;
};

/* Adds model->uses. Reports what is wrong with the parts, uses and loops themselves. */
struct Items expand(struct Scope *scope, struct Model *model, const struct Ast *ast);

/* The use that a place stands in; NULL: none. */
static inline const struct Instance *instance_of(const struct Env *env)
{
	return env ? env->in : NULL;
}

/* A name that is declared in the places that the scope sees, in full: `hip` is FL.hip. */
struct Ident name_declared(struct Scope *scope, struct Model *model, struct Ident name);
/* A name that is meant there: likewise, or the carrier for `root`, where `*root` is set. NULL if there is none, or after a
 * diagnostic. */
struct Ident name_meant(struct Scope *scope, struct Model *model, struct Ident name, bool *root);

#endif
