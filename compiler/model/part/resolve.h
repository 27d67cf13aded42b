/* Who stands on whom: the bodies and frames by name, their order, and what is merged into what.
 * Called by the checker, which declares them in the order of the text.
 * Memory is the arena's. */
#ifndef RIGIDC_MODEL_PART_RESOLVE_H
#define RIGIDC_MODEL_PART_RESOLVE_H

#include "model/model.h"

/* A body or frame as declared. */
struct Site {
	struct Ident name, on;
	struct Placement at; /* of the joint frame of a body, or of the frame itself */
	unsigned seen_by;    /* what the place is reflected by that says `on` (model/expression/mirror.h) */
	struct Body *body;   /* NULL: a frame */
	const struct Within *within; /* for messages */
	int parent;          /* site, -1: the world, -2: none (reported) */
	int index;           /* in the model, once ordered */
};

struct Resolver {
	struct Arena *arena;
	struct Diags *diags;
	struct NameTable names; /* to sites */
	struct Site *item;
	size_t count, capacity;
};

void resolver_init(struct Resolver *resolver, struct Diags *diags);
/* Declares a body (or a frame, with body NULL), of which parent, index and within follow; the number of the site. */
int resolver_add(struct Resolver *resolver, const struct Site *declared);
/* A placement on a site (-1: the world), as a place that is reflected by `seen_by` says it, in the frame of the site. */
struct Placement resolver_seen(const struct Resolver *resolver, const struct Dag *dag, int site, unsigned seen_by,
                               struct Placement at);
struct Body *resolver_body(const struct Resolver *resolver, int site);
/* Finds parents, reports cycles, and fills in model->body and model->frame in their order. */
void resolver_finish(struct Resolver *resolver, struct Model *model);

/* Once motions are known, on a model without errors: merges bodies that do not move into what carries them. */
void model_merge(struct Model *model);

/* Where the joint's moving frame sits in the joint frame after its motions; those of a quaternion are at
 * joint->lock. */
struct Placement joint_placement(struct Dag *dag, const struct Joint *joint, const struct Motion *motion,
                                 int motions);

#endif
