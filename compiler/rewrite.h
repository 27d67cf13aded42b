/* What passes from DAG to DAG have in common: the old nodes that are needed, in order, become values of a new
 * DAG that takes over their labels.
 * Called by the passes over the DAG only. Memory is the DAG's arena. */
#ifndef RIGIDC_REWRITE_H
#define RIGIDC_REWRITE_H

#include "dag.h"

struct Rewrite {
	const struct Dag *old;
	struct Dag made;
	uint32_t *uses; /* of each old node, by nodes that are needed and by results */
	Ref *now;       /* its value in the new DAG, once set */
};

struct Rewrite rewrite_begin(const struct Dag *dag, const Ref *value, size_t count);

static inline const struct Node *rewrite_node(const struct Rewrite *r, Ref ref) { return &r->old->item[ref_node(ref)]; }
static inline bool rewrite_live(const struct Rewrite *r, uint32_t n) { return r->uses[n] > 0; }
static inline bool rewrite_once(const struct Rewrite *r, Ref ref) { return r->uses[ref_node(ref)] == 1; }
/* The new value of an old one. */
static inline Ref rewrite_now(const struct Rewrite *r, Ref ref) { return r->now[ref_node(ref)] ^ (ref & 1); }

/* The same operation on the new operands. */
Ref rewrite_copy(struct Rewrite *r, uint32_t n);
void rewrite_set(struct Rewrite *r, uint32_t n, Ref now);
/* Translates the results. */
struct Dag rewrite_end(struct Rewrite *r, Ref *value, size_t count);

#endif
