/* Uses of parts, and the names of bodies, joints, uses and the like in parts and loops, in full.
 * Uses are made by expand.c; names are asked for by what declares them and by what looks them up. Memory is the arena's. */
#ifndef RIGIDC_MODEL_PART_NAMING_H
#define RIGIDC_MODEL_PART_NAMING_H

#include "model/model.h"
#include "model/expression/scope.h"

/* A use of a part. */
struct Instance {
	const struct Stmt *part;
	const struct Instance *outer; /* the use that it is in, or NULL */
	int depth, number;            /* how many those are; in model->uses */
	const char *prefix;           /* of its names: "FL." */
	struct Ident carrier;         /* what `root` is */
	struct Placement base;        /* where it sits on that */
	unsigned mirror;              /* the axes that it is reflected by (model/expression/mirror.h) */
	unsigned carrier_mirror;      /* those of the place that names the carrier */
};

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
