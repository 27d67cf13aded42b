/* Uses of parts, and full names of bodies, joints, uses and other items in parts and loops. Uses are made by expand.c;
 * declarations and look-ups ask for full names. Memory is the arena's. */
#ifndef RIGIDC_MODEL_PART_NAMING_H
#define RIGIDC_MODEL_PART_NAMING_H

#include "model/model.h"
#include "model/expression/scope.h"

/* Use of a part. */
struct Instance {
	const struct Stmt *part;
	const struct Instance *outer; /* the use that contains it, or NULL */
	int depth, number;            /* depth: uses around it, with itself; number: index in model->uses */
	const char *prefix;           /* of its names: "FL." */
	struct Ident carrier;         /* the body or frame named `root` */
	struct Placement base;        /* its frame in the carrier's */
	unsigned mirror;              /* axes of its reflection (model/expression/mirror.h) */
	unsigned carrier_mirror;      /* reflection of the place where the carrier is named */
};

/* The use around an environment; NULL: none. */
static inline const struct Instance *instance_of(const struct Env *env)
{
	return env ? env->in : NULL;
}

/* Full name of a declaration in the scope: `hip` is FL.hip. */
struct Ident name_declared(struct Scope *scope, struct Model *model, struct Ident name);
/* Full name of a reference in the scope, or the carrier for `root`, with *root set. NULL without a name or after a
 * diagnostic. */
struct Ident name_meant(struct Scope *scope, struct Model *model, struct Ident name, bool *root);

#endif
