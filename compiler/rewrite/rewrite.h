/* A function as the passes over the DAG see it, and what they have in common: the old nodes that are needed, in
 * order, become values of a new DAG that takes over their labels.
 * Called by the pipeline, which makes a Form, and by the passes. Memory is the DAG's arena. */
#ifndef RIGIDC_REWRITE_H
#define RIGIDC_REWRITE_H

#include "base/progress.h"
#include "dag/dag.h"

/* Values, and the DAG that computes them. A pass leaves the values as they are, up to rounding, and makes another DAG
 * that holds only what they need. */
struct Form {
	struct Dag dag;
	Ref *value;
	size_t count;
	int cycles; /* for how many anneal goes on */
	int least;  /* for how many it does if the search is stopped */
	struct Progress *progress; /* to be told of each; or NULL */
	bool fma;   /* may a product and a sum be one operation? */
};

struct Rewrite {
	const struct Dag *old;
	struct Dag made;
	uint32_t *uses; /* of each old node, by nodes that are needed and by results */
	Ref *now;       /* its value in the new DAG, once set */
};

/* The form is lent until rewrite_end. */
struct Rewrite rewrite_begin(const struct Form *form);

static inline const struct Node *rewrite_node(const struct Rewrite *r, Ref ref)
{
	return &r->old->item[ref_node(ref)];
}
static inline bool rewrite_live(const struct Rewrite *r, uint32_t n) { return r->uses[n] > 0; }
static inline bool rewrite_once(const struct Rewrite *r, Ref ref) { return r->uses[ref_node(ref)] == 1; }
/* The new value of an old one. */
static inline Ref rewrite_now(const struct Rewrite *r, Ref ref) { return r->now[ref_node(ref)] ^ (ref & 1); }

/* The terms of a sum of old values, from left to right, through additions that are `inside`; returns their number. `stack` and
 * `term` have room for all nodes and one more. */
size_t rewrite_terms(const struct Rewrite *r, const bool *inside, Ref sum, uint32_t *stack, Ref *term);
/* The same operation on the new operands. */
Ref rewrite_copy(struct Rewrite *r, uint32_t n);
void rewrite_set(struct Rewrite *r, uint32_t n, Ref now);
/* The new DAG takes the place of the old one, and the values are in it. */
void rewrite_end(struct Rewrite *r, struct Form *form);

#endif
