/* Resolution of parents: bodies and frames by name, their order, and the merging of fixed bodies. Called by the
 * checker, which declares them in the order of the source. Memory is the arena's. */
#ifndef RIGIDC_MODEL_PART_RESOLVE_H
#define RIGIDC_MODEL_PART_RESOLVE_H

#include "model/model.h"

/* Body or frame as declared, before bodies are ordered and merged. */
struct DeclaredSite {
	struct Ident name, on;
	struct Placement at;         /* placement of a body's joint frame, or of the frame itself */
	unsigned seen_by;            /* reflection of the place where `on` is named (model/expression/mirror.h) */
	struct Body *body;           /* NULL: a frame */
	const struct Within *within; /* for messages */
	int parent;                  /* site, -1: the world, -2: none (reported) */
	int index;                   /* in the model, once ordered */
};

struct Resolver {
	struct Arena *arena;
	struct Diags *diags;
	struct NameTable names; /* to sites */
	struct DeclaredSite *item;
	size_t count, capacity;
	struct Body *body; /* as declared, then in the model's order */
	int bodies, most;  /* most: there is room for */
};

void resolver_init(struct Resolver *resolver, struct Diags *diags);
/* Makes room for the bodies and frames to be declared, once. They take more memory than all else of a large model, so it
 * is exact. */
void resolver_room(struct Resolver *resolver, int bodies, int frames);
struct Body *resolver_body_new(struct Resolver *resolver);
/* Declares a body (or a frame, with body NULL); sets parent, index and within later. Returns the number of the site. */
int resolver_add(struct Resolver *resolver, const struct DeclaredSite *declared);
/* Placement on a site (-1: the world) in the site's frame, from a placement in a place with reflection `seen_by`. */
struct Placement resolver_seen(const struct Resolver *resolver, const struct Dag *dag, int site, unsigned seen_by,
                               struct Placement at);
struct Body *resolver_body(const struct Resolver *resolver, int site);
/* Finds parents, reports cycles, and fills in model->body and model->frame in their order. */
void resolver_finish(struct Resolver *resolver, struct Model *model);

/* Merges bodies that do not move into their carriers. Requires known motions and a model without errors. */
void model_merge(struct Model *model);

/* Placement of the joint's moving frame in the joint frame after `motions` motions. Quaternion motions are at
 * joint->lock. */
struct Placement joint_placement(struct Dag *dag, const struct Joint *joint, const struct Motion *motion, int motions);

#endif
