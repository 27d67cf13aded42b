/* Common parts of the passes over the DAG: a function's Form, and the loop from the live old nodes, in order, to
 * values of a new DAG with the same labels.
 * Called by the pipeline, which makes a Form, and by the passes. Memory is the DAG's arena. */
#ifndef RIGIDC_REWRITE_H
#define RIGIDC_REWRITE_H

#include "base/progress.h"
#include "dag/dag.h"

/* Values, and the DAG that computes them. A pass keeps the values, up to rounding, and makes a new DAG with only the
 * nodes they need. */
struct Form {
	struct Dag dag;
	Ref *value;
	size_t count;
	int cycles;                /* cycles of annealing */
	int least;                 /* least cycles if the search is stopped */
	struct Progress *progress; /* informed of each cycle; or NULL */
	bool fma;                  /* a product and a sum may become one operation */
	struct Stages *stages; /* what it computes for several members after these values (stages.h); NULL: nothing */
};

struct Rewrite {
	const struct Dag *old;
	struct Dag made;
	uint32_t *uses; /* by old node: uses by live nodes and results */
	Ref *now;       /* by old node: value in the new DAG, once set */
};

/* Starts a pass. The form must not change until rewrite_end. */
struct Rewrite rewrite_begin(const struct Form *form);

static inline const struct Node *rewrite_node(const struct Rewrite *r, Ref ref)
{
	return &r->old->item[ref_node(ref)];
}
static inline bool rewrite_live(const struct Rewrite *r, uint32_t n)
{
	return r->uses[n] > 0;
}
static inline bool rewrite_once(const struct Rewrite *r, Ref ref)
{
	return r->uses[ref_node(ref)] == 1;
}
/* New value of an old value. */
static inline Ref rewrite_now(const struct Rewrite *r, Ref ref)
{
	return r->now[ref_node(ref)] ^ (ref & 1);
}

/* Terms of a sum of old values, from left to right, through additions marked `inside`. Returns their count. `stack`
 * and `term` have room for all nodes and one more. */
size_t rewrite_terms(const struct Rewrite *r, const bool *inside, Ref sum, uint32_t *stack, Ref *term);
/* Copy of an old operation, on the new operands. */
Ref rewrite_copy(struct Rewrite *r, uint32_t n);
void rewrite_set(struct Rewrite *r, uint32_t n, Ref now);
/* Replaces the form's DAG by the new one, and its values by their new values. */
void rewrite_end(struct Rewrite *r, struct Form *form);

#endif
