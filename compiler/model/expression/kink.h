/* Which values have kinks, or may have: what comes from abs, min, max, `if` and tables of straight lines. A force may have
 * them. A motion is differentiated twice; where its slope jumps so would a velocity, which takes an impulse.
 * Noted where expressions are evaluated, asked for where motions are known. Memory is the arena's. */
#ifndef RIGIDC_MODEL_EXPRESSION_KINK_H
#define RIGIDC_MODEL_EXPRESSION_KINK_H

#include "base/diag.h"
#include "dag/dag.h"

struct Kink {
	const char *what; /* "abs" */
	struct Span span;
};

struct Kinks {
	struct Kink *item;
	size_t count, capacity;
	/* by node, as far as there was one: 1 + its kink; in which walk it was met */
	size_t *of, *met, nodes, walks;
};

/* The value has one. Nothing, if it depends on no coordinate. */
void kinks_note(struct Kinks *kinks, const struct Dag *dag, Ref value, const char *what, struct Span span);
/* A warning for each kink in what the motion of a joint is made of. */
void kinks_doubt(struct Kinks *kinks, struct Diags *diags, const struct Dag *dag, Ref motion);

#endif
